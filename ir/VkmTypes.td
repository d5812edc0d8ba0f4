//===- VkmTypes.td - Types of the vkm dialect ----------------------------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMTYPES_TD
#define VKMORPH_IR_VKMTYPES_TD

include "ir/VkmDialect.td"

class Vkm_Type<string name, string mnem> : TypeDef<Vkm_Dialect, name> { let mnemonic = mnem; }

def Vkm_ArrayType : Vkm_Type<"Array", "array"> {
  let summary = "a C++ array of fixed length";
  let description = [{
    `!vkm.array<4 x f32>` is `float[4]`; arrays of arrays nest.

    Constraints: at least one element; elements are objects.
  }];
  let parameters = (ins "int64_t":$length, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $length `x` $elementType `>`";
  let genVerifyDecl = 1;
}

def Vkm_RecordType : Vkm_Type<"Record", "record"> {
  let summary = "a struct that the module declares";
  let description = [{
    `!vkm.record<@Particle>` names the `vkm.record` operation of the module that lists its members. Two records
    are one type if they have one name.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$name);
  let assemblyFormat = "`<` $name `>`";
}

def Vkm_PtrType : Vkm_Type<"Ptr", "ptr"> {
  let summary = "a pointer to the elements of a buffer";
  let description = [{
    `!vkm.ptr<f32>` is `float *`, `!vkm.ptr<const f32>` is `const float *`: the first element of an array
    that the caller of a control function provides. Its length is stated by `vkm.extent`.

    Constraints: points at objects: scalars, arrays, records.
  }];
  let parameters = (ins "::mlir::Type":$pointee, "bool":$isConst);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::Type":$pointee, CArg<"bool", "false">:$isConst), [{
    return $_get(pointee.getContext(), pointee, isConst);
  }]>];
}

def Vkm_RefType : Vkm_Type<"Ref", "ref"> {
  let summary = "a place in memory: what C++ calls an lvalue";
  let description = [{
    A value of `!vkm.ref<f32>` names a variable, a field, or an element; `vkm.load` reads it and `vkm.assign`
    writes it. A place is no pointer: it is never stored, returned or compared.

    Constraints: holds an object: a scalar, an array, a record.
  }];
  let parameters = (ins "::mlir::Type":$pointee);
  let assemblyFormat = "`<` $pointee `>`";
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee), [{
    return $_get(pointee.getContext(), pointee);
  }]>];
}

// Signed and unsigned integers of 8 to 64 bits.
def Vkm_Int : AnyTypeOf<[SI8, SI16, SI32, SI64, UI8, UI16, UI32, UI64], "signed or unsigned integer">;
def Vkm_Float : AnyTypeOf<[F32, F64], "float or double">;
def Vkm_Bool : TypeAlias<I1, "bool">;
def Vkm_Scalar : AnyTypeOf<[I1, Vkm_Int, Vkm_Float], "scalar">;
def Vkm_Arithmetic : AnyTypeOf<[Vkm_Int, Vkm_Float], "number">;
// What a variable or a field may hold.
def Vkm_Object : AnyTypeOf<[Vkm_Scalar, Vkm_ArrayType, Vkm_RecordType], "object">;
// What an expression may yield.
def Vkm_Value : AnyTypeOf<[Vkm_Object, Vkm_PtrType, Vkm_RefType], "value">;

#endif // VKMORPH_IR_VKMTYPES_TD
