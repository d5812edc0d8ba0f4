// Measures the generated class of bench::Kernels, one variant per program, and checks every result.
// Prints one line of JSON per work and size.
//
//   kernels_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]   WORD: a part of
//   the work's name
#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include "kernels.h"
#include "kernels_generated.h"
#include "measurements.h"

using bench::Body;
using bench::Kernels_Generated;

namespace {

class Bench : public bench::Measurements<Kernels_Generated> {
public:
  using Measurements::Measurements;

  void Select(uint32_t count);
  void Attract(uint32_t count);
  void Mandelbrot(int width, int height);
  void Convolve(int width, int height);

private:
  bench::Kernels m_cpu;
};

} // namespace

void Bench::Select(uint32_t count) {
  if (!Wants("select positive ints"))
    return;
  const auto data =
      bench::Random<int>(count, [](auto &random) { return int(random() % 2000000) - 1000000; });
  const auto buffer = Upload(data);
  m_cpu.Select(data.data(), count);
  m_gpu.selected.reserve(m_cpu.selected.size());
  // The vector's buffer is made by the upload.
  m_gpu.UpdateAll(m_copy);
  m_gpu.SetInOutFor_Select(buffer->Handle());
  Run(
      "select positive ints", std::to_string(count), 4.0 * count + 4.0 * m_cpu.selected.size(),
      [&](VkCommandBuffer cmd) { m_gpu.SelectCmd(cmd, count); },
      [&] {
        std::vector<int> expected = m_cpu.selected;
        std::vector<int> found = m_gpu.selected;
        if (std::string(BENCH_VARIANT) != "stable") {
          std::sort(expected.begin(), expected.end());
          std::sort(found.begin(), found.end());
        }
        return found == expected;
      });
  m_gpu.ForgetBuffer(buffer->Handle());
}

void Bench::Attract(uint32_t count) {
  if (!Wants("n-body"))
    return;
  const auto data = bench::Random<Body>(count, [](auto &random) {
    const float scale = 1.0f / float(random.max());
    return Body{float(random()) * scale, float(random()) * scale, float(random()) * scale,
                float(random()) * scale};
  });
  const auto bodies = Upload(data);
  const bench::Buffer accelerations(m_context, count * sizeof(Body));
  m_gpu.SetInOutFor_Attract(bodies->Handle(), accelerations.Handle());
  Run(
      "n-body, all pairs", std::to_string(count), 32.0 * count,
      [&](VkCommandBuffer cmd) { m_gpu.AttractCmd(cmd, count); },
      [&] {
        const auto found = Download<Body>(accelerations, count);
        // A few of them: the CPU takes seconds for all.
        for (uint32_t i = 0; i < count; i += count / 16) {
          double ax = 0, size = 0;
          for (const Body &other : data) {
            const double dx = other.x - data[i].x, dy = other.y - data[i].y,
                         dz = other.z - data[i].z;
            const double squared = dx * dx + dy * dy + dz * dz + 1e-3;
            const double pull = other.mass / (squared * std::sqrt(squared));
            ax += pull * dx;
            size += std::fabs(pull * dx);
          }
          if (std::fabs(found[i].x - ax) > 1e-4 * size)
            return false;
        }
        return true;
      });
  m_gpu.ForgetBuffer(bodies->Handle());
  m_gpu.ForgetBuffer(accelerations.Handle());
}

void Bench::Mandelbrot(int width, int height) {
  if (!Wants("mandelbrot"))
    return;
  const size_t count = size_t(width) * height;
  const bench::Buffer steps(m_context, count * sizeof(uint32_t));
  m_gpu.SetInOutFor_Mandelbrot(steps.Handle());
  Run(
      "mandelbrot, 256 steps", std::to_string(width) + " x " + std::to_string(height),
      4.0 * double(count), [&](VkCommandBuffer cmd) { m_gpu.MandelbrotCmd(cmd, width, height); },
      [&] {
        const auto found = Download<uint32_t>(steps, count);
        std::vector<uint32_t> expected(count);
        m_cpu.Mandelbrot(expected.data(), width, height);
        // Devices may contract products and sums: points at the border of the set then take other
        // numbers of steps.
        size_t different = 0;
        for (size_t i = 0; i < count; ++i)
          different += found[i] != expected[i];
        return different <= count / 50;
      });
  m_gpu.ForgetBuffer(steps.Handle());
}

void Bench::Convolve(int width, int height) {
  if (!Wants("3 x 3 convolution"))
    return;
  const size_t count = size_t(width) * height;
  const auto data = bench::Random<float>(
      count, [](auto &random) { return float(random()) / float(random.max()); });
  const auto in = Upload(data);
  const bench::Buffer out(m_context, count * sizeof(float));
  m_gpu.UpdateAll(m_copy); // the weights
  m_gpu.SetInOutFor_Convolve(in->Handle(), out.Handle());
  Run(
      "3 x 3 convolution", std::to_string(width) + " x " + std::to_string(height),
      8.0 * double(count), [&](VkCommandBuffer cmd) { m_gpu.ConvolveCmd(cmd, width, height); },
      [&] {
        const auto found = Download<float>(out, count);
        std::vector<float> expected(count);
        m_cpu.Convolve(data.data(), expected.data(), width, height);
        for (size_t i = 0; i < count; ++i)
          if (std::fabs(found[i] - expected[i]) > 1e-5f)
            return false;
        return true;
      });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(out.Handle());
}

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context = vkmorph::CreateContext(Kernels_Generated::RequiredFeatures());
    Bench bench(context, options);
    for (int bits = 20; bits <= options.largest; bits += 4)
      bench.Select(1u << bits);
    const bool isLarge = options.largest >= 28;
    bench.Attract(isLarge ? 65536 : 4096);
    bench.Mandelbrot(isLarge ? 2048 : 512, isLarge ? 2048 : 512);
    bench.Convolve(isLarge ? 4096 : 512, isLarge ? 4096 : 512);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
