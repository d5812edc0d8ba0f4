// Draws the Mandelbrot set on the CPU and, by the class that vkmorph made of fractal::Mandelbrot,
// on the GPU.
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "main_program.h"
#include "mandelbrot.h"
#include "mandelbrot_generated.h"

static const char *const Help =
    R"(Draws the Mandelbrot set, on the CPU and on the GPU.

usage: %s [--size WxH] [--rounds N] [--at RE,IM] [--zoom Z]

  --size WxH   of the picture (960x640)
  --rounds N   after which a point counts as inside (500)
  --at RE,IM   the middle of the picture (-0.7,0)
  --zoom Z     enlarges it (1); from about 10000 on the digits of a float are too few
  --help       this text

Writes mandelbrot.png into the current folder.
Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage, 3 there is no usable device.
)";

int main(int argc, char **argv) {
  int failure = 2;
  try {
    Arguments arguments(argc, argv, Help);
    Picture byCpu, byGpu;
    byCpu.width = 960, byCpu.height = 640;
    arguments.Size("--size", byCpu.width, byCpu.height);
    const int rounds = arguments.Number("--rounds", 500, 1, 1000000);
    const std::string at = arguments.Word("--at", "-0.7,0");
    const double zoom = arguments.Number("--zoom", 1.0, 0.01, 1e6);
    arguments.End();
    const float high = float(2.5 / zoom);
    float re = 0.0f, im = 0.0f;
    char rest = 0;
    if (std::sscanf(at.c_str(), "%f,%f%c", &re, &im, &rest) != 2)
      throw std::runtime_error("--at: '" + at + "' is no place like -0.7,0");
    byCpu.pixels.resize(size_t(byCpu.width) * size_t(byCpu.height));
    byGpu = byCpu;

    failure = 3;
    using fractal::Mandelbrot_Generated;
    const vkmorph::Context context =
        vkmorph::CreateContext(Mandelbrot_Generated::RequiredFeatures());
    Mandelbrot_Generated gpu(re, im, high, rounds);
    gpu.InitVulkanObjects(context);

    failure = 1;
    fractal::Mandelbrot cpu(re, im, high, rounds);
    const double cpuTime =
        Milliseconds([&] { cpu.Draw(byCpu.pixels.data(), byCpu.width, byCpu.height); });
    // The first call allocates buffers, and some drivers compile in it.
    for (int call = 0; call < 2; call++)
      gpu.Draw(byGpu.pixels.data(), byGpu.width, byGpu.height);
    WritePng("mandelbrot.png", byGpu);

    std::printf("%d x %d pixels, device: %s\n\n", byCpu.width, byCpu.height,
                context.DeviceName().c_str());
    std::printf("%-24s %14s %14s\n", "", "CPU", "GPU");
    bool agree = Near("pixels of the set", cpu.Inside(), gpu.Inside(), 0.0);
    agree &= Near("the last escape", cpu.LastEscape(), gpu.LastEscape(), 0.0);
    agree &= Alike("mandelbrot.png", byCpu, byGpu);
    const int status = Verdict(agree);
    PrintTimesHead();
    PrintTimes("Draw", cpuTime, gpu.GetExecutionTimes("Draw"));
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
