//===- Passes.td - The passes of vkmorph ---------------------------------------*- tablegen -*-===//

#ifndef VKMORPH_PASSES_TD
#define VKMORPH_PASSES_TD

include "mlir/Pass/PassBase.td"

// All passes start from a module of the dialect; one without its operations has not loaded it.
class Vkm_Pass<string argument> : Pass<argument, "::mlir::ModuleOp"> {
  let dependentDialects = ["::vkmorph::vkm::VkmDialect"];
}

def ExpectPhase : Vkm_Pass<"vkm-expect-phase"> {
  let summary = "Stops a pipeline whose module is in another phase than it starts from";
  let description = [{
    A pass does nothing in another phase than its own. A pipeline that did so would say nothing and print what it was
    given, so that each one begins with this. A module without a class is in all phases.
  }];
  let options = [Option<"phase", "phase", "std::string", "\"imported\"", "The phase to start from">,
                 Option<"pipeline", "pipeline", "std::string", "\"the pipeline\"", "What starts, for the message">];
}

//===------------------------------------------------------------------------------------------===//
// imported -> normalised
//===------------------------------------------------------------------------------------------===//

def PlanSorts : Vkm_Pass<"vkm-plan-sorts"> {
  let summary = "Decides how elements are put in order";
  let description = [{
    Sets `plan` on each `vkm.sort`: `radix`, by the digits of the keys that its order compares, where it does nothing but compare
    them; `tiles`, a merge sort by workgroups in shared memory, where elements allow it; `runs`, one by threads alone, which is always
    possible. Whichever reads and writes the fewest bytes is taken. A planner, which comes before the others, since they look at
    the kernels that there are.
  }];
  let options = [
    Option<"by", "sort", "std::string", "\"auto\"", "auto, merge or radix">,
    Option<"target", "target", "std::string", "\"vulkan13\"", "Name or file of the target description; probe: the present device">,
    ListOption<"missing", "missing", "std::string", "Keys of target descriptions that the shading language has no words for">,
    Option<"language", "language", "std::string", "\"\"", "The language that lacks them, for messages">
  ];
}

def SplitSorts : Vkm_Pass<"vkm-split-sorts"> {
  let summary = "Makes kernels of sorts, and the host's loop around them";
  let description = [{
    A `vkm.sort` of a control function becomes what is planned. A merge sort: a kernel that sorts runs of neighbours where they are, and a loop of launches of others that merge runs, two by two, into an array of the
    generated class and back; by workgroups in shared memory (`vkm.sort_tile`), or by threads. A radix sort: a loop of launches of kernels that count
    digits (`vkm.count_digits`), add these counts up, and move elements (`vkm.rank_digits`), there and back. Equal elements keep their order. A
    kernel that does nothing but sort stands for its sorts where it is called. No `vkm.sort` is left, so that all other passes see
    kernels and launches.
  }];
}

def ExpandChoices : Vkm_Pass<"vkm-expand-choices"> {
  let summary = "Makes branches of references to one of two places";
  let description = [{
    What is done with a `vkm.choose` is done with one place or the other: reads become a `vkm.select`, writes and
    calls without a result a `vkm.if` with both. No `vkm.choose` is left, so that all other passes see plain places.
  }];
}

def SplitParameters : Vkm_Pass<"vkm-split-parameters"> {
  let summary = "Gives kernels the numbers of structs and arrays that they take by value";
  let description = [{
    A parameter of a kernel that is a struct or an array becomes a parameter for each number of it that the kernel uses, and a call
    gives these. What a kernel uses as a whole, or by an index that is no constant, is a variable that is put together of them; of
    what it changes, each part that it changes by itself. No kernel takes a struct or an array by value then.
  }];
}

def PassObjects : Vkm_Pass<"vkm-pass-objects"> {
  let summary = "Gives functions the fields of objects that callers of control functions lend";
  let description = [{
    Fields with the attribute `vkm.lent`, those of objects that a control function takes from its caller, become parameters
    of that function, and of the kernels and functions that use them: elements of vectors are pointers, numbers are values where they are
    only read, all else places. What control functions are given says by `vkm.part` which member it is. Vectors whose sizes kernels
    change are errors. No such field is left.
  }];
}

def PassPointers : Vkm_Pass<"vkm-pass-pointers"> {
  let summary = "Gives functions the arrays of pointers that the class keeps";
  let description = [{
    A field with the attribute `vkm.kept`, a pointer of the class to an array of the caller's, becomes a parameter of the kernels,
    functions and control functions that use it. What control functions are given says by `vkm.kept_by` which member it is. No such
    field is left.
  }];
}

def ResolvePicks : Vkm_Pass<"vkm-resolve-picks"> {
  let summary = "Makes branches of launches on arrays that pointers of control functions pick";
  let description = [{
    A pointer that loops and branches of a control function set is a variable of the number of its array, and
    `vkm.pick` the array with that number. The numbers are followed through the function, those of all pointers
    together; a call becomes a branch for each combination that comes about, and so does what accesses an element. No
    `vkm.pick` is left.
  }];
}

def InlineControls : Vkm_Pass<"vkm-inline-controls"> {
  let summary = "Puts control functions in the place of their calls";
  let description = [{
    The body of a control function that another one calls stands in the place of the call, with what it was given for its
    parameters; its returns become branches, and those in loops and switches jumps out of them. Calls in a cycle are errors. Control
    functions with the attribute `is_inlined` are left out then.
  }];
}

def PassNulls : Vkm_Pass<"vkm-pass-nulls"> {
  let summary = "Tells kernels and functions which arrays there are";
  let description = [{
    A kernel or function that asks whether a pointer to an array is null (`vkm.is_set`) is given the answer as a bool behind its
    parameters. Where a call gives `nullptr` itself, it is a copy without the parameter that is called, and the array is
    an error where the copy uses it without asking. In control functions such questions are left of their own parameters alone.
  }];
}

