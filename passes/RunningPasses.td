//===- RunningPasses.td - The passes that find running totals ---------*- tablegen -*-===//
//
// A part of Passes.td.
//
//===----------------------------------------------------------------------------------===//

def RecogniseRecurrences : Vkm_Pass<"vkm-recognise-recurrences"> {
  let summary = "Finds elements that are made of those before them";
  let description = [{
    `b[i] = b[i - 1] + a[i]`, `c[i] += c[i - 1]`, `h[i + 1] = std::max(h[i], a[i])`, `f[i] = f[i - 1] + f[i - 2]` in a loop of one dimension: an array of which each iteration writes
    one element, always, as the one that the iteration before has written, combined with a value, or multiplied and added to; or as a sum of multiples of up to four elements before it and of values. The class gets a field for each element that is
    read, named by how far it is before the one that is written, which has the first of them in front of the loop, if that has iterations; the loop works on the fields, passes each one on to the next, and
    writes what it has made to the element. `vkm-recognise-scans` goes on. Where anything else of the array is accessed, nothing is changed.
  }];
}

def KeepLastWritten : Vkm_Pass<"vkm-keep-last-written"> {
  let summary = "Makes a variable of the element that a loop has counted last";
  let description = [{
    `if (k == 0 || a[i] != b[k - 1]) b[k++] = a[i];`: a loop of one dimension that reads the element in front of the one which a total counts next, where all that the loop writes of the
    array are the elements that the total counts. A field of the class gets each of them, and in front of the loop the one that is there already; the loop reads the field. A comparison of the total with what it
    is in front of the loop, in a branch that counts where the two are equal, asks whether the iteration is the first. `vkm-set-equal-values` and `vkm-recompute-previous` go on.
  }];
}

def SetEqualValues : Vkm_Pass<"vkm-set-equal-values"> {
  let summary = "Sets what is set only where it differs in each iteration";
  let description = [{
    `if (a[i] != last) { last = a[i]; starts[k++] = i; }`, `if (a[i] == last) continue; last = a[i];`: where the branch is not taken, the place has that value already. It is set in front of the
    branch, which works on what it was before. Floats are left alone where something reads 0 apart from -0.
  }];
}

def RecomputePrevious : Vkm_Pass<"vkm-recompute-previous"> {
  let summary = "Computes again what the iteration before has kept";
  let description = [{
    `out[i] = a[i] - last; last = a[i];`: a place that each iteration of a loop of one dimension sets, to a value that is made of its counter and of memory that the loop does not change, holds in the next one the value of the
    counter before. A variable of the iteration computes it, or has in the first iteration what the place holds in front of the loop. Behind the loop the place gets the value of the last iteration, if something
    reads it. Elements that move to the front of their array are those of the loop's beginning, if `vkm-recognise-compactions` takes the loop.
  }];
}

def MergeStates : Vkm_Pass<"vkm-merge-states"> {
  let summary = "Makes one running total of states that decide on each other";
  let description = [{
    `if (inString && c == 1) escaped = true; else if (c == 0 && !escaped) inString = !inString;`: places that have few values, of which each decides on what the others
    become. A field that only the generated class has numbers their combinations, of which there are as many as a `vkm.running` takes states. The statements of the grid work on variables
    of the iteration, which begin with what the number says, and whatever ends the iteration sets it again; statements in front of the grid and behind it pass on the values. `vkm-recognise-scans` goes on.
  }];
}

def SplitTotals : Vkm_Pass<"vkm-split-totals"> {
  let summary = "Puts running totals on which others depend into grids of their own";
  let description = [{
    `if (a[i] == 0) inside = !inside; if (inside) count++; out[i] = count;`: what a scan combines is computed before any iteration runs, and must not
    depend on another total. The grid becomes as many as there are steps between its totals. Each but the last one keeps what its totals are before each iteration in vectors
    that only the generated class has, of which control functions make as many elements as there are iterations; in those behind it the total is a
    variable that begins with its element. Totals of a grid that appends elements are all read that way. `vkm-recognise-scans` goes on. Nothing is changed where the host does not know
    how many iterations there are, and where two totals depend on each other. A remark tells of each total that is kept.
  }];
}

def RecogniseScans : Vkm_Pass<"vkm-recognise-scans"> {
  let summary = "Finds running totals that the loop reads";
  let description = [{
    `sum += a[i]; out[i] = sum`: a field, a part of one, or a local variable of the kernel with which every statement of the grid that
    writes it combines a value, by one operation, and which something in the grid reads as well. Statements may also set it to a value that does
    not depend on it, or multiply it by one (analysis/patterns/RunningSteps.h). The iteration gets a
    variable that begins with `vkm.running`, what all earlier iterations have come to, and has the field's place in it.
    What is combined must depend neither on the total nor on what the same iteration has changed before, which is
    looked for in a copy of the iteration of which only that is left. A remark tells of each running total, and of what is none.
  }];
  let options = [Option<"assumeNoNan", "assume-no-nan", "bool", "false",
                        "Neither values nor places are NaN where these forms combine them">];
}
