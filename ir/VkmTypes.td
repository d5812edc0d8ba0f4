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

def Vkm_VecType : Vkm_Type<"Vec", "vec"> {
  let summary = "a vector of a library of vector maths";
  let description = [{
    `!vkm.vec<3 x f32>` is `glm::vec3` or `LiteMath::float3`: its components lie one behind the other, without
    padding. Operators apply to each component.

    Constraints: 2 to 4 components; they are scalars.
  }];
  let parameters = (ins "int64_t":$length, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $length `x` $elementType `>`";
  let genVerifyDecl = 1;
}

def Vkm_MatType : Vkm_Type<"Mat", "mat"> {
  let summary = "a matrix of a library of vector maths";
  let description = [{
    `!vkm.mat<4 x 3 x f32>` has 4 columns of 3 rows each, as `glm::mat4x3`; its columns lie one behind the other,
    without padding. Vectors are columns: `vkm.binary mul %m, %v` is the product of linear algebra.

    Constraints: 2 to 4 columns and rows; components are floats or doubles.
  }];
  let parameters = (ins "int64_t":$columns, "int64_t":$rows, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $columns `x` $rows `x` $elementType `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The type of a column.
    VecType getColumnType() const;
  }];
}

def Vkm_PtrType : Vkm_Type<"Ptr", "ptr"> {
  let summary = "a pointer to the elements of a buffer";
  let description = [{
    `!vkm.ptr<f32>` is `float *`, `!vkm.ptr<const f32>` is `const float *`: the first element of an array
    that the caller of a control function provides. Its length is stated by `vkm.extent`.

    `!vkm.ptr<!vkm.texel<f32>>` is an image, `!vkm.ptr<const !vkm.texture<2 x f32>>` a texture.

    Constraints: points at objects: scalars, vectors, matrices, arrays, records; or at texels or textures.
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

    Constraints: holds an object: a scalar, a vector, a matrix, an array, a record; or what has a type of the host.
  }];
  let parameters = (ins "::mlir::Type":$pointee);
  let assemblyFormat = "`<` $pointee `>`";
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee), [{
    return $_get(pointee.getContext(), pointee);
  }]>];
}

def Vkm_TexelType : Vkm_Type<"Texel", "texel"> {
  let summary = "an element of an image: a pixel in one of its formats";
  let description = [{
    `!vkm.texel<!vkm.vec<3 x f32>>` holds a pixel of three floats in an image of format rgba32f, which has a fourth
    component that nobody reads; `!vkm.texel<half f32>` a float in one of r16f. No object: pointers and
    vectors of texels are images, whose pixels `vkm.pixel` names; an element of them by its number is none.

    Constraints: a pixel is a float, a 32-bit integer or a vector of them; half ones are of floats.
  }];
  let parameters = (ins "::mlir::Type":$pixel, "bool":$isHalf);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What GLSL calls the format: "rgba32f".
    std::string getFormat() const;
    /// 1, 2 or 4.
    int64_t getNumChannels() const;
  }];
}

def Vkm_TextureType : Vkm_Type<"Texture", "texture"> {
  let summary = "an image that a sampler of the device reads";
  let description = [{
    `!vkm.texture<2 x !vkm.vec<3 x f32>>` has two dimensions and texels of three floats, in a format of four channels.
    No object: a field that is a vector of it is a texture, which `vkm.sample` reads. What lies between texels and
    outside of them, the field's attribute `vkm.texture` says. `!vkm.texture<many 2 x f32>` is one of several, which
    `vkm.sample` reads by a number that may differ between threads.

    Constraints: one to three dimensions; texels are floats or vectors of them.
  }];
  let parameters = (ins "unsigned":$dimensions, "::mlir::Type":$texel, "bool":$isMany);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Vkm_DynArrayType : Vkm_Type<"DynArray", "dynarray"> {
  let summary = "a std::vector that is a member of the class";
  let description = [{
    `!vkm.dynarray<f32>` is `std::vector<float>`. No object: only a `vkm.field` has this type. Its elements live in a
    storage buffer of their own, which `vkm.vector_data` points at; how many there are, a field beside it says
    (`size_of`).

    One of texels is an image that the compiler added: its pixels live on the device only, and what they hold is lost
    between calls. One of a texture is added, too: the host fills it from a vector of the class (`vkm.texture`).

    Constraints: elements are objects, but no bools (`std::vector<bool>` holds bits), or texels or textures.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

def Vkm_HostType : Vkm_Type<"Host", "host"> {
  let summary = "a type that only the host has";
  let description = [{
    `!vkm.host<"std::chrono::steady_clock::time_point">`: what variables of control functions hold that no kernel
    can see. The text is how the generated program spells it, and may be `auto`.
  }];
  let parameters = (ins StringRefParameter<"the type in C++">:$spelling);
  let assemblyFormat = "`<` $spelling `>`";
}

// Signed and unsigned integers of 8 to 64 bits.
def Vkm_Int : AnyTypeOf<[SI8, SI16, SI32, SI64, UI8, UI16, UI32, UI64], "signed or unsigned integer">;
def Vkm_Float : AnyTypeOf<[F32, F64], "float or double">;
def Vkm_Bool : TypeAlias<I1, "bool">;
def Vkm_Scalar : AnyTypeOf<[I1, Vkm_Int, Vkm_Float], "scalar">;
def Vkm_Arithmetic : AnyTypeOf<[Vkm_Int, Vkm_Float], "number">;
// What operators and functions compute with: scalars, and vectors and matrices of them.
def Vkm_Computed : AnyTypeOf<[Vkm_Scalar, Vkm_VecType, Vkm_MatType], "scalar, vector or matrix">;
def Vkm_Number : AnyTypeOf<[Vkm_Arithmetic, Vkm_VecType, Vkm_MatType], "number, vector or matrix">;
// What a variable or a field may hold.
def Vkm_Object : AnyTypeOf<[Vkm_Scalar, Vkm_VecType, Vkm_MatType, Vkm_ArrayType, Vkm_RecordType], "object">;
// What a field may have in addition.
def Vkm_FieldType : AnyTypeOf<[Vkm_Object, Vkm_DynArrayType, Vkm_HostType], "object, std::vector or type of the host">;
// What a variable may have in addition.
def Vkm_VariableType : AnyTypeOf<[Vkm_Object, Vkm_HostType], "object or type of the host">;
// What an expression may yield.
def Vkm_Value : AnyTypeOf<[Vkm_Object, Vkm_PtrType, Vkm_RefType], "value">;

#endif // VKMORPH_IR_VKMTYPES_TD