def FoldConditions : Vkm_Pass<"vkm-fold-conditions"> {
  let summary = "Takes branches whose conditions are known";
  let description = [{
    An `if` or `?:` whose condition compares constants without names is what is taken of it, as is a `switch` over one; statements behind a jump
    that is always taken, loops that never run, and a `continue` that is left at the end of a loop are gone. Such conditions come from numbers that control functions give one another, and from kernels that are copied for
    the numbers that they are given. `if (n > 100) n = 100;` of a local variable of a control function is the smaller of both.
  }];
}

def LowerVirtualCalls : Vkm_Pass<"vkm-lower-virtual-calls"> {
  let summary = "Makes functions with a switch of virtual calls";
  let description = [{
    Each table of overriders that is called (`vkm.overriders`) becomes a function with a switch over the object's `type`, whose
    last class is the default; `vkm.virtual_call` becomes `vkm.call` of that function, or of the only overrider. Tables are gone then,
    hierarchies stay: the host packs objects by them.
  }];
}

def OutlineThreads : Vkm_Pass<"vkm-outline-threads"> {
  let summary = "Makes kernels of loops over threads";
  let description = [{
    A call that a control function makes of a function with `thread_index` stands in loops whose counters are that index.
    The outermost of them, with all that it holds, becomes a kernel, which has as many dimensions as perfectly nested loops count
    threads, three at most; a call of the kernel takes the loop's place. Loops around it stay in the control function.
    A call outside of such loops, and loops that use what no kernel can be given, are errors.
  }];
}

def PlanThreads : Vkm_Pass<"vkm-plan-threads"> {
  let summary = "Decides how many kernels what runs once per thread is";
  let description = [{
    Sets `vkm.threads` on each kernel that `vkm-outline-threads` made: `joined`, one kernel; `split`, one for each method `kernel_X` that a thread
    calls; `wavefront`, these, each of which queues the threads that take part in it and runs these alone. The first is always possible,
    the others where loops over threads count from 0 by 1 and threads call several kernels, the last where some of them may skip
    kernels. A planner, which comes before recognition, since that looks at the kernels that there are.
  }];
  let options = [Option<"kernels", "kernels", "std::string", "\"auto\"", "auto, joined, split or wavefront">];
}

def SplitThreads : Vkm_Pass<"vkm-split-threads"> {
  let summary = "Makes several kernels of what runs once per thread";
  let description = [{
    A kernel that `vkm-outline-threads` made calls several methods `kernel_X`. With `vkm.threads = "split"` each of these calls is a kernel of its
    own. Loops whose bounds the host knows are the host's, others stay in one kernel. Variables that several kernels use become vectors
    with an element for each thread; a thread that leaves a loop or returns skips kernels, by the number of the one in which it
    takes part again. With `vkm.threads = "wavefront"` the branch by which it leaves a kernel at once is marked `vkm.queues`:
    `vkm-sort-dispatches` cuts the grid there. With `joined`, or without the attribute, kernels stay as they are.
  }];
}

def BindReferences : Vkm_Pass<"vkm-bind-references"> {
  let summary = "Makes of kernels that take references one for each set of places that they are given";
  let description = [{
    A reference to a member becomes that member; a local variable of a control function, or what its caller gave it, a
    field (`vkm.local_of`) that the generated class declares; an element of a buffer is copied into such a field before the loops of
    the kernel, and back behind them if it is written. A buffer that is given twice, where one of the two is written, is an error. No kernel
    takes a reference then.
  }];
}

def NameLaunches : Vkm_Pass<"vkm-name-launches"> {
  let summary = "Makes calls of kernels launches";
  let description = [{
    A call that a control function makes of a kernel becomes `vkm.launch`. One in the head of a loop, and one that gives a buffer
    twice of which the kernel writes one, are errors.
  }];
}

def SwapVectors : Vkm_Pass<"vkm-swap-vectors"> {
  let summary = "Lets launches take the buffers of vectors that control functions swap";
  let description = [{
    Which vector has which buffer is followed through control functions; launches behind a swap of two vectors are given the buffers
    in place of swapping elements (`vkm.exchanged`), and what accesses an element beside them takes it from there. Swaps whose number is known on the device only stay kernels that swap elements.
  }];
}

def CountLoops : Vkm_Pass<"vkm-count-loops"> {
  let summary = "Makes loops with a variable of their own of those whose variable is declared before them";
  let description = [{
    `i = init; while (condition) { ...; i++; }`, which a `for` without a declaration is, becomes a `vkm.for`, where nobody reads what the
    loop leaves in the variable, a local one or a member of the class, or where it is known: then it is assigned behind the loop. Other loops stay.

    A local variable that the step of a kernel's loop changes beside the counter, by a multiple of what the counter changes by, or by a number that the
    loop does not change where the counter goes by one, is declared in the body: `const int j = n - 1 - i;`. Nothing else may write it, the condition
    may not read it, and nothing behind the loop either. The same holds of variables that the body changes once in each iteration, behind all that
    reads them: `*out++ = x`. A kernel's loop whose condition counts, `while (n-- > 0)`, counts at its end where nothing reads the variable.
  }];
}

def Privatise : Vkm_Pass<"vkm-privatise"> {
  let summary = "Declares in an iteration what each iteration writes before it reads it";
  let description = [{
    A local variable of a kernel or control function that is declared outside of a loop, and that each iteration writes before it reads it,
    becomes one of the iteration, which is declared where it is first assigned. Where something reads it behind a loop of a kernel, each
    iteration assigns what it has at its end to the outer variable, and so it is with members of the class that iterations use in
    this way. What is not proved to be written stays where it is. What a loop at the top of a kernel adds to one element of an array is summed in a variable then.
  }];
}

def DeviceValues : Vkm_Pass<"vkm-device-values"> {
  let summary = "Keeps in class data what control functions take from arrays and members that kernels change";
  let description = [{
    Numbers that a control function with launches reads from elements of arrays, that functions give which read or
    change such elements or members, and that a variable keeps of a member which the function changes before a command
    uses the variable: each becomes a field of the class (`vkm.local_of`) that is assigned where the value was
    evaluated, and read where it was used. The assignments become kernels like those of other members
    (`vkm-outline-members`). A value in the head of a loop or in a part of an expression that may be left out stays, and
    is refused by `vkm-check-host-code` (`vkm3206`) or `vkm-check-recorded` (`vkm3209`).
  }];
}

