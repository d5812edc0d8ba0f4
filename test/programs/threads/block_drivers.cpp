// Origin: written as a user would, before its first translation.
// Drivers of many forms: tiles around the threads, indices that are computed, three dimensions, several drivers and kernels
// with loops of their own beside them, reductions and appends in kernels that run per thread.
// RUN: %check %s --class TiledBlur --variants=default --variant='split=--kernels=split' --size w=1,30,70 --size h=1,20 -- -std=c++17
// RUN: %check %s --class VolumeMarks --size w=1,9 --size h=1,7 --size d=1,5 -- -std=c++17
// RUN: %check %s --class PackedFrame --size w=20 --size h=13 --size tidX=20 --size tidY=13 --size tid=260 -- -std=c++17
// RUN: %check %s --class RowIndexed --size w=1,37 --size h=1,21 -- -std=c++17
// RUN: %check %s --class HitStatistics --variants=default --variant='split=--kernels=split' -- -std=c++17
// RUN: %check %s --class TwoDrivers -- -std=c++17
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

/// The loops over tiles stand around those over the threads of a tile.
class TiledBlur {
public:
  virtual ~TiledBlur() = default;
  virtual void BlurBlock(const float *in, float *out, int w, int h) {
    const int tile = 16;
    for (int ty = 0; ty < h; ty += tile)
      for (int tx = 0; tx < w; tx += tile)
        for (int y = ty; y < std::min(ty + tile, h); ++y)
          for (int x = tx; x < std::min(tx + tile, w); ++x)
            Blur(x, y, in, out, w, h);
  }

private:
  void Blur(int tidX, int tidY, const float *in, float *out, int w, int h) {
    float sum = 0.0f, weight = 0.0f;
    kernel_Gather(tidX, tidY, in, w, h, &sum, &weight);
    kernel_Write(tidX, tidY, sum / weight, out, w);
  }
  void kernel_Gather(int tidX, int tidY, const float *in, int w, int h, float *sum, float *weight) {
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int x = tidX + dx, y = tidY + dy;
        if (x < 0 || y < 0 || x >= w || y >= h)
          continue;
        *sum += in[y * w + x];
        *weight += 1.0f;
      }
  }
  void kernel_Write(int tidX, int tidY, float value, float *out, int w) { out[tidY * w + tidX] = value; }
};

/// Three dimensions, without a control function in between: the driver calls kernels.
class VolumeMarks {
public:
  virtual ~VolumeMarks() = default;
  virtual void MarkBlock(uint8_t *out, uint32_t w, uint32_t h, uint32_t d) {
    for (uint32_t z = 0; z < d; ++z)
      for (uint32_t y = 0; y < h; ++y)
        for (uint32_t x = 0; x < w; ++x) {
          float distance;
          kernel_Distance(x, y, z, &distance);
          kernel_Mark(x, y, z, distance, out, w, h);
        }
  }
  float radius = 4.0f;

private:
  void kernel_Distance(uint32_t tidX, uint32_t tidY, uint32_t tidZ, float *distance) {
    float x = float(tidX) - 3.0f, y = float(tidY) - 2.0f, z = float(tidZ) - 1.0f;
    *distance = std::sqrt(x * x + y * y + z * z) - radius;
  }
  void kernel_Mark(uint32_t tidX, uint32_t tidY, uint32_t tidZ, float distance, uint8_t *out, uint32_t w, uint32_t h) {
    out[(tidZ * h + tidY) * w + tidX] = distance < 0.0f ? 1 : 0;
  }
};

/// Pixels in packed form, made by one driver and used by another; a control function calls both, and a kernel with loops.
class PackedFrame {
public:
  PackedFrame(uint32_t w, uint32_t h) : m_width(w), m_height(h), m_packed(w * h) {}
  virtual ~PackedFrame() = default;

  virtual void Render(uint32_t *color, uint32_t w, uint32_t h) {
    PackBlock(w, h);
    ShadeBlock(w * h, color);
    kernel1D_Darken(color, w * h);
  }
  virtual void PackBlock(uint32_t tidX, uint32_t tidY) {
    for (uint32_t y = 0; y < tidY; ++y)
      for (uint32_t x = 0; x < tidX; ++x)
        Pack(x, y);
  }
  virtual void ShadeBlock(uint32_t tid, uint32_t *color) {
    for (uint32_t i = 0; i < tid; ++i) {
      assert(i < tid && "a thread of the block");
      Shade(i, color);
    }
  }

