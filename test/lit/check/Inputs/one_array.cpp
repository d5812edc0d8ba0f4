// One array for two parameters: the CPU's results where that is safe, else an error; parts that overlap are one always.
#include "allow-identical_generated.h"

#include <cstdio>
#include <functional>
#include <vector>

#include <vkmorph/runtime.h>

static int failures = 0;

static void Expect(bool holds, const char *what) {
  if (holds)
    return;
  std::printf("not so: %s\n", what);
  failures++;
}

static bool Throws(const std::function<void()> &call) {
  try {
    call();
  } catch (const vkmorph::Error &error) {
    std::printf("%s\n", error.what());
    return true;
  }
  return false;
}

int main() {
  const vkmorph::Context context = vkmorph::CreateContext(C_Generated::RequiredFeatures());
  C cpu;
  C_Generated gpu;
  gpu.InitVulkanObjects(context);
  std::vector<float> a(1000), b;
  for (size_t i = 0; i < a.size(); i++)
    a[i] = float(i % 17) - 3.0f;
  b = a;
  const int n = int(a.size());

  cpu.Scale(a.data(), a.data(), n, 0.5f);
  gpu.Scale(b.data(), b.data(), n, 0.5f);
  Expect(a == b, "y[i] = x[i] * f + y[i] in place");
  std::vector<float> c(a.size(), 1.0f), d(a.size(), 1.0f);
  cpu.Scale(a.data(), c.data(), n, 0.5f);
  gpu.Scale(b.data(), d.data(), n, 0.5f);
  Expect(c == d, "the same with two arrays afterwards");

  Expect(Throws([&] { gpu.Scale(a.data(), a.data() + 1, n - 1, 0.5f); }), "an overlap throws");
  Expect(Throws([&] { gpu.Shift(a.data(), a.data(), n - 1); }), "y[i] = x[i + 1] throws");
  Expect(Throws([&] { gpu.Late(a.data(), a.data(), n); }), "a read behind the write throws");
  Expect(Throws([&] { gpu.Both(a.data(), a.data(), n); }), "two arrays that are written throw");
  Expect(Throws([&] { gpu.Twice(a.data(), a.data(), n, 0.5f); }), "two kernels throw");
  Expect(a == b, "what throws changes nothing");
  return failures;
}
