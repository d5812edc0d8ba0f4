//===- VkmAttrs.td - Enumerations and attributes of the vkm dialect ------------*- tablegen -*-===//

#ifndef VKMORPH_IR_VKMATTRS_TD
#define VKMORPH_IR_VKMATTRS_TD

include "ir/VkmDialect.td"

class Vkm_Attr<string name, string mnem> : AttrDef<Vkm_Dialect, name> { let mnemonic = mnem; }

// An enumeration and its attribute, printed as a bare keyword inside operations.
class Vkm_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::vkmorph::vkm";
  let genSpecializedAttr = 0;
}
// `bare` ones print as a keyword inside operations, the others as #vkm.mnemonic<keyword>.
class Vkm_BareEnumAttr<EnumAttrInfo info, string mnem> : EnumAttr<Vkm_Dialect, info, mnem>;
class Vkm_EnumAttr<EnumAttrInfo info, string mnem> : EnumAttr<Vkm_Dialect, info, mnem> {
  let assemblyFormat = "`<` $value `>`";
}

def Vkm_Phase : Vkm_Enum<"Phase", "how far a module has come", [
    I32EnumAttrCase<"Imported", 0, "imported">, I32EnumAttrCase<"Normalised", 1, "normalised">,
    I32EnumAttrCase<"Recognised", 2, "recognised">, I32EnumAttrCase<"Planned", 3, "planned">,
    I32EnumAttrCase<"Lowered", 4, "lowered">, I32EnumAttrCase<"Raised", 5, "raised">]>;
def Vkm_PhaseAttr : Vkm_EnumAttr<Vkm_Phase, "phase">;

def Vkm_BinaryKind : Vkm_Enum<"BinaryKind", "a binary operator of C++", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">, I32EnumAttrCase<"Mul", 2, "mul">,
    I32EnumAttrCase<"Div", 3, "div">, I32EnumAttrCase<"Rem", 4, "rem">, I32EnumAttrCase<"And", 5, "and">,
    I32EnumAttrCase<"Or", 6, "or">, I32EnumAttrCase<"Xor", 7, "xor">, I32EnumAttrCase<"Shl", 8, "shl">,
    I32EnumAttrCase<"Shr", 9, "shr">]>;
def Vkm_BinaryKindAttr : Vkm_BareEnumAttr<Vkm_BinaryKind, "binary_kind">;

def Vkm_UnaryKind : Vkm_Enum<"UnaryKind", "a unary operator of C++", [
    I32EnumAttrCase<"Neg", 0, "neg">, I32EnumAttrCase<"Not", 1, "not">,
    I32EnumAttrCase<"BitNot", 2, "bitnot">]>;
def Vkm_UnaryKindAttr : Vkm_BareEnumAttr<Vkm_UnaryKind, "unary_kind">;

def Vkm_CmpKind : Vkm_Enum<"CmpKind", "a comparison", [
    I32EnumAttrCase<"Eq", 0, "eq">, I32EnumAttrCase<"Ne", 1, "ne">, I32EnumAttrCase<"Lt", 2, "lt">,
    I32EnumAttrCase<"Le", 3, "le">, I32EnumAttrCase<"Gt", 4, "gt">, I32EnumAttrCase<"Ge", 5, "ge">]>;
def Vkm_CmpKindAttr : Vkm_BareEnumAttr<Vkm_CmpKind, "cmp_kind">;

