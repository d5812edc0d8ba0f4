// Virtual calls as callable shaders: the ray generation shader, what goes through payloads, the table, and how the host runs it.
// RUN: vkmorph %s --class Painter --virtual=callable --emit=lowered --without-locations -- -std=c++17 | FileCheck --check-prefix=LOWERED %s
// RUN: vkmorph %s --class Painter --virtual=callable --emit=glsl -- -std=c++17 | FileCheck --check-prefix=GLSL %s
// RUN: vkmorph %s --class Painter --virtual=callable --emit=host -- -std=c++17 | FileCheck --check-prefix=HOST %s
// RUN: vkmorph %s --class Painter --virtual=callable --explain=dispatch -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=EXPLAIN %s
// RUN: FileCheck --check-prefix=JSON %s < %t/vkmorph.json
// Class data that ray generation shaders only read, at one place, are a uniform buffer of theirs.
// RUN: vkmorph %s --class Weights --virtual=callable --emit=host -- -std=c++17 | FileCheck --check-prefix=UNIFORM %s
// UNIFORM: WeighStages() const {{.*}}return vkmorph::kUniformRayKernel; }
// A kernel that waits for threads in queues keeps its comparison.
// RUN: vkmorph %s --class Walkers --kernels=wavefront --virtual=callable -o %t.walk -- -std=c++17 2>&1 | FileCheck --check-prefix=WALK %s
// WALK: warning: kernel '{{.*}}' asks each thread whether it takes part, without a queue of those that do: its virtual calls run callable shaders [vkm2032
#include <cstdint>
#include <memory>
#include <vector>

struct Paint {
  virtual ~Paint() = default;
  virtual float Shade(float u, uint32_t &seed) const = 0;
  virtual float Weight() const { return 0.5f; }
};
struct Matte : Paint {
  float Shade(float u, uint32_t &) const override { return 0.25f * u; }
};
struct Noise : Paint {
  float Shade(float u, uint32_t &seed) const override {
    seed = seed * 5u + 1u;
    return u + float(seed & 7u) * Weight();
  }
  float Weight() const override { return amount; }
  float amount = 0.125f;
};
struct Metal : Matte {
  float Weight() const override { return 2.0f; }
};

class Painter {
public:
  virtual ~Painter() = default;
  virtual void Draw(const uint32_t *ids, float *out, uint32_t w, uint32_t h) { kernel2D_Draw(ids, out, w, h); }

  float Layer(uint32_t id, float u, uint32_t &seed) const { return m_paints[id]->Shade(u, seed) + m_cover->Weight(); }
  void kernel2D_Draw(const uint32_t *ids, float *out, uint32_t w, uint32_t h) {
    m_sum = 0.0f;
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        uint32_t seed = x;
        float sum = 0.0f;
        for (int layer = 0; layer < 2; ++layer)
          sum += Layer(ids[y * w + x], float(layer), seed);
        out[y * w + x] = sum;
      }
  }
  float m_sum = 1.0f;
  Paint *m_cover = nullptr;
  std::vector<std::unique_ptr<Paint>> m_paints;
};

// The payload has the object's number in its array, what the reference names, and the result. Matte and Metal share an overrider.
// LOWERED: vkm.record @ShadeCall size 16 align 4 [#vkm.member<"object" : ui32 at 0>, #vkm.member<"u" : f32 at 4>, #vkm.member<"seed" : ui32 at 8>, #vkm.member<"result" : f32 at 12>]
// LOWERED: vkm.shader @kernel2D_Draw_prologue kernel "kernel2D_Draw" role "prologue" local_size [1, 1, 1]
// LOWERED: vkm.payload @shadeCall : !vkm.record<@ShadeCall>
// LOWERED: vkm.execute_callable %{{.*}}, @shadeCall of [@kernel2D_Draw_Matte_Shade, @kernel2D_Draw_Noise_Shade]
// LOWERED: vkm.shader @kernel2D_Draw kernel "kernel2D_Draw" stage ray_generation local_size [1, 1, 1]
// LOWERED: vkm.shader @kernel2D_Draw_Matte_Shade kernel "kernel2D_Draw" role "Matte_Shade" stage callable local_size [1, 1, 1]
// LOWERED: vkm.cmd.pipeline @kernel2D_Draw_prologue{{$}}
// LOWERED: vkm.cmd.pipeline @kernel2D_Draw callables [@kernel2D_Draw_Matte_Shade, @kernel2D_Draw_Noise_Shade, @kernel2D_Draw_Matte_Shade, @kernel2D_Draw_Noise_Shade, @kernel2D_Draw_Paint_Weight, @kernel2D_Draw_Noise_Weight, @kernel2D_Draw_Metal_Weight]
// LOWERED: vkm.cmd.trace_rays(%{{.*}}, %{{.*}}) : ui32, ui32

