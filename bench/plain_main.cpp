// Measures the generated class of bench::Plain, one variant per program, and checks every result.
// Prints one line of JSON per work. cub/plain.cu has the same work as plain CUDA kernels.
//
//   plain_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]
#include <cmath>
#include <exception>
#include <string>

#include "measurements.h"
#include "plain.h"
#include "plain_generated.h"

using bench::Pixel;
using bench::Plain_Generated;

namespace {

class Bench : public bench::Measurements<Plain_Generated> {
public:
  using Measurements::Measurements;

  template <class T, class Record, class Bind>
  void Gemm(const char *work, size_t size, double tolerance, Bind bind, Record record);
  void Gemms(size_t size);
  void Stencil(int size);
  void Gradient(int size);
  void Life(int size);
  void Columns(int size);
  void ColumnSums(int width, int height);
  void HeavySums(uint32_t count);

private:
  /// Times what reads one buffer and writes another, and compares with the CPU's class.
  template <class T, class Bind, class Record, class Host, class Same>
  void Map(const char *work, const std::string &size, const std::vector<T> &data, Bind bind,
           Record record, Host host, Same same);

  /// Times what sums up something over so many points.
  template <class Bind, class Record, class Agrees>
  void Sum(const char *work, const std::vector<float> &points, Bind bind, Record record,
           Agrees agrees);

  bench::Plain m_cpu;
};

} // namespace

template <class T, class Bind, class Record, class Host, class Same>
void Bench::Map(const char *work, const std::string &size, const std::vector<T> &data, Bind bind,
                Record record, Host host, Same same) {
  const auto in = Upload(data);
  // What is not written stays what it was.
  const auto out = Upload(data);
  m_gpu.UpdateAll(m_copy);
  bind(in->Handle(), out->Handle());
  Run(work, size, 2.0 * sizeof(T) * double(data.size()), record, [&] {
    const auto found = Download<T>(*out, data.size());
    std::vector<T> expected = data;
    host(data.data(), expected.data());
    for (size_t i = 0; i < data.size(); ++i)
      if (!same(found[i], expected[i]))
        return false;
    return true;
  });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(out->Handle());
}

template <class T, class Record, class Bind>
void Bench::Gemm(const char *work, size_t size, double tolerance, Bind bind, Record record) {
  if (!Wants(work))
    return;
  const auto make = [](auto &random) { return T(random()) / T(random.max()); };
  const auto a = bench::Random<T>(size * size, make), b = bench::Random<T>(size * size, make);
  const auto left = Upload(a), right = Upload(b);
  const bench::Buffer product(m_context, size * size * sizeof(T));
  m_gpu.rows = m_gpu.columns = m_gpu.depth = size;
  m_gpu.UpdateAll(m_copy);
  bind(left->Handle(), right->Handle(), product.Handle());
  Run(work, std::to_string(size), 3.0 * double(sizeof(T) * size * size), record, [&] {
    const auto found = Download<T>(product, size * size);
    // A few of them: the CPU takes a minute for all.
    for (size_t at = 0; at < size * size; at += 4099) {
      double sum = 0;
      for (size_t k = 0; k < size; ++k)
        sum += double(a[k * size + at / size]) * double(b[k * size + at % size]);
      if (!(std::fabs(double(found[at]) - sum) <= tolerance * sum))
        return false;
    }
    return true;
  });
  for (VkBuffer buffer : {left->Handle(), right->Handle(), product.Handle()})
    m_gpu.ForgetBuffer(buffer);
}

