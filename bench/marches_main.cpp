// Measures the generated class of bench::Marches, one variant per program, and checks every result.
// Prints one line of JSON per work. Objects of 2 to 32 classes, any at each step of each point, or
// one class for squares of 32 x 32 points.
//
//   marches_VARIANT [--runs N] [--largest LOG2] [--only WORD]
#include <cmath>
#include <exception>
#include <string>

#include "marches.h"
#include "marches_generated.h"
#include "measurements.h"

using bench::Marches_Generated;

namespace {

class Bench : public bench::Measurements<Marches_Generated> {
public:
  using Measurements::Measurements;

  void March(unsigned size, bool isCoherent);

private:
  template <class Bind, class Record, class Host>
  void Picture(const std::string &work, unsigned size, unsigned types, bool isCoherent, Bind bind,
               Record record, Host host);

  bench::Marches m_cpu;
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
  m_gpu.UpdateAll(m_copy);
  bind(in->Handle(), out.Handle());
  Run(name.c_str(), std::to_string(size) + "^2", 17.0 * double(ids.size()), record, [&] {
    const auto found = Download<float>(out, ids.size());
    std::vector<float> expected(ids.size());
    host(ids.data(), expected.data());
    for (size_t i = 0; i < ids.size(); ++i)
      if (!(std::fabs(found[i] - expected[i]) <= 1e-3f * std::fabs(expected[i]) + 1e-5f))
        return false;
    return true;
  });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(out.Handle());
}

void Bench::March(unsigned size, bool isCoherent) {
#define BENCH_MARCH(NAME, TYPES)                                                                   \
  Picture(                                                                                         \
      #NAME, size, TYPES, isCoherent,                                                              \
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