def Vkm_MathFn : Vkm_Enum<"MathFn", "a function of <cmath> or <algorithm> that has a counterpart in shaders", [
    I32EnumAttrCase<"Min", 0, "min">, I32EnumAttrCase<"Max", 1, "max">, I32EnumAttrCase<"Abs", 2, "abs">,
    I32EnumAttrCase<"Clamp", 3, "clamp">, I32EnumAttrCase<"Sqrt", 4, "sqrt">,
    I32EnumAttrCase<"Exp", 5, "exp">, I32EnumAttrCase<"Exp2", 6, "exp2">, I32EnumAttrCase<"Log", 7, "log">,
    I32EnumAttrCase<"Log2", 8, "log2">, I32EnumAttrCase<"Pow", 9, "pow">, I32EnumAttrCase<"Sin", 10, "sin">,
    I32EnumAttrCase<"Cos", 11, "cos">, I32EnumAttrCase<"Tan", 12, "tan">,
    I32EnumAttrCase<"Asin", 13, "asin">, I32EnumAttrCase<"Acos", 14, "acos">,
    I32EnumAttrCase<"Atan", 15, "atan">, I32EnumAttrCase<"Atan2", 16, "atan2">,
    I32EnumAttrCase<"Sinh", 17, "sinh">, I32EnumAttrCase<"Cosh", 18, "cosh">,
    I32EnumAttrCase<"Tanh", 19, "tanh">, I32EnumAttrCase<"Floor", 20, "floor">,
    I32EnumAttrCase<"Ceil", 21, "ceil">, I32EnumAttrCase<"Trunc", 22, "trunc">,
    I32EnumAttrCase<"Round", 23, "round">, I32EnumAttrCase<"Fma", 24, "fma">,
    I32EnumAttrCase<"IsNan", 25, "isnan">, I32EnumAttrCase<"IsInf", 26, "isinf">,
    I32EnumAttrCase<"FMin", 27, "fmin">, I32EnumAttrCase<"FMax", 28, "fmax">,
    I32EnumAttrCase<"FMod", 29, "fmod">,
    // Functions of vector maths; those of one component at a time take scalars too.
    I32EnumAttrCase<"Fract", 40, "fract">, I32EnumAttrCase<"Sign", 41, "sign">,
    I32EnumAttrCase<"Mod", 42, "mod">, I32EnumAttrCase<"InverseSqrt", 43, "inverse_sqrt">,
    I32EnumAttrCase<"Radians", 44, "radians">, I32EnumAttrCase<"Degrees", 45, "degrees">,
    I32EnumAttrCase<"Mix", 46, "mix">, I32EnumAttrCase<"Step", 47, "step">,
    I32EnumAttrCase<"SmoothStep", 48, "smooth_step">, I32EnumAttrCase<"Dot", 49, "dot">,
    I32EnumAttrCase<"Cross", 50, "cross">, I32EnumAttrCase<"Length", 51, "length">,
    I32EnumAttrCase<"Distance", 52, "distance">, I32EnumAttrCase<"Normalize", 53, "normalize">,
    I32EnumAttrCase<"FaceForward", 54, "face_forward">, I32EnumAttrCase<"Reflect", 55, "reflect">,
    I32EnumAttrCase<"Refract", 56, "refract">, I32EnumAttrCase<"Transpose", 57, "transpose">,
    I32EnumAttrCase<"Determinant", 58, "determinant">, I32EnumAttrCase<"Inverse", 59, "inverse">,
    I32EnumAttrCase<"OuterProduct", 60, "outer_product">, I32EnumAttrCase<"MatrixCompMult", 61, "matrix_comp_mult">,
    I32EnumAttrCase<"Any", 62, "any">, I32EnumAttrCase<"All", 63, "all">,
    I32EnumAttrCase<"LessThan", 64, "less_than">, I32EnumAttrCase<"LessThanEqual", 65, "less_than_equal">,
    I32EnumAttrCase<"GreaterThan", 66, "greater_than">,
    I32EnumAttrCase<"GreaterThanEqual", 67, "greater_than_equal">,
    I32EnumAttrCase<"Equal", 68, "equal">, I32EnumAttrCase<"NotEqual", 69, "not_equal">,
    // Further functions of <cmath>.
    I32EnumAttrCase<"Log10", 80, "log10">, I32EnumAttrCase<"Log1p", 81, "log1p">,
    I32EnumAttrCase<"Expm1", 82, "expm1">, I32EnumAttrCase<"Cbrt", 83, "cbrt">,
    I32EnumAttrCase<"Hypot", 84, "hypot">, I32EnumAttrCase<"Hypot3", 85, "hypot3">,
    I32EnumAttrCase<"Asinh", 86, "asinh">, I32EnumAttrCase<"Acosh", 87, "acosh">,
    I32EnumAttrCase<"Atanh", 88, "atanh">, I32EnumAttrCase<"Erf", 89, "erf">,
    I32EnumAttrCase<"Erfc", 90, "erfc">, I32EnumAttrCase<"TGamma", 91, "tgamma">,
    I32EnumAttrCase<"LGamma", 92, "lgamma">, I32EnumAttrCase<"Remainder", 93, "remainder">,
    I32EnumAttrCase<"CopySign", 94, "copysign">, I32EnumAttrCase<"Rint", 95, "rint">,
    I32EnumAttrCase<"Ldexp", 96, "ldexp">, I32EnumAttrCase<"Ilogb", 97, "ilogb">,
    I32EnumAttrCase<"NextAfter", 98, "nextafter">, I32EnumAttrCase<"SignBit", 99, "signbit">,
    // Bits of unsigned integers.
    I32EnumAttrCase<"BitCount", 110, "bit_count">, I32EnumAttrCase<"FindMsb", 111, "find_msb">,
    I32EnumAttrCase<"FindLsb", 112, "find_lsb">]>;
