// Lets two galaxies meet on the CPU and, by the class that vkmorph made of astro::Gravity, on the
// GPU.
#include <cmath>
#include <cstdio>
#include <exception>

#include "gravity.h"
#include "gravity_generated.h"
#include "main_galaxies.h"
#include "main_program.h"

static const char *const Help =
    R"(Lets two galaxies meet, on the CPU and on the GPU.

usage: %s [--stars N] [--steps N] [--seed N] [--size WxH]

  --stars N    of both galaxies (768)
  --steps N    of a hundredth of a time unit; a star goes round its galaxy in 600 (250)
  --seed N     of the stars' places (1)
  --size WxH   of the pictures (800x600)
  --help       this text

Writes nbody_before.png and nbody_after.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage, 3 there is no usable device.
)";

/// Steps between two messages.
static const int Stride = 20;

/// Runs all steps. `after` is called behind each stride.
template <class After>
static double Run(const char *what, astro::Gravity &gravity, std::vector<astro::Star> &stars,
                  int steps, After after) {
  return InStrides(
      what, steps, Stride,
      [&](int, int count) { gravity.Advance(stars.data(), int(stars.size()), count); }, after);
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    const int count = arguments.Number("--stars", 768, 2, 1 << 20);
    const int steps = arguments.Number("--steps", 250, 1, 1000000);
    const int seed = arguments.Number("--seed", 1, 0, 1000000000);
    int width = 800, height = 600;
    arguments.Size("--size", width, height);
    arguments.End();
    const std::vector<astro::Star> start = MakeGalaxies(count, unsigned(seed));
    const float softening = 0.15f, timeStep = 0.01f;

    failure = 3;
    using astro::Gravity_Generated;
    const vkmorph::Context context = vkmorph::CreateContext(Gravity_Generated::RequiredFeatures());
    Gravity_Generated gpu(softening, timeStep);
    gpu.InitVulkanObjects(context);

    failure = 1;
    astro::Gravity cpu(softening, timeStep);
    cpu.Measure(start.data(), count);
    const double energy = double(cpu.Energy());
    std::vector<astro::Star> byCpu = start, byGpu = start;
    const double cpuTime = Run("CPU", cpu, byCpu, steps, [] {});
    // The first call allocates buffers, and some drivers compile in it.
    gpu.Advance(byGpu.data(), count, 1);
    byGpu = start;
    vkmorph::ExecutionTimes advance;
    Run("GPU", gpu, byGpu, steps, [&] {
      const vkmorph::ExecutionTimes stride = gpu.GetExecutionTimes("Advance");
      advance.upload += stride.upload;
      advance.kernels += stride.kernels;
      advance.download += stride.download;
      advance.host += stride.host;
    });
    const double cpuMeasure = Milliseconds([&] { cpu.Measure(byCpu.data(), count); });
    for (int call = 0; call < 2; call++)
      gpu.Measure(byGpu.data(), count);
    const Picture before = Photograph(start, width, height);
    const Picture after = Photograph(byGpu, width, height);
    WritePng("nbody_before.png", before);
    WritePng("nbody_after.png", after);

    std::printf("%d stars, %d steps, device: %s\n\n", count, steps, context.DeviceName().c_str());
    std::printf("%-24s %14s %14s\n", "", "CPU", "GPU");
    // Paths part where stars come close: what all of them have together does not.
    bool agree =
        Near("energy", double(cpu.Energy()), double(gpu.Energy()), 1e-3 * std::fabs(energy));
    agree &= Near("momentum x", double(cpu.Momentum().x), double(gpu.Momentum().x), 1e-3);
    agree &= Near("momentum y", double(cpu.Momentum().y), double(gpu.Momentum().y), 1e-3);
    agree &= Alike("nbody_after.png", Photograph(byCpu, width, height), after);
    std::printf("%-24s %14.8g\n", "energy before", energy);
    const int status = Verdict(agree);
    PrintTimesHead();
    PrintTimes("Advance, all", cpuTime, advance);
    PrintTimes("Measure", cpuMeasure, gpu.GetExecutionTimes("Measure"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
