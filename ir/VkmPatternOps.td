//===- VkmPatternOps.td - What kernels do, in the field's terms ----------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMPATTERNOPS_TD
#define VKMORPH_IR_VKMPATTERNOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "ir/VkmAttrs.td"
include "ir/VkmInterfaces.td"
include "ir/VkmTypes.td"

def Vkm_OnceOp : Vkm_Op<"once", [Vkm_Statement, Vkm_BeforeLowering, SingleBlock, RecursiveMemoryEffects,
                                 NoTerminator, NoRegionArguments, HasParent<"KernelOp">]> {
  let summary = "statements of a kernel that run once, in one thread";
  let description = [{
    The prologue before the first grid, the epilogue after the last, and what stands between two. `folded`
    is set by planning, where the statements have no dispatch of their own. `previous` and `next`: they run in
    that grid's dispatch, in the last workgroup where its reductions are finished there, and in the first
    thread where it has no reductions. `last`: they access what the loops of the grid before them do, so that the last
    of its workgroups runs them when all others are done. `counting`: the thread that counts the workgroups of the next grid
    runs them before. `commands`: they are `vkm.cmd.update`s, of members that get numbers of the host's.
    `counts` is set by planning: the kernels whose workgroups the same thread counts behind them.

    Constraints: stands at the top of a kernel.

    ```mlir
    vkm.once {
      vkm.assign %0, %zero : !vkm.ref<si32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<Vkm_FoldAttr>:$folded, OptionalAttr<FlatSymbolRefArrayAttr>:$counts);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins), [{ $_state.addRegion()->emplaceBlock(); }]>];
  let assemblyFormat = "(`folded` `` $folded^)? attr-dict-with-keyword $body";
}

def Vkm_GridOp : Vkm_Op<"grid", [Vkm_Statement, Vkm_PatternPhase, RecursiveMemoryEffects, NoTerminator,
                                 AttrSizedOperandSegments, HasParent<"KernelOp">, Vkm_NamedArguments]> {
  let summary = "the iteration domain of a kernel: its perfectly nested outer loops";
  let description = [{
    Dimensions from the outermost loop in. In dimension `d` the counter starts at `lower[d]` and, while
    `counter predicates[d] upper[d]` holds, changes by `steps[d]` (negative for loops that count down). A step
    that is no constant stands in `dynamic_steps` (`steps` marks it): a magnitude, which is positive; the
    predicate says whether it is added (lt, le) or subtracted (gt, ge). Bounds and steps
    are invariant over the grid. Iterations run in any order and at once; each block argument is a counter of
    the type of its lower bound; `names` are the counters' names.

    Set by planning: `workgroup_size` (threads in x, y, z; x is the innermost dimension),
    `elements_per_thread` (how many iterations in x a thread takes before there are more workgroups),
    `load_width` (how many iterations read their elements of buffers by one access to memory), `unroll` (how many
    iterations, or groups of as many as `load_width`, a thread takes at a time), `max_workgroups` (a cap in x, y and z, for grids with reductions; threads stride over the rest), `plan`
    (how reductions are computed), `device_bounds` (the bounds are known when the commands run, and not when they are
    recorded: a shader computes how many workgroups there are); `source_order` (the loops were interchanged: for each
    dimension the one of the source); `most_workgroups` (a cap along all axes together, where that is less than the product
    of `max_workgroups`: those along y and z share what x leaves, so that grids of any shape have as many); `coarsening`
    (how many iterations a thread takes at most along the last axis that the grid is dispatched along, where that leaves
    enough workgroups for any device), `jammed` beside it (a thread takes as many neighbouring iterations together, inside
    of the loops of the body: unroll and jam; all threads do or none); `in_order` (elements are appended in the order of the iterations),
    `counts_appends` (it only counts what the grid behind it appends); `by_fill` (it is no dispatch: what it stores is
    stored by `vkm.cmd.fill`s, and what is planned besides is not asked for); `counted` (other kernels have computed how many
    workgroups there are whenever it runs), `counts` (the kernels whose workgroups it computes, once it has appended). What is planned for a loop in its iterations that
    workgroups share stands on the `vkm.row`.

    `unproven` is set where iterations are not proven to be independent, and says who says that they are: "option",
    "config", "library" (the contract of an algorithm), or "" for nobody.

    Constraints: 1 to 3 dimensions; as many of everything; no step is 0; predicates are lt, le, gt, ge or ne.

    ```mlir
    vkm.grid (%i : ui32 "i") = (%zero) lt (%n : ui64) step (1) {
    }
    ```
  }];
  let arguments = (ins Variadic<Vkm_Int>:$lower, Variadic<Vkm_Int>:$upper, Variadic<Vkm_Int>:$dynamic_steps,
                       DenseI64ArrayAttr:$steps,
                       DenseI32ArrayAttr:$predicates, StrArrayAttr:$names,
                       OptionalAttr<DenseI32ArrayAttr>:$workgroup_size, OptionalAttr<I32Attr>:$elements_per_thread,
                       OptionalAttr<I32Attr>:$load_width, OptionalAttr<I32Attr>:$unroll,
                       OptionalAttr<DenseI32ArrayAttr>:$max_workgroups,
                       OptionalAttr<Vkm_ReductionPlanAttr>:$plan, UnitAttr:$device_bounds,
                       OptionalAttr<DenseI32ArrayAttr>:$source_order, OptionalAttr<Vkm_CountAttr>:$most_workgroups,
                       OptionalAttr<Vkm_CountAttr>:$coarsening, UnitAttr:$jammed,
                       UnitAttr:$in_order, UnitAttr:$counts_appends, UnitAttr:$by_fill, UnitAttr:$counted,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$counts, OptionalAttr<StrAttr>:$unproven);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$lower, "::mlir::ValueRange":$upper,
                                 "::mlir::ValueRange":$dynamicSteps, "::llvm::ArrayRef<int64_t>":$steps, "::llvm::ArrayRef<CmpKind>":$predicates,
                                 "::llvm::ArrayRef<::llvm::StringRef>":$names)>];
  let extraClassDeclaration = [{
    unsigned getNumDims() { return getSteps().size(); }
    /// What `steps` holds for a step that is an operand.
    static constexpr int64_t kDynamicStep = ::mlir::ShapedType::kDynamic;
    bool hasDynamicStep(unsigned dim) { return getSteps()[dim] == kDynamicStep; }
    /// The magnitude of a dynamic step.
    ::mlir::Value getDynamicStep(unsigned dim) {
      return getDynamicSteps()[::llvm::count(getSteps().take_front(dim), kDynamicStep)];
    }
    CmpKind getPredicate(unsigned dim) { return static_cast<CmpKind>(getPredicates()[dim]); }
    ::llvm::StringRef getCounterName(unsigned dim) {
      return ::llvm::cast<::mlir::StringAttr>(getNames()[dim]).getValue();
    }
    /// The loop of its iterations that workgroups may share; null where there is none.
    RowOp getRow();
    /// The same, if workgroups share it: it is planned.
    RowOp getSharedRow();
    /// The threads of the workgroup that takes an iteration together, to sort, count or rank
    /// elements in shared memory; 0 where each iteration is a thread's.
    int64_t getTileThreads();
  }];
}

def Vkm_RowOp : Vkm_Op<"row", [Vkm_Statement, Vkm_PatternPhase, Vkm_PatternOpInterface, SingleBlock, RecursiveMemoryEffects, NoTerminator,
                               NoRegionArguments]> {
  let summary = "a loop in the iterations of a grid that the threads of a workgroup may share";
  let description = [{
    The region is one loop, which counts up by `step`. Its iterations may run in any order and at once: all that they
    change outside of the loop are the accumulators, local variables of the grid's iteration, and each of these only by
    `variable = kind(variable, value)`. What an iteration of the grid does before the loop any thread may do as well, but
    for assignments to memory, which the loop does not read; what it does behind the loop needs the accumulators' final
    values. A thread that runs the loop alone runs it as it stands.

    Where the loop begins and ends may differ from one iteration of the grid to the next; nothing that the loop does
    changes it.

    A `vkm.if` around the operation asks whether the loop has iterations at all, and nothing else.

    Set by planning: `by`, how workgroups share the loop. Without it each thread runs its own.

    Constraints: stands in the iteration of a `vkm.grid` of one dimension, or there in a `vkm.if` without else; is the
    only one of its grid, which holds no other patterns. Holds one `vkm.for` and nothing else, whose variable, of 32 bits,
    is compared with a bound of its own type, lt or le. `step` is 1 to 16. Has at least one accumulator, each a variable of
    the iteration with an initial value that is declared before the operation, and none twice; the kinds fit their types.

    ```mlir
    vkm.row(add %total, max %highest : !vkm.ref<f32>, !vkm.ref<f32>) step 1 by <tree from 128> {
      vkm.for "column" = %zero : si32 cond (%column: !vkm.ref<si32>) {
        %0 = vkm.load %column : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %w : si32
        vkm.yield %1 : i1
      } step (%column: !vkm.ref<si32>) {
        vkm.update add %column, %one : !vkm.ref<si32>, si32
      } body (%column: !vkm.ref<si32>) {
      }
    }
    ```
  }];
  let arguments = (ins Vkm_ReduceKindArrayAttr:$kinds, Variadic<Vkm_RefType>:$accumulators, Vkm_CountAttr:$step,
                       OptionalAttr<Vkm_RowPlanAttr>:$plan);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` custom<Accumulators>($kinds, $accumulators, type($accumulators)) `)` `step` $step (`by` $plan^)?
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::ArrayRef<ReduceKind>":$kinds, "::mlir::ValueRange":$accumulators, "int64_t":$step)>];
  let extraClassDeclaration = [{
    /// A counter may run past the end of its loop by as many steps as there are threads.
    static constexpr int64_t kMaxStep = 16;
    GridOp getGrid();
    ForOp getLoop();
    /// The branch around it, which asks whether the loop has iterations; null where there is none.
    IfOp getGuard();
    /// What the loop's variable is compared with, in the condition.
    ::mlir::Value getBound();
    VarOp getVariable(unsigned index);
    ReduceKind getKind(unsigned index) { return ::llvm::cast<ReduceKindAttr>(getKinds()[index]).getValue(); }
    /// The type of what an accumulator holds.
    ::mlir::Type getAccumulated(unsigned index);
    /// Puts the loop into its place.
    ForOp dissolve();
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces();
    bool needsWorkgroup() { return getPlan().has_value(); }
    int64_t getSharedBytes(int64_t slots, unsigned dims);
  }];
}

// What all reductions answer.
defvar reductionAnswers = [{
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces() { return {Root{getFieldAttr().getAttr(), {}}}; }
    void addEffects(EffectSet &effects) { addUpdate(effects, getFieldAttr()); }
    int64_t getSharedBytes(int64_t slots, unsigned dims) {
      return getReductionBytes(::llvm::cast<ReductionOpInterface>(getOperation()), slots, dims);
    }
}];

def Vkm_ReduceOp : Vkm_Op<"reduce", [Vkm_Statement, Vkm_PatternPhase, Vkm_ReductionOpInterface]> {
  let summary = "combines a value into a field, over all iterations of the grid";
  let description = [{
    `place = kind(place, value)` in every iteration that reaches it, in any order. After the grid the place
    holds its value before the grid combined with all values. `min` and `max` skip values that are NaN, and
    keep a place that is: `if (value < place) place = value`. Vectors are combined component by component, and so
    are matrices. The place is a field, or the part of one that `path` leads to: names of members, numbers of
    elements, and `unit` for an element of an array whose number is the next of `indices`. Of all reductions of one
    grid, two either name one place with the same path, or memory that does not overlap.

    Constraints: stands in a `vkm.grid`; the place has the value's type; as many indices as units; bools take `and`,
    `or` and `xor`, integers all kinds, floats those of arithmetic; matrices `add` alone.

    ```mlir
    vkm.reduce add @m_summ, %number : si32
    vkm.reduce min @m_box["lo", "x"], %x : f32
    vkm.reduce max @m_highest[unit](%axis : si32), %x : f32
    ```
  }];
  let arguments = (ins Vkm_ReduceKindAttr:$kind, FlatSymbolRefAttr:$field,
                       OptionalAttr<ArrayAttr>:$path, Variadic<Vkm_Int>:$indices, Vkm_Computed:$value);
  let assemblyFormat = [{
    `` $kind $field (`` $path^)? (`(` $indices^ `:` type($indices) `)`)? `,` $value `:` type($value) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = reductionAnswers # [{
    int64_t getCost(int64_t width) { return width; }
    // ReductionOpInterface
    ::llvm::SmallVector<::mlir::Attribute> getSteps();
    ::std::string getOperationTitle();
    ::std::optional<ReduceKind> getReduceKind() { return getKind(); }
  }];
}

def Vkm_ArgReduceOp : Vkm_Op<"arg_reduce", [Vkm_Statement, Vkm_PatternPhase, Vkm_ReductionOpInterface, SingleBlock,
                                            RecursiveMemoryEffects, NoTerminator, NoRegionArguments]> {
  let summary = "the smallest or largest value over the grid, and what the iteration that has it carries";
  let description = [{
    `if (value < place) { place = value; carried = ...; }` in every iteration that reaches it, as if the
    iterations ran in the order of the loops: after the grid the place holds the smallest (largest) of its value
    before the grid and all values, and the places that `vkm.carry` names hold what the iteration with that value
    gives them, or what they held before if no value is smaller (larger). Of equal values the `first` counts, the
    place's own before all others (`<`), or the `last`, the place's own after none (`<=`). NaN is never taken, and
    a place that is NaN keeps it. The place is a field or the part of one that `path` leads to.

    The region computes what is carried; it has no effect but its `vkm.carry`.

    Constraints: stands in a `vkm.grid`; `min` or `max`; the place has the value's type, which is a number. All
    of one grid that name one place agree in kind, ties and the places that they carry.

    ```mlir
    vkm.arg_reduce min first @m_nearest["distance"], %distance : f32 {
      vkm.carry @m_nearest["number"], %i : si32
    }
    ```
  }];
  let arguments = (ins Vkm_ReduceKindAttr:$kind, Vkm_TieBreakAttr:$ties, FlatSymbolRefAttr:$field,
                       OptionalAttr<ArrayAttr>:$path, AnyTypeOf<[Vkm_Int, Vkm_Float]>:$value);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $kind $ties $field (`` $path^)? `,` $value `:` type($value) attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = reductionAnswers # [{
    int64_t getCost(int64_t width) { return width; }
    // ReductionOpInterface
    ValueOrder getValueOrder() { return ValueOrder::Numbered; }
    ::llvm::SmallVector<::mlir::Attribute> getSteps();
    ::std::string getOperationTitle();
    bool picks() { return true; }
    ::std::string describeCombining();
    int64_t getBytesBesideValue(unsigned dims);
  }];
}

