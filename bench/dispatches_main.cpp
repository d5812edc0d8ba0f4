// Measures the generated class of bench::Dispatches, one variant per program, and checks every
// result. Prints one line of JSON per work. A picture whose points call objects of 2 to 32 classes,
// one class after another at random, or one class for squares of 32 x 32 points.
//
//   dispatches_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]
#include <exception>
#include <string>

#include "dispatches.h"
#include "dispatches_generated.h"
#include "pictures.h"

using bench::Dispatches_Generated;

namespace {

class Bench : public bench::Pictures<Dispatches_Generated> {
public:
  using Pictures::Pictures;

  void Paint(unsigned size, bool isCoherent);

private:
  bench::Dispatches m_cpu;
};

void Bench::Paint(unsigned size, bool isCoherent) {
  m_gpu.m_width = m_cpu.m_width = size;
#define BENCH_PAINT(NAME, TYPES)                                                                   \
  Picture(                                                                                         \
      "kernel, " #NAME, size, TYPES, isCoherent, 5.0, 1e-4f,                                       \
      [&](VkBuffer ids, VkBuffer out) { m_gpu.SetInOutFor_Paint##NAME(ids, out); },                \
      [&](VkCommandBuffer cmd) { m_gpu.Paint##NAME##Cmd(cmd, size, size); },                       \
      [&](const uint8_t *ids, float *out) { m_cpu.Paint##NAME(ids, out, size, size); });           \
  Picture(                                                                                         \
      "threads, " #NAME, size, TYPES, isCoherent, 5.0, 1e-4f,                                      \
      [&](VkBuffer ids, VkBuffer out) { m_gpu.SetInOutFor_Trace##NAME##Block(ids, out); },         \
      [&](VkCommandBuffer cmd) { m_gpu.Trace##NAME##BlockCmd(cmd, size, size, 1); },               \
      [&](const uint8_t *ids, float *out) { m_cpu.Trace##NAME##Block(size, size, ids, out, 1); });
  BENCH_PAINT(Light2, 2)
  BENCH_PAINT(Light4, 4)
  BENCH_PAINT(Light8, 8)
  BENCH_PAINT(Light16, 16)
  BENCH_PAINT(Light32, 32)
  BENCH_PAINT(Heavy2, 2)
  BENCH_PAINT(Heavy4, 4)
  BENCH_PAINT(Heavy8, 8)
  BENCH_PAINT(Heavy16, 16)
  BENCH_PAINT(Heavy32, 32)
#undef BENCH_PAINT
}

} // namespace

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context =
        vkmorph::CreateContext(Dispatches_Generated::RequiredFeatures());
    Bench bench(context, options);
    for (unsigned size : {512u, 1024u})
      for (bool isCoherent : {false, true})
        if (options.largest >= 20 || size == 512)
          bench.Paint(options.largest >= 20 ? size : 64, isCoherent);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
