// The work of bench::Orders by CUB. Lines of the same form as the generated programs print.
//
//   nvcc -O3 -std=c++17 -arch=native orders.cu -o cub_orders && ./cub_orders
#include <numeric>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "measure.cuh"

template <class T> static T *Upload(const std::vector<T> &data) {
  T *copy = nullptr;
  Check(cudaMalloc(&copy, data.size() * sizeof(T)), "cudaMalloc");
  Check(cudaMemcpy(copy, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  return copy;
}

template <class T> static std::vector<T> Download(const T *data, size_t count) {
  std::vector<T> copy(count);
  Check(cudaMemcpy(copy.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
  return copy;
}

/// Memory for what a call of CUB's says that it needs.
template <class Call> static void *Reserve(size_t &bytes, Call call) {
  void *space = nullptr;
  Check(call(nullptr, bytes), "how much space is needed");
  Check(cudaMalloc(&space, bytes), "cudaMalloc");
  return space;
}

static void Scan(size_t count, bool replays) {
  const auto data = Random<int>(count, [](auto &random) { return int(random() >> 4) % 101; });
  int *in = Upload(data), *out = Upload(data);
  size_t bytes = 0;
  const auto call = [&](void *space, size_t &size, cudaStream_t stream = nullptr) {
    return cub::DeviceScan::ExclusiveSum(space, size, in, out, int(count), stream);
  };
  void *space = Reserve(bytes, call);
  const double ms = Measure(replays, [&](cudaStream_t stream) { Check(call(space, bytes, stream), "scan"); });
  std::vector<int> right(count);
  std::exclusive_scan(data.begin(), data.end(), right.begin(), 0);
  Print("scan", replays ? "CUB, graph" : "CUB", std::to_string(count), 8.0 * count, ms, Download(out, count) == right);
  for (void *array : {(void *)in, (void *)out, space})
    Check(cudaFree(array), "cudaFree");
}

static void Sort(size_t count, bool withValues, bool replays) {
  auto keys = Random<unsigned>(count, [](auto &random) { return unsigned(random()) << 16 ^ unsigned(random()); });
  if (withValues)
    for (unsigned &key : keys)
      key >>= 8;
  unsigned *in = Upload(keys), *out = Upload(keys), *values = Upload(keys), *outValues = Upload(keys);
  size_t bytes = 0;
  const auto call = [&](void *space, size_t &size, cudaStream_t stream = nullptr) {
    return withValues ? cub::DeviceRadixSort::SortPairs(space, size, in, out, values, outValues, int(count), 0, 32, stream)
                      : cub::DeviceRadixSort::SortKeys(space, size, in, out, int(count), 0, 32, stream);
  };
  void *space = Reserve(bytes, call);
  const double ms = Measure(replays, [&](cudaStream_t stream) { Check(call(space, bytes, stream), "sort"); });
  std::vector<unsigned> right = keys;
  std::sort(right.begin(), right.end());
  Print(withValues ? "sort, pairs" : "sort, keys", replays ? "CUB, graph" : "CUB", std::to_string(count),
        (withValues ? 16.0 : 8.0) * count, ms, Download(out, count) == right);
  for (void *array : {(void *)in, (void *)out, (void *)values, (void *)outValues, space})
    Check(cudaFree(array), "cudaFree");
}

int main() {
  for (const int log2 : {12, 16, 20, 24, 28})
    for (const bool replays : {false, true}) {
      Scan(size_t(1) << log2, replays);
      Sort(size_t(1) << log2, false, replays);
      Sort(size_t(1) << log2, true, replays);
    }
  return 0;
}