def Vkm_MathFnAttr : Vkm_BareEnumAttr<Vkm_MathFn, "math_fn">;

def Vkm_Access : Vkm_Enum<"Access", "what is done to a buffer or a field", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Read", 1, "read">,
    I32EnumAttrCase<"Write", 2, "write">, I32EnumAttrCase<"ReadWrite", 3, "read_write">]>;
def Vkm_AccessAttr : Vkm_EnumAttr<Vkm_Access, "access">;

def Vkm_CppAccess : Vkm_Enum<"CppAccess", "a C++ access specifier", [
    I32EnumAttrCase<"Public", 0, "public">, I32EnumAttrCase<"Protected", 1, "protected">,
    I32EnumAttrCase<"Private", 2, "private">]>;
def Vkm_CppAccessAttr : Vkm_BareEnumAttr<Vkm_CppAccess, "cpp_access">;

def Vkm_ReduceKind : Vkm_Enum<"ReduceKind", "an associative and commutative operation", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Min", 1, "min">, I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Mul", 3, "mul">, I32EnumAttrCase<"And", 4, "and">, I32EnumAttrCase<"Or", 5, "or">,
    I32EnumAttrCase<"Xor", 6, "xor">]>;
def Vkm_ReduceKindAttr : Vkm_BareEnumAttr<Vkm_ReduceKind, "reduce_kind">;
def Vkm_ReduceKindArrayAttr : TypedArrayAttrBase<Vkm_ReduceKindAttr, "operations">;

def Vkm_TieBreak : Vkm_Enum<"TieBreak", "which of equal values counts", [
    I32EnumAttrCase<"First", 0, "first">, I32EnumAttrCase<"Last", 1, "last">]>;
def Vkm_TieBreakAttr : Vkm_BareEnumAttr<Vkm_TieBreak, "tie_break">;

def Vkm_ReduceStrategy : Vkm_Enum<"ReduceStrategy", "how a workgroup combines the shares of its threads", [
    I32EnumAttrCase<"Tree", 0, "tree">, I32EnumAttrCase<"Subgroup", 1, "subgroup">]>;
def Vkm_ReduceFinish : Vkm_Enum<"ReduceFinish", "how the results of workgroups are combined", [
    I32EnumAttrCase<"Atomics", 0, "atomics">, I32EnumAttrCase<"LastWorkgroup", 1, "last_workgroup">,
    I32EnumAttrCase<"AtomicTotals", 2, "atomic_totals">,
    I32EnumAttrCase<"ExtraDispatches", 3, "extra_dispatches">,
    I32EnumAttrCase<"LastSubgroup", 4, "last_subgroup">]>;
def Vkm_ReduceStrategyAttr : Vkm_BareEnumAttr<Vkm_ReduceStrategy, "reduce_strategy">;

