// Measures the generated class of bench::Marches, one variant per program, and checks every result.
// Prints one line of JSON per work. Objects of 2 to 32 classes, any at each step of each point, or
// one class for squares of 32 x 32 points.
//
//   marches_VARIANT [--runs N] [--largest LOG2] [--only WORD]
#include <exception>
#include <string>

#include "marches.h"
#include "marches_generated.h"
#include "pictures.h"

using bench::Marches_Generated;

namespace {

class Bench : public bench::Pictures<Marches_Generated> {
public:
  using Pictures::Pictures;

  void March(unsigned size, bool isCoherent);

private:
  bench::Marches m_cpu;
};

void Bench::March(unsigned size, bool isCoherent) {
#define BENCH_MARCH(NAME, TYPES)                                                                   \
  Picture(                                                                                         \
      #NAME, size, TYPES, isCoherent, 17.0, 1e-3f,                                                 \
      [&](VkBuffer ids, VkBuffer out) { m_gpu.SetInOutFor_March##NAME(ids, out); },                \
      [&](VkCommandBuffer cmd) { m_gpu.March##NAME##Cmd(cmd, size, size); },                       \
      [&](const uint8_t *ids, float *out) { m_cpu.March##NAME(ids, out, size, size); });
  BENCH_MARCH(Light2, 2)
  BENCH_MARCH(Light8, 8)
  BENCH_MARCH(Light32, 32)
  BENCH_MARCH(Middle2, 2)
  BENCH_MARCH(Middle8, 8)
  BENCH_MARCH(Middle32, 32)
  BENCH_MARCH(Heavy2, 2)
  BENCH_MARCH(Heavy8, 8)
  BENCH_MARCH(Heavy32, 32)
#undef BENCH_MARCH
}

} // namespace

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context = vkmorph::CreateContext(Marches_Generated::RequiredFeatures());
    Bench bench(context, options);
    for (bool isCoherent : {false, true})
      bench.March(options.largest >= 20 ? 512 : 64, isCoherent);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