void Bench::Gemms(size_t size) {
  // Sums of positive terms: an error of half a unit in the last place for each of them at most.
  Gemm<double>(
      "dgemm", size, double(size) * 1.2e-16,
      [&](VkBuffer a, VkBuffer b, VkBuffer c) { m_gpu.SetInOutFor_Dgemm(a, b, c); },
      [&](VkCommandBuffer cmd) { m_gpu.DgemmCmd(cmd); });
  Gemm<float>(
      "sgemm", size, double(size) * 6e-8,
      [&](VkBuffer a, VkBuffer b, VkBuffer c) { m_gpu.SetInOutFor_Sgemm(a, b, c); },
      [&](VkCommandBuffer cmd) { m_gpu.SgemmCmd(cmd); });
}

void Bench::Stencil(int size) {
  if (!Wants("7-point stencil"))
    return;
  const auto data = bench::Random<float>(size_t(size) * size * size, [](auto &random) {
    return float(random()) / float(random.max());
  });
  Map(
      "7-point stencil", std::to_string(size) + "^3", data,
      [&](VkBuffer in, VkBuffer out) { m_gpu.SetInOutFor_Stencil(in, out); },
      [&](VkCommandBuffer cmd) { m_gpu.StencilCmd(cmd, size, size, size); },
      [&](const float *in, float *out) { m_cpu.Stencil(in, out, size, size, size); },
      [](float found, float expected) { return std::fabs(found - expected) <= 1e-6f; });
}

void Bench::Gradient(int size) {
  if (!Wants("3 x 3 gradient, RGBA of bytes"))
    return;
  const auto data = bench::Random<Pixel>(size_t(size) * size, [](auto &random) {
    const auto bits = uint32_t(random());
    return Pixel{uint8_t(bits), uint8_t(bits >> 8), uint8_t(bits >> 16), uint8_t(bits >> 22)};
  });
  Map(
      "3 x 3 gradient, RGBA of bytes", std::to_string(size) + " x " + std::to_string(size), data,
      [&](VkBuffer in, VkBuffer out) { m_gpu.SetInOutFor_Gradient(in, out); },
      [&](VkCommandBuffer cmd) { m_gpu.GradientCmd(cmd, size, size); },
      [&](const Pixel *in, Pixel *out) { m_cpu.Gradient(in, out, size, size); },
      // A root that is nearly a whole number may be rounded to either side of it.
      [](Pixel found, Pixel expected) {
        return std::abs(found.r - expected.r) <= 1 && found.r == found.g && found.r == found.b &&
               found.a == expected.a;
      });
}

void Bench::Life(int size) {
  if (!Wants("game of life"))
    return;
  const auto data = bench::Random<uint8_t>(size_t(size) * size,
                                           [](auto &random) { return uint8_t(random() >> 8 & 1); });
  Map(
      "game of life", std::to_string(size) + " x " + std::to_string(size), data,
      [&](VkBuffer in, VkBuffer out) { m_gpu.SetInOutFor_Life(in, out); },
      [&](VkCommandBuffer cmd) { m_gpu.LifeCmd(cmd, size, size); },
      [&](const uint8_t *in, uint8_t *out) { m_cpu.Life(in, out, size, size); },
      [](uint8_t found, uint8_t expected) { return found == expected; });
}

void Bench::Columns(int size) {
  if (!Wants("update by columns"))
    return;
  const auto data = bench::Random<float>(
      size_t(size) * size, [](auto &random) { return float(random()) / float(random.max()); });
  Map(
      "update by columns", std::to_string(size) + " x " + std::to_string(size), data,
      [&](VkBuffer in, VkBuffer out) { m_gpu.SetInOutFor_Columns(in, out); },
      [&](VkCommandBuffer cmd) { m_gpu.ColumnsCmd(cmd, size, size); },
      [&](const float *in, float *out) { m_cpu.Columns(in, out, size, size); },
      [](float found, float expected) { return std::fabs(found - expected) <= 1e-6f; });
}