def Vkm_CarryOp : Vkm_Op<"carry", [Vkm_Statement, Vkm_PatternPhase, Vkm_ReductionOpInterface,
                                   HasParent<"ArgReduceOp">]> {
  let summary = "what a place gets from the iteration that has the smallest or largest value";
  let description = [{
    Constraints: stands in a `vkm.arg_reduce`; the place, a field or the part of one that `path` leads to, has the
    value's type. No two places that one `vkm.arg_reduce` names overlap.

    ```mlir
    vkm.carry @m_where, %i : si32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, OptionalAttr<ArrayAttr>:$path, Vkm_Computed:$value);
  let assemblyFormat = "$field (`` $path^)? `,` $value `:` type($value) attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = reductionAnswers # [{
    ArgReduceOp getReduction() { return ::llvm::cast<ArgReduceOp>((*this)->getParentOp()); }
    // ReductionOpInterface
    ValueOrder getValueOrder() { return ValueOrder::Numbered; }
    ::llvm::SmallVector<::mlir::Attribute> getSteps();
    ::std::string getOperationTitle();
    bool picks() { return true; }
    ::std::string describeCombining();
    int64_t getCost(int64_t) { return 0; }
  }];
}

def Vkm_LastOp : Vkm_Op<"last", [Vkm_Statement, Vkm_PatternPhase, Vkm_ReductionOpInterface]> {
  let summary = "gives a field what the last iteration that comes here has";
  let description = [{
    `place = value` in every iteration that reaches it, as if the iterations ran in the order of the loops: after the
    grid the place holds the value of the last of them, or what it held before if none came. The place is a field
    or the part of one that `path` leads to.

    Constraints: stands in a `vkm.grid`; the place has the value's type.

    ```mlir
    vkm.last @m_where, %i : si32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, OptionalAttr<ArrayAttr>:$path, Vkm_Object:$value);
  let assemblyFormat = "$field (`` $path^)? `,` $value `:` type($value) attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = reductionAnswers # [{
    int64_t getCost(int64_t width) { return width; }
    // ReductionOpInterface
    ValueOrder getValueOrder() { return ValueOrder::Numbered; }
    ::llvm::SmallVector<::mlir::Attribute> getSteps();
    ::std::string getOperationTitle() { return "last"; }
    bool picks() { return true; }
    ::std::string describeCombining();
    /// The number of the iteration, at most as wide as a counter, in each dimension.
    int64_t getBytesBesideValue(unsigned dims) { return 8 * int64_t(dims); }
  }];
}

