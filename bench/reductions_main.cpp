// Measures the generated class of bench::Reductions, one variant per program, and checks every
// result. Prints one line of JSON per work and size.
//
//   reductions_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]   WORD: a part
//   of the work's name
#include <cfloat>
#include <cmath>
#include <exception>

#include "measurements.h"
#include "reductions.h"
#include "reductions_generated.h"

using bench::Float3;
using bench::Reductions_Generated;

namespace {

class Bench : public bench::Measurements<Reductions_Generated> {
public:
  using Measurements::Measurements;

  void Sums(uint32_t count);
  void Project(int width, int height);
  void SumRows(int rows, int columns);
};

bool IsClose(double value, double expected, double scale) {
  return std::fabs(value - expected) <= 1e-4 * scale;
}

} // namespace

void Bench::Sums(uint32_t count) {
  const std::string size = std::to_string(count);
  if (Wants("sum of positive ints")) {
    // Small enough for the sum to fit an int.
    const auto data =
        bench::Random<int>(count, [](auto &random) { return int(random() % 15) - 7; });
    const auto buffer = Upload(data);
    int expected = 0;
    for (int value : data)
      expected += value > 0 ? value : 0;
    m_gpu.SetInOutFor_SumInts(buffer->Handle());
    Run(
        "sum of positive ints", size, 4.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.SumIntsCmd(cmd, count); },
        [&] { return m_gpu.sum == expected; });
    m_gpu.ForgetBuffer(buffer->Handle());
  }
  if (Wants("sum of positive floats") || Wants("min + max + sum + count") ||
      Wants("arg-max of floats")) {
    const auto data = bench::Random<float>(
        count, [](auto &random) { return float(random()) / float(random.max()) * 2.0f - 1.0f; });
    const auto buffer = Upload(data);
    double positive = 0, total = 0;
    uint32_t positives = 0, mostAt = 0;
    float smallest = FLT_MAX, largest = -FLT_MAX;
    for (uint32_t i = 0; i < count; ++i) {
      total += data[i];
      positive += data[i] > 0.0f ? data[i] : 0.0f;
      positives += data[i] > 0.0f;
      smallest = std::fmin(smallest, data[i]);
      if (data[i] > largest) {
        largest = data[i];
        mostAt = i;
      }
    }
    m_gpu.SetInOutFor_SumFloats(buffer->Handle());
    Run(
        "sum of positive floats", size, 4.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.SumFloatsCmd(cmd, count); },
        [&] { return IsClose(m_gpu.sumOfFloats, positive, positive); });
    m_gpu.SetInOutFor_Extremes(buffer->Handle());
    Run(
        "min + max + sum + count", size, 4.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.ExtremesCmd(cmd, count); },
        [&] {
          return m_gpu.smallest == smallest && m_gpu.largest == largest &&
                 m_gpu.positives == positives && IsClose(m_gpu.total, total, positive);
        });
    m_gpu.SetInOutFor_ArgMax(buffer->Handle());
    Run(
        "arg-max of floats", size, 4.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.ArgMaxCmd(cmd, count); },
        [&] { return m_gpu.most == largest && m_gpu.mostAt == mostAt; });
    m_gpu.ForgetBuffer(buffer->Handle());
  }
  if (Wants("sum of positive doubles")) {
    const auto data = bench::Random<double>(
        count, [](auto &random) { return double(random()) / double(random.max()) * 2.0 - 1.0; });
    const auto buffer = Upload(data);
    double expected = 0;
    for (double value : data)
      expected += value > 0.0 ? value : 0.0;
    m_gpu.SetInOutFor_SumDoubles(buffer->Handle());
    Run(
        "sum of positive doubles", size, 8.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.SumDoublesCmd(cmd, count); },
        [&] { return std::fabs(m_gpu.sumOfDoubles - expected) <= 1e-9 * expected; });
    m_gpu.ForgetBuffer(buffer->Handle());
  }
  if (Wants("affine maps, in order")) {
    const auto data = bench::Random<bench::Map>(count, [](auto &random) {
      return bench::Map{uint32_t(random()) | 1u, uint32_t(random())};
    });
    const auto buffer = Upload(data);
    bench::Map expected = {1, 0};
    for (const bench::Map &map : data)
      expected = bench::Reductions::Then(expected, map);
    m_gpu.SetInOutFor_Compose(buffer->Handle());
    Run(
        "affine maps, in order", size, 8.0 * count,
        [&](VkCommandBuffer cmd) { m_gpu.ComposeCmd(cmd, count); },
        [&] {
          return m_gpu.composed.scale == expected.scale && m_gpu.composed.offset == expected.offset;
        });
    m_gpu.ForgetBuffer(buffer->Handle());
  }
}

void Bench::Project(int width, int height) {
  if (!Wants("9 x float3 of an image"))
    return;
  const size_t count = size_t(width) * height;
  const auto data = bench::Random<Float3>(count, [](auto &random) {
    const float scale = 1.0f / float(random.max());
    return Float3{float(random()) * scale, float(random()) * scale, float(random()) * scale};
  });
  const auto buffer = Upload(data);
  double first = 0;
  for (const Float3 &pixel : data)
    first += pixel.y;
  m_gpu.UpdateAll(m_copy); // the coefficients
  m_gpu.SetInOutFor_Project(buffer->Handle());
  Run(
      "9 x float3 of an image", std::to_string(width) + " x " + std::to_string(height),
      12.0 * double(count), [&](VkCommandBuffer cmd) { m_gpu.ProjectCmd(cmd, width, height); },
      [&] { return IsClose(m_gpu.coefficients[0].y, first, first); });
  m_gpu.ForgetBuffer(buffer->Handle());
}

void Bench::SumRows(int rows, int columns) {
  if (!Wants("sums of rows"))
    return;
  const size_t count = size_t(rows) * columns;
  const auto data = bench::Random<float>(
      count, [](auto &random) { return float(random()) / float(random.max()); });
  const auto matrix = Upload(data);
  const bench::Buffer sums(m_context, rows * sizeof(float));
  m_gpu.SetInOutFor_SumRows(matrix->Handle(), sums.Handle());
  Run(
      "sums of rows", std::to_string(rows) + " x " + std::to_string(columns),
      4.0 * (double(count) + rows),
      [&](VkCommandBuffer cmd) { m_gpu.SumRowsCmd(cmd, rows, columns); },
      [&] {
        const auto results = Download<float>(sums, rows);
        for (int row = 0; row < rows; ++row) {
          double expected = 0;
          for (int column = 0; column < columns; ++column)
            expected += data[size_t(row) * columns + column];
          if (!IsClose(results[row], expected, expected))
            return false;
        }
        return true;
      });
  m_gpu.ForgetBuffer(matrix->Handle());
  m_gpu.ForgetBuffer(sums.Handle());
}

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context =
        vkmorph::CreateContext(Reductions_Generated::RequiredFeatures());
    Bench bench(context, options);
    for (int bits = 20; bits <= options.largest; bits += 4)
      bench.Sums(1u << bits);
    const int side = options.largest >= 28 ? 8192 : 1024;
    bench.Project(side, side);
    bench.SumRows(options.largest >= 28 ? 4096 : 512, 4096);
    bench.SumRows(options.largest >= 28 ? 100000 : 10000, 7);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
