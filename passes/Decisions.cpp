//===- Decisions.cpp - What users may decide in place of the planner --------------------------===//

#include "passes/Decisions.h"

#include "llvm/ADT/STLExtras.h"

using namespace vkmorph::vkm;
using llvm::ArrayRef;
using llvm::StringRef;

static constexpr StringRef kReduction[] = {"auto", "tree", "subgroup"};
static constexpr StringRef kFinish[] = {"auto", "atomics", "last-workgroup", "atomic-totals",
                                        "extra-dispatches"};
static constexpr StringRef kAppend[] = {"auto", "atomic", "subgroup", "workgroup", "stable"};
static constexpr StringRef kScatter[] = {"auto", "atomic", "shared", "ordered"};
static constexpr StringRef kScan[] = {"auto", "tree", "subgroup"};
static constexpr StringRef kSort[] = {"auto", "merge", "radix"};
static constexpr StringRef kKernels[] = {"auto", "joined", "split", "wavefront"};
static constexpr StringRef kRows[] = {"auto", "thread", "subgroup", "workgroup"};
static constexpr StringRef kUnlessNever[] = {"auto", "never"};
static constexpr StringRef kLoopOrder[] = {"auto", "source"};
static constexpr StringRef kSmallStructs[] = {"auto", "members"};
static constexpr StringRef kClassData[] = {"auto", "storage"};
static constexpr StringRef kVirtual[] = {"auto", "switch", "workgroup", "sort", "callable"};
static constexpr StringRef kSwitch[] = {"off", "on"};
static constexpr StringRef kBarriers[] = {"fewest", "naive"};
static constexpr StringRef kTextures[] = {"buffers", "samplers"};
static constexpr StringRef kImages[] = {"buffers", "textures", "half-textures"};

ArrayRef<Decision> vkmorph::vkm::getDecisions() {
  static const Decision rows[] = {
      {"kernels", kKernels, &PipelineOptions::kernels,
       "Whether what runs once per thread is one kernel, or one for each kernel_X that it calls, "
       "with the threads that take part in a queue"},
      {"fusion", kUnlessNever, &PipelineOptions::fusion,
       "Whether kernels that follow each other over one grid, and need only each other's own "
       "element, are one dispatch"},
      {"reduction", kReduction, &PipelineOptions::reduction, "How a workgroup combines values"},
      {"finish", kFinish, &PipelineOptions::finish, "How the results of workgroups are combined"},
      {"append", kAppend, &PipelineOptions::append, "How appended elements get their slots"},
      {"scatter", kScatter, &PipelineOptions::scatter,
       "How iterations update elements that others update as well: in memory, in copies that "
       "workgroups share, or in the order of the source"},
      {"scan", kScan, &PipelineOptions::scan,
       "How the threads of a workgroup get what those before them give to a running total"},
      {"sort", kSort, &PipelineOptions::sort,
       "How elements are put in order: by merging what is in order already, or by the digits of "
       "the keys that are compared"},
      {"rows", kRows, &PipelineOptions::rows,
       "Who takes an iteration whose loop is a reduction: what suits its length, or always a "
       "thread, a workgroup, or, where lengths differ, as many threads as a subgroup has"},
      {"fills", kUnlessNever, &PipelineOptions::fills,
       "Whether loops that store one number all over arrays of the class are commands that fill "
       "buffers, without a shader"},
      {"counting", kUnlessNever, &PipelineOptions::counting,
       "Whether kernels count the workgroups of others whose bounds they are the last to change, "
       "or a dispatch in front of these does"},
      {"tiles", kUnlessNever, &PipelineOptions::tiles,
       "Whether workgroups read what all of their threads need into shared memory, a tile at a "
       "time"},
      {"coarsening", kUnlessNever, &PipelineOptions::coarsening,
       "Whether threads take several iterations where there are more workgroups than any device "
       "runs at once"},
      {"loop-order", kLoopOrder, &PipelineOptions::loopOrder,
       "Which of the loops of a kernel varies fastest from thread to thread: by what they read "
       "and write, or the innermost one of the source"},
      {"small-structs", kSmallStructs, &PipelineOptions::smallStructs,
       "Whether shaders read and write structs of bytes and shorts as words where that saves "
       "accesses, or member by member"},
      {"class-data", kClassData, &PipelineOptions::classData,
       "Whether kernels that only read tables of members are given the members as a uniform "
       "buffer"},
      {"virtual", kVirtual, &PipelineOptions::dispatch,
       "How iterations that call methods of objects of several classes, or visit variants, go "
       "their "
       "ways: each thread for itself, sorted, or as callable shaders of a ray-tracing pipeline"},
      {"fp-contract", kSwitch, &PipelineOptions::fpContract,
       "Whether a product and a sum of floats in one expression become one operation, rounded "
       "once: faster, and other last bits than the CPU's"},
      {"barriers", kBarriers, &PipelineOptions::barriers,
       "Order what has to be ordered, or, to compare, everything in front of every command"},
      {"images", kImages, &PipelineOptions::images,
       "What pictures in arrays are on the device; half textures change values"},
      {"textures", kTextures, &PipelineOptions::textures,
       "Whether textures of the config file are sampled as the class does, or by samplers of the "
       "device, which weigh texels by a few bits"},
  };
  return rows;
}

const Decision &vkmorph::vkm::getDecision(StringRef option) {
  return *llvm::find_if(getDecisions(), [&](const Decision &row) { return row.option == option; });
}
