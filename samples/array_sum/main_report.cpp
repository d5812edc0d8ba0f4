// Compares the results of two objects, and how far floats may be apart.
#include "main_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

// Half of the distance from 1 to the next float: the most by which one operation is off.
static const double Rounding = 1.0 / 16777216.0;

static bool Equal(const char *name, double cpu, double gpu) {
  std::printf("%-24s %16.10g %16.10g   %s\n", name, cpu, gpu, cpu == gpu ? "equal" : "DIFFERENT");
  return cpu == gpu;
}

static bool Near(const char *name, double cpu, double gpu, double bound) {
  const double difference = std::fabs(cpu - gpu);
  const bool near = difference <= bound; // false for NaN
  std::printf("%-24s %16.10g %16.10g   %s by %.3g, %.3g is allowed\n", name, cpu, gpu,
              near ? "apart" : "TOO FAR APART", difference, bound);
  return near;
}

bool Report(const Input &input, const linalg::Numbers &cpu, const linalg::Numbers &gpu) {
  // Vulkan's division is within 2.5 units in the last place.
  const double averageBound = 3.0 * 2.0 * Rounding * cpu.Average();

  // Both add in an order of their own and round every time. How far the CPU is off tells a sum in
  // double; n roundings, up as often as down, come to about sqrt(n) of one: four times that.
  double exact = 0.0;
  for (float number : input.floats)
    exact += std::max(number, 0.0f);
  const double cpuError = std::fabs(cpu.Summf() - exact);
  const double sumBound =
      cpuError + 4.0 * std::sqrt(double(input.floats.size())) * Rounding * exact;

  std::printf("%-24s %16s %16s\n", "", "CPU", "GPU");
  bool agree = Equal("sum of positive ints", cpu.Summ(), gpu.Summ());
  agree &= Equal("how many", cpu.Positives(), gpu.Positives());
  agree &= Near("their average", cpu.Average(), gpu.Average(), averageBound);
  agree &= Near("sum of positive floats", cpu.Summf(), gpu.Summf(), sumBound);
  agree &= Equal("the largest float", cpu.Largestf(), gpu.Largestf());
  std::printf("%s\n", agree ? "CPU and GPU agree." : "CPU and GPU DO NOT AGREE.");
  return agree;
}
