// Origin: written as a user would, from docs/Language.md, before its first translation.
// Methods that run once per thread, in classes without loops over threads: the generated class has the block drivers.
// RUN: %check %s --class MandelRows --variants=default --variant='split=--kernels=split' --size tid=1,67,200 --size width=20 -- -std=c++17
// RUN: %check %s --class Lights --setup "object.Resize(9, 7);" --size tidX=9 --size tidY=7 --size passes=0,1,3 -- -std=c++17
// RUN: %check %s --class Fog --variants=default --variant='split=--kernels=split' --size w=6 --size h=5 --size z=1,3 --size y=1,5 --size x=1,6 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

/// One index; a number and an array beside it, and a default.
class MandelRows {
public:
  virtual ~MandelRows() = default;

  /// How long a point of the plane stays near the origin.
  void Escape(uint32_t tid, uint32_t width, uint32_t *steps, float zoom = 0.1f) const {
    float cx, cy;
    kernel_Place(tid, width, zoom, &cx, &cy);
    uint32_t count = 0;
    if (!kernel_IsInside(tid, cx, cy))
      kernel_Iterate(tid, cx, cy, &count);
    kernel_Store(tid, count, steps);
  }

  uint32_t most = 40;

private:
  void kernel_Place(uint32_t tid, uint32_t width, float zoom, float *cx, float *cy) const {
    *cx = float(tid % width) * zoom - 1.5f;
    *cy = float(tid / width) * zoom - 0.5f;
  }
  bool kernel_IsInside(uint32_t tid, float cx, float cy) const { return cx * cx + cy * cy < 0.0625f; }
  void kernel_Iterate(uint32_t tid, float cx, float cy, uint32_t *count) const {
    float x = 0, y = 0;
    while (*count < most && x * x + y * y < 4.0f) {
      float next = x * x - y * y + cx;
      y = 2.0f * x * y + cy;
      x = next;
      ++*count;
    }
  }
  void kernel_Store(uint32_t tid, uint32_t count, uint32_t *steps) const { steps[tid] = count; }
};

/// Two indices, several methods, state in vectors that each pass changes, and a vector that says how large all is.
class Lights {
public:
  virtual ~Lights() = default;
  void Resize(int width, int height) {
    m_width = width;
    m_seeds.resize(width * height);
    for (int i = 0; i < width * height; ++i)
      m_seeds[i] = uint32_t(i) * 747796405u + 1u;
    m_sums.assign(width * height, 0.0f);
  }
  /// Adds a sample to a pixel.
  void AddSample(int tidX, int tidY) {
    float sample;
    if (!kernel_Draw(tidX, tidY, &sample))
      return;
    kernel_Add(tidX, tidY, sample);
  }
  /// Sums as bytes.
  void ToBytes(int tidX, int tidY, uint8_t *bytes, int passes) { kernel_Pack(tidX, tidY, bytes, passes); }

private:
  bool kernel_Draw(int tidX, int tidY, float *sample) {
    uint32_t &seed = m_seeds[tidY * m_width + tidX];
    seed = seed * 1664525u + 1013904223u;
    *sample = float(seed >> 8) * (1.0f / 16777216.0f);
    return *sample > 0.25f;
  }
  void kernel_Add(int tidX, int tidY, float sample) { m_sums[tidY * m_width + tidX] += sample; }
  void kernel_Pack(int tidX, int tidY, uint8_t *bytes, int passes) {
    float value = m_sums[tidY * m_width + tidX] / float(passes + 1);
    bytes[tidY * m_width + tidX] = uint8_t(value < 1.0f ? value * 255.0f : 255.0f);
  }

  int m_width = 0;
  std::vector<uint32_t> m_seeds;
  std::vector<float> m_sums;
};

/// Three indices, which have names of their own and stand behind other parameters; a driver of the class beside it.
class Fog {
public:
  virtual ~Fog() = default;
  virtual void ClearBlock(uint32_t tid, float *density) {
    for (uint32_t i = 0; i < tid; ++i)
      kernel_Clear(i, density);
  }
  void March(float *density, uint32_t w, uint32_t h, uint32_t x, uint32_t y, uint32_t z) {
    float sum = 0.0f;
    for (int step = 0; step < steps; ++step) {
      if (kernel_IsOut(x, y, z, step))
        break;
      kernel_Sample(x, y, z, step, &sum);
    }
    kernel_Write(x, y, z, sum, density, w, h);
  }
  int steps = 5;

private:
  void kernel_Clear(uint32_t tid, float *density) { density[tid] = 0.0f; }
  bool kernel_IsOut(uint32_t tidX, uint32_t tidY, uint32_t tidZ, int step) { return (tidX + tidY * 2 + tidZ + uint32_t(step)) % 7 == 6; }
  void kernel_Sample(uint32_t tidX, uint32_t tidY, uint32_t tidZ, int step, float *sum) {
    *sum += 1.0f / float(tidX + tidY + tidZ + 1 + uint32_t(step));
  }
  void kernel_Write(uint32_t tidX, uint32_t tidY, uint32_t tidZ, float sum, float *density, uint32_t w, uint32_t h) {
    density[(tidZ * h + tidY) * w + tidX] = sum;
  }
};