def Vkm_BarrierSide : Vkm_Enum<"BarrierSide", "which commands of a kernel stand on one side of a barrier inside it", [
    I32EnumAttrCase<"Dispatches", 0, "dispatches">, I32EnumAttrCase<"Updates", 1, "updates">,
    I32EnumAttrCase<"Both", 2, "both">]>;
def Vkm_BarrierSideAttr : Vkm_BareEnumAttr<Vkm_BarrierSide, "barrier_side">;

def Vkm_Fold : Vkm_Enum<"Fold", "what also runs statements that run once", [
    I32EnumAttrCase<"Previous", 0, "previous">, I32EnumAttrCase<"Next", 1, "next">,
    I32EnumAttrCase<"Counting", 2, "counting">, I32EnumAttrCase<"Commands", 3, "commands">,
    I32EnumAttrCase<"Last", 4, "last">]>;
def Vkm_FoldAttr : Vkm_BareEnumAttr<Vkm_Fold, "fold">;

def Vkm_ReductionPlanAttr : Vkm_Attr<"ReductionPlan", "reduction"> {
  let summary = "how the reductions of one grid are computed";
  let description = [{
    `#vkm.reduction<tree, last_workgroup>`: the threads of a workgroup combine their shares by a tree in
    shared memory, and the workgroup that finishes last combines the workgroups' results. With `subgroup`
    the tree's lower levels are subgroup operations; with `last_subgroup` the first subgroup of each workgroup
    counts it, and that of the last one combines the results, while all others have left; with `atomics` each workgroup adds its result to the
    field atomically, which must have its first value by then; with `atomic_totals` each workgroup adds its
    result to a total of the compiler's own, which the workgroup that finishes last takes and sets to zero;
    with `extra_dispatches` another dispatch, of one workgroup, combines the workgroups' results.
  }];
  let parameters = (ins EnumParameter<Vkm_ReduceStrategy>:$strategy, EnumParameter<Vkm_ReduceFinish>:$finish);
  let assemblyFormat = "`<` $strategy `,` $finish `>`";
}

def Vkm_RowPlanAttr : Vkm_Attr<"RowPlan", "row"> {
  let summary = "how workgroups share the loop of a grid's iteration";
  let description = [{
    `#vkm.row<subgroup from 128>`: a workgroup takes an iteration of the grid together where its loop counts to 128 or
    more, and combines what its threads have accumulated, by `subgroup` operations or a `tree` in shared memory. Loops that
    are shorter are left to a thread each. With `below 8192` so are all where the grid has 8192 iterations or more.

    `#vkm.row<tree from 64 columns 32 turns 4>`: a workgroup takes up to 32 iterations of the grid side by
    side, so that neighbouring threads read neighbouring elements; its other threads, and other workgroups, share their
    loops. A thread takes 4 iterations of a loop at a time. Both numbers are twice that where there are so many iterations
    of the grid that each workgroup has some of its own.

    `#vkm.row<subgroup from 4 turns 16 lanes 256>`: loops whose lengths may differ. A group of threads takes each iteration
    of the grid, and a workgroup as many of them side by side as it has groups. A group has a power of two of threads, up
    to 256: so many that each has 4 iterations of a loop of the mean length, which it takes at a time. With `least 256` each
    group has at least as many. Groups that may be as large as a workgroup are no larger than a subgroup unless the mean gives all
    threads of a workgroup enough to do. A loop of which each thread would take more than 16 turns is left to more threads:
    to the subgroup, or the workgroup; with one turn, which is the default, none is.

    Constraints: no number is negative, and `from`, `turns` and `least` are positive.
  }];
  let parameters = (ins EnumParameter<Vkm_ReduceStrategy>:$strategy, "int64_t":$from,
                        DefaultValuedParameter<"int64_t", "0">:$below,
                        DefaultValuedParameter<"int64_t", "0">:$columns,
                        DefaultValuedParameter<"int64_t", "1">:$turns,
                        DefaultValuedParameter<"int64_t", "0">:$lanes,
                        DefaultValuedParameter<"int64_t", "1">:$least);
  let assemblyFormat = [{
    `<` $strategy `from` $from (`below` $below^)? (`columns` $columns^)? (`turns` $turns^)? (`lanes` $lanes^)?
    (`least` $least^)? `>`
  }];
  let genVerifyDecl = 1;
}

