// Draws shapes by rays that march, on the CPU and, by the class that vkmorph made of
// march::ShapeScene, on the GPU.
#include <cstdio>
#include <exception>

#include "main_program.h"
#include "shape_scene.h"
#include "shape_scene_generated.h"

static const char *const Help =
    R"(Draws shapes by rays that march through their distances, on the CPU and on the GPU.

usage: %s [--size WxH] [--steps N]

  --size WxH  of the picture (480x320)
  --steps N   that a ray takes at most (200)
  --help      this text

Writes shape_march.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage, 3 there is no usable device.
)";

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    Picture byCpu, byGpu;
    byCpu.width = 480, byCpu.height = 320;
    arguments.Size("--size", byCpu.width, byCpu.height);
    const int steps = arguments.Number("--steps", 200, 1, 10000);
    arguments.End();
    const uint32_t width = uint32_t(byCpu.width), height = uint32_t(byCpu.height);
    byCpu.pixels.resize(size_t(width) * height);
    byGpu = byCpu;

    failure = 3;
    using march::ShapeScene_Generated;
    const vkmorph::Context context =
        vkmorph::CreateContext(ShapeScene_Generated::RequiredFeatures());
    ShapeScene_Generated gpu(width, height, steps);
    gpu.InitVulkanObjects(context);

    failure = 1;
    march::ShapeScene cpu(width, height, steps);
    const double cpuTime =
        Milliseconds([&] { cpu.RenderBlock(width, height, byCpu.pixels.data()); });
    // The first call allocates buffers, and some drivers compile in it.
    for (int call = 0; call < 2; call++)
      gpu.RenderBlock(width, height, byGpu.pixels.data());
    WritePng("shape_march.png", byGpu);

    std::printf("%d x %d pixels, device: %s\n\n", byCpu.width, byCpu.height,
                context.DeviceName().c_str());
    const int status = Verdict(Alike("shape_march.png", byCpu, byGpu));
    PrintTimesHead();
    PrintTimes("RenderBlock", cpuTime, gpu.GetExecutionTimes("RenderBlock"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
