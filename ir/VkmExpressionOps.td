//===- VkmExpressionOps.td - Expressions with C++ meaning ----------------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMEXPRESSIONOPS_TD
#define VKMORPH_IR_VKMEXPRESSIONOPS_TD

include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "ir/VkmAttrs.td"
include "ir/VkmTypes.td"

def Vkm_ConstantOp : Vkm_Op<"constant", [Vkm_Expression, Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a literal or the value of a constant expression";
  let description = [{
    The attribute carries the type, signedness included. A bool is `true` or `false`.

    Constraints: the result has the attribute's type, which is a scalar.

    ```mlir
    %0 = vkm.constant 0 : si32
    %1 = vkm.constant 1.5 : f32
    %2 = vkm.constant true
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Vkm_Scalar:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Vkm_LoadOp : Vkm_Op<"load", [Vkm_Expression, TypesMatchWith<"the result has the place's type", "ref", "result",
                                 "::llvm::cast<RefType>($_self).getPointee()">]> {
  let summary = "reads a place";
  let description = [{
    The lvalue-to-rvalue conversion of C++: what the place holds now. It has a read effect, so that no pass
    moves it across a write.

    Constraints: the result has the type that the place holds.

    ```mlir
    %0 = vkm.load %number : !vkm.ref<si32>
    ```
  }];
  let arguments = (ins Arg<Vkm_RefType, "the place", [MemRead]>:$ref);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$ref `:` type($ref) attr-dict";
}

def Vkm_BinaryOp : Vkm_Op<"binary", [Vkm_Expression, Pure, InferTypeOpAdaptor]> {
  let summary = "an arithmetic or bitwise operator";
  let description = [{
    Operands have been promoted and converted as C++ demands, so that both have the result's type; only the
    amount of a shift may have another integer type. Unsigned arithmetic wraps; signed overflow, division by
    zero and shifts by the width or more are undefined in C++ and give any value. `div` and `rem` truncate
    towards zero.

    With vectors and matrices an operator goes component by component, and a scalar goes with each component;
    but `mul` of two matrices, or of a matrix and a vector, is the product of linear algebra.

    Constraints: both operands have one type, except in shifts, with a scalar, and in products of matrices; `rem`,
    the bitwise operators and shifts take integers.

    ```mlir
    %0 = vkm.binary add %a, %b : si32
    %1 = vkm.binary shl %a, %n : ui32, si32
    %2 = vkm.binary mul %v, %s : !vkm.vec<3 x f32>, f32
    %3 = vkm.binary mul %m, %v : !vkm.mat<3 x 3 x f32>, !vkm.vec<3 x f32>
    ```
  }];
  let arguments = (ins Vkm_BinaryKindAttr:$kind, Vkm_Number:$lhs, Vkm_Number:$rhs);
  let results = (outs Vkm_Number:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Vkm_UnaryOp : Vkm_Op<"unary", [Vkm_Expression, Pure, SameOperandsAndResultType]> {
  let summary = "negation, logical not, bitwise not";
  let description = [{
    `-x`, `!x`, `~x`. The operand has been promoted.

    Constraints: `neg` takes numbers, `not` bools, `bitnot` integers, or vectors of them, `neg` also matrices; the
    result has the operand's type.

    ```mlir
    %0 = vkm.unary neg %x : f32
    ```
  }];
  let arguments = (ins Vkm_UnaryKindAttr:$kind, Vkm_Computed:$operand);
  let results = (outs Vkm_Computed:$result);
  let assemblyFormat = "`` $kind $operand `:` type($operand) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CmpOp : Vkm_Op<"cmp", [Vkm_Expression, Pure, SameTypeOperands]> {
  let summary = "compares two values of one type";
  let description = [{
    Comparisons of floats are false where an operand is NaN, except `ne`, which is true.

    Vectors and matrices are equal where all components are.

    Constraints: both operands have one type; vectors and matrices are compared by `eq` and `ne`.

    ```mlir
    %0 = vkm.cmp gt %number, %zero : si32
    ```
  }];
  let arguments = (ins Vkm_CmpKindAttr:$kind, Vkm_Computed:$lhs, Vkm_Computed:$rhs);
  let results = (outs Vkm_Bool:$result);
  let assemblyFormat = "`` $kind $lhs `,` $rhs `:` type($lhs) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CastOp : Vkm_Op<"cast", [Vkm_Expression, Pure]> {
  let summary = "converts a scalar to another type";
  let description = [{
    A C++ conversion between arithmetic types: integers wrap to the target's width, floats truncate towards
    zero, to bool is `!= 0`. A float outside the range of the target integer is undefined in C++ and gives
    any value. Conversions of constants fold where C++ defines their value. A vector or matrix is converted
    component by component.

    Constraints: operand and result are scalars, or vectors or matrices of one shape.

    ```mlir
    %0 = vkm.cast %n : ui32 to f32
    ```
  }];
  let arguments = (ins Vkm_Computed:$operand);
  let results = (outs Vkm_Computed:$result);
  let assemblyFormat = "$operand `:` type($operand) `to` type($result) attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Vkm_BitcastOp : Vkm_Op<"bitcast", [Vkm_Expression, Pure]> {
  let summary = "the bits of a scalar as another type";
  let description = [{
    What `memcpy` between two scalars, or `std::bit_cast`, does: `floatBitsToUint(x)`. A double is also two words,
    the low one first: that needs no integers of 64 bits.

    Constraints: operand and result are numbers of one width, or a `f64` and a vector of two `ui32`.

    ```mlir
    %0 = vkm.bitcast %x : f32 to ui32
    ```
  }];
  let arguments = (ins AnyTypeOf<[Vkm_Arithmetic, Vkm_VecType]>:$operand);
  let results = (outs AnyTypeOf<[Vkm_Arithmetic, Vkm_VecType]>:$result);
  let assemblyFormat = "$operand `:` type($operand) `to` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_NarrowOp : Vkm_Op<"narrow", [Vkm_Expression, Pure]> {
  let summary = "a 64-bit size that shaders take as 32 bits; the host checks that it fits";
  let description = [{
    Stands in control functions, where a value meets a kernel's parameter that narrowing made 32-bit, and in kernels,
    where they read a member of 64 bits that is a size. The host throws an error that names the value where it does not
    fit: at a launch, or when it uploads the member (`vkm.checked_sizes` of the field). To shaders it is a conversion.

    Constraints: from `ui64` to `ui32`.

    ```mlir
    %0 = vkm.narrow "a_dataSize" %n : ui64
    ```
  }];
  let arguments = (ins StrAttr:$name, UI64:$value);
  let results = (outs UI32:$result);
  let assemblyFormat = "$name $value `:` type($value) attr-dict";
}

class Vkm_ShortCircuitOp<string mnemonic, string text> : Vkm_Op<mnemonic,
    [Vkm_Expression, RecursiveMemoryEffects, SingleBlock, NoRegionArguments]> {
  let summary = text;
  let arguments = (ins Vkm_Bool:$lhs);
  let regions = (region SizedRegion<1>:$rhs);
  let results = (outs Vkm_Bool:$result);
  let assemblyFormat = "$lhs attr-dict-with-keyword $rhs";
  let hasVerifier = 1;
}

def Vkm_AndOp : Vkm_ShortCircuitOp<"and", "`&&`: the region is evaluated where the operand is true"> {
  let description = [{
    Constraints: the region holds expressions only and yields a bool.

    ```mlir
    %0 = vkm.and %a {
      vkm.yield %b : i1
    }
    ```
  }];
}
def Vkm_OrOp : Vkm_ShortCircuitOp<"or", "`||`: the region is evaluated where the operand is false"> {
  let description = [{
    Constraints: the region holds expressions only and yields a bool.

    ```mlir
    %0 = vkm.or %a {
      vkm.yield %b : i1
    }
    ```
  }];
}

def Vkm_SelectOp : Vkm_Op<"select", [Vkm_Expression, RecursiveMemoryEffects, SingleBlock, NoRegionArguments]> {
  let summary = "`c ? a : b`: one region is evaluated";
  let description = [{
    Constraints: the regions hold expressions only and yield the result's type.

    ```mlir
    %0 = vkm.select %c : f32 {
      vkm.yield %a : f32
    } else {
      vkm.yield %b : f32
    }
    ```
  }];
  let arguments = (ins Vkm_Bool:$condition);
  let regions = (region SizedRegion<1>:$whenTrue, SizedRegion<1>:$whenFalse);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$condition `:` type($result) attr-dict-with-keyword $whenTrue `else` $whenFalse";
  let hasVerifier = 1;
}

def Vkm_MathOp : Vkm_Op<"math", [Vkm_Expression, Pure]> {
  let summary = "a mathematical function";
  let description = [{
    `min`, `max` and `clamp` are those of `<algorithm>`: `min(a, b)` is `b < a ? b : a`, `max(a, b)` is
    `a < b ? b : a`, also for NaN. `fmin` and `fmax` are those of `<cmath>`: the number where the other is NaN.
    `round` rounds halves away from zero, `rint` to even. Accuracy on the device is that of Vulkan's precision table
    where GLSL has the function, else that of `ir/MathErrors.def`.

    `bit_count`, `find_msb` and `find_lsb` are GLSL's: the number of bits that are 1, and the position of the highest
    and of the lowest of them, -1 where there is none.

    Of vectors, these functions are those of each component; where a library lets a scalar stand for a vector
    (`min(v, 0.0)`, `mix(a, b, 0.5)`), so may an operand. `fract` to `smooth_step` work on scalars too, `dot` to
    `refract` on vectors, `transpose` to `matrix_comp_mult` on matrices and columns; `any` and `all` take vectors of
    bools, and `less_than` to `not_equal` give them. They mean what GLSL's functions of those names do.

    Constraints: as many operands as the function has; all have the result's type, except where the function
    says otherwise: `isnan`, `isinf` and `signbit` give a bool, `ilogb` a `si32`, `dot` a scalar; `ldexp` takes a float
    and a `si32`; `min max abs sign clamp` and comparisons take numbers, functions of bits `ui32` or `ui64`, the others
    floats.

    ```mlir
    %0 = vkm.math sqrt(%x) : (f32) -> f32
    %1 = vkm.math dot(%a, %b) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> f32
    ```
  }];
  let arguments = (ins Vkm_MathFnAttr:$fn, Variadic<Vkm_Computed>:$operands);
  let results = (outs Vkm_Computed:$result);
  let assemblyFormat = "`` $fn `(` $operands `)` `:` functional-type($operands, $result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_CallOp : Vkm_Op<"call", [Vkm_Expression, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function; in imported control functions also a kernel";
  let description = [{
    Arguments are evaluated before the call. A call whose result is unused, or which has none, is a
    statement. It has unknown memory effects to MLIR; `ir/Effects.h` looks into the callee.

    Constraints: the callee is a `vkm.func`, or in the imported phase a `vkm.kernel` or `vkm.control`, with the
    types of the operands and the result.

    ```mlir
    %0 = vkm.call @square(%x) : (f32) -> f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Vkm_Value>:$operands);
  let results = (outs Variadic<Vkm_Object>:$results);
  let assemblyFormat = "$callee `(` $operands `)` `:` functional-type($operands, $results) attr-dict";
}

def Vkm_HostOp : Vkm_Op<"host", [Vkm_Expression]> {
  let summary = "what only the host can do in a control function: output, clocks";
  let description = [{
    C++ as the generated program has it: the pieces of `text`, and between each two of them an operand. Places
    may be read and written; a pointer is the array of the caller's that it points into. Like a call, it is a statement where nobody uses its result. Its order among
    others of its kind is kept. `timing` says that it asks a clock or computes with what a clock said; `headers`
    what the program includes for it.

    Constraints: stands in a `vkm.control`; one piece more than operands; at most one result.

    ```mlir
    vkm.host ["::std::printf(\"%d\\n\", ", ")"] (%n) : (si32) -> () {headers = ["<cstdio>"]}
    %now = vkm.host timing ["::std::chrono::steady_clock::now()"] () : () -> !vkm.host<"auto"> {headers = ["<chrono>"]}
    ```
  }];
  let arguments = (ins StrArrayAttr:$text, StrArrayAttr:$headers, UnitAttr:$timing,
                       Variadic<AnyTypeOf<[Vkm_Object, Vkm_RefType, Vkm_PtrType]>>:$operands);
  let results = (outs Variadic<AnyTypeOf<[Vkm_Object, Vkm_HostType]>>:$results);
  let assemblyFormat = [{
    (`timing` $timing^)? $text `(` $operands `)` `:` functional-type($operands, $results) attr-dict
  }];
  let hasVerifier = 1;
}

def Vkm_NoPlaceOp : Vkm_Op<"no_place", [Vkm_Expression, Pure, Vkm_ImportedOnly]> {
  let summary = "where a null pointer points to";
  let description = [{
    What a call gives for a pointer to one object, or to an array, where it gives `nullptr`. Only `vkm.is_set` may ask
    for it.

    ```mlir
    %0 = vkm.no_place : !vkm.ref<f32>
    %1 = vkm.no_place : !vkm.ptr<const f32>
    ```
  }];
  let results = (outs AnyTypeOf<[Vkm_RefType, Vkm_PtrType]>:$ref);
  let assemblyFormat = "`:` type($ref) attr-dict";
}

def Vkm_IsSetOp : Vkm_Op<"is_set", [Vkm_Expression, Pure]> {
  let summary = "whether a pointer is not null";
  let description = [{
    `mean != nullptr` of a pointer that a control function is given, and `mask != nullptr` of an array that any
    function is given. Of all other places the answer is known; in a normalised module there are none, and only
    control functions ask: what they launch is given the answer as a number.

    ```mlir
    %0 = vkm.is_set %mean : !vkm.ref<f32>
    %1 = vkm.is_set %mask : !vkm.ptr<const ui8>
    ```
  }];
  let arguments = (ins AnyTypeOf<[Vkm_RefType, Vkm_PtrType]>:$place);
  let results = (outs Vkm_Bool:$result);
  let assemblyFormat = "$place `:` type($place) attr-dict";
}

def Vkm_ExtractOp : Vkm_Op<"extract", [Vkm_Expression, Pure]> {
  let summary = "a member of a struct value";
  let description = [{
    For structs that are no places, as those that functions return.

    Constraints: the record has a member of that name and type.

    ```mlir
    %0 = vkm.extract %s["x"] : !vkm.record<@Particle> -> f32
    ```
  }];
  let arguments = (ins Vkm_RecordType:$record, StrAttr:$name);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$record `[` $name `]` `:` type($record) `->` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_ComponentOp : Vkm_Op<"component", [Vkm_Expression, Pure]> {
  let summary = "a component of a vector value, a column of a matrix value";
  let description = [{
    For vectors, matrices and arrays that are no places, as those that functions return. The index counts from 0.

    Constraints: the result has the type of the elements; an index that is a literal is one of theirs.

    ```mlir
    %x = vkm.component %v[%zero] : !vkm.vec<3 x f32>, si32 -> f32
    ```
  }];
  let arguments = (ins AnyTypeOf<[Vkm_VecType, Vkm_MatType, Vkm_ArrayType]>:$whole, Vkm_Int:$index);
  let results = (outs Vkm_Object:$result);
  let assemblyFormat = "$whole `[` $index `]` `:` type($whole) `,` type($index) `->` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_SplatOp : Vkm_Op<"splat", [Vkm_Expression, Pure]> {
  let summary = "a vector all of whose components are one number, or a matrix with that diagonal";
  let description = [{
    `glm::vec3(s)`; a matrix is 0 beside its diagonal, as `glm::mat4(1.0f)`.

    Constraints: the operand has the type of the components.

    ```mlir
    %v = vkm.splat %s : f32 -> !vkm.vec<3 x f32>
    ```
  }];
  let arguments = (ins Vkm_Scalar:$operand);
  let results = (outs AnyTypeOf<[Vkm_VecType, Vkm_MatType]>:$result);
  let assemblyFormat = "$operand `:` type($operand) `->` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_ResizeOp : Vkm_Op<"resize", [Vkm_Expression, Pure]> {
  let summary = "the first components of a vector; a matrix cut or filled up";
  let description = [{
    `glm::vec3(v4)`, `glm::mat3(m4)`; a matrix that grows has the rest of the unit matrix, as `glm::mat4(m3)`.

    Constraints: the component type stays; a vector gets shorter.

    ```mlir
    %v = vkm.resize %v4 : !vkm.vec<4 x f32> -> !vkm.vec<3 x f32>
    ```
  }];
  let arguments = (ins AnyTypeOf<[Vkm_VecType, Vkm_MatType]>:$operand);
  let results = (outs AnyTypeOf<[Vkm_VecType, Vkm_MatType]>:$result);
  let assemblyFormat = "$operand `:` type($operand) `->` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_AggregateOp : Vkm_Op<"aggregate", [Vkm_Expression, Pure]> {
  let summary = "a struct, array, vector or matrix value made of its parts";
  let description = [{
    Parts of a vector are scalars and vectors whose components, one after another, are those of the result; parts
    of a matrix are its columns, or all of its components, column by column.

    Constraints: one operand for each member of the record, or for each element of the array, in order, of its
    type; of a vector or matrix at least two that have as many components as it.

    ```mlir
    %0 = vkm.aggregate(%x, %y : f32, f32) : !vkm.record<@Point>
    ```
  }];
  let arguments = (ins Variadic<Vkm_Object>:$parts);
  let results = (outs AnyTypeOf<[Vkm_RecordType, Vkm_ArrayType, Vkm_VecType, Vkm_MatType]>:$result);
  let assemblyFormat = "`(` ($parts^ `:` type($parts))? `)` `:` type($result) attr-dict";
  let hasVerifier = 1;
}

def Vkm_YieldOp : Vkm_Op<"yield", [Terminator, Pure, ParentOneOf<[
    "AndOp", "OrOp", "SelectOp", "ForOp", "WhileOp", "DoWhileOp", "ExtentOp", "CombineOp", "SortOp",
    "SortTileOp", "CountDigitsOp", "RankDigitsOp"]>]> {
  let summary = "the value of a region that is an expression";
  let description = [{
    Constraints: last in a region of `vkm.and`, `vkm.or`, `vkm.select`, `vkm.extent` or `vkm.combine`, in the order of
    a `vkm.sort`, in the order or the load of a `vkm.sort_tile`, in the digit of a `vkm.count_digits`, in the load,
    digit or start of a `vkm.rank_digits`, or in the condition of a loop.

    ```mlir
    %0 = vkm.and %a {
      vkm.yield %b : i1
    }
    ```
  }];
  let arguments = (ins Vkm_Value:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

#endif // VKMORPH_IR_VKMEXPRESSIONOPS_TD
