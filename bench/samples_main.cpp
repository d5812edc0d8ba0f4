// Measures the generated classes of the samples, one variant per program, and checks every result.
// Prints one line of JSON per work and size.
//
//   samples_VARIANT [--runs N] [--only WORD] [--shaders FOLDER]   WORD: a part of the work's name
#include <algorithm>
#include <cmath>
#include <exception>

#include "denoiser_generated.h"
#include "environment_light_generated.h"
#include "glow_filter_generated.h"
#include "gravity_generated.h"
#include "mandelbrot_generated.h"
#include "measurements.h"

using bench::Buffer;

namespace {

class Bench : public bench::Workbench {
public:
  using Workbench::Workbench;

  void ProjectSky(int width, int height);
  void MoveStars(int count);
  void Glow(int width, int height);
  void Denoise(int width, int height);
  void Mandelbrot(int width, int height);

private:
  template <class Generated>
  void Run(Generated &gpu, const char *work, const std::string &size,
           const std::function<void(VkCommandBuffer)> &record, const std::function<bool()> &agrees);
};

} // namespace

static std::string Size(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

static std::vector<glm::vec3> RandomColours(size_t count) {
  return bench::Random<glm::vec3>(count, [](auto &random) {
    const float scale = 2.0f / float(random.max());
    const float red = float(random()) * scale, green = float(random()) * scale;
    return glm::vec3(red, green, float(random()) * scale);
  });
}

/// Whether pictures of 8-bit channels are alike: a signal-to-noise ratio of 40 dB or more.
static bool AreAlike(const std::vector<uint32_t> &a, const std::vector<uint32_t> &b) {
  double squares = 0;
  for (size_t i = 0; i < a.size(); ++i)
    for (int shift = 0; shift < 24; shift += 8) {
      const double difference = double(a[i] >> shift & 255) - double(b[i] >> shift & 255);
      squares += difference * difference;
    }
  return squares <= 255.0 * 255.0 * 1e-4 * 3.0 * double(a.size());
}

static bool AreClose(const glm::vec3 *a, const glm::vec3 *b, size_t count, float tolerance) {
  float most = 0;
  for (size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k)
      most = std::max(most, std::fabs(a[i][k]));
  for (size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k)
      if (!(std::fabs(a[i][k] - b[i][k]) <= tolerance * most))
        return false;
  return true;
}

/// Times a recorded control function and prints its line; `agrees` looks at the results, which are
/// members or lie in buffers by then.
template <class Generated>
void Bench::Run(Generated &gpu, const char *work, const std::string &size,
                const std::function<void(VkCommandBuffer)> &record,
                const std::function<bool()> &agrees) {
  const bench::Times times = m_timer.Measure(m_options.runs, record);
  gpu.ReadAll(m_copy);
  const bool ok = agrees();
  m_allAgree &= ok;
  std::printf("{\"work\":\"%s\",\"variant\":\"%s\",\"size\":\"%s\",\"ms\":%.5f,\"wait ms\":%.5f,"
              "\"agrees\":%s}\n",
              work, BENCH_VARIANT, size.c_str(), times.device, times.wait, ok ? "true" : "false");
  std::fflush(stdout);
}

void Bench::ProjectSky(int width, int height) {
  if (!Wants("spherical harmonics"))
    return;
  const auto map = RandomColours(size_t(width) * height);
  lighting::EnvironmentLight cpu;
  lighting::EnvironmentLight_Generated gpu;
  gpu.InitVulkanObjects(m_context);
  const auto buffer = Upload(map);
  gpu.UpdateAll(m_copy);
  gpu.SetInOutFor_Project(buffer->Handle());
  cpu.Project(map.data(), width, height);
  Run(
      gpu, "spherical harmonics", Size(width, height),
      [&](VkCommandBuffer cmd) { gpu.ProjectCmd(cmd, width, height); },
      [&] {
        return AreClose(cpu.Coefficients().data(), gpu.Coefficients().data(),
                        cpu.Coefficients().size(), 1e-3f);
      });
}

void Bench::MoveStars(int count) {
  if (!Wants("n-body, a step"))
    return;
  const auto stars = bench::Random<astro::Star>(count, [](auto &random) {
    const float scale = 1.0f / float(random.max());
    astro::Star star = {};
    for (int k = 0; k < 3; ++k)
      star.position[k] = float(random()) * scale;
    star.mass = float(random()) * scale;
    return star;
  });
  // Time does not pass, so that the last step does what the first one did.
  astro::Gravity_Generated gpu(0.05f, 0.0f);
  gpu.InitVulkanObjects(m_context);
  const auto buffer = Upload(stars);
  gpu.UpdateAll(m_copy);
  gpu.SetInOutFor_Advance(buffer->Handle());
  Run(
      gpu, "n-body, a step", std::to_string(count),
      [&](VkCommandBuffer cmd) { gpu.AdvanceCmd(cmd, count, 1); },
      [&] {
        const auto found = Download<astro::Star>(*buffer, size_t(count));
        for (int i = 0; i < count; ++i)
          if (found[i].position != stars[i].position || found[i].velocity != stars[i].velocity)
            return false;
        return true;
      });
}

void Bench::Glow(int width, int height) {
  if (!Wants("bloom"))
    return;
  const auto light = RandomColours(size_t(width) * height);
  photo::GlowFilter cpu(width, height, 1.0f, 0.8f);
  photo::GlowFilter_Generated gpu(width, height, 1.0f, 0.8f);
  gpu.InitVulkanObjects(m_context);
  std::vector<uint32_t> picture(light.size());
  cpu.Develop(light.data(), picture.data());
  const auto in = Upload(light);
  const Buffer out(m_context, picture.size() * sizeof(uint32_t));
  gpu.UpdateAll(m_copy);
  gpu.SetInOutFor_Develop(in->Handle(), out.Handle());
  Run(
      gpu, "bloom", Size(width, height), [&](VkCommandBuffer cmd) { gpu.DevelopCmd(cmd); },
      [&] { return AreAlike(picture, Download<uint32_t>(out, picture.size())); });
}

void Bench::Denoise(int width, int height) {
  if (!Wants("non-local means"))
    return;
  const auto noisy = RandomColours(size_t(width) * height);
  const auto features = bench::Random<render::Feature>(noisy.size(), [](auto &random) {
    const float scale = 1.0f / float(random.max());
    render::Feature feature = {glm::vec3(0.5f), glm::vec3(0.0f, 1.0f, 0.0f), 1.0f};
    feature.depth = 1.0f + 0.1f * float(random()) * scale;
    return feature;
  });
  render::Denoiser cpu(6, 1, 0.2f);
  render::Denoiser_Generated gpu(6, 1, 0.2f);
  gpu.InitVulkanObjects(m_context);
  std::vector<glm::vec3> clean(noisy.size());
  cpu.Denoise(noisy.data(), features.data(), clean.data(), width, height);
  const auto in = Upload(noisy), guide = Upload(features);
  const Buffer out(m_context, clean.size() * sizeof(glm::vec3));
  gpu.UpdateAll(m_copy);
  gpu.SetInOutFor_Denoise(in->Handle(), guide->Handle(), out.Handle());
  Run(
      gpu, "non-local means", Size(width, height),
      [&](VkCommandBuffer cmd) { gpu.DenoiseCmd(cmd, width, height); },
      [&] {
        const auto found = Download<glm::vec3>(out, clean.size());
        return AreClose(clean.data(), found.data(), clean.size(), 1e-2f);
      });
}

void Bench::Mandelbrot(int width, int height) {
  if (!Wants("mandelbrot"))
    return;
  fractal::Mandelbrot cpu(-0.7f, 0.0f, 2.5f, 500);
  fractal::Mandelbrot_Generated gpu(-0.7f, 0.0f, 2.5f, 500);
  gpu.InitVulkanObjects(m_context);
  std::vector<uint32_t> picture(size_t(width) * height);
  cpu.Draw(picture.data(), width, height);
  const Buffer out(m_context, picture.size() * sizeof(uint32_t));
  gpu.UpdateAll(m_copy);
  gpu.SetInOutFor_Draw(out.Handle());
  Run(
      gpu, "mandelbrot, 500 steps", Size(width, height),
      [&](VkCommandBuffer cmd) { gpu.DrawCmd(cmd, width, height); },
      [&] { return AreAlike(picture, Download<uint32_t>(out, picture.size())); });
}

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    vkmorph::Requirements needs;
    for (const vkmorph::Requirements &one :
         {lighting::EnvironmentLight_Generated::RequiredFeatures(),
          astro::Gravity_Generated::RequiredFeatures(),
          photo::GlowFilter_Generated::RequiredFeatures(),
          render::Denoiser_Generated::RequiredFeatures(),
          fractal::Mandelbrot_Generated::RequiredFeatures()})
      needs = vkmorph::Merge(needs, one);
    const vkmorph::Context context = vkmorph::CreateContext(needs);
    Bench bench(context, options);
    const bool isLarge = options.largest >= 28;
    bench.ProjectSky(1024, 512);
    bench.MoveStars(isLarge ? 16384 : 1024);
    bench.Glow(640, 320);
    if (isLarge)
      bench.Glow(1920, 1080);
    bench.Denoise(isLarge ? 480 : 120, isLarge ? 270 : 68);
    bench.Mandelbrot(isLarge ? 1024 : 256, isLarge ? 1024 : 256);
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
