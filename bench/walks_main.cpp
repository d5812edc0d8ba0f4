// Measures the generated class of bench::Walks, one variant per program, and checks every result.
// Prints one line of JSON per work: threads of which 95 to 25 % take another round after each.
//
//   walks_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]
#include <cmath>
#include <exception>
#include <string>

#include "measurements.h"
#include "walks.h"
#include "walks_generated.h"

using bench::Walks_Generated;

namespace {

class Bench : public bench::Measurements<Walks_Generated> {
public:
  using Measurements::Measurements;

  void Walk(unsigned count);

private:
  template <class Bind, class Record, class Host>
  void Measure(const std::string &work, unsigned count, Bind bind, Record record, Host host);

  bench::Walks m_cpu;
};

template <class Bind, class Record, class Host>
void Bench::Measure(const std::string &work, unsigned count, Bind bind, Record record, Host host) {
  if (!Wants(work))
    return;
  const std::vector<uint32_t> seeds =
      bench::Random<uint32_t>(count, [](auto &random) { return uint32_t(random()); });
  const auto in = Upload(seeds);
  const bench::Buffer out(m_context, count * sizeof(float));
  m_gpu.UpdateAll(m_copy);
  bind(in->Handle(), out.Handle());
  Run(work.c_str(), std::to_string(count), 8.0 * double(count), record, [&] {
    const auto found = Download<float>(out, count);
    std::vector<float> expected(count);
    host(seeds.data(), expected.data());
    for (size_t i = 0; i < count; ++i)
      if (!(std::fabs(found[i] - expected[i]) <= 1e-4f * std::fabs(expected[i]) + 1e-6f))
        return false;
    return true;
  });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(out.Handle());
}

void Bench::Walk(unsigned count) {
#define BENCH_WALK(NAME)                                                                           \
  Measure(                                                                                         \
      "walks, " #NAME, count,                                                                      \
      [&](VkBuffer seeds, VkBuffer out) { m_gpu.SetInOutFor_Walk##NAME##Block(seeds, out); },      \
      [&](VkCommandBuffer cmd) { m_gpu.Walk##NAME##BlockCmd(cmd, count, 1); },                     \
      [&](const uint32_t *seeds, float *out) { m_cpu.Walk##NAME##Block(count, seeds, out, 1); });
  BENCH_WALK(LightMost)
  BENCH_WALK(LightHalf)
  BENCH_WALK(HeavyMost)
  BENCH_WALK(HeavyThree)
  BENCH_WALK(HeavyHalf)
  BENCH_WALK(HeavyFew)
#undef BENCH_WALK
}

} // namespace

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context = vkmorph::CreateContext(Walks_Generated::RequiredFeatures());
    Bench bench(context, options);
    bench.Walk(1u << std::min(options.largest, 18));
    if (options.largest >= 20)
      bench.Walk(1u << 20);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