void Bench::ColumnSums(int width, int height) {
  if (!Wants("column sums"))
    return;
  const size_t count = size_t(width) * size_t(height);
  const auto image = bench::Random<float>(
      count, [](auto &random) { return float(random()) / float(random.max()); });
  const auto in = Upload(image);
  const bench::Buffer sums(m_context, size_t(width) * sizeof(float));
  m_gpu.UpdateAll(m_copy);
  m_gpu.SetInOutFor_ColumnSums(in->Handle(), sums.Handle());
  Run(
      "column sums", std::to_string(width) + " x " + std::to_string(height),
      sizeof(float) * double(count + size_t(width)),
      [&](VkCommandBuffer cmd) { m_gpu.ColumnSumsCmd(cmd, width, height); },
      [&] {
        const auto found = Download<float>(sums, size_t(width));
        std::vector<double> expected(size_t(width), 0.0);
        for (size_t i = 0; i < count; ++i)
          expected[i % size_t(width)] += double(image[i]);
        // Sums of positive terms: an error of half a unit in the last place for each of them.
        for (size_t x = 0; x < size_t(width); ++x)
          if (!(std::fabs(double(found[x]) - expected[x]) <= height * 6e-8 * expected[x]))
            return false;
        return true;
      });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(sums.Handle());
}

template <class Bind, class Record, class Agrees>
void Bench::Sum(const char *work, const std::vector<float> &points, Bind bind, Record record,
                Agrees agrees) {
  if (!Wants(work))
    return;
  const auto in = Upload(points);
  m_gpu.UpdateAll(m_copy);
  bind(in->Handle());
  Run(work, std::to_string(points.size()), sizeof(float) * double(points.size()), record, agrees);
  m_gpu.ForgetBuffer(in->Handle());
}

/// Sums whose terms take long to compute.
void Bench::HeavySums(uint32_t count) {
  const auto positive = bench::Random<float>(
      count, [](auto &random) { return 2.0f * float(random()) / float(random.max()); });
  Sum(
      "sum of a series", positive, [&](VkBuffer in) { m_gpu.SetInOutFor_SumSeries(in); },
      [&](VkCommandBuffer cmd) { m_gpu.SumSeriesCmd(cmd, count); },
      [&] {
        double sum = 0;
        for (float point : positive)
          sum += std::exp(double(point));
        return std::fabs(double(m_gpu.sumOfSeries) - sum) <= 1e-4 * sum;
      });
  const auto around = bench::Random<float>(
      count, [](auto &random) { return 2.5f * float(random()) / float(random.max()) - 2.0f; });
  Sum(
      "sum of steps", around, [&](VkBuffer in) { m_gpu.SetInOutFor_SumSteps(in); },
      [&](VkCommandBuffer cmd) { m_gpu.SumStepsCmd(cmd, count); },
      // Whether a point is far off may depend on how products are rounded.
      [&] {
        m_cpu.SumSteps(around.data(), count);
        return std::fabs(double(m_gpu.sumOfSteps) - double(m_cpu.sumOfSteps)) <=
               1e-4 * double(m_cpu.sumOfSteps);
      });
}

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context = vkmorph::CreateContext(Plain_Generated::RequiredFeatures());
    Bench bench(context, options);
    const bool isLarge = options.largest >= 28;
    bench.Gemms(isLarge ? 2048 : 128);
    bench.Stencil(isLarge ? 400 : 50);
    bench.Gradient(isLarge ? 4096 : 512);
    bench.Life(isLarge ? 4096 : 512);
    bench.Columns(isLarge ? 8192 : 512);
    // As many columns as rows, few long columns, many short ones.
    bench.ColumnSums(isLarge ? 4096 : 512, isLarge ? 4096 : 512);
    bench.ColumnSums(100, isLarge ? 1000000 : 10000);
    bench.ColumnSums(isLarge ? 65536 : 4096, 256);
    // Fewer points than a large device has threads, and many more.
    for (uint32_t count : {uint32_t(100000), uint32_t(1) << 20, uint32_t(1) << 24})
      if (isLarge || count <= 100000)
        bench.HeavySums(isLarge ? count : count / 10);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
