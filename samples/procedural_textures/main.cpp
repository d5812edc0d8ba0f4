// Paints a wall of textures on the CPU and, by the class that vkmorph made of paint::TextureWall,
// on the GPU.
#include <cstdio>
#include <exception>

#include "main_program.h"
#include "texture_wall.h"
#include "texture_wall_generated.h"

static const char *const Help =
    R"(Paints panels of textures that are computed, on the CPU and on the GPU.

usage: %s [--size WxH] [--blend X]

  --size WxH  of the picture (800x240)
  --blend X   part of a panel in which it becomes the next one (0.3)
  --help      this text

Writes procedural_textures.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage, 3 there is no usable device.
)";

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    Picture byCpu, byGpu;
    byCpu.width = 800, byCpu.height = 240;
    arguments.Size("--size", byCpu.width, byCpu.height);
    const float blend = float(arguments.Number("--blend", 0.3, 0.01, 1.0));
    arguments.End();
    byCpu.pixels.resize(size_t(byCpu.width) * size_t(byCpu.height));
    byGpu = byCpu;

    failure = 3;
    using paint::TextureWall_Generated;
    const vkmorph::Context context =
        vkmorph::CreateContext(TextureWall_Generated::RequiredFeatures());
    TextureWall_Generated gpu(blend);
    gpu.InitVulkanObjects(context);

    failure = 1;
    paint::TextureWall cpu(blend);
    const double cpuTime =
        Milliseconds([&] { cpu.Paint(byCpu.pixels.data(), byCpu.width, byCpu.height); });
    // The first call allocates buffers, and some drivers compile in it.
    for (int call = 0; call < 2; call++)
      gpu.Paint(byGpu.pixels.data(), byGpu.width, byGpu.height);
    WritePng("procedural_textures.png", byGpu);

    std::printf("%d x %d pixels, device: %s\n\n", byCpu.width, byCpu.height,
                context.DeviceName().c_str());
    const int status = Verdict(Alike("procedural_textures.png", byCpu, byGpu));
    PrintTimesHead();
    PrintTimes("Paint", cpuTime, gpu.GetExecutionTimes("Paint"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