def OutlineMembers : Vkm_Pass<"vkm-outline-members"> {
  let summary = "Makes kernels of what control functions assign to members beside their launches";
  let description = [{
    Statements of a control function with launches that write members of the class or elements of arrays that are
    its parameters, and nothing else that outlives them, become a kernel of one `vkm.once` that is launched in their
    place: commands are recorded once and may be submitted many times. What they read besides these comes as scalar
    parameters. Statements that write variables of the host as well, or need large structs of it, stay, and are refused
    by `vkm-check-host-code` (`vkm3207`).
  }];
}

def PassMembers : Vkm_Pass<"vkm-pass-members"> {
  let summary = "Gives functions that control functions call on the host the members that they read";
  let description = [{
    The host calls copies of functions, which know no object. A call in a control function of a function that reads
    members becomes what the function returns, where that is an expression; else a call of a copy that takes the members,
    or the parts of them, as further parameters. Functions that write members, or read elements of vectors, stay and are
    refused by `vkm-check-recorded` (`vkm3209`). Sets the phase to `normalised`.
  }];
}

//===------------------------------------------------------------------------------------------===//
// normalised -> recognised
//===------------------------------------------------------------------------------------------===//

def RecogniseGrids : Vkm_Pass<"vkm-recognise-grids"> {
  let summary = "Makes kernels sequences of vkm.once and vkm.grid";
  let description = [{
    Variables that nobody reads are erased, with what they were to hold: arrays that a kernel reads for nothing are none of its arguments.
    The outermost counted loops of a kernel become a `vkm.grid`, what stands around them `vkm.once`. A loop that
    is no counted loop, fewer perfectly nested loops than the kernel's name promises, a `break` or `return` out
    of the grid, and a counter that the body assigns are errors. Calls in bounds and steps become what the functions
    return, as expressions; a loop that compares its counter with something added counts that sum. A kernel that is one
    `vkm.once`, which normalisation made of statements of a control function, becomes a grid if it is one loop of independent
    iterations; another loop of unknown or many iterations in it is a warning (`vkm2024`). Sets the phase to `recognised`.
  }];
}

def DeferMembers : Vkm_Pass<"vkm-defer-members"> {
  let summary = "Lets kernels read members that they are passed, and that commands of the function change";
  let description = [{
    An argument of a launch that is computed from a member is computed when the commands are recorded. Where commands of
    the same control function change that member, the kernel computes the argument itself, from the member and from
    numbers that the host knows, so that a second submission of the commands goes by the new value. A kernel that is
    launched elsewhere is copied for that. An argument that the host needs for the number of iterations stays, and so does
    one that comes from a call: with these, a function runs in pieces (`vkm3210`).
  }];
}

def InlineAccumulations : Vkm_Pass<"vkm-inline-accumulations"> {
  let summary = "Writes out calls that accumulate into members";
  let description = [{
    In grids, calls of functions that read and write one member of the class (`m_stats.Add(x)`) and assignments
    `m = f(m, x)` to members that are structs become statements about the members of the structs, so that
    `vkm-recognise-reductions` sees them. A function that returns before its end, and a call that stands in an
    expression which may not be evaluated, stay calls.
  }];
}

def RecogniseArgReductions : Vkm_Pass<"vkm-recognise-arg-reductions"> {
  let summary = "Finds minima and maxima with what belongs to them, and names them vkm.arg_reduce";
  let description = [{
    `if (x < m) { m = x; ... }` in a grid, where the branch sets further members or other parts of the struct that
    `m` stands in, is a reduction that carries these: `<` and `>` keep the first of equal values, `<=` and `>=`
    the last. `if (c && x < m)` is one under a condition. Every access in the grid to the places must be part of
    such a statement, and all statements with one `m` must agree in direction, ties and the places they set. A
    struct or small array that is assigned as a whole is carried number by number. Emits a remark for each one
    found, and one that says why for each that is close to one.
  }];
}

def RecogniseLastValues : Vkm_Pass<"vkm-recognise-last-values"> {
  let summary = "Finds members that keep what the last iteration gives, and names that vkm.last";
  let description = [{
    A field, or a part of one, that a grid assigns and does not read keeps the value of the last iteration that
    assigns it: `if (a[i] > limit) m_where = i;`. Where all iterations assign one value, their order does not matter,
    and the assignments stay. Emits a remark for each place found.
  }];
}

def RecogniseReductions : Vkm_Pass<"vkm-recognise-reductions"> {
  let summary = "Finds reductions into members in grids and names them vkm.reduce";
  let description = [{
    A field, or a part of one, that every access in a grid combines with a value by one associative operation
    (`m += x`, `m = m + x`, `m -= x`, `++m`, `m *= x`, `m |= x`, `m = m || x`, `if (x < m) m = x`,
    `m = std::min(m, x)`, `m = m < x ? x : m` and their mirror images) is a reduction. Elements of an array whose
    numbers are no constants are reduced together, if there are at most 64 numbers in them. Emits a remark for each one found; a field that is written
    in a grid and is no reduction gets a remark that says why, and is left to `vkm-check-independence`.

    `m = std::min(x, m)` and `m = m < x ? m : x` take a value that is NaN and forget it with the next one. Of
    floats they are reductions, too, which skip NaN; a warning says so, unless no value is NaN, proved or by the
    option `assume-no-nan`.
  }];
  let options = [Option<"assumeNoNan", "assume-no-nan", "bool", "false",
                        "Neither values nor members are NaN where these forms reduce them">];
}

def NarrowSizes : Vkm_Pass<"vkm-narrow-sizes"> {
  let summary = "Makes size_t parameters, counters and indices 32-bit where they are used only so";
  let description = [{
    A 64-bit unsigned kernel parameter or grid counter whose every use is an extent, a bound, a comparison with
    other values known to fit, or feeds an index, becomes `ui32`; launches narrow with a check on the host
    (`vkm.narrow`). Additions, subtractions and products that feed only an index are computed modulo 2^32,
    which gives the same index, since no buffer has 2^32 elements.

    So does a 64-bit unsigned member, or part of one, that bounds grids or loops over subscripts or is a part of
    subscripts, and whose bits nothing takes apart: its field says by `vkm.checked_sizes` that the host has to check it
    whenever it uploads it. What the device itself assigns to such a member has to fit as well, as a constant, a quotient, or a
    parameter of the launch that is narrowed for that; otherwise the member keeps its 64 bits, and so does the counter of a grid
    that it bounds.
  }];
}

