// Adds up numbers on the CPU and, by the class that vkmorph made of linalg::Numbers, on the GPU.
#include <chrono>
#include <cstdio>
#include <exception>

#include "main_input.h"
#include "main_report.h"
#include "numbers.h"
#include "numbers_generated.h"

/// It is all the same to this function which of the two it works with.
static double Calculate(linalg::Numbers &numbers, const Input &input) {
  const auto start = std::chrono::steady_clock::now();
  numbers.CalcArraySumm(input.ints.data(), uint32_t(input.ints.size()));
  numbers.CalcArraySummf(input.floats.data(), uint32_t(input.floats.size()));
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    const Input input = GetInput(argc, argv);

    failure = 3;
    using linalg::Numbers_Generated;
    const vkmorph::Context context = vkmorph::CreateContext(Numbers_Generated::RequiredFeatures());
    Numbers_Generated gpu;
    gpu.InitVulkanObjects(context);

    failure = 1;
    linalg::Numbers cpu;
    const double cpuTime = Calculate(cpu, input);
    Calculate(gpu, input);

    std::printf("%zu numbers, %s\n", input.ints.size(), input.source.c_str());
    std::printf("device: %s\n\n", context.DeviceName().c_str());
    const bool agree = Report(input, cpu, gpu);

    const vkmorph::ExecutionTimes ints = gpu.GetExecutionTimes("CalcArraySumm");
    const vkmorph::ExecutionTimes floats = gpu.GetExecutionTimes("CalcArraySummf");
    std::printf("\nCPU time:  %8.3f ms\n", cpuTime);
    std::printf("GPU time:  %8.3f ms (ints %.3f, floats %.3f), %.3f ms with all copies\n",
                ints.kernels + floats.kernels, ints.kernels, floats.kernels,
                ints.host + floats.host);
    return agree ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
