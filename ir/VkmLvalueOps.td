//===- VkmLvalueOps.td - Places: variables, fields, members, elements ----------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMLVALUEOPS_TD
#define VKMORPH_IR_VKMLVALUEOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "ir/VkmAttrs.td"
include "ir/VkmTypes.td"

def Vkm_VarOp : Vkm_Op<"var", [Vkm_Statement, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, Vkm_NamedResult]> {
  let summary = "declares a local variable";
  let description = [{
    The result is the variable's place. Without `init` the variable's value is indeterminate until it is
    assigned. `constant` marks a variable that the source declares const.

    Constraints: the initial value has the variable's type.

    ```mlir
    %number = vkm.var "number" : !vkm.ref<si32> = %0
    %best = vkm.var "best" : !vkm.ref<f32>
    ```
  }];
  let arguments = (ins StrAttr:$name, Optional<Vkm_VariableType>:$init, UnitAttr:$constant);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = [{
    (`const` $constant^)? $name `:` type($ref) (`=` $init^ `:` type($init))? attr-dict
  }];
  let hasVerifier = 1;
}

def Vkm_FieldRefOp : Vkm_Op<"field_ref", [Vkm_Expression, Pure,
                                         DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the place of a field of the class";
  let description = [{
    What `m_summ` or `this->m_summ` means in a method.

    Constraints: the class has a field of that name and type.

    ```mlir
    %0 = vkm.field_ref @m_summ : !vkm.ref<si32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$field `:` type($ref) attr-dict";
}

def Vkm_VectorDataOp : Vkm_Op<"vector_data", [Vkm_Expression, Pure]> {
  let summary = "the elements of a std::vector of the class";
  let description = [{
    What `m_taps.data()` means in a method: a pointer to the first element, and so to a buffer. `m_taps[i]` is
    `vkm.deref` of it.

    Constraints: the class has a field of that name, a vector of elements of the type that is pointed at.

    ```mlir
    %taps = vkm.vector_data @m_taps : !vkm.ptr<f32>
    %tap = vkm.deref %taps[%i] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field);
  let results = (outs Vkm_PtrType:$pointer);
  let assemblyFormat = "$field `:` type($pointer) attr-dict";
  let hasVerifier = 1;
}

def Vkm_MemberOp : Vkm_Op<"member", [Vkm_Expression, Pure]> {
  let summary = "the place of a member of a struct";
  let description = [{
    Constraints: the operand is the place of a record that has a member of that name and type.

    ```mlir
    %x = vkm.member %p["x"] : !vkm.ref<!vkm.record<@Particle>> -> !vkm.ref<f32>
    ```
  }];
  let arguments = (ins Vkm_RefType:$base, StrAttr:$name);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$base `[` $name `]` `:` type($base) `->` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_ElementOp : Vkm_Op<"element", [Vkm_Expression, Pure]> {
  let summary = "the place of an element of a fixed array, of a component of a vector, of a column";
  let description = [{
    The index counts elements from 0. Constraints: the operand is the place of an array whose element type is
    the result's, or of a vector or matrix, where an index that is a literal is within them.

    ```mlir
    %e = vkm.element %a[%i] : !vkm.ref<!vkm.array<4 x f32>>, si32 -> !vkm.ref<f32>
    ```
  }];
  let arguments = (ins Vkm_RefType:$base, Vkm_Int:$index);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$base `[` $index `]` `:` type($base) `,` type($index) `->` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_DerefOp : Vkm_Op<"deref", [Vkm_Expression, Pure]> {
  let summary = "the place of an element of a buffer";
  let description = [{
    `p[i]`; `*p` is `p[0]`. Constraints: the result is a place of the pointer's element type.

    ```mlir
    %e = vkm.deref %a_data[%i] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
    ```
  }];
  let arguments = (ins Vkm_PtrType:$pointer, Vkm_Int:$index);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$pointer `[` $index `]` `:` type($pointer) `,` type($index) `->` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_PixelOp : Vkm_Op<"pixel", [Vkm_Expression, Pure]> {
  let summary = "the place of a pixel of an image";
  let description = [{
    Column and row count from 0. `vkm.load` of it is `texelFetch` or `imageLoad`, `vkm.assign` is `imageStore`.

    Constraints: the pointer is an image, the result a place of its pixels.

    ```mlir
    %p = vkm.pixel %light[%x, %y] : !vkm.ptr<const !vkm.texel<f32>>, si32, si32 -> !vkm.ref<f32>
    ```
  }];
  let arguments = (ins Vkm_PtrType:$pointer, Vkm_Int:$x, Vkm_Int:$y);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = [{
    $pointer `[` $x `,` $y `]` `:` type($pointer) `,` type($x) `,` type($y) `->` type($ref) attr-dict
  }];
  let hasVerifier = 1;
}

def Vkm_SampleOp : Vkm_Op<"sample", [Vkm_Expression, AttrSizedOperandSegments]> {
  let summary = "what a texture has at a place between its texels";
  let description = [{
    The texture at coordinates that count whole textures, filtered and addressed as it says: `textureLod`. The level is
    0 for the finest one, 1 for the next, and numbers between are filtered as the texture says, too; without it, the
    finest level is sampled. `vkm-lower-textures` makes it the body of a method of the user's (`vkm.sampling`).

    Constraints: the pointer is a texture, or one of many, which a number says; a coordinate for each of its
    dimensions; the result is one of its texels.

    ```mlir
    %c = vkm.sample %bricks at(%u, %v) : !vkm.ptr<const !vkm.texture<2 x !vkm.vec<3 x f32>>> -> !vkm.vec<3 x f32>
    %d = vkm.sample %all[%i : ui32] at(%u) : !vkm.ptr<const !vkm.texture<many 1 x f32>> -> f32
    %e = vkm.sample %floor at(%u, %v) level(%l) : !vkm.ptr<const !vkm.texture<2 x f32>> -> f32
    ```
  }];
  let arguments = (ins Arg<Vkm_PtrType, "the texture", [MemRead]>:$texture, Optional<Vkm_Int>:$number,
                       Variadic<F32>:$coordinates, Optional<F32>:$level);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = [{
    $texture (`[` $number^ `:` type($number) `]`)? `at` `(` $coordinates `)` (`level` `(` $level^ `)`)? `:`
    type($texture) `->` type($result) attr-dict
  }];
  let hasVerifier = 1;
}

def Vkm_ChooseOp : Vkm_Op<"choose", [Vkm_Expression, Pure, Vkm_ImportedOnly,
                                     AllTypesMatch<["whenTrue", "whenFalse", "ref"]>]> {
  let summary = "one of two places";
  let description = [{
    `c ? a : b` as an lvalue: the place that a reference is bound to, or that a function like `operator[]`
    returns. The condition and the indices of both places have been evaluated; neither place is read or written
    here. `vkm-expand-choices` makes branches of it.

    Constraints: both places hold values of the result's type.

    ```mlir
    %t = vkm.choose %c, %a, %b : !vkm.ref<f32>
    ```
  }];
  let arguments = (ins Vkm_Bool:$condition, Vkm_RefType:$whenTrue, Vkm_RefType:$whenFalse);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$condition `,` $whenTrue `,` $whenFalse `:` type($ref) attr-dict";
}

def Vkm_PickOp : Vkm_Op<"pick", [Vkm_Expression, Pure, Vkm_ImportedOnly]> {
  let summary = "one of several arrays";
  let description = [{
    What a pointer of a control function is that is set again in loops and branches: the array with that number. The
    pointer itself is a variable of the number. `vkm-resolve-picks` makes branches of it.

    Constraints: at least one array; all have elements of the result's type.

    ```mlir
    %from = vkm.pick %number : ui32 of (%a, %b) : !vkm.ptr<f32>, !vkm.ptr<f32> -> !vkm.ptr<const f32>
    ```
  }];
  let arguments = (ins UI32:$number, Variadic<Vkm_PtrType>:$arrays);
  let results = (outs Vkm_PtrType:$result);
  let assemblyFormat = [{
    $number `:` type($number) `of` `(` $arrays `)` `:` type($arrays) `->` type($result) attr-dict
  }];
  let hasVerifier = 1;
}

#endif // VKMORPH_IR_VKMLVALUEOPS_TD