def RecogniseCompactions : Vkm_Pass<"vkm-recognise-compactions"> {
  let summary = "Finds arrays whose elements a loop moves to their front";
  let description = [{
    `if (a[i] > 0) a[count++] = a[i]`: a loop writes elements of arrays at a running total that grows by one at most in
    each iteration and begins no later than the loop's counter, and reads of these arrays the element of its own counter,
    or later ones; of those before it only the last one, and only where what it writes is the element itself. On the
    host each iteration then reads what the array held before the loop. The elements that it writes go to a vector of
    the generated class, and a grid behind brings them back: `if (i < count) a[i] = kept[i]`. A remark tells of each
    array; writes of others carry the reason, for vkm-check-independence.
  }];
}

def CheckAppends : Vkm_Pass<"vkm-check-appends"> {
  let summary = "Checks that vectors which kernels append to may have their elements in any order";
  let description = [{
    In a grid that appends to a vector, by itself or through functions, nothing else uses the vector: an error shows
    both. A statement that runs once and reads the first or last element, or one with a constant number, is an error
    as well, since that may be any. Warnings tell of two vectors that one grid appends to and another one reads as if
    their elements belonged together, and of a number of elements that a drop-in call cannot know. Grids whose
    bounds kernels change (sizes, members) count up in constant steps from a constant; else an error says so.
  }];
  let options = [Option<"inOrder", "in-order", "bool", "false", "Elements come in the order of the source">];
}

include "passes/RunningPasses.td"

def RecogniseScatters : Vkm_Pass<"vkm-recognise-scatters"> {
  let summary = "Finds elements of arrays that several iterations combine values into";
  let description = [{
    `sums[label[i]] += a[i]`, `m_count[bin]++`, `if (x > best[k]) best[k] = x`: an array of which nothing proves that
    iterations have elements of their own, and of which all accesses of the grid have a form of a reduction, those that may be
    of one element by one operation. The statements become `vkm.scatter`; what is proved to be an iteration's own
    stays as it is, and so does all of a kernel whose iterations are said to be independent. A remark tells of each. What is no scatter is left to
    `vkm-check-independence`, with the reason.
  }];
  let options = [ListOption<"assumeIndependent", "assume-independent", "std::string",
                            "Kernels whose iterations are independent although it cannot be proved">,
                 Option<"assumeNoNan", "assume-no-nan", "bool", "false",
                        "Neither values nor elements are NaN where these forms combine them">];
}

def LetLastWrite : Vkm_Pass<"vkm-let-last-write"> {
  let summary = "Lets only the last of the iterations write that have an element";
  let description = [{
    `m_ring[i % 8] = a[i]`, `w[i / 10] = a[i]`, `latest[x] = rows[y * w + x]`: assignments that several iterations make alike, to elements that nothing else accesses, move into a branch (`if (n - i <= 8)`), with a remark; others stay.
  }];
  let options = [ListOption<"assumeIndependent", "assume-independent", "std::string", "Kernels whose iterations are independent although it cannot be proved">];
}

include "passes/OrderedPasses.td"
include "passes/MemberPasses.td"

def CheckIndependence : Vkm_Pass<"vkm-check-independence"> {
  let summary = "Proves that the iterations of each grid are independent";
  let description = [{
    For each pair of accesses of a grid to one buffer or field, at least one a write: proved independent
    (distinct affine indices), a pattern, dependent (an error that shows both accesses) or unknown (a warning
    that shows both; silenced for a kernel by the option `assume-independent`). An element that is read and
    written back, whose number is not understood, and which `vkm-recognise-scatters` did not take, is an error that
    the option silences, too.
  }];
  let options = [ListOption<"assumeIndependent", "assume-independent", "std::string",
                            "Kernels whose iterations are independent although it cannot be proved">];
}

def PlanFusion : Vkm_Pass<"vkm-plan-fusion"> {
  let summary = "Decides which launches become one dispatch";
  let description = [{
    Sets `vkm.fused` on a launch that is to be one with the launch before it in its block: both kernels have one grid with the same
    iterations, nothing between the launches acts, and the iterations of a kernel that does both in turn are proved to be independent, so
    that each needs of what the other kernel reads or writes only what it has for itself. Of the first kernel, iterations end early in
    branches at their top alone. Kernels that append, sorted iterations, and a first kernel that reduces are left alone, as are two kernels with loops inside of which
    some are long, one that reduces behind one with such a loop, launches without a barrier between them, and those that would use more buffers
    than the target takes and no kernel of the class has. Does nothing for `images` other than `buffers`.
    A planner, which stands in recognition, since extents are those of the kernels that there are.
  }];
  let options = [Option<"fusion", "fusion", "std::string", "\"auto\"", "auto or never">,
                 Option<"images", "images", "std::string", "\"buffers\"", "buffers, textures or half-textures">,
                 Option<"target", "target", "std::string", "\"vulkan13\"", "The target whose buffers count">];
}

def FuseLaunches : Vkm_Pass<"vkm-fuse-launches"> {
  let summary = "Makes one launch of two that are planned to be one";
  let description = [{
    A launch with `vkm.fused` and the one before it become the launch of one kernel (`vkm.fuses` has the names of those that it is
    made of), whose iterations do what an iteration of the first kernel does, and then that of the second. Equal operands become one
    parameter. An element that the first one stores at the top of its body, and that the second one reads, is passed on in a variable; a store that
    the second one overwrites is gone where nothing has read it by then. `continue` in the first kernel becomes branches. Kernels that
    nothing launches any more are erased.
  }];
}