  void Pack(uint32_t tidX, uint32_t tidY) { kernel_Pack(tidX, tidY, m_packed.data()); }
  void Shade(uint32_t tid, uint32_t *color) {
    float u, v;
    kernel_Unpack(tid, m_packed.data(), &u, &v);
    kernel_Color(tid, u, v, color);
  }
  void kernel_Pack(uint32_t tidX, uint32_t tidY, uint32_t *packed) { packed[tidY * m_width + tidX] = (tidY << 16) | tidX; }
  void kernel_Unpack(uint32_t tid, const uint32_t *packed, float *u, float *v) {
    uint32_t xy = packed[tid];
    *u = (float(xy & 0xffffu) + 0.5f) / float(m_width);
    *v = (float(xy >> 16) + 0.5f) / float(m_height);
  }
  void kernel_Color(uint32_t tid, float u, float v, uint32_t *color) {
    color[tid] = (uint32_t(v * 255.0f) << 8) | uint32_t(u * 255.0f);
  }
  void kernel1D_Darken(uint32_t *color, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      color[i] = (color[i] >> 1) & 0x7f7f7f7fu;
  }

private:
  uint32_t m_width, m_height;
  std::vector<uint32_t> m_packed;
};

/// One index of two counters, named in the driver.
class RowIndexed {
public:
  virtual ~RowIndexed() = default;
  virtual void RowBlock(const int *in, int *out, int w, int h, int passes) {
    for (int pass = 0; pass < passes; ++pass) {
      for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
          const int tid = y * w + x;
          Row(tid, in, out, pass);
        }
      }
    }
  }

private:
  void Row(int tid, const int *in, int *out, int pass) {
    if (kernel_IsOdd(tid, in, pass))
      return;
    kernel_Write(tid, in, out);
  }
  bool kernel_IsOdd(int tid, const int *in, int pass) { return ((in[tid] + pass) & 1) != 0; }
  void kernel_Write(int tid, const int *in, int *out) { out[tid] = in[tid] * 3 + tid; }
};

/// Counts and lists what the threads meet.
class HitStatistics {
public:
  virtual ~HitStatistics() = default;
  virtual void CastBlock(const float *heights, uint32_t n) {
    hits = 0;
    nearest = 1e9f;
    found.clear();
    for (uint32_t i = 0; i < n; ++i)
      Cast(i, heights);
  }

  int hits = 0;
  float nearest = 1e9f;
  float limit = 0.25f;
  std::vector<uint32_t> found;

private:
  void Cast(uint32_t tid, const float *heights) {
    float t;
    if (!kernel_Hit(tid, heights, &t))
      return;
    kernel_Count(tid, t);
  }
  bool kernel_Hit(uint32_t tid, const float *heights, float *t) {
    *t = heights[tid] * 2.0f;
    return *t > limit;
  }
  void kernel_Count(uint32_t tid, float t) {
    hits++;
    nearest = std::min(nearest, t);
    found.push_back(tid);
  }
};

/// Two drivers of one function, and a loop that calls two.
class TwoDrivers {
public:
  virtual ~TwoDrivers() = default;
  virtual void AllBlock(int tid, float *data) {
    for (int i = 0; i < tid; ++i)
      Scale(i, data, 2.0f);
  }
  virtual void EvenBlock(int tid, float *data, float factor) {
    for (int i = 0; i < tid; i += 2) {
      Scale(i, data, factor);
      Shift(i, data, factor);
    }
  }
  float offset = 0.5f;

private:
  void Scale(int tid, float *data, float factor) {
    float value;
    kernel_Load(tid, data, &value);
    kernel_Store(tid, value * factor, data);
  }
  void Shift(int tid, float *data, float factor) {
    float value;
    kernel_Load(tid, data, &value);
    kernel_Store(tid, value + factor * offset, data);
  }
  void kernel_Load(int tid, const float *data, float *value) { *value = data[tid]; }
  void kernel_Store(int tid, float value, float *data) { data[tid] = value; }
};
