//===- VkmAppendOps.td - Vectors that kernels append to ------------------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMAPPENDOPS_TD
#define VKMORPH_IR_VKMAPPENDOPS_TD

include "ir/VkmDeviceOps.td"
include "ir/VkmCommandOps.td"

def Vkm_AppendOp : Vkm_Op<"append", [Vkm_Statement, Vkm_BeforeLowering, Vkm_FieldPatternOpInterface,
                                     AttrSizedOperandSegments]> {
  let summary = "appends an element to a std::vector of the class";
  let description = [{
    `m_hits.push_back(hit)`. In a grid the elements come in no order, but for `by stable`: then in that of the source.
    Planning sets `by`: how slots are given out. `at` is the place of the next slot, where `vkm-count-appends` has
    found that threads cannot keep their elements for a while. `into` is where the elements are, where control functions
    exchange the vector with others (`vkm-swap-vectors`), which changes its buffer, but not its size's place.

    Constraints: the class has a vector of that name and of elements of the value's type. Within a grid that
    appends to a vector (also through functions), its elements and its size are used by nothing else
    (`vkm-check-appends`). `by workgroup` stands in grids only, and names the function that gives the slots of a block
    (`vkm.append_function`) once that is made. Only `by stable` is there a place of the next slot, of type ui32.

    ```mlir
    vkm.append @m_hits, %hit : !vkm.record<@Hit>
    vkm.append @m_hits, %hit : !vkm.record<@Hit> by stable at %next : !vkm.ref<ui32>
    vkm.append @m_hits, %hit : !vkm.record<@Hit> into %elements : !vkm.ptr<!vkm.record<@Hit>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, Vkm_Object:$value, OptionalAttr<Vkm_AppendStrategyAttr>:$strategy,
                       Optional<Vkm_RefType>:$next, Optional<Vkm_PtrType>:$into);
  let builders = [OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$field, "::mlir::Value":$value), [{
    build($_builder, $_state, field, value, AppendStrategyAttr(), ::mlir::Value(), ::mlir::Value());
  }]>];
  let assemblyFormat = [{
    $field `,` $value `:` type($value) (`into` $into^ `:` type($into))? (`by` `` $strategy^)?
    (`at` $next^ `:` type($next))? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces();
    ValueOrder getValueOrder() { return ValueOrder::Numbered; }
    void addEffects(EffectSet &effects);
    bool changesAtOnce() { return true; }
    bool needsWorkgroup();
    int64_t getSharedBytes(int64_t slots, unsigned) { return getStrategy() ? getSharedBytes(*getStrategy(), slots) : 0; }
    /// What a workgroup of so many subgroups shares for a vector that it appends to by a strategy.
    static int64_t getSharedBytes(AppendStrategy by, int64_t subgroups);
    /// A slot and an access to memory, as an atomic operation takes them.
    int64_t getCost(int64_t) { return 8; }
    ::llvm::StringRef describeWork() { return "appends elements"; }
  }];
}

def Vkm_AppendCounterOp : Vkm_Op<"append_counter", [Vkm_Expression, Vkm_BeforeLowering, Pure]> {
  let summary = "a thread's number for a std::vector that its grid appends to in order";
  let description = [{
    In a grid that counts (`counts_appends`): how many elements the thread's iterations append. In the grid behind it,
    which appends: the slot that the next element gets.

    Constraints: the class has a vector of that name; the place is a ui32.

    ```mlir
    %count = vkm.append_counter @m_hits : <ui32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "$field `:` type($ref) attr-dict";
  let hasVerifier = 1;
}

def Vkm_ExchangeSizesOp : Vkm_Op<"exchange_sizes", [Vkm_Statement, Vkm_BeforeLowering]> {
  let summary = "exchanges how many elements two vectors have";
  let description = [{
    What `std::swap(m_front, m_next)` is where kernels change the sizes: `vkm-swap-vectors` gives later launches the other
    elements. A shader has an assignment of each size for it, and commands `vkm.will_exchange`.

    Constraints: the class has vectors of these names, and fields for their sizes.

    ```mlir
    vkm.exchange_sizes @m_front, @m_next
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$first, FlatSymbolRefAttr:$second);
  let assemblyFormat = "$first `,` $second attr-dict";
  let hasVerifier = 1;
}

def Vkm_ReserveOp : Vkm_Op<"reserve", [Vkm_Statement]> {
  let summary = "says how many elements a std::vector is to have room for";
  let description = [{
    `m_hits.reserve(n)`. On the device it is a promise to the drop-in call, which makes as much room; it changes no
    element.

    Constraints: the class has a vector of that name; in the lowered phase it stands in host code.

    ```mlir
    vkm.reserve @m_hits, %n : ui64
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, Vkm_Int:$count);
  let assemblyFormat = "$field `,` $count `:` type($count) attr-dict";
  let hasVerifier = 1;
}

def Vkm_ActiveThreadsOp : Vkm_DeviceOp<"active_threads", [Vkm_Expression]> {
  let summary = "the threads of the subgroup that come here together";
  let description = [{
    `count`: how many there are. `rank`: how many of them come before this one. With a condition, only those of them
    for which it holds are counted. Right in any control flow.

    ```mlir
    %rank = vkm.active_threads rank : ui32
    %found = vkm.active_threads count where %isFound : ui32
    ```
  }];
  let arguments = (ins Vkm_ActiveThreadsAttr:$what, Optional<I1>:$where);
  let results = (outs UI32:$value);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "ActiveThreads":$what), [{
    build($_builder, $_state, type, what, ::mlir::Value());
  }]>];
  let assemblyFormat = "`` $what (`where` $where^)? `:` type($value) attr-dict";
}

def Vkm_SubgroupFirstOp : Vkm_DeviceOp<"subgroup_first", [Vkm_Expression, SameOperandsAndResultType]> {
  let summary = "the value that the first active thread of the subgroup has";
  let description = [{
    Right in any control flow: of the threads that come here together, all get the value of the first.

    ```mlir
    %first = vkm.subgroup_first %slot : ui32
    ```
  }];
  let arguments = (ins Vkm_Scalar:$value);
  let results = (outs Vkm_Scalar:$result);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

def Vkm_CmdDispatchIndirectOp : Vkm_Command<"dispatch_indirect", [HasParent<"CommandsOp">]> {
  let summary = "dispatches as many workgroups as a buffer says";
  let description = [{
    The buffer is a scratch buffer of the object's, in which a shader has left the numbers of workgroups in x, y and z
    (`member`, an array of three). The command reads them at the stage *draw indirect*: a hazard of its own. `counted`:
    shaders of other kernels have left them, which barriers between kernels order.

    Constraints: the class has a scratch buffer with that member.

    ```mlir
    vkm.cmd.dispatch_indirect @ShadeGroups["groups"]
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scratch, StrAttr:$member, UnitAttr:$counted);
  let assemblyFormat = "(`counted` $counted^)? $scratch `[` $member `]` attr-dict";
  let hasVerifier = 1;
}

def Vkm_WillAppendOp : Vkm_Op<"will_append", [Vkm_LoweredPhase, Vkm_Statement, HasParent<"CommandsOp">]> {
  let summary = "tells the object how many elements a vector may get from the next dispatch";
  let description = [{
    At most `times` for each combination of the counts; without `times` it is not known how many.

    Constraints: the class has a vector of that name.

    ```mlir
    vkm.will_append @m_hits(%yCount, %xCount) times 2 : ui32, ui32
    vkm.will_append @m_hits()
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, Variadic<UI32>:$counts, OptionalAttr<I64Attr>:$times);
  let assemblyFormat = "$field `(` $counts `)` (`times` $times^)? (`:` type($counts)^)? attr-dict";
  let hasVerifier = 1;
}

def Vkm_WillClearOp : Vkm_Op<"will_clear", [Vkm_LoweredPhase, Vkm_Statement, HasParent<"CommandsOp">]> {
  let summary = "tells the object that the next dispatch leaves a vector without elements";
  let description = [{
    Constraints: the class has a vector of that name.

    ```mlir
    vkm.will_clear @m_hits
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field);
  let assemblyFormat = "$field attr-dict";
  let hasVerifier = 1;
}

def Vkm_WillExchangeOp : Vkm_Op<"will_exchange", [Vkm_LoweredPhase, Vkm_Statement, HasParent<"CommandsOp">]> {
  let summary = "tells the object that the next dispatch exchanges the sizes of two vectors";
  let description = [{
    How many elements the one may have, the other one may have from here on. Both have room for as many.

    Constraints: the class has vectors of these names.

    ```mlir
    vkm.will_exchange @m_front, @m_next
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$first, FlatSymbolRefAttr:$second);
  let assemblyFormat = "$first `,` $second attr-dict";
  let hasVerifier = 1;
}

def Vkm_MostElementsOp : Vkm_Op<"most_elements", [Vkm_LoweredPhase, Vkm_Expression]> {
  let summary = "how many elements a vector may have behind the commands that were recorded so far";
  let description = [{
    What `vkm.will_append` and `vkm.will_clear` add up to, as far as it is known; else the largest number. A value of the host.

    Constraints: the class has a vector of that name.

    ```mlir
    %most = vkm.most_elements @m_hits : ui32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field);
  let results = (outs UI32:$count);
  let assemblyFormat = "$field `:` type($count) attr-dict";
  let hasVerifier = 1;
}

#endif // VKMORPH_IR_VKMAPPENDOPS_TD