def InferExtents : Vkm_Pass<"vkm-infer-extents"> {
  let summary = "Infers how many elements the pointer parameters of control functions point at";
  let description = [{
    Where every index of a buffer in a kernel is affine in the grid's counters and at least one access that
    reaches the largest index is unconditional, the extent is the largest index plus one, as an expression over
    the kernel's parameters and fields; at launches it is rewritten over the control function's parameters.
    Stated extents win. A pointer without an extent gets a warning with the line that would state it. Also sets
    the argument attribute `vkm.access` (read, write, read_write) of pointer parameters of kernels and control
    functions, and `vkm.overwritten` where the whole extent is proved to be overwritten.
  }];
}

def NestRows : Vkm_Pass<"vkm-nest-rows"> {
  let summary = "Makes sums of rows loops of one variable inside of a grid";
  let description = [{
    A grid of several dimensions that combines into an element which only some of the counters choose
    (`sums[row] += a[row * w + column]`) keeps these dimensions; the others become loops in its body.
  }];
}

def KeepElements : Vkm_Pass<"vkm-keep-elements"> {
  let summary = "Keeps the elements of arrays that loops inside of grids update in local variables";
  let description = [{
    An element that all iterations of a loop name alike, `c[i] += a[k]` in a loop over k, becomes a local variable, which has the element's
    value in front of the loop and is stored behind it. So the order of the source's operations is kept. Statements around the
    loop that use the element, `c[i] = 0;` before it, use the variable as well. An element is kept only where nothing else in the loop
    may be in its memory and control does not leave the loop with the iteration. If no statement uses the
    element in any case, the loop, the read and the store stand in `if (n > 0)`: without an iteration, the element
    need not be there, and may be another iteration's. Where a condition inside of the loop asks as well, the element is read before
    it is changed for the first time, and stored if it was changed.

    `vkm-recognise-rows` finds sums of rows afterwards, as it finds those that the source writes so; their order is free.
  }];
}

def RecogniseRows : Vkm_Pass<"vkm-recognise-rows"> {
  let summary = "Names the loops in the iterations of grids that workgroups may share: vkm.row";
  let description = [{
    The only loop in the iterations of a grid of one dimension becomes a `vkm.row` where all that it changes outside of
    itself are local variables, each in one of the forms of reductions, and where it counts up, by a constant, to a bound that all iterations
    of the grid have in common. The loop stays as it is inside. What is a `vkm.row` already is looked at again: where its loop
    is none any more, it is put back.
  }];
}

def AllowIdentical : Vkm_Pass<"vkm-allow-identical"> {
  let summary = "Finds control functions that may be given one array for two parameters";
  let description = [{
    Sets `identical_arguments` on a control function that launches one kernel on arrays, if each iteration of its grid
    reads, of two arrays of one type of which it writes one, only the element that it writes itself, before it writes it.
    Then two buffers of equal contents give the results of one array.
  }];
}

//===------------------------------------------------------------------------------------------===//
// recognised -> planned
//===------------------------------------------------------------------------------------------===//

def PlanImages : Vkm_Pass<"vkm-plan-images"> {
  let summary = "Decides which arrays of pixels are images on the device";
  let description = [{
    Sets `vkm.image`, the type of its texels, on each array that becomes an image: a vector of the class, and parameters of
    control functions, kernels and device functions. Arrays that meet in a parameter become images together. An array
    is one if all accesses are of whole pixels at `row * pitch + column`, with one pitch that stays what it is while
    commands run, and if some kernel reads other pixels than its iteration's own: only then an image is worth its
    conversion. Does nothing by `images=buffers`.
  }];
  let options = [Option<"images", "images", "std::string", "\"buffers\"", "buffers, textures or half-textures">];
}

def PlanTextures : Vkm_Pass<"vkm-plan-textures"> {
  let summary = "Decides which textures samplers of the device read";
  let description = [{
    Sets `vkm.by_sampler` on each function that samples a texture (`vkm.sampling`, from the config file) which a sampler can do in its
    place: nothing changes its texels, sizes or addressing while commands run, and the shading language has samplers. Of several textures
    the target has to let threads sample different ones (`nonuniform_sampling`), and nothing else reads their texels. Samplers weigh texels
    by fractions of a few bits, so that they are taken by `textures=samplers` only. Comes behind `vkm-plan`.
  }];
  let options = [
    Option<"textures", "textures", "std::string", "\"buffers\"", "buffers or samplers">,
    Option<"withoutSamplers", "without-samplers", "std::string", "\"\"", "The shading language, where it has no samplers">
  ];
}

def PlanDispatches : Vkm_Pass<"vkm-plan-dispatches"> {
  let summary = "Decides how calls of virtual methods, and visits of variants, are done";
  let description = [{
    Sets `vkm.dispatch` on each call of a function that chooses by the class of an object, and on each switch over the
    alternative of a variant: `switch`, or `workgroup` or `sort`, where iterations of one way run side by side in each workgroup, or in the whole grid. These are possible where the
    choice stands at the top of a grid's iterations, or in functions that these call in all cases, is their own, and all that lives across it can be stored, `workgroup` where
    threads do nothing else together; they are chosen, `workgroup` first, where the ways that a subgroup would take beside its dearest one cost more than sorting. A branch marked `vkm.queues` is sorted
    wherever that is possible, unless a choice behind it is, which leaves those out that the branch does.

    `callable` stands on a grid, and on the calls of virtual methods that its iterations come to, wherever these are: its shader is to become a
    ray generation shader, which runs a callable shader for each call. That is possible where the target has ray-tracing pipelines, the
    iterations have nothing in common that a workgroup would be needed for, and what the calls are given can be copied. It is never chosen
    without being asked for: it was never the fastest.
  }];
  let options = [
    Option<"dispatch", "virtual", "std::string", "\"auto\"", "auto, switch, workgroup, sort or callable">,
    Option<"target", "target", "std::string", "\"vulkan13\"", "Name or file of the target description; probe: the present device">,
    ListOption<"missing", "missing", "std::string", "Keys of target descriptions that the shading language has no words for">,
    Option<"language", "language", "std::string", "\"\"", "The language that lacks them, for messages">,
    Option<"deterministic", "deterministic", "bool", "false", "Floating-point numbers are combined in one order in all runs">,
    Option<"appendsInOrder", "appends-in-order", "bool", "false", "Elements are appended in the order of the source">
  ];
}

