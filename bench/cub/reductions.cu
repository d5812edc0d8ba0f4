// The same work by CUB, on the same GPU: lines of the same form as the generated programs print.
//
//   nvcc -O3 -std=c++17 -arch=native reductions.cu -o cub_reductions && ./cub_reductions
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>

static void Check(cudaError_t result, const char *what) {
  if (result == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::exit(3);
}

template <class T> struct Positive {
  __host__ __device__ T operator()(T value) const { return value > T(0) ? value : T(0); }
};

/// The median of the time between two events, in milliseconds; `replays`: by a CUDA graph, so that
/// what the host does for a launch does not count.
template <class Call> static double Measure(bool replays, Call call) {
  cudaStream_t stream;
  Check(cudaStreamCreate(&stream), "cudaStreamCreate");
  cudaGraphExec_t graph = nullptr;
  if (replays) {
    cudaGraph_t recorded;
    Check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capture");
    call(stream);
    Check(cudaStreamEndCapture(stream, &recorded), "capture");
    Check(cudaGraphInstantiate(&graph, recorded, 0), "cudaGraphInstantiate");
  }
  cudaEvent_t begin, end;
  Check(cudaEventCreate(&begin), "cudaEventCreate");
  Check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  // Devices need a while of work until their clocks are up.
  const auto begun = std::chrono::steady_clock::now();
  while (times.size() < 31) {
    Check(cudaEventRecord(begin, stream), "cudaEventRecord");
    if (replays)
      Check(cudaGraphLaunch(graph, stream), "cudaGraphLaunch");
    else
      call(stream);
    Check(cudaEventRecord(end, stream), "cudaEventRecord");
    Check(cudaEventSynchronize(end), "cudaEventSynchronize");
    float ms = 0;
    Check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    if (std::chrono::steady_clock::now() - begun > std::chrono::milliseconds(300))
      times.push_back(ms);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

static void Print(const char *work, const char *variant, const std::string &size, double bytes,
                  double ms, bool agrees) {
  std::printf("{\"work\":\"%s\",\"variant\":\"%s\",\"size\":\"%s\",\"ms\":%.5f,\"GB/s\":%.1f,"
              "\"agrees\":%s}\n",
              work, variant, size.c_str(), ms, bytes / ms * 1e-6, agrees ? "true" : "false");
}

template <class T> static void Sum(const char *work, size_t count) {
  std::vector<T> data(count);
  std::vector<std::thread> threads;
  for (size_t part = 0; part < 8; ++part)
    threads.emplace_back([&, part] {
      std::minstd_rand random(unsigned(part + 1));
      for (size_t i = count * part / 8; i < count * (part + 1) / 8; ++i)
        data[i] = std::is_integral_v<T> ? T(int(random() % 15) - 7)
                                        : T(random()) / T(random.max()) * T(2) - T(1);
    });
  for (std::thread &thread : threads)
    thread.join();
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
