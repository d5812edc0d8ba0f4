// Origin: written as a user would, before its first translation.
// State of each thread in member vectors, loops that are left early, and passes inside and outside of the loops over threads.
// RUN: %check %s --class RandomWalks --variants=default --variant='split=--kernels=split' --size count=3000 --size tid=1,3000 --size passes=1,3 -- -std=c++17
// RUN: %check %s --class EscapeTimes -- -std=c++17
// RUN: %check %s --class Bounces --variants=default --variant='split=--kernels=split' -- -std=c++17
#include <cstdint>
#include <vector>

/// Walks on a line, each with a generator of its own.
class RandomWalks {
public:
  explicit RandomWalks(uint32_t count) : m_generators(count), m_sums(count) {
    for (uint32_t i = 0; i < count; ++i)
      m_generators[i] = i * 7919u + 17u;
  }
  virtual ~RandomWalks() = default;

  virtual void WalkBlock(uint32_t tid, float *out_mean, uint32_t passes) {
    #pragma omp parallel for
    for (uint32_t i = 0; i < tid; ++i)
      for (uint32_t pass = 0; pass < passes; ++pass)
        Walk(i, out_mean, pass);
  }

  void Walk(uint32_t tid, float *out_mean, uint32_t pass) {
    float position = 0.0f;
    for (int step = 0; step < 8; ++step) {
      float length;
      kernel_Draw(tid, &length);
      if (!kernel_Step(tid, length, &position))
        break;
    }
    kernel_Keep(tid, position, pass, out_mean);
  }

  void kernel_Draw(uint32_t tid, float *out_length) {
    uint32_t state = m_generators[tid];
    state = state * 1664525u + 1013904223u;
    m_generators[tid] = state;
    *out_length = float(state >> 16) * (1.0f / 65536.0f) - 0.5f;
  }
  bool kernel_Step(uint32_t, float length, float *position) {
    *position += length;
    return *position < 1.0f && *position > -1.0f;
  }
  void kernel_Keep(uint32_t tid, float position, uint32_t pass, float *out_mean) {
    m_sums[tid] += position;
    out_mean[tid] = m_sums[tid] / float(pass + 1);
  }

private:
  std::vector<uint32_t> m_generators;
  std::vector<float> m_sums;
};

/// How long points stay: two loops in each other, left by a return.
class EscapeTimes {
public:
  virtual ~EscapeTimes() = default;

  virtual void EscapeBlock(int tidX, int tidY, int *out_steps, int passes) {
    for (int pass = 0; pass < passes; pass++)
      for (int y = 0; y < tidY; y++)
        for (int x = 0; x < tidX; x++)
          Escape(x, y, tidX, tidY, out_steps);
  }

  int limit = 20;
  float zoom = 1.5f;

protected:
  void Escape(int tidX, int tidY, int width, int height, int *out_steps) {
    float cx = zoom * (2.0f * tidX / width - 1.0f), cy = zoom * (2.0f * tidY / height - 1.0f);
    float zx = 0, zy = 0;
    int steps = 0;
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < limit; i++) {
        steps++;
        if (kernel_Square(tidX, tidY, cx, cy, zx, zy)) {
          kernel_Store(tidX, tidY, width, steps, out_steps);
          return;
        }
      }
      zoomed(zx);
    }
    kernel_Store(tidX, tidY, width, -steps, out_steps);
  }

  bool kernel_Square(int tidX, int tidY, float cx, float cy, float &zx, float &zy) {
    float next = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = next;
    return zx * zx + zy * zy > 4.0f;
  }
  void kernel_Store(int tidX, int tidY, int width, int steps, int *out_steps) { out_steps[tidY * width + tidX] = steps; }

private:
  static void zoomed(float &value) { value *= 0.5f; }
};

struct Particle {
  float position[3];
  float speed[3];
};

/// Kernels that call kernels, out-pointers that are passed on, a thread's function that calls another one.
class Bounces {
public:
  virtual ~Bounces() = default;

  virtual void MoveBlock(uint32_t tid, Particle *particles, float *out_energy, uint32_t passes) {
    for (uint32_t p = 0; p < passes; ++p) {
      for (uint32_t i = 0; i < tid; ++i) {
        const uint32_t index = tid - 1 - i;
        Move(index, particles, out_energy);
      }
    }
  }

  float step = 0.125f, floor = 0.0f;

private:
  void Move(uint32_t tid, Particle *particles, float *out_energy) {
    Particle particle = particles[tid];
    Fall(tid, &particle);
    particles[tid] = particle;
    kernel_Energy(tid, particle, out_energy);
  }
  void Fall(uint32_t tid, Particle *particle) {
    for (int axis = 0; axis < 3; ++axis) {
      if (kernel_Advance(tid, axis, particle))
        kernel_Reflect(tid, axis, particle);
    }
  }
  bool kernel_Advance(uint32_t tid, int axis, Particle *particle) {
    particle->position[axis] += step * particle->speed[axis];
    return particle->position[axis] < floor;
  }
  void kernel_Reflect(uint32_t tid, int axis, Particle *particle) {
    float depth;
    kernel_Depth(tid, axis, particle, &depth);
    particle->position[axis] += 2.0f * depth;
    particle->speed[axis] = -particle->speed[axis];
  }
  void kernel_Depth(uint32_t, int axis, const Particle *particle, float *depth) { *depth = floor - particle->position[axis]; }
  void kernel_Energy(uint32_t tid, const Particle &particle, float *out_energy) {
    float sum = 0.0f;
    for (float s : particle.speed)
      sum += s * s;
    out_energy[tid] = 0.5f * sum;
  }
};