def SortDispatches : Vkm_Pass<"vkm-sort-dispatches"> {
  let summary = "Sorts iterations by what they call";
  let description = [{
    Cuts a grid in front of a choice marked `vkm.dispatch = "sort"`: its first part puts each iteration into the queue of its way,
    and a grid for each way finishes those of its queue. What lives across the cut and cannot be computed again is stored in
    vectors, for which control functions make room. A branch that is marked so has one way: the iterations that go on behind it. Comes before
    `vkm-plan`, which plans these grids like others. Functions that come to a choice marked `vkm.dispatch = "workgroup"` are written out
    until it stands in the iteration.
  }];
}

def RegroupDispatches : Vkm_Pass<"vkm-regroup-dispatches"> {
  let summary = "Makes the rest of an iteration behind a choice a vkm.regroup";
  let description = [{
    Of a planned grid with a choice marked `vkm.dispatch = "workgroup"`: the choice and what follows it become a `vkm.regroup`, which is
    given the counters, the number of the way, and what lives across the cut and cannot be computed again. The iterations of one that is marked
    `vkm.dispatch = "rounds"` become a `vkm.rounds`. Comes after what rewrites accesses, and before `vkm-lower-kernels`.
  }];
}

def LowerRegroups : Vkm_Pass<"vkm-lower-regroups"> {
  let summary = "Lets workgroups sort their iterations by the ways that these take";
  let description = [{
    Of each `vkm.regroup` in a shader: the threads of a workgroup go through the loops over the grid together, run the first parts of up to
    `turns` iterations each, count the ways in shared memory where threads of a subgroup differ, and run the rests in the order of the ways. Threads
    without an iteration go along.
  }];
}

def LowerRounds : Vkm_Pass<"vkm-lower-rounds"> {
  let summary = "Lets the threads of a workgroup run calls in loops for one another";
  let description = [{
    Of each `vkm.rounds` in a shader: the threads of a workgroup go through the loops over the grid, and through those of the iteration that hold
    marked choices, together, with a flag in each thread for whether it takes part. Where they come to a marked choice, each leaves in shared memory
    what its choice is given; where threads of a subgroup differ, they are put in the order of the ways; each runs the choice of the thread whose
    turn that makes it, and takes back what another one has run for it.
  }];
}

def SplitPatterns : Vkm_Pass<"vkm-split-patterns"> {
  let summary = "Makes a grid of what grids with callable shaders, or rounds, combine and append";
  let description = [{
    Of a grid that is marked `vkm.dispatch = "callable"` or `"rounds"`, with patterns that are marked `vkm.left`: its iterations store the values that
    these combine or append, and whether they come to that, in vectors
    with an element for each iteration, for which control functions make room; a grid behind it over the same iterations does what threads of a
    workgroup do together. Where one is a running total, all statements from the first one on that uses it move there. Comes before `vkm-plan`, which plans that grid like others.
  }];
}

def OrderLoops : Vkm_Pass<"vkm-order-loops"> {
  let summary = "Decides which loop of a grid varies fastest from thread to thread";
  let description = [{
    Grids of several dimensions. The innermost becomes the loop along which the accesses of the body touch the least memory: the same
    element, or neighbouring ones. The strides of all subscripts are estimated, sizes that are no constants taken as large; what
    is not understood counts for the order of the source, which stays where another one does not save an eighth. A grid that is to
    have another order gets the attribute `vkm.loop_order`; `vkm-interchange-loops` follows. Grids that combine values in order, append in
    order, or find out where an extreme is, stay as they are, and so do those whose pixels are in images. Comes behind `vkm-plan-images`.
  }];
  let options = [
    Option<"loopOrder", "loop-order", "std::string", "\"auto\"", "auto or source">,
    Option<"inOrder", "in-order", "bool", "false", "Elements are appended in the order of the source">
  ];
}

