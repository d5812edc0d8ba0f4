// Textures that samplers of the device read (--textures=samplers): which ones, and why others stay buffers.
// RUN: vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --emit=planned --without-locations --textures=samplers --remarks=decisions --report=%t.json -- -std=c++17 2>&1 >%t.planned | FileCheck %s --check-prefix=WHY
// RUN: FileCheck %s --input-file=%t.planned --check-prefix=PLANNED
// RUN: vkmorph-opt %t.planned -vkm-lower-textures | FileCheck %s
// Without the option the file's entry changes nothing.
// RUN: vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --emit=planned --without-locations --remarks=decisions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: vkmorph %s --class Wall --emit=host -- -std=c++17 | grep -v hash >%t.plain
// RUN: vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --emit=host -- -std=c++17 | grep -v hash | diff %t.plain -
// RUN: not vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --emit=planned --without-locations --textures=films -- -std=c++17 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: vkmorph %s --class Wall --emit=recognised --without-locations -- -std=c++17 | not vkmorph-opt --pass-pipeline='builtin.module(vkm-plan-textures{textures=films})' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --shaders=openclc --emit=planned --without-locations --textures=samplers -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=OPENCLC
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
#include <cmath>
#include <vector>

struct Rgb {
  float r, g, b;
};

struct Texture {
  int w = 1, h = 1, mode = 0;
  std::vector<Rgb> texels;

  // The nearest of the texels.
  Rgb Sample(float u, float v) const {
    const int x = int(std::floor(u * float(w))), y = int(std::floor(v * float(h)));
    return texels[size_t((y % h) * w + x % w)];
  }
  float Level(float u) const { return texels[0].r * u; }
};

struct Stretch {
  int length = 1;
  std::vector<float> shades;
};

struct Road {
  std::vector<Stretch> levels;
  // One of the levels.
  float Shade(float u, int level) const { return levels[level].shades[int(u)]; }
};

class Wall {
public:
  virtual ~Wall() = default;
  virtual void Paint(Rgb *out, int n) { kernel1D_Paint(out, n); }
  virtual void Grow(Rgb *out, int n) {
    m_next.w = n;
    kernel1D_Next(out, n);
  }
  virtual void Show(const Texture &slide, Rgb *out, int n) { kernel1D_Show(slide, out, n); }
  virtual void Fill(int n) { kernel1D_Fill(n); }

  void kernel1D_Paint(Rgb *out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = m_stones.Sample(0.5f, float(i) / float(n));
      out[i].r += m_stones.texels[0].r + m_drawn.Sample(0.25f, 0.75f).r;
    }
  }
  void kernel1D_Next(Rgb *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_next.Sample(0.5f, float(i) / float(n));
  }
  void kernel1D_Show(const Texture &slide, Rgb *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = slide.Sample(0.5f, float(i) / float(n));
  }
  void kernel1D_Fill(int n) {
    for (int i = 0; i < n; i++)
      m_drawn.texels[i].r = float(i);
  }

  virtual void Tour(const int *which, Rgb *out, int n) { kernel1D_Tour(which, out, n); }
  void kernel1D_Tour(const int *which, Rgb *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_all[which[i]].Sample(0.5f, float(i) / float(n));
#ifdef READS
    for (int i = 0; i < n; i++)
      out[i].g += m_all[0].texels[0].g;
#endif
  }

  virtual void Drive(const int *which, float *out, int n) { kernel1D_Drive(which, out, n); }
  void kernel1D_Drive(const int *which, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_road.Shade(0.25f, i) + m_roads[which[i]].Shade(0.25f, i);
#ifdef READS
    for (int i = 0; i < n; i++)
      out[i] += float(m_roads[0].levels[0].length) + m_road.levels[0].shades[0];
#endif
  }

private:
  Road m_road;
  std::vector<Road> m_roads;
  Texture m_stones, m_next, m_drawn;
  std::vector<Texture> m_all;
};

// RUN: vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --emit=planned --without-locations --textures=samplers -- -std=c++17 -DREADS 2>&1 >/dev/null | FileCheck %s --check-prefix=READS --implicit-check-not="reads 'm_road'"
// RUN: vkmorph %s --class Wall --config=%S/Inputs/textures.yaml --emit=planned --without-locations --textures=samplers --target=vulkan10 -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=TARGET
// READS: warning: no sampler of the device reads 'TextureTextures': kernel 'Tour' also reads its texels by themselves, for which a record of a texture has no number [vkm2243, texture-unavailable]
// READS: warning: no sampler of the device reads 'RoadTextures': kernel 'Drive' also reads its levels by themselves, for which a record of a texture has no number [vkm2243, texture-unavailable]
// TARGET: warning: no sampler of the device reads 'TextureTextures': threads may sample different ones, which the target's devices need not have (nonuniform_sampling) [vkm2243, texture-unavailable]
// WHY-DAG: plan-textures.cpp:25:3: remark: 'TextureTextures': a sampler of the device reads the texture, filter nearest [vkm2242, decisions]
// WHY-DAG: plan-textures.cpp:25:3: remark: 'm_stones': a sampler of the device reads the texture, filter nearest [vkm2242, decisions]
// WHY-DAG: plan-textures.cpp:25:3: warning: no sampler of the device reads 'm_next': a control function changes 'm_next.w', and images are filled before all commands [vkm2243, texture-unavailable]
// WHY-DAG: plan-textures.cpp:25:3: warning: no sampler of the device reads 'm_drawn': kernel 'Fill' changes 'm_drawn.texels', and images are filled before all commands [vkm2243, texture-unavailable]

// WHY-DAG: remark: 'm_road': a sampler of the device reads the texture, filter linear, between levels nearest [vkm2242, decisions]

// PLANNED: vkm.func @stones_Texture_Sample(
// PLANNED-SAME: attributes {vkm.by_sampler, vkm.comment = "The nearest of the texels.", vkm.sampling = {
// BUFFERS-NOT: vkm.by_sampler

// CHECK: vkm.field @m_stones : !vkm.dynarray<!vkm.texture<2 x !vkm.vec<3 x f32>>> {vkm.texture = {address = @m_stones_mode
// CHECK: vkm.func @stones_Texture_Sample(
// CHECK-NOT: vkm.sampling
// CHECK: %[[TEXTURE:.*]] = vkm.vector_data @m_stones
// CHECK-NEXT: %[[TEXEL:.*]] = vkm.sample %[[TEXTURE]] at(%u, %v)
// CHECK-NEXT: vkm.var const "texel"
// CHECK: vkm.aggregate(
// CHECK-NEXT: vkm.return

// CHECK: vkm.extract %self["texels_first"]
// CHECK: vkm.sample %{{.*}}[%{{.*}} : ui32] at(%u, %v)

// RUN: vkmorph-opt %t.planned -vkm-lower-textures | FileCheck %s --check-prefix=ROAD
// ROAD: vkm.field @m_road : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {address = "repeat", between_levels = "nearest",
// ROAD-SAME: levels = @m_road_levels
// ROAD: %[[LEVEL:.*]] = vkm.cast %level : si32 to f32
// ROAD: vkm.sample %{{.*}} at(%u) level(%[[LEVEL]])

// USAGE: --textures has no value 'films'
// OPTION: films
// OPENCLC: warning: no sampler of the device reads 'm_stones': shaders in OpenCL C read buffers alone [vkm2243, texture-unavailable]

// REPORT: "about": "'m_stones'"
// REPORT: "chosen": "samplers"
// REPORT: "subject": "textures"
