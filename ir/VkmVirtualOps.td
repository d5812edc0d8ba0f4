//===- VkmVirtualOps.td - Objects behind an interface and calls of their methods -*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMVIRTUALOPS_TD
#define VKMORPH_IR_VKMVIRTUALOPS_TD

include "ir/VkmClassOps.td"

def Vkm_HierarchyOp : Vkm_Op<"hierarchy", [Symbol, SymbolTable, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "the classes of objects behind an interface";
  let description = [{
    Objects that the class to translate has by pointers to an interface (`std::vector<IMaterial *>`) are records of one type
    in device memory: `record` has the data of all classes side by side, and first a member `type`, which says whose object it
    is: 1 for the first `vkm.object_class`, 2 for the second, 0 where there is no object. The host packs objects into
    records when it uploads them.

    Holds the classes that objects may be of, in the order of their numbers, and a table of overriders
    (`vkm.overriders`) for each virtual method that kernels call.

    Constraints: the module has the record, whose first member is `type : ui32`; there is a class.

    ```mlir
    vkm.hierarchy @IMaterial_objects record @IMaterial {
      vkm.object_class @Matte cpp "Matte" in "materials.h" parts [["Matte_color", "Matte", "color"]]
      vkm.object_class @Mirror cpp "Mirror" in "materials.h" parts []
      vkm.overriders @shade [@Matte_shade, @Mirror_shade]
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$record);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `record` $record attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The name of the member that says whose object a record is.
    static constexpr ::llvm::StringLiteral kTypeMember = "type";
    unsigned getNumClasses();
    /// Of the module, the one of a record; null where there is none.
    static HierarchyOp find(::mlir::Operation *from, RecordType record);
  }];
}

def Vkm_ObjectClassOp : Vkm_Op<"object_class", [Symbol, HasParent<"HierarchyOp">]> {
  let summary = "a class that objects behind an interface may be of";
  let description = [{
    `cpp` is the class as C++ names it, `in` the header that defines it. Each of the `parts` is a member of the record, the class that declares it (the class
    itself or a base of it), and its name there. Each of the `owners` is a member that kernels take for a pointer or reference to the object of the translated
    class, which the host checks when it packs: the class that declares it and its name there; for a reference, of which C++ has no pointer to member, also the
    class that it refers to, and its offset in bytes in the class that declares it.

    Constraints: the record has the members; an owner is two texts, or four.

    ```mlir
    vkm.object_class @Matte cpp "Matte" in "materials.h" parts [["Matte_color", "Matte", "color"]]
    vkm.object_class @Mirror cpp "Mirror" in "materials.h" parts [] owners [["Mirror", "m_scene"]]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$cpp, StrAttr:$header, TypedArrayAttrBase<StrArrayAttr, "parts">:$parts,
                       OptionalAttr<TypedArrayAttrBase<StrArrayAttr, "owners">>:$owners);
  let assemblyFormat = "$sym_name `cpp` $cpp `in` $header `parts` $parts (`owners` $owners^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_OverridersOp : Vkm_Op<"overriders", [Symbol, HasParent<"HierarchyOp">, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "what a virtual call runs for each class";
  let description = [{
    One function for each class of the hierarchy, in their order; several classes may have the same.

    Constraints: as many functions as classes, all of one type.

    ```mlir
    vkm.overriders @shade [@Matte_shade, @Mirror_shade]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefArrayAttr:$functions);
  let assemblyFormat = "$sym_name $functions attr-dict";
}

def Vkm_VirtualCallOp : Vkm_Op<"virtual_call", [Vkm_Expression, Vkm_ImportedOnly,
                                                DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls the overrider of the class that an object is of";
  let description = [{
    The first operand is the object: the record, or a reference to it where the method may write it.
    `vkm-lower-virtual-calls` makes a function with a switch of each table.

    Constraints: the callee is a table of overriders, whose functions take the operands.

    ```mlir
    %0 = vkm.virtual_call @IMaterial_objects::@shade(%material, %x) : (!vkm.record<@IMaterial>, f32) -> f32
    ```
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<Vkm_Value>:$operands);
  let results = (outs Variadic<Vkm_Object>:$results);
  let assemblyFormat = "$callee `(` $operands `)` `:` functional-type($operands, $results) attr-dict";
  let extraClassDeclaration = [{
    /// The table; null where the module has none of that name.
    OverridersOp lookupOverriders();
  }];
}

def Vkm_RegroupOp : Vkm_Op<"regroup", [Vkm_Statement, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                                       AttrSizedOperandSegments]> {
  let summary = "the rest of an iteration, which another thread of the workgroup may take";
  let description = [{
    The last statement of an iteration of a grid. A workgroup runs the first parts of its iterations, up to `turns` in each thread, puts
    them in the order of the `way` that each will take (of `of` ways), and runs their rests in that order, so that threads of a
    subgroup mostly go one way. Where subgroups go one way already, nothing is moved. The region is the rest: it knows of the first part
    what it is given, the counters of the iteration and what the first part `keeps`, which goes through shared memory.

    Made by `vkm-regroup-dispatches` of the calls that are planned so, and lowered by `vkm-lower-regroups`.

    Constraints: it is the last operation of its block; the region has an argument for each counter and each value that is kept, of its
    type; `names` are those of the values that are kept; `of` is at least 2, and `turns` at least 1.

    ```mlir
    vkm.regroup(%y, %x : ui32, ui32) way %way of 4 turns 4 keeps ["u"](%u : f32) {
    ^bb0(%row: ui32, %column: ui32, %kept: f32):
    }
    ```
  }];
  let arguments = (ins Variadic<Vkm_Int>:$counters, UI32:$way, I64Attr:$ways, I64Attr:$turns, Variadic<AnyType>:$kept,
                       StrArrayAttr:$names);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $counters `:` type($counters) `)` `way` $way `of` $ways `turns` $turns `keeps` $names
    (`(` $kept^ `:` type($kept) `)`)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def Vkm_RoundsOp : Vkm_Op<"rounds", [Vkm_Statement, SingleBlock, RecursiveMemoryEffects, NoTerminator, NoRegionArguments]> {
  let summary = "an iteration whose calls threads of the workgroup may run for one another";
  let description = [{
    All statements of an iteration of a grid, with its counters. Choices among them, in loops and branches, that are marked
    `vkm.dispatch = "workgroup"` are where the threads of a workgroup meet: each leaves in shared memory what its choice is given, all are put in
    the order of the ways that they would take, and each runs the choice of the thread whose turn that makes it. Loops that hold such choices
    are left when no thread of the workgroup goes on.

    Made by `vkm-regroup-dispatches` of grids that are planned so, and lowered by `vkm-lower-rounds`.

    Constraints: in a grid it is the only statement, and has a counter for each loop.

    ```mlir
    vkm.rounds(%y, %x : ui32, ui32) {
    }
    ```
  }];
  let arguments = (ins Variadic<Vkm_Int>:$counters);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`(` $counters `:` type($counters) `)` attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

#endif // VKMORPH_IR_VKMVIRTUALOPS_TD
