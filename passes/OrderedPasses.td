//===- OrderedPasses.td - The passes of iterations that need each other ------*- tablegen -*-===//
//
// A part of Passes.td.
//
//===----------------------------------------------------------------------------------===//

def SinkConditions : Vkm_Pass<"vkm-sink-conditions"> {
  let summary = "Lets loops that conditions choose ask them in their iterations";
  let description = [{
    `if (m_mode == 0) for (i...) a[i] = b[i]; else for (i...) a[i] = 0;` at the top of a kernel that has no loops beside: its loops, which become grids, stand at the top then, and each iteration asks the condition. So do the statements beside them.
    Nothing in the branches changes what the condition is made of; the condition, bounds of the loops and variables in front of them are made of numbers alone.
  }];
}

def SplitExits : Vkm_Pass<"vkm-split-exits"> {
  let summary = "Lets loops that end early find out where, and run up to there";
  let description = [{
    `for (i...) { ...; if (c[i] < 0) break; ... }`, at the top of a kernel of one dimension, becomes two loops: the first one finds the first iteration that leaves the source's loop (`lastI = min(lastI, i)`), of the
    second one each iteration up to that does what the source says, and ends by `continue` where it left the loop. So it is where nothing that the iterations change decides on the end, and only the counter says which elements do. The first loop
    reads beyond the iteration that leaves the source's: it gets `vkm.looks_ahead`, since no element is known to be there. `return` counts as `break` where the kernel ends with the loop. Other loops get `vkm.why_left`.
  }];
}

def KeepOldElements : Vkm_Pass<"vkm-keep-old-elements"> {
  let summary = "Finds reads of elements that only later iterations write";
  let description = [{
    `a[i] = a[i + 1]`, `best[c] = max(best[c], best[c - w] + v)` counted down: of a grid whose iterations are in each other's way, the reads that find what the array held before the
    grid get `vkm.reads_old`, if with a copy of that no iteration is in another one's way. It is proved for all pairs of accesses, in whatever launches the kernel has, that no earlier iteration writes what is read,
    nor the iteration itself before it reads. Calls that read such elements are written out. Left alone are grids whose bounds kernels change, vectors of which only the device knows the size, and
    kernels whose iterations are said to be independent. A remark tells of each array.
  }];
  let options = [ListOption<"assumeIndependent", "assume-independent", "std::string",
                            "Kernels whose iterations are independent although it cannot be proved">];
}

def CopyOldElements : Vkm_Pass<"vkm-copy-old-elements"> {
  let summary = "Copies elements before iterations replace them";
  let description = [{
    In front of a grid with reads of `vkm.reads_old`, another grid copies the elements that they reach to a vector of the generated class, for which launches make room. The reads are then of that
    vector.
  }];
}

def OrderIterations : Vkm_Pass<"vkm-order-iterations"> {
  let summary = "Decides when iterations run that need each other's results";
  let description = [{
    `a[y][x] = max(a[y - 1][x], a[y][x - 1])`: of a grid of two or three dimensions whose iterations are in each other's way, what runs at once and what comes later. Loops
    over dimensions become loops of the iteration where those that are in each other's way are never apart in the others. Else the grid gets `vkm.steps`, of which `vkm-split-steps` makes
    loops around the launch: the first dimensions one iteration after the other, and, where that does not do, the sums of the numbers of the other dimensions' iterations, with small weights (the
    hyperplane method of Lamport). Each is proved for all pairs of accesses. Left alone are grids that append, keep running totals or combine otherwise than by reductions, kernels that do something besides,
    bounds that kernels change, and kernels whose iterations are said to be independent. A remark tells of each; what no time solves is left to `vkm-check-independence`.
    Of a grid of one dimension, iterations that need each other only where they are multiples of one value apart get `vkm.runs_apart` (`vkm-run-apart`).
  }];
  let options = [ListOption<"assumeIndependent", "assume-independent", "std::string",
                            "Kernels whose iterations are independent although it cannot be proved">];
}

