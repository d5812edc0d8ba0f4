//===- VkmClassOps.td - The class: fields, records, methods with roles ---------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMCLASSOPS_TD
#define VKMORPH_IR_VKMCLASSOPS_TD

include "mlir/Interfaces/FunctionInterfaces.td"
include "ir/VkmAttrs.td"
include "ir/VkmTypes.td"

def Vkm_ClassOp : Vkm_Op<"class", [Symbol, SymbolTable, IsolatedFromAbove, SingleBlock, NoTerminator,
                                   NoRegionArguments]> {
  let summary = "the class to translate";
  let description = [{
    Holds fields (`vkm.field`) and methods (`vkm.kernel`, `vkm.control`, `vkm.func`); in the lowered phase also
    shaders and kernel commands. The symbol is the class's unqualified name, `namespaces` its enclosing named
    namespaces from the outside in, `header` the file that declares it as a generated file includes it.
    `virtual_destructor` says that the class may be deleted through a pointer to it.

    Constraints: the module holds at most one class. In the planned phase what is decided on its kernels belongs
    together (`passes/plan/PlanVerifier.cpp`).

    ```mlir
    vkm.class @Numbers namespaces ["linalg"] header "numbers.h" {
      vkm.field @m_summ : si32
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$namespaces, StrAttr:$header,
                       UnitAttr:$virtual_destructor);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `namespaces` $namespaces `header` $header (`virtual_destructor` $virtual_destructor^)?
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The C++ name with its namespaces: "linalg::Numbers".
    std::string getQualifiedName();
    /// Found by symbol in this class; null where there is none of that kind.
    FieldOp lookupField(::llvm::StringRef name);
    /// The field that is the size of a vector; null where there is none.
    FieldOp lookupSizeOf(::llvm::StringRef vector);
  }];
}

def Vkm_RecordOp : Vkm_Op<"record", [Symbol]> {
  let summary = "a struct that fields, buffers or bodies use";
  let description = [{
    Members in order of declaration with the byte offsets of clang's record layout; `size` and `align` in
    bytes. The symbol is the qualified C++ name. Stands in the module, since device functions outside of the
    class use it, too.

    Constraints: member names differ; offsets ascend without overlap and lie within `size`.

    ```mlir
    vkm.record @"phys::Particle" size 16 align 4 [#vkm.member<"mass" : f32 at 0>,
                                                  #vkm.member<"pos" : !vkm.array<3 x f32> at 4>]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$size, I64Attr:$align, Vkm_MemberArrayAttr:$members);
  let assemblyFormat = "$sym_name `size` $size `align` $align $members attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The member of that name, or null.
    MemberAttr lookupMember(::llvm::StringRef name);
  }];
}

def Vkm_FieldOp : Vkm_Op<"field", [Symbol, HasParent<"ClassOp">]> {
  let summary = "a data member that kernels touch";
  let description = [{
    `cpp_access` is the member's C++ access; one that the generated class cannot name is reached through a
    pointer to member. `offset` is the byte offset in the class data block, set by lowering. A `temporary` is
    no member of the C++ class: a local variable of a kernel that lives across its grids, which only the
    class data block holds.

    Nor is one with the string attribute `vkm.local_of`, the name of a control function: it holds a local variable or
    reference parameter of that while kernels work on it, and the generated class declares it, so that the host can
    read it.

    Where the symbol had to differ from the member's name, `cpp_name` says it; `cpp_class` is the class that declares
    it where that is another one. Of a field of a member that is an object with vectors, `cpp_within` lists the members
    on the way to it, from the outside in, each as the class that declares it and its name.

    A field of type `!vkm.dynarray<T>` is a `std::vector<T>`: it has no offset, since its elements live in a buffer of
    their own. How many there are is the value of a field `size_of` it: no member of the C++ class either, but
    what its `size()` says when the object is uploaded. Kernels read it, append (`vkm.append`) and set it to 0. A
    lowered class has two temporaries for each vector that kernels append to, which say so by the attributes
    `vkm.capacity_of` and `vkm.lost_of`: how many elements the vector has room for, and how many it did not take.

    Constraints: stands in a class. A field that is the `size_of` another is a ui32, and the other one is a vector;
    no vector is a temporary or has an offset.

    ```mlir
    vkm.field @m_summ : si32 access private
    vkm.field temporary @Norm_sum : f32
    vkm.field @m_taps : !vkm.dynarray<f32> access private
    vkm.field @m_taps_size : ui32 size_of @m_taps
    vkm.field temporary @m_taps_capacity : ui32 {vkm.capacity_of = @m_taps}
    vkm.field @m_image_width : si32 {cpp_class = "Image", cpp_name = "width", cpp_within = [["Numbers", "m_image"]]}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<Vkm_FieldType>:$type,
                       DefaultValuedAttr<Vkm_CppAccessAttr, "CppAccess::Public">:$cpp_access,
                       OptionalAttr<I64Attr>:$offset, UnitAttr:$temporary, OptionalAttr<FlatSymbolRefAttr>:$size_of);
  let assemblyFormat = [{
    (`temporary` $temporary^)? $sym_name `:` $type (`access` `` $cpp_access^)? (`size_of` $size_of^)?
    (`offset` $offset^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The type of the elements of a std::vector; null for all other members.
    ::mlir::Type getVectorElement();
    /// Whether it is an image that the compiler added: a vector of texels.
    bool isImage() { return ::llvm::isa_and_nonnull<TexelType>(getVectorElement()); }
    /// Whether it is a texture that the compiler added.
    bool isTexture() { return ::llvm::isa_and_nonnull<TextureType>(getVectorElement()); }
  }];
}

// A method or free function. Its parameters are block arguments; the argument attribute vkm.name is the
// parameter's name in the source.
class Vkm_FunctionOp<string mnemonic, list<Trait> traits = []>
    : Vkm_Op<mnemonic, !listconcat([Symbol, FunctionOpInterface, IsolatedFromAbove, NoTerminator, Vkm_NamedArguments], traits)> {
  dag functionArguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                               OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let arguments = functionArguments;
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  code commonDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// The source name of parameter `index`.
    ::llvm::StringRef getArgName(unsigned index) { return argName(*this, index); }
  }];
  let extraClassDeclaration = commonDeclaration;
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return parseFunctionLike(parser, result, getFunctionTypeAttrName(result.name),
                               getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      printFunctionLike(printer, *this, getFunctionTypeAttrName(), getArgAttrsAttrName(), getResAttrsAttrName());
    }
    void $cppClass::getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName) {
      for (::mlir::BlockArgument argument : region.getArguments())
        if (::llvm::StringRef name = getArgName(argument.getArgNumber()); !name.empty())
          setName(argument, name);
    }
  }];
  let hasVerifier = 1;
}

def Vkm_FuncOp : Vkm_FunctionOp<"func"> {
  let summary = "a device function: what kernels call";
  let description = [{
    A member function or a free function, in the class or in the module. A parameter of type `!vkm.ref<T>` is
    a C++ reference that the function may write; references to const come by value. The discardable
    attribute `cpp_name` is the unqualified C++ name where the symbol had to differ from it.

    Of a method that runs once per thread of a grid whose loops stand in a control function (`kernel_X(tid, ...)`, and
    what passes its thread's index on to one), `thread_index` are the positions of the parameters that say which thread it
    is; `vkm-outline-threads` makes kernels of such loops.

    Constraints: at most one result; `thread_index` are positions of integer parameters.

    ```mlir
    vkm.func @square(%x: f32 {vkm.name = "x"}) -> f32 {
      %0 = vkm.binary mul %x, %x : f32
      vkm.return %0 : f32
    }
    ```
  }];
  let arguments = !con(functionArguments, (ins OptionalAttr<DenseI32ArrayAttr>:$thread_index));
  let builders = [OpBuilder<(ins "::llvm::StringRef":$sym_name, "::mlir::FunctionType":$function_type,
                                "::mlir::ArrayAttr":$arg_attrs, "::mlir::ArrayAttr":$res_attrs), [{
    build($_builder, $_state, sym_name, function_type, arg_attrs, res_attrs, ::mlir::DenseI32ArrayAttr());
  }]>];
}

def Vkm_KernelOp : Vkm_FunctionOp<"kernel", [HasParent<"ClassOp">]> {
  let summary = "a kernel: a method whose outer loops are the grid";
  let description = [{
    The attribute `dims` (1, 2 or 3) is the number of perfectly nested loops that the name promises, `display` the
    kernel's name without the prefix that says so: what comments and messages call it, and the generated class where no
    other kernel has that name. In the imported phase the body is what the source says, in the normalised phase that, or one
    `vkm.once` of statements that a control function has beside its launches. From the recognised phase on it is a sequence of
    `vkm.once` and `vkm.grid`, in order, with the expressions of the grids' bounds between them, and variables
    that keep their initial value, which every thread computes for itself. In the lowered phase it has gone:
    `vkm.shader` and `vkm.commands` take its place.

    `per_thread` is set where the loops are those of a control function over functions that run once per thread
    (`thread_index`): arrays have elements for each thread then, where nothing says more.

    Constraints: `dims` is 1, 2 or 3; the function returns nothing.

    ```mlir
    vkm.kernel @kernel1D_Scale(%data: !vkm.ptr<f32> {vkm.name = "data"}, %n: ui32 {vkm.name = "n"})
        attributes {dims = 1 : i32, display = "Scale"} {
    }
    ```
  }];
  let arguments = !con(functionArguments, (ins I32Attr:$dims, OptionalAttr<StrAttr>:$display, UnitAttr:$per_thread));
  let extraClassDeclaration = commonDeclaration # [{
    /// `display`; the symbol where the text has none.
    ::llvm::StringRef getDisplayName() { return getDisplay().value_or(getSymName()); }
  }];
}

def Vkm_ControlOp : Vkm_FunctionOp<"control", [HasParent<"ClassOp">]> {
  let summary = "a control function: the order of launches";
  let description = [{
    Launches kernels: by `vkm.call` as imported, by `vkm.launch` once normalised, by `vkm.cmd.*` once lowered.
    Attributes: `is_virtual` (the base method is virtual, so that the generated one overrides it), `is_const`,
    `cpp_access`; `is_inlined` where others call it and the generated class has no function for it, since the class
    overrides or hides it, or since it is there for what such a call gives it: `vkm-inline-controls` puts it in the place
    of such calls and erases it; `drives` on a block driver that the source does not have (the name of the method whose threads
    it loops over, with `drives_index`, the positions of the parameters that count them: x, y, z); `vkm.drop_in_of` on one that is the drop-in form of another (`vkm-split-controls`). A value
    that the function returns is the operand of a `vkm.return` at the end.

    Constraints: at most one result.

    ```mlir
    vkm.control @CalcArraySumm(%a_data: !vkm.ptr<const si32> {vkm.name = "a_data"},
                               %a_dataSize: ui32 {vkm.name = "a_dataSize"}) attributes {is_virtual} {
      %0 = vkm.cast %a_dataSize : ui32 to ui64
      vkm.launch @kernel1D_ArraySumm(%a_data, %0) : !vkm.ptr<const si32>, ui64
    }
    ```
  }];
}

// No memory effects are declared: what merely computes a number and yields no result would be dead to MLIR.
def Vkm_ExtentOp : Vkm_Op<"extent", [SingleBlock]> {
  let summary = "how many elements a pointer parameter points at";
  let description = [{
    The region yields the number of elements as an expression over parameters and fields. It is stated by a
    size attribute in the source (`stated`) or inferred from the accesses.

    Constraints: stands at the top level of a `vkm.kernel` or `vkm.control`; the pointer is a parameter of it;
    the region yields one integer.

    ```mlir
    vkm.extent %a_data : !vkm.ptr<const si32> {
      vkm.yield %a_dataSize : ui32
    }
    ```
  }];
  let arguments = (ins Vkm_PtrType:$pointer, UnitAttr:$stated);
  let regions = (region SizedRegion<1>:$count);
  let assemblyFormat = "$pointer `:` type($pointer) (`stated` $stated^)? attr-dict-with-keyword $count";
  let hasVerifier = 1;
}

#endif // VKMORPH_IR_VKMCLASSOPS_TD
