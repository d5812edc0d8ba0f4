// The same work by CUB, on the same GPU: lines of the same form as the generated programs print.
//
//   nvcc -O3 -std=c++17 -arch=native reductions.cu -o cub_reductions && ./cub_reductions
#include <type_traits>

#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>

#include "measure.cuh"

template <class T> struct Positive {
  __host__ __device__ T operator()(T value) const { return value > T(0) ? value : T(0); }
};

template <class T> static void Sum(const char *work, size_t count) {
  const auto data = Random<T>(count, [](auto &random) {
    return std::is_integral_v<T> ? T(int(random() % 15) - 7) : T(random()) / T(random.max()) * T(2) - T(1);
  });
  double expected = 0;
  for (T value : data)
    expected += value > T(0) ? value : T(0);
  T *in = nullptr, *out = nullptr;
  Check(cudaMalloc(&in, count * sizeof(T)), "cudaMalloc");
  Check(cudaMalloc(&out, sizeof(T)), "cudaMalloc");
  Check(cudaMemcpy(in, data.data(), count * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  auto positive = thrust::make_transform_iterator(in, Positive<T>());
  size_t bytes = 0;
  Check(cub::DeviceReduce::Sum(nullptr, bytes, positive, out, count), "cub::DeviceReduce");
  void *temporary = nullptr;
  Check(cudaMalloc(&temporary, bytes), "cudaMalloc");
  auto call = [&](cudaStream_t stream) {
    size_t size = bytes;
    Check(cub::DeviceReduce::Sum(temporary, size, positive, out, count, stream),
          "cub::DeviceReduce");
  };
  for (bool replays : {false, true}) {
    const double ms = Measure(replays, call);
    T result = 0;
    Check(cudaMemcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    Print(work, replays ? "CUB, graph" : "CUB", std::to_string(count), double(sizeof(T)) * count, ms,
          std::abs(double(result) - expected) <= 1e-4 * expected);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(temporary);
}

int main() {
  for (int bits = 20; bits <= 28; bits += 4) {
    Sum<int>("sum of positive ints", size_t(1) << bits);
    Sum<float>("sum of positive floats", size_t(1) << bits);
    Sum<double>("sum of positive doubles", size_t(1) << bits);
  }
  // What the memory gives: a copy, counting bytes read and written.
  const size_t bytes = size_t(4) << 30;
  void *from = nullptr, *to = nullptr;
  Check(cudaMalloc(&from, bytes), "cudaMalloc");
  Check(cudaMalloc(&to, bytes), "cudaMalloc");
  const double ms = Measure(false, [&](cudaStream_t stream) {
    Check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "cudaMemcpyAsync");
  });
  Print("copy", "cudaMemcpy", std::to_string(bytes), 2.0 * bytes, ms, true);
}