def Plan : Vkm_Pass<"vkm-plan"> {
  let summary = "Chooses workgroup sizes and reduction strategies, as attributes";
  let description = [{
    Chooses from the target and the options; each choice is a remark that says why. Sets the phase to `planned`.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"vulkan13\"", "Name or file of the target description; probe: the present device">,
    ListOption<"missing", "missing", "std::string", "Keys of target descriptions that the shading language has no words for">,
    Option<"language", "language", "std::string", "\"\"", "The language that lacks them, for messages">,
    Option<"reduction", "reduction", "std::string", "\"auto\"", "auto, tree or subgroup">,
    Option<"finish", "finish", "std::string", "\"auto\"", "auto, atomics, last-workgroup, atomic-totals or extra-dispatches">,
    Option<"append", "append", "std::string", "\"auto\"", "auto, atomic, subgroup, workgroup or stable: how appended elements get their slots">,
    Option<"scan", "scan", "std::string", "\"auto\"", "auto, tree or subgroup: how a workgroup computes running totals">,
    Option<"scatter", "scatter", "std::string", "\"auto\"", "auto, atomic, shared or ordered: how iterations update elements that others update as well">,
    Option<"rows", "rows", "std::string", "\"auto\"", "auto, thread, subgroup or workgroup: who takes a loop of a length of its own">,
    Option<"fills", "fills", "std::string", "\"auto\"", "auto or never: whether commands store what loops store that fill arrays">,
    Option<"fpContract", "fp-contract", "std::string", "\"off\"", "off or on: whether products and sums become one operation">,
    Option<"deterministic", "deterministic", "bool", "false", "The same bits on every run: no float atomics">,
    Option<"workgroupSize", "workgroup-size", "int64_t", "0", "Threads per workgroup; 0 lets the planner choose">
  ];
}

def PlanCounting : Vkm_Pass<"vkm-plan-counting"> {
  let summary = "Decides which kernels count the workgroups of others";
  let description = [{
    A grid whose bounds kernels change (`device_bounds`) needs the numbers of its workgroups before it is dispatched. Where every way
    to a launch leads through a kernel that was the last to change them, that kernel computes them: what
    runs once, behind its statements, and what appends, in the workgroup that is done last. The grid is
    `counted` then, and the others have it in `counts`.
  }];
  let options = [Option<"counting", "counting", "std::string", "\"auto\"", "auto or never">];
}

def PlanTiles : Vkm_Pass<"vkm-plan-tiles"> {
  let summary = "Chooses the inner loops whose workgroups read tiles of arrays into shared memory";
  let description = [{
    In a grid of one dimension, of loops that run alike in all iterations, and of arrays whose elements all
    iterations read alike there (`bodies[j]`). Up to the end of such a loop an iteration may write local
    variables only. A loop that is chosen gets the attribute `tile`: how many elements a tile has, which is
    the size of a workgroup. Loops that constants make short stay as they are.
  }];
  let options = [Option<"tiles", "tiles", "std::string", "\"auto\"", "auto or never">];
}

def PlanCoarsening : Vkm_Pass<"vkm-plan-coarsening"> {
  let summary = "Chooses the grids whose threads take several iterations where there are many";
  let description = [{
    A grid that leaves nothing to combine, and whose iterations are short, gets the attribute `coarsening`: how many iterations a
    thread takes at most along the last axis that is dispatched (the outermost loop). The host dispatches fewer workgroups
    where enough are left (`vkm.workgroup_count`), and that loop is the innermost of the shader.

    Where loops of the body read elements that neighbouring iterations of that loop read as well, the grid also gets
    `jammed`: a thread takes as many neighbouring iterations together (`passes/loops/UnrollAndJam.h`).
  }];
  let options = [Option<"coarsening", "coarsening", "std::string", "\"auto\"", "auto or never">];
}

def PlanWords : Vkm_Pass<"vkm-plan-words"> {
  let summary = "Decides which small structs shaders read and write as words";
  let description = [{
    A kernel gets the attribute `vkm.words`, with the names of the structs of which its shaders see buffers as words of 32 bits. Such a
    struct has at most 16 bytes, in whole words; each of its numbers lies in one word; the kernel reads at least two that share a
    word, or stores the struct as a whole; and it stores no number of fewer than 32 bits by itself.

    Stores of one block that set all numbers of an element, one after the other, are to become one store: the first of them gets the
    attribute `vkm.joined`. Nothing in between touches the buffer otherwise, leaves the block, or changes what the element's name is
    made of; the struct has at most 16 bytes, in whole words of which one holds several numbers. `vkm-join-members` follows.
  }];
  let options = [Option<"smallStructs", "small-structs", "std::string", "\"auto\"", "auto or members">];
}

def PlanClassData : Vkm_Pass<"vkm-plan-class-data"> {
  let summary = "Chooses the kernels that are given the class data as a uniform buffer";
  let description = [{
    Those that only read it, and read its arrays by subscripts that all threads of a subgroup have alike. The block has at
    most 16 KiB, no numbers of 8 or 16 bits, and the target has scalar block layout, so that its bytes are the host's. Such a
    kernel gets the attribute `vkm.uniform_class_data`. Comes behind `vkm-plan`: where a workgroup takes a row together, each of its
    threads has other iterations of the row loop.
  }];
  let options = [Option<"classData", "class-data", "std::string", "\"auto\"", "auto or storage">];
}

def ForgetPlan : Vkm_Pass<"vkm-forget-plan"> {
  let summary = "Takes a plan back: from the planned to the recognised phase";
  let description = [{
    Removes all attributes that planning sets, and nothing else, so that the module can be planned again, by other options. A module whose
    plan was begun to be followed (`vkm-lower-images` and what comes behind it) does not become what it was.
  }];
}

//===------------------------------------------------------------------------------------------===//
// planned -> lowered
//===------------------------------------------------------------------------------------------===//

def LowerImages : Vkm_Pass<"vkm-lower-images"> {
  let summary = "Lets kernels work on images, which others fill and bring back";
  let description = [{
    Where an array is marked `vkm.image`, accesses become those of `vkm.pixel`. A control function prepares an image
    for each such array, fills it by a kernel before its first command works on it, and has another kernel write
    it back behind the last one where it was written. The array stays what callers bind.
    `vkm.image_conversion` says how the kernels that convert are dispatched.
  }];
}

def LowerTextures : Vkm_Pass<"vkm-lower-textures"> {
  let summary = "Lets samplers of the device take the place of methods that sample";
  let description = [{
    A function with `vkm.by_sampler` becomes one that returns what `vkm.sample` reads from a texture: a field that it adds for all
    functions which sample the same texels in the same way, and which says by `vkm.texture` what the host makes it of.
  }];
}

def InterchangeLoops : Vkm_Pass<"vkm-interchange-loops"> {
  let summary = "Interchanges the loops of grids as planned";
  let description = [{
    A grid with `vkm.loop_order` gets its dimensions in that order, and `source_order` in its place. Their iterations are independent, and
    nothing depends on their order, which planning has seen.
  }];
}

def CountAppends : Vkm_Pass<"vkm-count-appends"> {
  let summary = "Puts loops that count before loops whose iterations need what comes before";
  let description = [{
    Each grid that appends in order (`in_order`) gets a copy before it, `counts_appends`, of which only what decides on the
    elements is left: it changes nothing but the numbers of elements (`vkm.append_counter`). Functions that append have
    one copy that counts and one that is told the next slot. A grid with running totals gets such a copy as well, of which
    what they come to is left (`vkm.running_share`). What decides and is read behind a change of it by the same
    iteration is an error.
  }];
}

def JoinMembers : Vkm_Pass<"vkm-join-members"> {
  let summary = "Stores small structs whole whose numbers are stored one after the other";
  let description = [{
    Where stores are marked `vkm.joined`, they and those behind them that set the other numbers of the element store to a local variable,
    which is stored behind the last of them. If numbers are read before they are stored, the variable begins with the element.
  }];
}

def LowerKernels : Vkm_Pass<"vkm-lower-kernels"> {
  let summary = "Makes kernels shaders and commands, control functions sequences of commands";
  let description = [{
    Each grid and each `vkm.once` that is not folded becomes a `vkm.shader`; each kernel a `vkm.commands` that
    dispatches them; launches become bind and run. Reductions become explicit workgroup memory, subgroup
    operations, atomics and the last-workgroup protocol, as planned. Sets the phase to `lowered`.
  }];
}

def LowerCallables : Vkm_Pass<"vkm-lower-callables"> {
  let summary = "Lets ray generation shaders call virtual methods as callable shaders";
  let description = [{
    A call of a virtual method in a ray generation shader, or in functions that it calls, becomes `vkm.execute_callable` with a payload of the
    arguments and the result; each overrider becomes a callable shader of the kernel, and the pipeline gets the table of them. Functions on
    the way are copied for the kernel. Virtual calls inside of callable shaders stay switches.
  }];
}

def LowerSlots : Vkm_Pass<"vkm-lower-slots"> {
  let summary = "Lets functions that give slots do so for many threads at once";
  let description = [{
    A function marked `vkm.takes_slot` gives the value of a counter and counts on. Its body becomes an atomic operation; where the
    target has subgroup ballots, one for all threads of a subgroup that come together.
  }];
}

def TileLoops : Vkm_Pass<"vkm-tile-loops"> {
  let summary = "Lets workgroups read tiles of arrays into shared memory";
  let description = [{
    Rewrites the loops of shaders that `vkm-plan-tiles` has chosen: a workgroup reads as many elements as it has
    threads, waits, runs that many iterations of the loop, and waits again. Threads behind the end of the grid go
    along: they repeat its last iteration, and write nothing.
  }];
}

def HoistMembers : Vkm_Pass<"vkm-hoist-members"> {
  let summary = "Reads members that inner loops need before them";
  let description = [{
    In lowered shaders and functions: numbers of the class data that nothing in the same dispatch writes are read once, into
    constants before the outermost loop that is not one over the grid.
  }];
}

def PlaceBarriers : Vkm_Pass<"vkm-place-barriers"> {
  let summary = "Places the fewest barriers that cover every hazard between commands";
  let description = [{
    A hazard is a pair of accesses with a way from one to the other; a barrier has to stand on each such way.
    Commands are played in their fixed order, and a barrier is placed as late as possible, in front of the first
    command that needs one: on straight lines that is the minimum (interval stabbing). Loops, with what their back
    edge brings, and branches are followed until nothing changes; then other places are tried, and what can be left
    out is. `barriers=naive` places one that orders everything in front of every command, for comparison.
  }];
  let options = [Option<"barriers", "barriers", "std::string", "\"fewest\"", "fewest or naive">];
}

def CheckBarriers : Vkm_Pass<"vkm-check-barriers"> {
  let summary = "Proves independently that no hazard between commands is left uncovered";
}

def CheckUniformity : Vkm_Pass<"vkm-check-uniformity"> {
  let summary = "Proves that workgroup barriers and subgroup operations stand in uniform control flow";
}

//===------------------------------------------------------------------------------------------===//
// The forms of control functions
//===------------------------------------------------------------------------------------------===//

def RunInPieces : Vkm_Pass<"vkm-run-in-pieces"> {
  let summary = "Lets control functions that cannot have a recorded form run in pieces";
  let description = [{
    A control function of which the passes behind this one can make no two forms gets the attribute `vkm.in_pieces`, and keeps its
    statements: values that it returns from loops and branches, host code between commands, members that it goes by. `vkm.cmd.read_back`
    stands wherever the host reads what commands before may have written (members, sizes of vectors) or asks a clock, also in loops
    and in their steps; what commands bind is bound again behind it. Remarks of the flag `pieces` say which statements are the reason.
  }];
}

def SinkReads : Vkm_Pass<"vkm-sink-reads"> {
  let summary = "Moves what reads results of commands behind the last one";
  let description = [{
    Statements of a control function that stand between commands and read what earlier ones compute, with what depends on them,
    move behind the last command, where no later command has to do with either.
  }];
}

def ReadBetween : Vkm_Pass<"vkm-read-between"> {
  let summary = "Lets members come back where host code between commands reads them";
  let description = [{
    Places `vkm.cmd.read_back` in front of host code of a control function that reads what commands before it have computed.
    Numbers of the host that what follows the last command needs become fields (`vkm.carried`). Functions whose kernels append, and those
    that do more between commands than look at plain members, stay as they are.
  }];
}

def CheckHostCode : Vkm_Pass<"vkm-check-host-code"> {
  let summary = "Checks that host code of control functions sees nothing of what commands will compute";
  let description = [{
    Errors are elements of arrays, assignments of members that are to outlive the recording, and vectors of the caller that are
    resized behind commands that use them. The pass also fails, with remarks, where a control function that does not run in
    pieces has reads of members that commands have changed and that do not come back, returns between commands, or clocks that are asked between
    kernels: `vkm-run-in-pieces` leaves none of these.
  }];
}

def SplitControls : Vkm_Pass<"vkm-split-controls"> {
  let summary = "Makes two forms of each control function: the recorded and the drop-in form";
  let description = [{
    The recorded form keeps the symbol and what its commands need; references become values. The drop-in form, with
    `vkm.drop_in_of`, has `vkm.run_recorded` in the place of the commands, what follows them, and what that needs. Back ends that generate
    host code take both as they are.
  }];
}

def CheckRecorded : Vkm_Pass<"vkm-check-recorded"> {
  let summary = "Checks that recorded commands depend on nothing that changes";
  let description = [{
    Commands are recorded once and may be submitted many times. Functions that host code calls and that use members are errors. The pass also
    fails, with remarks, at recorded forms that read members which their own commands change, or that need what only the host knows:
    `vkm-run-in-pieces` leaves none of these.
  }];
}

//===------------------------------------------------------------------------------------------===//
// For tests only
//===------------------------------------------------------------------------------------------===//

def Mistranslate : Vkm_Pass<"vkm-mistranslate"> {
  let summary = "Plants one fault, to test what has to notice it; in no pipeline";
  let description = [{
    `KIND@N` stands for the N-th place of the class that is fit for this kind of fault, `KIND` for the first one; a class
    without it is an error. Kinds of faults of the computation change a module in the planned phase, where all is
    decided; those of commands, transfers and of what lowering adds one in the lowered phase, where they come behind the
    checkers. In any other phase nothing is done. `passes/faults/` has the kinds, docs/Check.md a table of them.
  }];
  let options = [Option<"kind", "kind", "std::string", "\"\"", "Which fault">];
}

#endif // VKMORPH_PASSES_TD