def DistributeLoops : Vkm_Pass<"vkm-distribute-loops"> {
  let summary = "Gives statements of iterations that need each other loops of their own";
  let description = [{
    `a[i] = b[i - 1] + c[i]; b[i] = 2 * c[i];`: of a grid whose iterations may be in each other's way the statements are put into as few grids as leave no iteration in another one's way, one grid after the other
    (loop distribution; the strongly connected components of the statements' dependences in an order of theirs, as Kennedy and Allen have it). It is proved for all pairs of accesses that no statement needs, or replaces, what one of a later
    grid does in the same or an earlier iteration. Reads of what later iterations replace get `vkm.reads_old` in their grids. Variables that statements have in common are computed in each of their grids, if nothing that the
    grid writes goes into them; else these statements stay together. Left alone are iterations that may end early, and grids with patterns other than reductions. A remark tells of each.
  }];
  let options = [ListOption<"assumeIndependent", "assume-independent", "std::string",
                            "Kernels whose iterations are independent although it cannot be proved">];
}

def RunApart : Vkm_Pass<"vkm-run-apart"> {
  let summary = "Lets each thread run through the iterations that are a distance apart";
  let description = [{
    `t[i] += g * t[i - delay]`: of a grid with `vkm.runs_apart`, whose iterations need each other where they are a multiple of a value apart, a thread takes those that are, in the order of the source. There are as many threads as
    that value says (`abs(delay)`), or one for each iteration where it is 0 or larger than the loop.
  }];
}

def PlanSteps : Vkm_Pass<"vkm-plan-steps"> {
  let summary = "Chooses the grids of which workgroups take tiles, diagonal by diagonal";
  let description = [{
    A grid whose last two dimensions the host would launch by diagonals (`vkm.steps` that end in 1, 1), where no iteration needs one to its right, gets `vkm.step_tile`: the rows and columns of a tile. The host counts
    diagonals of tiles then, and a workgroup those of its tile. Of arrays that the grid writes and reads, elements that are as far from the iteration's own in all iterations get `vkm.in_tile`, the numbers of
    rows and columns between them, where the tiles of all such arrays fit into shared memory. Nothing is chosen with `tiles` or `images` other than `auto` and `buffers`, nor for grids that combine values or call methods of objects.
    A planner, which stands in recognition, since control functions are given their loops there.
  }];
  let options = [Option<"tiles", "tiles", "std::string", "\"auto\"", "auto or never">,
                 Option<"images", "images", "std::string", "\"buffers\"", "buffers, textures or half-textures">,
                 Option<"target", "target", "std::string", "\"vulkan13\"", "The target whose shared memory counts">,
                 Option<"language", "language", "std::string", "\"\"", "The shading language, where it is another one than GLSL">];
}

def SplitSteps : Vkm_Pass<"vkm-split-steps"> {
  let summary = "Makes loops of the host around launches whose iterations run one after the other";
  let description = [{
    What `vkm.steps` of a grid says: control functions count the dimensions that run one iteration after the other, and the sums that do, around each launch of the kernel, which gets
    what they count as parameters. The grid has what runs at once; of a sum, an iteration computes its last counter.
    Where `vkm.step_tile` stands beside it, control functions count diagonals of tiles, and an iteration of the grid is a tile: a loop over its diagonals, and in it one over its rows (`vkm.lines`), whose iterations are independent.
  }];
}

def TileSteps : Vkm_Pass<"vkm-tile-steps"> {
  let summary = "Lets the threads of a workgroup take the rows of a tile, diagonal by diagonal";
  let description = [{
    Loops with `vkm.lines`: each thread takes one iteration, and a barrier stands behind each round of the loop around it. Arrays whose places have `vkm.in_tile` are read in shared memory, into which the workgroup has read what
    the tile needs of them; what is written there is written to the array as well. Other arrays that are written and read are coherent.
  }];
}
