// What the CUDA programs share: times, random data, lines of JSON.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

static void Check(cudaError_t result, const char *what) {
  if (result == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::exit(3);
}

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

/// As bench::Random of measurements.h: the same numbers.
template <class T, class Make> static std::vector<T> Random(size_t count, Make make) {
  std::vector<T> data(count);
  std::vector<std::thread> threads;
  for (size_t part = 0; part < 8; ++part)
    threads.emplace_back([&, part] {
      std::minstd_rand random(unsigned(part + 1));
      for (size_t i = count * part / 8; i < count * (part + 1) / 8; ++i)
        data[i] = make(random);
    });
  for (std::thread &thread : threads)
    thread.join();
  return data;
}
