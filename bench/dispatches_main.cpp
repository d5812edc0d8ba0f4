// Measures the generated class of bench::Dispatches, one variant per program, and checks every
// result. Prints one line of JSON per work. A picture whose points call objects of 2 to 32 classes,
// one class after another at random, or one class for squares of 32 x 32 points.
//
//   dispatches_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]
#include <cmath>
#include <exception>
#include <string>

#include "dispatches.h"
#include "dispatches_generated.h"
#include "measurements.h"

using bench::Dispatches_Generated;

namespace {

class Bench : public bench::Measurements<Dispatches_Generated> {
public:
  using Measurements::Measurements;

  void Paint(unsigned size, bool isCoherent);

private:
  template <class Bind, class Record, class Host>
  void Picture(const std::string &work, unsigned size, unsigned types, bool isCoherent, Bind bind,
               Record record, Host host);

  bench::Dispatches m_cpu;
};

template <class Bind, class Record, class Host>
void Bench::Picture(const std::string &work, unsigned size, unsigned types, bool isCoherent,
                    Bind bind, Record record, Host host) {
  const std::string name = work + (isCoherent ? ", squares" : ", random");
  if (!Wants(name))
    return;
  std::vector<uint8_t> ids = bench::Random<uint8_t>(
      size_t(size) * size, [&](auto &random) { return uint8_t((random() >> 8) % types); });
  if (isCoherent)
    for (size_t i = 0; i < ids.size(); ++i)
      ids[i] = uint8_t((i % size / 32 * 7 + i / size / 32 * 13) % types);
  const auto in = Upload(ids);
  const bench::Buffer out(m_context, ids.size() * sizeof(float));
  m_gpu.m_width = m_cpu.m_width = size;
  m_gpu.UpdateAll(m_copy);
  bind(in->Handle(), out.Handle());
  Run(name.c_str(), std::to_string(size) + "^2", 5.0 * double(ids.size()), record, [&] {
    const auto found = Download<float>(out, ids.size());
    std::vector<float> expected(ids.size());
    host(ids.data(), expected.data());
    for (size_t i = 0; i < ids.size(); ++i)
      if (!(std::fabs(found[i] - expected[i]) <= 1e-4f * std::fabs(expected[i]) + 1e-6f))
        return false;
    return true;
  });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(out.Handle());
}

void Bench::Paint(unsigned size, bool isCoherent) {
#define BENCH_PAINT(NAME, TYPES)                                                                   \
  Picture(                                                                                         \
      "kernel, " #NAME, size, TYPES, isCoherent,                                                   \
      [&](VkBuffer ids, VkBuffer out) { m_gpu.SetInOutFor_Paint##NAME(ids, out); },                \
      [&](VkCommandBuffer cmd) { m_gpu.Paint##NAME##Cmd(cmd, size, size); },                       \
      [&](const uint8_t *ids, float *out) { m_cpu.Paint##NAME(ids, out, size, size); });           \
  Picture(                                                                                         \
      "threads, " #NAME, size, TYPES, isCoherent,                                                  \
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