def Vkm_CombineOp : Vkm_Op<"combine", [Vkm_Statement, Vkm_PatternPhase, Vkm_ReductionOpInterface, SingleBlock,
                                      RecursiveMemoryEffects, IsolatedFromAbove, Vkm_NamedArguments]> {
  let summary = "combines a value into a field by an associative function of the user's, over all iterations";
  let description = [{
    `place = f(place, value)` in every iteration that reaches it, as if the iterations ran in the order of the
    loops. The region is f: it computes what the first of its arguments, what was combined before, and the second,
    which comes behind it, become. It is associative, `f(f(a, b), c)` is `f(a, f(b, c))`; but nothing is known of the
    order of its operands, nor of a value that changes nothing: values are combined as they stand in the order
    of the iterations, and without any the place keeps what it holds. The place is a field or the part of one that
    `path` leads to.

    Constraints: stands in a `vkm.grid`; the place, the value and both arguments have one type, of which the region
    yields a value by expressions alone. All of one grid that name one place have the same region.

    ```mlir
    vkm.combine @m_turn, %step : !vkm.record<@Rotation> {
    ^bb0(%first: !vkm.record<@Rotation>, %second: !vkm.record<@Rotation>):
      %0 = vkm.call @compose(%first, %second) : (!vkm.record<@Rotation>, !vkm.record<@Rotation>) -> !vkm.record<@Rotation>
      vkm.yield %0 : !vkm.record<@Rotation>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$field, OptionalAttr<ArrayAttr>:$path, Vkm_Object:$value);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$field (`` $path^)? `,` $value `:` type($value) attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let extraClassDeclaration = reductionAnswers # [{
    // ReductionOpInterface
    ValueOrder getValueOrder() { return ValueOrder::Sequence; }
    ::llvm::SmallVector<::mlir::Attribute> getSteps();
    ::std::string getOperationTitle();
    ::mlir::Region *getFunction() { return &getBody(); }
    ::std::string describeCombining();
    /// Whether there is a value yet, in a word.
    int64_t getBytesBesideValue(unsigned) { return 4; }
    int64_t getCost(int64_t) { return 0; }
  }];
}

def Vkm_ScatterOp : Vkm_Op<"scatter", [Vkm_Statement, Vkm_PatternPhase, Vkm_PatternOpInterface]> {
  let summary = "combines a value into an element that other iterations may combine into as well";
  let description = [{
    `element = kind(element, value)` in every iteration that reaches it, in any order, as if no two iterations did so at
    the same time: a histogram's bins, the sums of clusters, the smallest value of each label. Which element that is,
    data may say. `min` and `max` skip values that are NaN, and keep an element that is: `if (value < e) e = value`.

    Set by planning: `by`, how. All of one grid that name one array agree in it.

    Constraints: stands in a `vkm.grid`; the place is in an array that the kernel is given or in a field, and holds a
    number of the value's type: no bool, bits of integers only. Within the grid nothing else accesses the elements
    (`vkm-recognise-scatters`).

    ```mlir
    vkm.scatter add %bin, %one : !vkm.ref<ui32>
    vkm.scatter max %highest, %x : !vkm.ref<si32> by <shared of 64>
    ```
  }];
  let arguments = (ins Vkm_ReduceKindAttr:$kind, Arg<Vkm_RefType, "the place", [MemRead, MemWrite]>:$ref,
                       AnyTypeOf<[Vkm_Int, Vkm_Float]>:$value, OptionalAttr<Vkm_ScatterPlanAttr>:$plan);
  let assemblyFormat = "`` $kind $ref `,` $value `:` type($ref) `,` type($value) (`by` $plan^)? attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces();
    void addEffects(EffectSet &effects);
    bool changesAtOnce() { return true; }
    bool needsWorkgroup();
    int64_t getSharedBytes(int64_t slots, unsigned dims);
    /// A read and a write of memory, as an atomic operation takes them.
    int64_t getCost(int64_t width) { return 8 * (width > 0 ? width : 1); }
    ::llvm::StringRef describeWork() { return "updates elements that other iterations update"; }
  }];
}

def Vkm_RunningOp : Vkm_Op<"running", [Vkm_Expression, Vkm_PatternPhase, Vkm_FieldPatternOpInterface]> {
  let summary = "what a field and all earlier iterations of the grid combine to";
  let description = [{
    The value of the field before the grid, combined by `kind` with all that the iterations have given which come
    before this one in the order of the loops: a running total, of which the grid makes a scan. A variable of the
    iteration begins with it, and what the iteration combines with that variable, by `kind` alone, is what it gives. The
    iteration may read the variable wherever it likes; but what it gives does not depend on it. After the grid the
    field holds what it held before, combined with what all iterations give. The place is a field or the part of one
    that `path` leads to.

    Where it `restarts`, iterations may also set the variable to a value that does not depend on it; with `latest` they
    do nothing else to it, and `kind` has no meaning. Where it `scales`, they may also make `c * t + x` of the variable t, with c and x
    that do not depend on it, and `kind` is `add`. Where it is `bounded`, `kind` is `add`, too, and iterations may also raise it to a
    value at least, or lower it to one at most. With `states` they may do to it what they like, and read it for that: behind
    each of them it is one of these values, in ascending order, or what it was before; `kind` has no meaning. What iterations do
    to the variable is then put together in their order.

    Totals of one `system`, which has a number in its grid, depend on each other linearly: each is left a sum of multiples of them
    and a value, and `kind` is `add`. `multiples` are those of the system of which the total may become a multiple, as their numbers among
    its operations; itself is one of them.

    Set by planning: `by`, how; all of one grid are planned alike. `wide`, in a system of f32: what totals are multiplied by is kept in f64,
    since products of many matrices lose more digits than what each iteration computes.

    Constraints: stands in a `vkm.grid`, in which nothing else accesses the place; the place has the result's type, and
    the kind fits it.

    ```mlir
    %0 = vkm.running add @m_sum : si32
    %m_sum = vkm.var "m_sum" : !vkm.ref<si32> = %0 : si32
    vkm.update add %m_sum, %x : !vkm.ref<si32>, si32
    %1 = vkm.running add restarts @m_run : si32
    %2 = vkm.running add system 0 multiples [0, 1] @m_y1 : f32
    %3 = vkm.running add system 0 multiples [0, 1] @m_y2 : f32
    ```
  }];
  let arguments = (ins Vkm_ReduceKindAttr:$kind, UnitAttr:$restarts, UnitAttr:$scales, UnitAttr:$latest, UnitAttr:$bounded,
                       OptionalAttr<DenseI64ArrayAttr>:$states, OptionalAttr<I64Attr>:$system, OptionalAttr<DenseI64ArrayAttr>:$multiples, UnitAttr:$wide,
                       FlatSymbolRefAttr:$field, OptionalAttr<ArrayAttr>:$path, OptionalAttr<Vkm_ScanPlanAttr>:$plan);
  let results = (outs Vkm_Scalar:$before);
  let assemblyFormat = "`` $kind (`restarts` $restarts^)? (`scales` $scales^)? (`latest` $latest^)? (`bounded` $bounded^)? (`states` $states^)? (`system` $system^ `multiples` $multiples)? (`wide` $wide^)? $field (`` $path^)? `:` type($before) (`by` $plan^)? attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::Attribute> getSteps();
    /// The operations of its system, in their order.
    ::llvm::SmallVector<::mlir::Operation *> findSystem();
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces() { return {Root{getFieldAttr().getAttr(), {}}}; }
    ValueOrder getValueOrder() { return ValueOrder::Numbered; }
    void addEffects(EffectSet &effects) { addUpdate(effects, getFieldAttr()); }
    bool changesAtOnce() { return true; }
    int64_t getSharedBytes(int64_t slots, unsigned dims);
    /// How many states at most: what iterations make of each one is 4 bits of a number, or of two.
    static constexpr size_t kMaxStates = 15;
    /// The numbers of its states, and of what it is before the grid, unless that is one of them in any case.
    size_t countCodes() { return getStates()->size() + (getBefore().getType().isInteger(1) ? 0 : 1); }
    /// The type of what totals of a system are multiplied by.
    ::mlir::Type getFactorType();
    /// Whether the order in which iterations are put together counts.
    bool isOrdered() { return getRestarts() || getScales() || getBounded() || getStates() || getSystem(); }
    /// How many totals of a system at most: what iterations make of them is a number for each of two.
    static constexpr size_t kMaxSystem = 4;
    int64_t getCost(int64_t) { return 8; }
    ::llvm::StringRef describeWork() { return "keeps a running total"; }
  }];
}

def Vkm_RunningShareOp : Vkm_Op<"running_share", [Vkm_Expression, Vkm_BeforeLowering, Pure]> {
  let summary = "what the iterations that a thread has taken combine to";
  let description = [{
    In a grid that only computes what iterations give to running totals (`counts_appends`), in front of the grid with the
    `vkm.running` of the same field and path: a variable of the thread, which begins with the value that changes nothing.
    Of a total that restarts or scales, `restarted` says whether the iterations have set it, and `factor` by what they multiply it.
    One that is bounded changes by `vkm.running_step` alone, one with states by `vkm.running_map`. Of a total of a system, the `factor` `of`
    one of the system, by its number, is what that is multiplied by in it, of type f64 where the system is `wide`.

    Constraints: the class has a field of that name.

    ```mlir
    %share = vkm.running_share @m_sum : <si32>
    %isSet = vkm.running_share restarted @m_run : <ui32>
    %y1PerY2 = vkm.running_share factor of 1 @m_y1 : <f32>
    ```
  }];
  let arguments = (ins UnitAttr:$restarted, UnitAttr:$factor, OptionalAttr<I64Attr>:$of, FlatSymbolRefAttr:$field, OptionalAttr<ArrayAttr>:$path);
  let results = (outs Vkm_RefType:$ref);
  let assemblyFormat = "(`restarted` $restarted^)? (`factor` $factor^)? (`of` $of^)? $field (`` $path^)? `:` type($ref) attr-dict";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "RunningPart":$part, "::llvm::StringRef":$field, "::mlir::ArrayAttr":$path), [{
    build($_builder, $_state, type, part == RunningPart::Restarted, part == RunningPart::Factor, ::mlir::IntegerAttr(), field, path);
  }]>];
  let extraClassDeclaration = [{
    RunningPart getPart() {
      return getRestarted() ? RunningPart::Restarted : getFactor() ? RunningPart::Factor : RunningPart::Value;
    }
  }];
}

def Vkm_RunningStepOp : Vkm_Op<"running_step", [Vkm_Statement, Vkm_BeforeLowering]> {
  let summary = "what an iteration does to a running total that is held between bounds";
  let description = [{
    In a grid that only computes what iterations give to running totals: the iteration adds a value to the total, subtracts it,
    multiplies the total by it, raises the total to it at least, lowers the total to it at most, or sets it.

    Constraints: the place is a `vkm.running_share`; the value has the type of what that holds.

    ```mlir
    vkm.running_step at_least %share, %zero : <si32>, si32
    ```
  }];
  let arguments = (ins Vkm_RunningChangeAttr:$change, Arg<Vkm_RefType, "the place", [MemRead, MemWrite]>:$ref,
                       Vkm_Arithmetic:$value);
  let assemblyFormat = "`` $change $ref `,` $value `:` type($ref) `,` type($value) attr-dict";
  let hasVerifier = 1;
}

def Vkm_RunningStateOp : Vkm_Op<"running_state", [Vkm_Expression, Vkm_BeforeLowering]> {
  let summary = "what iterations so far make of a state";
  let description = [{
    In a grid that only computes what iterations give to running totals, of one with states: what the iterations that the thread has
    taken make of the state with this number, which is its place among the states, or their number for what the total was before the grid.

    Constraints: the place is a `vkm.running_share`, of whose values this is one.

    ```mlir
    %state = vkm.running_state %share, %code : <si32> -> si32
    ```
  }];
  let arguments = (ins Arg<Vkm_RefType, "the place", [MemRead]>:$ref, UI32:$code);
  let results = (outs Vkm_Scalar:$state);
  let assemblyFormat = "$ref `,` $code `:` type($ref) `->` type($state) attr-dict";
  let hasVerifier = 1;
}

def Vkm_RunningMapOp : Vkm_Op<"running_map", [Vkm_Statement, Vkm_BeforeLowering]> {
  let summary = "what an iteration makes of a state";
  let description = [{
    The counterpart of `vkm.running_state`: of the state with this number iterations make that value now.

    Constraints: the place is a `vkm.running_share`, of whose values this is one.

    ```mlir
    vkm.running_map %share, %code, %state : <si32>, si32
    ```
  }];
  let arguments = (ins Arg<Vkm_RefType, "the place", [MemRead, MemWrite]>:$ref, UI32:$code, Vkm_Scalar:$state);
  let assemblyFormat = "$ref `,` $code `,` $state `:` type($ref) `,` type($state) attr-dict";
  let hasVerifier = 1;
}

def Vkm_LaunchOp : Vkm_Op<"launch", [Vkm_Statement, Vkm_BeforeLowering,
                                     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "launches a kernel from a control function";
  let description = [{
    Constraints: stands in a control function, also in loops and branches; the operands have the types of the
    kernel's parameters.

    ```mlir
    vkm.launch @kernel1D_ArraySumm(%a_data, %n) : !vkm.ptr<const si32>, ui64
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Vkm_Value>:$operands);
  let assemblyFormat = "$kernel `(` $operands `)` (`:` type($operands)^)? attr-dict";
}

//===------------------------------------------------------------------------------------------===//
// Sorts
//===------------------------------------------------------------------------------------------===//

def Vkm_SortOp : Vkm_Op<"sort", [Vkm_Statement, Vkm_ImportedOnly, SingleBlock, RecursiveMemoryEffects,
                                 Vkm_NamedArguments, TypesMatchWith<"both bounds have one type", "begin", "end", "$_self">]> {
  let summary = "puts elements of an array in order";
  let description = [{
    `std::sort` and `std::stable_sort` of what kernels work on: the elements at `begin` and behind it, before the one at
    `end`. The region says whether the element at the first place comes before the one at the second. Elements of
    which neither comes before the other keep their order: a stable sort computes what both functions may compute.
    `name` is the function that the source calls.

    An order that is none (`<=`, or `<` of floats of which some are NaN) leaves any of the elements in each place; no
    other memory is read as an element or written.

    Stands in control functions, and at the top of a kernel that does nothing but sort. `vkm-plan-sorts` says how, and `vkm-split-sorts`
    makes kernels of it, so that no other pass knows it. Without `plan` it is done by threads alone.

    Constraints: the elements can be written; the region takes the places of two elements and yields a bool.

    ```mlir
    vkm.sort "sort" %keys[%zero, %n] : !vkm.ptr<si32>, ui32 {
    ^bb0(%first: !vkm.ref<si32>, %second: !vkm.ref<si32>):
      %0 = vkm.load %first : !vkm.ref<si32>
      %1 = vkm.load %second : !vkm.ref<si32>
      %2 = vkm.cmp lt %0, %1 : si32
      vkm.yield %2 : i1
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Arg<Vkm_PtrType, "the array", [MemRead, MemWrite]>:$elements, Vkm_Int:$begin, Vkm_Int:$end,
                       OptionalAttr<Vkm_SortPlanAttr>:$plan);
  let regions = (region SizedRegion<1>:$order);
  let assemblyFormat = [{
    $name $elements `[` $begin `,` $end `]` (`by` $plan^)? `:` type($elements) `,` type($begin) attr-dict-with-keyword $order
  }];
  let hasVerifier = 1;
}

def Vkm_SortTileOp : Vkm_Op<"sort_tile", [Vkm_Statement, Vkm_BeforeLowering, Vkm_PatternOpInterface, RecursiveMemoryEffects,
                                          NoTerminator, Vkm_NamedArguments]> {
  let summary = "the threads of a workgroup sort neighbouring elements in shared memory";
  let description = [{
    A workgroup takes an iteration of the grid together: `count` elements, no more than `size`, of which a thread sorts
    `share` by itself before all threads merge them. With `left` the first so many are in order already, and so are those
    behind them: each thread only merges its share. `load` gives the element of an index below `count`, `order` says
    whether the element at the first place comes before the one at the second, and `store` takes the element that is in order at an
    index. Elements of which neither comes before the other keep their order. `vkm-split-sorts` makes it of a `vkm.sort`.

    Constraints: `size` is a power of two times `share`, which is a power of two itself; `load` takes an index and yields an
    element, `order` takes two places of elements and yields a bool, `store` takes an index and an element. In the recognised
    and planned phases it stands in a `vkm.grid` of one dimension, and is its only pattern.

    ```mlir
    vkm.sort_tile %inTile of 1024 by 8 load {
    ^bb0(%index: ui32):
      %0 = vkm.deref %keys[%index] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
      %1 = vkm.load %0 : !vkm.ref<si32>
      vkm.yield %1 : si32
    } order {
    ^bb0(%first: !vkm.ref<si32>, %second: !vkm.ref<si32>):
      %0 = vkm.load %first : !vkm.ref<si32>
      %1 = vkm.load %second : !vkm.ref<si32>
      %2 = vkm.cmp lt %0, %1 : si32
      vkm.yield %2 : i1
    } store {
    ^bb0(%index: ui32, %value: si32):
      %0 = vkm.deref %keys[%index] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
      vkm.assign %0, %value : !vkm.ref<si32>
    }
    ```
  }];
  let arguments = (ins UI32:$count, Vkm_CountAttr:$size, Vkm_CountAttr:$share, Optional<UI32>:$left);
  let regions = (region SizedRegion<1>:$load, SizedRegion<1>:$order, SizedRegion<1>:$store);
  let assemblyFormat = [{
    $count `of` $size `by` $share (`left` $left^)? attr-dict-with-keyword `load` $load `order` $order `store` $store
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What `load` yields.
    ::mlir::Type getElementType();
    int64_t getThreads() { return int64_t(getSize()) / int64_t(getShare()); }
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces() { return {}; }
    ::llvm::StringRef describeWork() { return "sorts elements"; }
  }];
}

class Vkm_DigitsOp<string mnemonic> : Vkm_Op<mnemonic, [Vkm_Statement, Vkm_BeforeLowering, Vkm_PatternOpInterface,
                                                          RecursiveMemoryEffects, NoTerminator, Vkm_NamedArguments]> {
  let hasVerifier = 1;
  code common = [{
    int64_t getThreads() { return int64_t(getSize()) / int64_t(getShare()); }
    /// How many values a digit has.
    int64_t getRadix() { return int64_t(1) << getBits(); }
    // PatternOpInterface
    ::llvm::SmallVector<Root> getPlaces() { return {}; }
  }];
}

def Vkm_CountDigitsOp : Vkm_DigitsOp<"count_digits"> {
  let summary = "the threads of a workgroup count how often each digit occurs among neighbouring elements";
  let description = [{
    A workgroup takes an iteration of the grid together: `count` elements, no more than `size`. `digit` gives the digit of
    the element of an index below `count`, and `store` takes each number of `bits` bits with how many elements have it.
    `vkm-split-sorts` makes it of a `vkm.sort`.

    Constraints: `size`, `share` and `bits` as of `vkm.rank_digits`; numbers have 32 bits; `digit` takes an index and yields a
    number, `store` takes a digit and a number. Stands where that does.

    ```mlir
    vkm.count_digits %inTile of 4096 by 16 bits 8 digit {
    ^bb0(%index: ui32):
      vkm.yield %0 : ui32
    } store {
    ^bb0(%digit: ui32, %number: ui32):
    }
    ```
  }];
  let arguments = (ins UI32:$count, Vkm_CountAttr:$size, Vkm_CountAttr:$share, Vkm_CountAttr:$bits);
  let regions = (region SizedRegion<1>:$digit, SizedRegion<1>:$store);
  let assemblyFormat = [{
    $count `of` $size `by` $share `bits` $bits attr-dict-with-keyword `digit` $digit `store` $store
  }];
  let extraClassDeclaration = common # [{
    ::llvm::StringRef describeWork() { return "counts digits"; }
  }];
}

def Vkm_RankDigitsOp : Vkm_DigitsOp<"rank_digits"> {
  let summary = "the threads of a workgroup move neighbouring elements to where their digits say";
  let description = [{
    A workgroup takes an iteration of the grid together: `count` elements, no more than `size`, of which a thread ranks
    `share`, in shared memory. `load` gives the element of an index below `count`, `digit` its digit, `start` where the first
    element goes that has a digit, the others of that digit being behind it in their order, and `store` takes where an
    element goes, and the element. `vkm-split-sorts` makes it of a `vkm.sort`.

    Set by planning: `plan`, how threads learn how many elements those before them have.

    Constraints: `size` is a power of two times `share`, which is a power of two itself, and at most 32768; `bits` is 4 or
    8; numbers have 32 bits; `load` takes an index and yields an element, `digit` takes the place of one, `start` a digit, and
    both yield a number; `store` takes a number and an element. In the recognised and planned phases it stands in a `vkm.grid`
    of one dimension, and is its only pattern.

    ```mlir
    vkm.rank_digits %inTile of 4096 by 16 bits 8 load {
    ^bb0(%index: ui32):
      vkm.yield %0 : si32
    } digit {
    ^bb0(%element: !vkm.ref<si32>):
      vkm.yield %1 : ui32
    } start {
    ^bb0(%digit: ui32):
      vkm.yield %2 : ui32
    } store {
    ^bb0(%target: ui32, %value: si32):
    }
    ```
  }];
  let arguments = (ins UI32:$count, Vkm_CountAttr:$size, Vkm_CountAttr:$share, Vkm_CountAttr:$bits,
                       OptionalAttr<Vkm_ReduceStrategyAttr>:$plan);
  let regions = (region SizedRegion<1>:$load, SizedRegion<1>:$digit, SizedRegion<1>:$start, SizedRegion<1>:$store);
  let assemblyFormat = [{
    $count `of` $size `by` $share `bits` $bits (`by` $plan^)? attr-dict-with-keyword `load` $load `digit` $digit
    `start` $start `store` $store
  }];
  let extraClassDeclaration = common # [{
    ::llvm::StringRef describeWork() { return "moves elements by their digits"; }
    /// What `load` yields.
    ::mlir::Type getElementType();
  }];
}

#endif // VKMORPH_IR_VKMPATTERNOPS_TD
