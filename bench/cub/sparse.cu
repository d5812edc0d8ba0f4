// bench::Sparse's product in CUDA, as textbooks have it: so many neighbouring threads for each row, and shuffles. Lines
// of the same form as the generated programs print; the lengths and columns are made as theirs are.
//
//   nvcc -O3 -std=c++17 -arch=native sparse.cu -o cub_sparse && ./cub_sparse
#include "../sparse_rows.h"
#include "measure.cuh"

using bench::kRows;

template <int kLanes>
__global__ void Multiply(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = thread / kLanes, lane = thread % kLanes;
  float sum = 0.0f;
  if (row < n)
    for (int k = rows[row] + lane; k < rows[row + 1]; k += kLanes)
      sum += values[k] * x[columns[k]];
  for (int offset = kLanes / 2; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (row < n && lane == 0)
    y[row] = sum;
}

template <class T> static T *Upload(const std::vector<T> &data) {
  T *copy = nullptr;
  Check(cudaMalloc(&copy, data.size() * sizeof(T)), "cudaMalloc");
  Check(cudaMemcpy(copy, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  return copy;
}

template <int kLanes> static void Run(const char *variant, int mean, bool isEven, bool isBand) {
  const std::vector<int> rows = bench::MakeRows(mean, isEven);
  const size_t count = size_t(rows.back());
  const auto values = Random<float>(count, [](auto &random) { return float(random()) / float(random.max()); });
  auto columns = Random<int>(count, [](auto &random) { return int(random() >> 4) % kRows; });
  if (isBand)
    bench::MoveIntoBand(rows, columns);
  const std::vector<float> vector(kRows, 0.5f);
  int *r = Upload(rows), *c = Upload(columns);
  float *v = Upload(values), *x = Upload(vector), *y = Upload(vector);
  const double ms = Measure(true, [&](cudaStream_t stream) {
    Multiply<kLanes><<<kRows / 256 * kLanes, 256, 0, stream>>>(r, c, v, x, y, kRows);
  });
  std::vector<float> found(kRows);
  Check(cudaMemcpy(found.data(), y, kRows * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
  bool agrees = true;
  for (int i = 0; i < kRows; i += 97) {
    double sum = 0;
    for (int k = rows[i]; k < rows[i + 1]; ++k)
      sum += 0.5 * values[k];
    agrees &= std::fabs(found[i] - sum) <= 1e-4 * sum;
  }
  const std::string work = "multiply, " + std::to_string(mean) + (isEven ? " even" : " uneven") +
                           (isBand ? ", band" : ", anywhere");
  Print(work.c_str(), variant, std::to_string(count), 8.0 * double(count) + 4.0 * (3.0 * kRows + 1), ms, agrees);
  for (void *array : {(void *)r, (void *)c, (void *)v, (void *)x, (void *)y})
    Check(cudaFree(array), "cudaFree");
}

int main() {
  for (const int mean : {4, 16, 64, 1024})
    for (const bool isEven : {true, false})
      for (const bool isBand : {true, false}) {
        Run<32>("CUDA, a warp", mean, isEven, isBand);
        if (mean == 4)
          Run<4>("CUDA, the mean", mean, isEven, isBand);
        else if (mean == 16)
          Run<16>("CUDA, the mean", mean, isEven, isBand);
        else
          Run<32>("CUDA, the mean", mean, isEven, isBand);
      }
  return 0;
}
