// Lets smoke rise on the CPU and, by the class that vkmorph made of fluid::SmokeBox, on the GPU.
#include <cstdio>
#include <exception>

#include "main_program.h"
#include "smoke_box.h"
#include "smoke_box_generated.h"

static const char *const Help =
    R"(Lets smoke rise in a box, on the CPU and on the GPU.

usage: %s [--size WxH] [--steps N] [--sweeps N]

  --size WxH  of the box, in cells (192x256)
  --steps N   of time (120)
  --sweeps N  over the pressure in each step (12)
  --help      this text

Writes fluid_2d.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage, 3 there is no usable device.
)";

/// Steps between two messages.
static const int Stride = 10;

static const float TimeStep = 1.0f;

/// Runs all steps. `after` is called behind each stride.
template <class After>
static double Run(const char *what, fluid::SmokeBox &box, int steps, int sweeps, After after) {
  return InStrides(
      what, steps, Stride,
      [&](int done, int count) { box.Advance(float(done) * TimeStep, count, sweeps); }, after);
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    Picture byCpu;
    byCpu.width = 192, byCpu.height = 256;
    arguments.Size("--size", byCpu.width, byCpu.height);
    const int steps = arguments.Number("--steps", 120, 1, 1000000);
    const int sweeps = arguments.Number("--sweeps", 12, 1, 10000);
    arguments.End();
    byCpu.pixels.resize(size_t(byCpu.width) * size_t(byCpu.height));
    Picture byGpu = byCpu;

    failure = 3;
    using fluid::SmokeBox_Generated;
    const vkmorph::Context context = vkmorph::CreateContext(SmokeBox_Generated::RequiredFeatures());
    SmokeBox_Generated gpu(byCpu.width, byCpu.height, TimeStep);
    gpu.InitVulkanObjects(context);

    failure = 1;
    fluid::SmokeBox cpu(byCpu.width, byCpu.height, TimeStep);
    const double cpuTime = Run("CPU", cpu, steps, sweeps, [] {});
    const double cpuDraw = Milliseconds([&] { cpu.Draw(byCpu.pixels.data()); });
    vkmorph::ExecutionTimes advance;
    Run("GPU", gpu, steps, sweeps, [&] {
      const vkmorph::ExecutionTimes stride = gpu.GetExecutionTimes("Advance");
      advance.upload += stride.upload;
      advance.kernels += stride.kernels;
      advance.download += stride.download;
      advance.host += stride.host;
    });
    gpu.Draw(byGpu.pixels.data());
    WritePng("fluid_2d.png", byGpu);

    std::printf("%d x %d cells, %d steps, device: %s\n\n", byCpu.width, byCpu.height, steps,
                context.DeviceName().c_str());
    std::printf("%-24s %14s %14s\n", "", "CPU", "GPU");
    // Air that whirls makes more of every rounding.
    bool agree = Near("residual", double(cpu.Residual()), double(gpu.Residual()),
                      0.1 * double(cpu.Residual()));
    agree &= Alike("fluid_2d.png", byCpu, byGpu);
    const int status = Verdict(agree);
    PrintTimesHead();
    PrintTimes("Advance, all", cpuTime, advance);
    PrintTimes("Draw", cpuDraw, gpu.GetExecutionTimes("Draw"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