def Vkm_AppendStrategy : Vkm_Enum<"AppendStrategy", "how appended elements get their slots", [
    I32EnumAttrCase<"Atomic", 0, "atomic">, I32EnumAttrCase<"Subgroup", 1, "subgroup">,
    I32EnumAttrCase<"Workgroup", 2, "workgroup">, I32EnumAttrCase<"Stable", 3, "stable">]>;
def Vkm_AppendStrategyAttr : Vkm_BareEnumAttr<Vkm_AppendStrategy, "append_strategy">;

def Vkm_ScatterStrategy : Vkm_Enum<"ScatterStrategy", "who updates elements that several iterations update", [
    I32EnumAttrCase<"Atomic", 0, "atomic">, I32EnumAttrCase<"CompareSwap", 1, "compare_swap">,
    I32EnumAttrCase<"Shared", 2, "shared">, I32EnumAttrCase<"SharedCompareSwap", 3, "shared_compare_swap">,
    I32EnumAttrCase<"Ordered", 4, "ordered">]>;

def Vkm_ScatterPlanAttr : Vkm_Attr<"ScatterPlan", "scatter"> {
  let summary = "how the iterations of a grid update elements that others update as well";
  let description = [{
    `#vkm.scatter<atomic>`: each update is an atomic operation on the element; with `compare_swap` it is a loop that
    compares and swaps its bits, for numbers and operations that the target has no atomic operation for.

    `#vkm.scatter<shared of 256>`: each workgroup has a copy of the 256 elements in shared memory, which its threads
    update; when they are done, each element of the copy that is not the neutral one updates the array. With
    `shared_compare_swap` bits are compared and swapped, in the copy and in the array.

    `#vkm.scatter<ordered>`: one workgroup takes all iterations, and each element belongs to one of its threads, which
    updates it in the order of the source.

    Constraints: `shared` and `shared_compare_swap` have a positive number of elements, the others none.
  }];
  let parameters = (ins EnumParameter<Vkm_ScatterStrategy>:$strategy, DefaultValuedParameter<"int64_t", "0">:$elements);
  let assemblyFormat = "`<` $strategy (`of` $elements^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isShared() const {
      return getStrategy() == ScatterStrategy::Shared || getStrategy() == ScatterStrategy::SharedCompareSwap;
    }
    bool swaps() const {
      return getStrategy() == ScatterStrategy::CompareSwap || getStrategy() == ScatterStrategy::SharedCompareSwap;
    }
  }];
}

def Vkm_ScanStrategy : Vkm_Enum<"ScanStrategy", "how running totals come to the iterations of a grid", [
    I32EnumAttrCase<"ReduceThenScan", 0, "reduce_then_scan">]>;

def Vkm_RunningPart : Vkm_Enum<"RunningPart", "what a thread's iterations make of a running total t: `factor * t + value`, or `value`", [
    I32EnumAttrCase<"Value", 0, "value">, I32EnumAttrCase<"Restarted", 1, "restarted">, I32EnumAttrCase<"Factor", 2, "factor">]>;

def Vkm_RunningChange : Vkm_Enum<"RunningChange", "what a statement does to a running total that is held between bounds", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Subtract", 1, "subtract">, I32EnumAttrCase<"Scale", 2, "scale">,
    I32EnumAttrCase<"AtLeast", 3, "at_least">, I32EnumAttrCase<"AtMost", 4, "at_most">, I32EnumAttrCase<"Set", 5, "set">]>;
def Vkm_RunningChangeAttr : Vkm_BareEnumAttr<Vkm_RunningChange, "running_change">;

