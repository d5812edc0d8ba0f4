// Loops that store one number all over arrays are commands that fill buffers, where they can be.
// RUN: vkmorph %s --class Filled --emit=planned --without-locations -- -std=c++17 | FileCheck %s --check-prefix=PLAN
// RUN: vkmorph %s --class Filled --emit=lowered --without-locations -- -std=c++17 | FileCheck %s --check-prefix=LOWER
// RUN: vkmorph %s --class Filled --remarks=decisions --emit=planned -- -std=c++17 2>&1 >%t.planned | FileCheck %s --check-prefix=REMARK
// RUN: vkmorph %s --class Filled --explain=dispatch --force -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/fills_generated.cpp
// RUN: vkmorph %s --class Filled --fills=never --emit=lowered -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: vkm.cmd.fill
// PLAN-LABEL: vkm.kernel @kernel2D_Begin
// PLAN: vkm.grid {{.*}}by_fill
// PLAN-LABEL: vkm.kernel @kernel1D_Given
// PLAN-NOT: by_fill
// PLAN-LABEL: vkm.kernel @kernel1D_Beside
// PLAN-NOT: by_fill
// PLAN-LABEL: vkm.kernel @kernel1D_Apart
// PLAN-NOT: by_fill
// PLAN: vkm.control
//
// LOWER-LABEL: vkm.commands @kernel2D_Begin_commands
// LOWER-SAME: bindings = []
// LOWER-SAME: m_colours = #vkm.access<write>, m_depth = #vkm.access<write>
// LOWER: %[[ALL:.*]] = vkm.iteration_count "yx"
// LOWER-NEXT: vkm.cmd.fill @m_depth[0] count %[[ALL]] = %{{.*}} : f32
// LOWER: vkm.cmd.fill @m_colours[0] count %[[ALL]] = %{{.*}} : ui32
// LOWER-NOT: vkm.cmd.pipeline
// LOWER-LABEL: vkm.commands @kernel1D_Count_commands
// LOWER: vkm.cmd.fill @m_votes[2] count
// LOWER: vkm.cmd.barrier after updates from [] to []
// LOWER: vkm.cmd.dispatch
// LOWER: vkm.cmd.barrier before updates from [] to []
// LOWER: vkm.cmd.fill @m_votes[0] count
//
// HOST: decisions: Begin: fills by commands
// HOST-LABEL: void Filled_Generated::BeginCmd(
// HOST: m_vulkan.FillVector<float>(cmd, "m_depth", 0, yxCount, far);
// HOST-NEXT: m_vulkan.FillVector<uint32_t>(cmd, "m_colours", 0, yxCount, 0u);
// HOST: BeginStages() const { return vkmorph::kUpdate; }
// HOST-LABEL: void Filled_Generated::CountCmd(
// HOST: m_vulkan.FillClassData<int>(cmd, {{[0-9]+}}, 24, 0); // m_votes
// HOST: vkmorph::Barrier(cmd, vkmorph::kTransferWrite, vkmorph::kComputeReadWrite);
// HOST: vkmorph::Barrier(cmd, vkmorph::kComputeWrite, vkmorph::kTransferWrite);
// HOST-NEXT: m_vulkan.FillClassData<int>(cmd, {{[0-9]+}}, 32, 1); // m_votes
// HOST: CountStages() const { return vkmorph::kUpdatingKernel; }
//
// REMARK: remark: kernel 'kernel2D_Begin': a command fills 'm_depth' and 'm_colours': a transfer stores one number, without a shader [vkm2249
//
// EXPLAIN: kernel Begin:
// EXPLAIN-NEXT: fill of m_depth: a transfer stores one number, without a shader
// EXPLAIN-NEXT: fill of m_colours: a transfer stores one number, without a shader

#include <vector>

struct Colour {
  float red, green, blue, alpha;
};

class Filled {
public:
  virtual ~Filled() = default;

  virtual void Run(float *out, int w, int h, int n, float far) {
    kernel2D_Begin(w, h, far);
    kernel1D_Count(out, n);
    kernel1D_Given(out, n);
    kernel1D_Beside(n);
    kernel1D_Apart(n);
  }

protected:
  // Neighbours in two dimensions, a number of the host's, and a struct that is 0 all over.
  virtual void kernel2D_Begin(int w, int h, float far) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        m_depth[y * w + x] = far;
        m_colours[y * w + x] = Colour{0.0f, 0.0f, 0.0f, 0.0f};
      }
  }

  // In front of a dispatch of the kernel, and behind it, where the transfer waits.
  virtual void kernel1D_Count(float *out, int n) {
    for (int i = 2; i < 8; i++)
      m_votes[i] = 0;
    for (int i = 0; i < n; i++) {
      out[i] = 2.0f * out[i];
      m_votes[int(out[i]) & 7]++;
    }
    for (int i = 0; i < 8; i++)
      m_votes[i] = 1;
  }

  // Buffers of the caller's need not be made for transfers.
  virtual void kernel1D_Given(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = 0.0f;
  }

  // One dispatch does both.
  virtual void kernel1D_Beside(int n) {
    m_total = m_total + n;
    for (int i = 0; i < n; i++)
      m_depth[i] = 0.0f;
  }

  // Bytes, elements with gaps, numbers that are not the same all over, and more than fills.
  virtual void kernel1D_Apart(int n) {
    for (int i = 0; i < n; i++)
      m_bytes[i] = 0;
    for (int i = 0; i < n; i++)
      m_depth[2 * i] = 0.0f;
    for (int i = 0; i < n; i++)
      m_wide[i] = 1.0;
    for (int i = 0; i < n; i++)
      m_depth[i] = float(i);
    for (int i = 0; i < n; i++)
      if (m_bytes[i] == 0)
        m_depth[i] = 0.0f;
  }

  std::vector<float> m_depth;
  std::vector<Colour> m_colours;
  std::vector<unsigned char> m_bytes;
  std::vector<double> m_wide;
  int m_votes[8];
  int m_total = 0;
};
