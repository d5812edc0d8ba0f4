// Makes the lights of a picture glow on the CPU and, by the class that vkmorph made of
// photo::GlowFilter, on the GPU.
#include <cstdio>
#include <exception>
#include <vector>

#include "glow_filter.h"
#include "glow_filter_generated.h"
#include "main_city.h"
#include "main_program.h"

static const char *const Help =
    R"(Makes the lights of a picture glow, on the CPU and on the GPU.

usage: %s [PICTURE.hdr] [--size WxH] [--threshold X] [--strength X]

  PICTURE.hdr    amounts of light; without one, a city at night is made up
  --size WxH     of the city (1280x720)
  --threshold X  brighter light glows (1)
  --strength X   of the glow (0.8)
  --help         this text

Writes bloom_before.png, the same without glow, and bloom_after.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage or input, 3 there is no usable device.
)";

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    int width = 1280, height = 720;
    arguments.Size("--size", width, height);
    const float threshold = float(arguments.Number("--threshold", 1.0, 0.0, 1e6));
    const float strength = float(arguments.Number("--strength", 0.8, 0.0, 1e6));
    const std::string file = arguments.File();
    arguments.End();
    const HdrPicture scene = file.empty() ? MakeCity(width, height) : ReadHdr(file);
    width = scene.width;
    height = scene.height;
    std::vector<glm::vec3> light;
    for (size_t i = 0; i < scene.pixels.size(); i += 3)
      light.emplace_back(scene.pixels[i], scene.pixels[i + 1], scene.pixels[i + 2]);
    Picture byCpu;
    byCpu.width = width;
    byCpu.height = height;
    byCpu.pixels.resize(light.size());
    Picture byGpu = byCpu, before = byCpu;

    failure = 3;
    using photo::GlowFilter_Generated;
    const vkmorph::Context context =
        vkmorph::CreateContext(GlowFilter_Generated::RequiredFeatures());
    GlowFilter_Generated gpu(width, height, threshold, strength);
    gpu.InitVulkanObjects(context);

    failure = 1;
    photo::GlowFilter(width, height, threshold, 0.0f).Develop(light.data(), before.pixels.data());
    photo::GlowFilter cpu(width, height, threshold, strength);
    const double cpuTime = Milliseconds([&] { cpu.Develop(light.data(), byCpu.pixels.data()); });
    // The first call allocates buffers, and some drivers compile in it.
    for (int call = 0; call < 2; call++)
      gpu.Develop(light.data(), byGpu.pixels.data());
    WritePng("bloom_before.png", before);
    WritePng("bloom_after.png", byGpu);

    std::printf("%d x %d pixels, device: %s\n\n", width, height, context.DeviceName().c_str());
    const int status = Verdict(Alike("bloom_after.png", byCpu, byGpu));
    PrintTimesHead();
    PrintTimes("Develop", cpuTime, gpu.GetExecutionTimes("Develop"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