def Vkm_ScanPlanAttr : Vkm_Attr<"ScanPlan", "scan"> {
  let summary = "how a running total of the iterations of a grid is computed";
  let description = [{
    `#vkm.scan<reduce_then_scan by tree>`: each workgroup takes a share of neighbouring iterations. A first dispatch
    computes what each share combines to, a second one, of one workgroup, what all shares before each combine to, and a
    third one goes through the shares again, from there on. The threads of a workgroup compute what those before them
    combine to by a `tree` in shared memory, or by operations of the `subgroup`.
  }];
  let parameters = (ins EnumParameter<Vkm_ScanStrategy>:$strategy, EnumParameter<Vkm_ReduceStrategy>:$workgroup);
  let assemblyFormat = "`<` $strategy `by` $workgroup `>`";
}

def Vkm_SortStrategy : Vkm_Enum<"SortStrategy", "how elements are put in order", [
    I32EnumAttrCase<"Runs", 0, "runs">, I32EnumAttrCase<"Tiles", 1, "tiles">, I32EnumAttrCase<"Radix", 2, "radix">,
    I32EnumAttrCase<"IndexedRadix", 3, "indexed_radix">]>;

def Vkm_SortPlanAttr : Vkm_Attr<"SortPlan", "sort_plan"> {
  let summary = "how the elements of a sort are put in order";
  let description = [{
    `#vkm.sort_plan<runs of 16 by 8>`: a thread sorts 16 neighbours, and sorted runs are merged two by two; a thread
    writes 8 elements of what they become.

    `#vkm.sort_plan<tiles of 2048 by 8>`: the same, by workgroups: they sort tiles of 2048 elements in shared memory, and
    merge through it; a thread takes 8 elements of a tile.

    `#vkm.sort_plan<radix of 4096 by 16>`: elements move to where the digits of their keys say, the lowest digit first. A
    workgroup ranks 4096 elements in shared memory, and a thread 16 of these. With `indexed_radix` it ranks their digits and
    indices, 4 bytes each, however large elements are.

    Constraints: both numbers are powers of two, the first one the larger; a radix sort ranks at most 32768 elements.
  }];
  let parameters = (ins EnumParameter<Vkm_SortStrategy>:$strategy, "int64_t":$size, "int64_t":$share);
  let assemblyFormat = "`<` $strategy `of` $size `by` $share `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isRadix() const {
      return getStrategy() == SortStrategy::Radix || getStrategy() == SortStrategy::IndexedRadix;
    }
  }];
}

def Vkm_ActiveThreads : Vkm_Enum<"ActiveThreads", "what is asked of the threads that come together", [
    I32EnumAttrCase<"Count", 0, "count">, I32EnumAttrCase<"Rank", 1, "rank">]>;
def Vkm_ActiveThreadsAttr : Vkm_BareEnumAttr<Vkm_ActiveThreads, "active_threads">;

def Vkm_MemberAttr : Vkm_Attr<"Member", "member"> {
  let summary = "a member of a record";
  let description = [{
    `#vkm.member<"x" : f32 at 4>`: name, type, and the byte offset that clang laid it out at.

    Constraints: the type is an object; the offset is not negative.
  }];
  let parameters = (ins StringRefParameter<"the name">:$name, "::mlir::Type":$type, "int64_t":$offset);
  let assemblyFormat = "`<` $name `:` $type `at` $offset `>`";
  let genVerifyDecl = 1;
}
def Vkm_MemberArrayAttr : TypedArrayAttrBase<Vkm_MemberAttr, "members of a record">;

def Vkm_Builtin : Vkm_Enum<"Builtin", "a value that identifies the running invocation", [
    I32EnumAttrCase<"GlobalInvocation", 0, "global_invocation">,
    I32EnumAttrCase<"LocalInvocation", 1, "local_invocation">,
    I32EnumAttrCase<"Workgroup", 2, "workgroup">, I32EnumAttrCase<"NumWorkgroups", 3, "num_workgroups">,
    I32EnumAttrCase<"WorkgroupSize", 4, "workgroup_size">,
    I32EnumAttrCase<"LocalIndex", 5, "local_index">, I32EnumAttrCase<"SubgroupInvocation", 6, "subgroup_invocation">,
    I32EnumAttrCase<"SubgroupSize", 7, "subgroup_size">, I32EnumAttrCase<"Subgroup", 8, "subgroup">,
    I32EnumAttrCase<"NumSubgroups", 9, "num_subgroups">, I32EnumAttrCase<"Launch", 10, "launch">,
    I32EnumAttrCase<"LaunchSize", 11, "launch_size">]>;
