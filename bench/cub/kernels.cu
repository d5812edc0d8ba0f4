// The work of bench::Kernels in CUDA: CUB's select, and bodies in tiles of shared memory. Lines of the same form as the
// generated programs print.
//
//   nvcc -O3 -std=c++17 -arch=native kernels.cu -o cub_kernels && ./cub_kernels
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <cub/cub.cuh>

#include "measure.cuh"

struct IsPositive {
  __device__ bool operator()(int value) const { return value > 0; }
};

static void Select(size_t count) {
  const auto data = Random<int>(count, [](auto &random) { return int(random() % 2000000) - 1000000; });
  size_t expected = 0;
  for (int value : data)
    expected += value > 0;
  int *in = nullptr, *out = nullptr, *number = nullptr;
  Check(cudaMalloc(&in, count * sizeof(int)), "cudaMalloc");
  Check(cudaMalloc(&out, count * sizeof(int)), "cudaMalloc");
  Check(cudaMalloc(&number, sizeof(int)), "cudaMalloc");
  Check(cudaMemcpy(in, data.data(), count * sizeof(int), cudaMemcpyHostToDevice), "cudaMemcpy");
  size_t bytes = 0;
  Check(cub::DeviceSelect::If(nullptr, bytes, in, out, number, count, IsPositive()), "cub::DeviceSelect");
  void *temporary = nullptr;
  Check(cudaMalloc(&temporary, bytes), "cudaMalloc");
  auto call = [&](cudaStream_t stream) {
    size_t size = bytes;
    Check(cub::DeviceSelect::If(temporary, size, in, out, number, count, IsPositive(), stream), "cub::DeviceSelect");
  };
  for (bool replays : {false, true}) {
    const double ms = Measure(replays, call);
    int found = 0;
    Check(cudaMemcpy(&found, number, sizeof(int), cudaMemcpyDeviceToHost), "cudaMemcpy");
    Print("select positive ints", replays ? "CUB, graph" : "CUB", std::to_string(count), 4.0 * (count + expected), ms,
          size_t(found) == expected);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(number);
  cudaFree(temporary);
}

constexpr int kTile = 256;

__global__ void Attract(const float4 *bodies, float4 *accelerations, int count) {
  __shared__ float4 tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const float4 self = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < count; first += kTile) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < kTile; ++j) {
      const float dx = tile[j].x - self.x, dy = tile[j].y - self.y, dz = tile[j].z - self.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float pull = tile[j].w * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    __syncthreads();
  }
  accelerations[i] = {ax, ay, az, self.w};
}

static void Attract(int count) {
  const auto data = Random<float4>(count, [](auto &random) {
    const float scale = 1.0f / float(random.max());
    return float4{float(random()) * scale, float(random()) * scale, float(random()) * scale, float(random()) * scale};
  });
  float4 *in = nullptr, *out = nullptr;
  Check(cudaMalloc(&in, count * sizeof(float4)), "cudaMalloc");
  Check(cudaMalloc(&out, count * sizeof(float4)), "cudaMalloc");
  Check(cudaMemcpy(in, data.data(), count * sizeof(float4), cudaMemcpyHostToDevice), "cudaMemcpy");
  const double ms = Measure(false, [&](cudaStream_t stream) { Attract<<<count / kTile, kTile, 0, stream>>>(in, out, count); });
  float4 first;
  Check(cudaMemcpy(&first, out, sizeof(first), cudaMemcpyDeviceToHost), "cudaMemcpy");
  double ax = 0, size = 0;
  for (const float4 &other : data) {
    const double dx = other.x - data[0].x, dy = other.y - data[0].y, dz = other.z - data[0].z;
    const double squared = dx * dx + dy * dy + dz * dz + 1e-3;
    ax += other.w * dx / (squared * std::sqrt(squared));
    size += std::fabs(other.w * dx / (squared * std::sqrt(squared)));
  }
  Print("n-body, all pairs", "CUDA, tiles", std::to_string(count), 32.0 * count, ms, std::fabs(first.x - ax) <= 1e-4 * size);
  cudaFree(in);
  cudaFree(out);
}

int main() {
  for (int bits = 20; bits <= 28; bits += 4)
    Select(size_t(1) << bits);
  Attract(65536);
}