// GLSL: //--- shaders/kernel2D_Draw.rgen
// GLSL: #version 460
// GLSL-NEXT: #extension GL_EXT_ray_tracing : require
// GLSL-NOT: local_size
// GLSL: layout(location = 0) callableDataEXT ShadeCall shadeCall;
// GLSL-NEXT: layout(location = 1) callableDataEXT {{.*}}Call {{.*}}Call;
// GLSL: float Shade(uint object, float u, inout uint seed) {
// GLSL-NEXT: shadeCall.object = object;
// GLSL-NEXT: shadeCall.u = u;
// GLSL-NEXT: shadeCall.seed = seed;
// GLSL-NEXT: executeCallableEXT(min(m_paints[object].type - 1u, 3u), 0);
// GLSL-NEXT: seed = shadeCall.seed;
// GLSL-NEXT: return shadeCall.result;
// The one object is no argument: callable shaders read it.
// GLSL: float Weight{{.*}}() {
// GLSL-NEXT: executeCallableEXT(4u + min(m_cover.type - 1u, 2u), 1);
// GLSL: for (uint y = gl_LaunchIDEXT.y; y < h; y += gl_LaunchSizeEXT.y) {
// GLSL-NEXT: for (uint x = gl_LaunchIDEXT.x; x < w; x += gl_LaunchSizeEXT.x) {
// GLSL: //--- shaders/kernel2D_Draw_Matte_Shade.rcall
// GLSL: // Painter::kernel2D_Draw, from callables.cpp:{{[0-9]+}}. Runs Matte_Shade for objects of {{.*}} and {{.*}}.
// GLSL: layout(location = 0) callableDataInEXT ShadeCall shadeCall;
// GLSL: //--- shaders/kernel2D_Draw_Noise_Shade.rcall
// GLSL: float Noise_Weight(Paint self) {
// GLSL: void main() {
// GLSL-NEXT: uint seed = shadeCall.seed;
// GLSL-NEXT: shadeCall.result = Noise_Shade(m_paints[shadeCall.object], shadeCall.u, seed);
// GLSL-NEXT: shadeCall.seed = seed;
// GLSL: //--- shaders/kernel2D_Draw_Paint_Weight.rcall
// GLSL: {{.*}}Call.result = Paint_Weight(m_cover);

// HOST: {"Draw", "ids", vkmorph::kComputeRead | vkmorph::kRayRead,
// HOST-NEXT: vkmorph::kComputeRead | vkmorph::kRayRead},
// HOST: VkPipeline m_drawPipeline = VK_NULL_HANDLE;
// HOST: needs.rayTracingPipeline = true;
// HOST: CreateLayout("Draw", 4, sizeof(DrawArguments),
// HOST-NEXT: VK_SHADER_STAGE_COMPUTE_BIT | vkmorph::kRayStages);
// HOST: m_drawPipeline = m_vulkan.CreateRayPipeline(
// HOST: m_drawLayout, DrawCode(),
// HOST: {DrawMatteShadeCode(), DrawNoiseShadeCode(), DrawMatteShadeCode(), DrawNoiseShadeCode(),
// HOST: m_vulkan.TraceRays(cmd, m_drawPipeline, w, h);
// HOST: DrawStages() const {
// HOST-NEXT: return vkmorph::kComputeKernel | vkmorph::kRayKernel;
// EXPLAIN: dispatch of kernel2D_Draw_prologue, workgroups of 1 x 1 x 1: What runs once, in one thread.
// EXPLAIN-NEXT: rays of kernel2D_Draw, which runs callable shaders: Independent iterations.
// JSON: "Draw: callable shaders"
// JSON: "shaders/kernel2D_Draw.rgen"
// JSON: "shaders/kernel2D_Draw_Matte_Shade.rcall"
// JSON: "stage": "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_RAY_TRACING_SHADER_BIT_KHR"
// JSON: "stage": "ray_generation"

class Weights {
public:
  virtual ~Weights() = default;
  virtual void Run(float *out, uint32_t n) { kernel1D_Weigh(out, n); }
  void kernel1D_Weigh(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      for (int k = 0; k < 4; ++k)
        out[i] += m_weights[k] * m_paints[i]->Weight();
  }
  float m_weights[4] = {};
  std::vector<std::unique_ptr<Paint>> m_paints;
};

class Walkers {
public:
  virtual ~Walkers() = default;
  void Walk(uint32_t tid, const uint32_t *ids, float *out) {
    float x = 0.0f;
    kernel_Start(tid, ids, &x);
    for (int step = 0; step < 4; ++step) {
      bool isOn = false;
      kernel_Step(tid, ids, &x, &isOn);
      if (!isOn)
        break;
    }
    kernel_Store(tid, x, out);
  }
  virtual void WalkBlock(uint32_t tid, const uint32_t *ids, float *out, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t i = 0; i < tid; ++i)
        Walk(i, ids, out);
  }
  void kernel_Start(uint32_t tid, const uint32_t *ids, float *x) { *x = float(ids[tid]); }
  void kernel_Step(uint32_t tid, const uint32_t *ids, float *x, bool *isOn) {
    uint32_t seed = tid;
    *x += m_paints[ids[tid]]->Shade(*x, seed);
    *isOn = *x < 8.0f;
  }
  void kernel_Store(uint32_t tid, float x, float *out) { out[tid] = x; }
  std::vector<Paint *> m_paints;
};

// Kernels whose calls pass alike have payloads of one name.
// RUN: vkmorph %s --class Twins --virtual=callable --emit=glsl -- -std=c++17 | FileCheck --check-prefix=TWINS --implicit-check-not=ShadeCall2 %s
// TWINS: //--- shaders/kernel1D_First.rgen
// TWINS: layout(location = 0) callableDataEXT ShadeCall shadeCall;
// TWINS: //--- shaders/kernel1D_Second.rgen
// TWINS: layout(location = 0) callableDataEXT ShadeCall shadeCall;
class Twins {
public:
  virtual ~Twins() = default;
  virtual void Run(uint32_t *seeds, float *out, uint32_t n) {
    kernel1D_First(seeds, out, n);
    kernel1D_Second(seeds, out, n);
  }
  void kernel1D_First(uint32_t *seeds, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t seed = seeds[i];
      out[i] = m_paints[i]->Shade(out[i], seed);
    }
  }
  void kernel1D_Second(uint32_t *seeds, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t seed = seeds[i];
      out[i] += m_others[i]->Shade(2.0f, seed);
    }
  }
  std::vector<Paint *> m_paints, m_others;
};