def Vkm_BuiltinAttr : Vkm_BareEnumAttr<Vkm_Builtin, "builtin">;

def Vkm_ShaderStage : Vkm_Enum<"ShaderStage", "by what a shader is run", [
    I32EnumAttrCase<"Compute", 0, "compute">, I32EnumAttrCase<"RayGeneration", 1, "ray_generation">,
    I32EnumAttrCase<"Callable", 2, "callable">]>;
def Vkm_ShaderStageAttr : Vkm_BareEnumAttr<Vkm_ShaderStage, "shader_stage">;

def Vkm_ResourceKind : Vkm_Enum<"ResourceKind", "what stands behind a descriptor binding", [
    I32EnumAttrCase<"Parameter", 0, "parameter">, I32EnumAttrCase<"ClassData", 1, "class_data">,
    I32EnumAttrCase<"Scratch", 2, "scratch">, I32EnumAttrCase<"Vector", 3, "vector">]>;

def Vkm_BindingAttr : Vkm_Attr<"Binding", "binding"> {
  let summary = "one binding of a kernel's descriptor set";
  let description = [{
    `#vkm.binding<0, parameter "a_data" : si32, read>`: storage buffer `a_data` of `si32` at binding 0. Kind
    `parameter` is a buffer that the caller binds, `class_data` the block of all fields (its element type is
    `none`), `scratch` a buffer of the object's own that the compiler added, of which the same holds. `vector` is the
    buffer of the elements of a field that is a `std::vector`; it has the field's name.

    Constraints: the number is not negative; the elements of a `parameter` or `vector` are objects.
  }];
  let parameters = (ins "int64_t":$binding, EnumParameter<Vkm_ResourceKind>:$kind,
                        StringRefParameter<"the name">:$name, "::mlir::Type":$elementType, EnumParameter<Vkm_Access>:$access);
  let assemblyFormat = "`<` $binding `,` $kind $name `:` $elementType `,` $access `>`";
  let genVerifyDecl = 1;
}
// A positive number.
def Vkm_CountAttr : ConfinedAttr<I64Attr, [IntPositive]>;

def Vkm_BindingArrayAttr : TypedArrayAttrBase<Vkm_BindingAttr, "bindings of a descriptor set">;

def Vkm_HazardKind : Vkm_Enum<"HazardKind", "an order between two accesses that must be kept", [
    I32EnumAttrCase<"RAW", 0, "read_after_write">, I32EnumAttrCase<"WAR", 1, "write_after_read">,
    I32EnumAttrCase<"WAW", 2, "write_after_write">]>;

def Vkm_HazardAttr : Vkm_Attr<"Hazard", "hazard"> {
  let summary = "why a barrier stands where it stands";
  let description = [{
    `#vkm.hazard<read_after_write "m_summ" from "ArraySumm" to "Average">`: the resource, and the commands
    before and after the barrier between which its accesses conflict. `earlier` marks a command that the object
    recorded before the control function was called: `#vkm.hazard<earlier write_after_read ...>`.
  }];
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$earlier, EnumParameter<Vkm_HazardKind>:$kind, StringRefParameter<"the resource">:$resource,
                        StringRefParameter<"the command before">:$from,
                        StringRefParameter<"the command after">:$to);
  let assemblyFormat = "`<` custom<HazardHead>($earlier, $kind) $resource `from` $from `to` $to `>`";
}
def Vkm_HazardArrayAttr : TypedArrayAttrBase<Vkm_HazardAttr, "hazards">;

#endif // VKMORPH_IR_VKMATTRS_TD
