// Measures the generated class of bench::Orders, one variant per program, and checks every result.
// Prints one line of JSON per work.
//
//   orders_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]
#include <algorithm>
#include <exception>
#include <numeric>

#include "measurements.h"
#include "orders.h"
#include "orders_generated.h"

using bench::Orders_Generated;

namespace {

class Bench : public bench::Measurements<Orders_Generated> {
public:
  using Measurements::Measurements;

  void Scan(uint32_t count);
  void Sort(uint32_t count);

private:
  template <class T> void Forget(std::initializer_list<const T *> buffers) {
    for (const T *buffer : buffers)
      m_gpu.ForgetBuffer(buffer->Handle());
  }
};

void Bench::Scan(uint32_t count) {
  const std::string size = std::to_string(count);
  const std::vector<int> data =
      bench::Random<int>(count, [](auto &random) { return int(random() >> 4) % 101; });
  const auto in = Upload(data);
  const bench::Buffer out(m_context, size_t(count) * sizeof(int)),
      places(m_context, size_t(count) * sizeof(int));
  m_gpu.UpdateAll(m_copy);
  m_gpu.SetInOutFor_Copy(in->Handle(), out.Handle());
  Run(
      "copy", size, 8.0 * count, [&](VkCommandBuffer cmd) { m_gpu.CopyCmd(cmd, count); },
      [&] { return Download<int>(out, count) == data; });
  m_gpu.SetInOutFor_Scan(in->Handle(), out.Handle());
  Run(
      "scan", size, 8.0 * count, [&](VkCommandBuffer cmd) { m_gpu.ScanCmd(cmd, count); },
      [&] {
        std::vector<int> right(count);
        std::exclusive_scan(data.begin(), data.end(), right.begin(), 0);
        return Download<int>(out, count) == right;
      });
  m_gpu.SetInOutFor_Take(in->Handle(), out.Handle(), places.Handle());
  Run(
      "two running totals", size, 12.0 * count,
      [&](VkCommandBuffer cmd) { m_gpu.TakeCmd(cmd, count); },
      [&] {
        std::vector<int> totals(count), taken(count);
        int total = 0, number = 0;
        for (uint32_t i = 0; i < count; ++i) {
          totals[i] = total += data[i];
          taken[i] = number;
          number += data[i] > 50;
        }
        return Download<int>(out, count) == totals && Download<int>(places, count) == taken;
      });
  Forget<bench::Buffer>({in.get(), &out, &places});
}

void Bench::Sort(uint32_t count) {
  const std::string size = std::to_string(count);
  const std::vector<uint32_t> keys = bench::Random<uint32_t>(
      count, [](auto &random) { return uint32_t(random()) << 16 ^ uint32_t(random()); });
  if (Wants("sort, keys")) {
    const auto in = Upload(keys);
    const bench::Buffer out(m_context, size_t(count) * sizeof(uint32_t));
    m_gpu.UpdateAll(m_copy);
    m_gpu.SetInOutFor_Sort(in->Handle(), out.Handle());
    Run(
        "sort, keys", size, 8.0 * count, [&](VkCommandBuffer cmd) { m_gpu.SortCmd(cmd, count); },
        [&] {
          std::vector<uint32_t> right = keys;
          std::sort(right.begin(), right.end());
          return Download<uint32_t>(out, count) == right;
        });
    Forget<bench::Buffer>({in.get(), &out});
  }
  if (Wants("sort, pairs")) {
    std::vector<bench::Pair> pairs(count);
    for (uint32_t i = 0; i < count; ++i)
      pairs[i] = {keys[i] >> 8, i};
    const auto in = Upload(pairs);
    const bench::Buffer out(m_context, size_t(count) * sizeof(bench::Pair));
    m_gpu.UpdateAll(m_copy);
    m_gpu.SetInOutFor_SortPairs(in->Handle(), out.Handle());
    Run(
        "sort, pairs", size, 16.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.SortPairsCmd(cmd, count); },
        [&] {
          std::vector<bench::Pair> right = pairs;
          std::stable_sort(
              right.begin(), right.end(),
              [](const bench::Pair &a, const bench::Pair &b) { return a.key < b.key; });
          const auto found = Download<bench::Pair>(out, count);
          return std::equal(found.begin(), found.end(), right.begin(),
                            [](const bench::Pair &a, const bench::Pair &b) {
                              return a.key == b.key && a.value == b.value;
                            });
        });
    Forget<bench::Buffer>({in.get(), &out});
  }
}

} // namespace

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context = vkmorph::CreateContext(Orders_Generated::RequiredFeatures());
    Bench bench(context, options);
    for (const int log2 : {12, 16, 20, 24, 28}) {
      if (log2 > options.largest)
        continue;
      bench.Scan(1u << log2);
      bench.Sort(1u << log2);
    }
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
