// The work of bench::Plain in CUDA, as anybody writes it in half an hour: one thread per point, nothing tuned. Lines of
// the same form as the generated programs print.
//
//   nvcc -O3 -std=c++17 -arch=native plain.cu -o cub_plain && ./cub_plain
//
// nvcc makes one operation of a product and a sum; with -fmad=false -DROUNDS it rounds both, as the generated programs
// do by default.
#include <cmath>
#include <cstdint>

#include "measure.cuh"

#ifdef ROUNDS
constexpr const char *kVariant = "CUDA, -fmad=false", *kReplayed = "CUDA, -fmad=false, graph";
#else
constexpr const char *kVariant = "CUDA", *kReplayed = "CUDA, graph";
#endif

template <class T> __global__ void Gemm(const T *a, const T *b, T *c, int rows, int columns, int depth) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= columns)
    return;
  T sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += a[k * rows + i] * b[k * columns + j];
  c[i * columns + j] = sum;
}

__global__ void Stencil(const float *in, float *out, int nx, int ny, int nz, float centre, float side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1,
            z = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
    return;
  const int i = (z * ny + y) * nx + x;
  out[i] = centre * in[i] +
           side * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]);
}

__device__ float Brightness(uchar4 pixel) { return 0.299f * pixel.x + 0.587f * pixel.y + 0.114f * pixel.z; }

__global__ void Gradient(const uchar4 *in, uchar4 *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int left = max(x - 1, 0), right = min(x + 1, width - 1);
  const int above = max(y - 1, 0) * width, below = min(y + 1, height - 1) * width, here = y * width;
  const float dx = Brightness(in[above + right]) - Brightness(in[above + left]) +
                   2.0f * (Brightness(in[here + right]) - Brightness(in[here + left])) +
                   Brightness(in[below + right]) - Brightness(in[below + left]);
  const float dy = Brightness(in[below + left]) - Brightness(in[above + left]) +
                   2.0f * (Brightness(in[below + x]) - Brightness(in[above + x])) +
                   Brightness(in[below + right]) - Brightness(in[above + right]);
  const auto value = static_cast<unsigned char>(fminf(sqrtf(dx * dx + dy * dy), 255.0f));
  out[here + x] = make_uchar4(value, value, value, in[here + x].w);
}

__global__ void Life(const uint8_t *in, uint8_t *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int left = x > 0 ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
  const int above = (y > 0 ? y - 1 : height - 1) * width, below = (y + 1 < height ? y + 1 : 0) * width, here = y * width;
  const int alive = in[above + left] + in[above + x] + in[above + right] + in[here + left] + in[here + right] +
                    in[below + left] + in[below + x] + in[below + right];
  out[here + x] = alive == 3 || (alive == 2 && in[here + x]) ? 1 : 0;
}

// Neighbouring threads in x: the kernel chooses the order that the loops of the class do not have.
__global__ void Columns(const float *in, float *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height - 1)
    out[y * width + x] = 2 * in[y * width + x] + in[(y + 1) * width + x];
}

__global__ void ColumnSums(const float *image, float *sums, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  float sum = 0;
  for (int y = 0; y < height; ++y)
    sum += image[y * width + x];
  sums[x] = sum;
}

/// The sum of what the threads of a warp have is added to the result by its first one.
template <class T> __device__ void AddToResult(T value, T *result) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(result, value);
}

__global__ void SumSeries(const float *points, unsigned count, float *result) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float term = 1, sum = i < count ? 1 : 0;
  if (i < count)
    for (int k = 1; k < 200; ++k) {
      term *= points[i] / float(k);
      sum += term;
    }
  AddToResult(sum, result);
}

__global__ void SumSteps(const float *points, unsigned count, unsigned *result) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float point = i < count ? points[i] : 0;
  float x = 0, y = 0;
  unsigned steps = 0;
  while (i < count && steps < 100 && x * x + y * y < 4.0f) {
    const float next = x * x - y * y + point;
    y = 2.0f * x * y + 0.25f;
    x = next;
    ++steps;
  }
  AddToResult(steps, result);
}

template <class T> static T *Upload(const std::vector<T> &data) {
  T *memory = nullptr;
  Check(cudaMalloc(&memory, data.size() * sizeof(T)), "cudaMalloc");
  Check(cudaMemcpy(memory, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  return memory;
}

template <class T> static std::vector<T> Download(const T *memory, size_t count) {
  std::vector<T> data(count);
  Check(cudaMemcpy(data.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
  return data;
}

static unsigned Blocks(int count, unsigned size) { return (unsigned(count) + size - 1) / size; }

template <class Call, class Agrees>
static void Run(const char *work, const std::string &size, double bytes, Call call, Agrees agrees) {
  for (bool replays : {false, true}) {
    const double ms = Measure(replays, call);
    Check(cudaGetLastError(), work);
    Print(work, replays ? kReplayed : kVariant, size, bytes, ms, agrees());
  }
}

template <class T> static void Gemm(const char *work, int size, double tolerance) {
  const auto make = [](auto &random) { return T(random()) / T(random.max()); };
  const size_t count = size_t(size) * size;
  const auto a = Random<T>(count, make), b = Random<T>(count, make);
  T *left = Upload(a), *right = Upload(b), *product = Upload(a);
  const dim3 threads(32, 8), blocks(Blocks(size, 32), Blocks(size, 8));
  Run(
      work, std::to_string(size), 3.0 * sizeof(T) * double(count),
      [&](cudaStream_t stream) { Gemm<T><<<blocks, threads, 0, stream>>>(left, right, product, size, size, size); },
      [&] {
        const auto found = Download(product, count);
        for (size_t at = 0; at < count; at += 4099) {
          double sum = 0;
          for (int k = 0; k < size; ++k)
            sum += double(a[k * size_t(size) + at / size]) * double(b[k * size_t(size) + at % size]);
          if (!(std::fabs(double(found[at]) - sum) <= tolerance * sum))
            return false;
        }
        return true;
      });
  for (T *memory : {left, right, product})
    cudaFree(memory);
}

static void Stencil(int size) {
  const size_t count = size_t(size) * size * size;
  const auto data = Random<float>(count, [](auto &random) { return float(random()) / float(random.max()); });
  float *in = Upload(data), *out = Upload(data);
  const dim3 threads(32, 8), blocks(Blocks(size - 2, 32), Blocks(size - 2, 8), unsigned(size - 2));
  Run(
      "7-point stencil", std::to_string(size) + "^3", 2.0 * sizeof(float) * double(count),
      [&](cudaStream_t stream) { Stencil<<<blocks, threads, 0, stream>>>(in, out, size, size, size, 0.4f, 0.1f); },
      [&] {
        const auto found = Download(out, count);
        const size_t row = size, plane = row * row;
        for (size_t i = plane + row + 1; i < count - plane - row - 1; ++i) {
          const size_t x = i % row, y = i / row % row;
          if (x == 0 || x == row - 1 || y == 0 || y == row - 1)
            continue;
          const float expected = 0.4f * data[i] + 0.1f * (data[i - 1] + data[i + 1] + data[i - row] + data[i + row] +
                                                          data[i - plane] + data[i + plane]);
          if (!(std::fabs(found[i] - expected) <= 1e-6f))
            return false;
        }
        return true;
      });
  cudaFree(in);
  cudaFree(out);
}

/// Pictures, of which a few pixels inside are compared.
template <class T, class Kernel, class Make, class Agrees>
static void Picture(const char *work, Kernel kernel, int size, Make make, Agrees agrees) {
  const size_t count = size_t(size) * size;
  const auto data = Random<T>(count, make);
  T *in = Upload(data), *out = Upload(data);
  const dim3 threads(32, 8), blocks(Blocks(size, 32), Blocks(size, 8));
  Run(
      work, std::to_string(size) + " x " + std::to_string(size), 2.0 * sizeof(T) * double(count),
      [&](cudaStream_t stream) { kernel<<<blocks, threads, 0, stream>>>(in, out, size, size); },
      [&] {
        const auto found = Download(out, count);
        for (int y = 1; y < size - 1; y += 7)
          for (int x = 1; x < size - 1; ++x)
            if (!agrees(&data[size_t(y) * size + x], found[size_t(y) * size + x], ptrdiff_t(size)))
              return false;
        return true;
      });
  cudaFree(in);
  cudaFree(out);
}

static void ColumnSums(int width, int height) {
  const size_t columns = size_t(width), count = columns * size_t(height);
  const auto image = Random<float>(count, [](auto &random) { return float(random()) / float(random.max()); });
  float *in = Upload(image), *sums = Upload(std::vector<float>(columns));
  Run(
      "column sums", std::to_string(width) + " x " + std::to_string(height), sizeof(float) * double(count + columns),
      [&](cudaStream_t stream) { ColumnSums<<<Blocks(width, 256), 256, 0, stream>>>(in, sums, width, height); },
      [&] {
        const auto found = Download(sums, columns);
        std::vector<double> expected(columns, 0.0);
        for (size_t i = 0; i < count; ++i)
          expected[i % columns] += double(image[i]);
        for (size_t x = 0; x < columns; ++x)
          if (!(std::fabs(double(found[x]) - expected[x]) <= height * 6e-8 * expected[x]))
            return false;
        return true;
      });
  cudaFree(in);
  cudaFree(sums);
}

/// Sums over so many points, one thread for each.
template <class T, class Kernel, class Make, class Expected>
static void Sum(const char *work, Kernel kernel, unsigned count, Make make, Expected expected) {
  const auto points = Random<float>(count, make);
  float *in = Upload(points);
  T *result = Upload(std::vector<T>(1));
  Run(
      work, std::to_string(count), sizeof(float) * double(count),
      [&](cudaStream_t stream) {
        cudaMemsetAsync(result, 0, sizeof(T), stream);
        kernel<<<Blocks(int(count), 256), 256, 0, stream>>>(in, count, result);
      },
      [&] {
        double sum = 0;
        for (float point : points)
          sum += expected(point);
        return std::fabs(double(Download(result, 1)[0]) - sum) <= 1e-4 * sum;
      });
  cudaFree(in);
  cudaFree(result);
}

static double CountSteps(float point) {
  float x = 0, y = 0;
  int steps = 0;
  while (steps < 100 && x * x + y * y < 4.0f) {
    const float next = x * x - y * y + point;
    y = 2.0f * x * y + 0.25f;
    x = next;
    ++steps;
  }
  return steps;
}

int main() {
  Gemm<double>("dgemm", 2048, 2048 * 1.2e-16);
  Gemm<float>("sgemm", 2048, 2048 * 6e-8);
  Stencil(400);
  Picture<uchar4>(
      "3 x 3 gradient, RGBA of bytes", Gradient, 4096,
      [](auto &random) {
        const auto bits = uint32_t(random());
        return make_uchar4(bits & 255, bits >> 8 & 255, bits >> 16 & 255, bits >> 22 & 255);
      },
      [](const uchar4 *at, uchar4 found, ptrdiff_t row) {
        const auto light = [&](ptrdiff_t offset) {
          return 0.299f * at[offset].x + 0.587f * at[offset].y + 0.114f * at[offset].z;
        };
        const float dx = light(1 - row) - light(-1 - row) + 2.0f * (light(1) - light(-1)) + light(1 + row) - light(row - 1);
        const float dy = light(row - 1) - light(-1 - row) + 2.0f * (light(row) - light(-row)) + light(1 + row) - light(1 - row);
        return std::abs(int(found.x) - int(std::min(std::sqrt(dx * dx + dy * dy), 255.0f))) <= 1;
      });
  Picture<uint8_t>(
      "game of life", Life, 4096, [](auto &random) { return uint8_t(random() >> 8 & 1); },
      [](const uint8_t *at, uint8_t found, ptrdiff_t row) {
        const int alive = at[-row - 1] + at[-row] + at[1 - row] + at[-1] + at[1] + at[row - 1] + at[row] + at[row + 1];
        return found == (alive == 3 || (alive == 2 && *at));
      });
  Picture<float>(
      "update by columns", Columns, 8192, [](auto &random) { return float(random()) / float(random.max()); },
      [](const float *at, float found, ptrdiff_t row) { return std::fabs(found - (2 * at[0] + at[row])) <= 1e-6f; });
  ColumnSums(4096, 4096);
  ColumnSums(100, 1000000);
  ColumnSums(65536, 256);
  for (unsigned count : {100000u, 1u << 20, 1u << 24}) {
    Sum<float>(
        "sum of a series", SumSeries, count, [](auto &random) { return 2.0f * float(random()) / float(random.max()); },
        [](float point) { return std::exp(double(point)); });
    Sum<unsigned>(
        "sum of steps", SumSteps, count, [](auto &random) { return 2.5f * float(random()) / float(random.max()) - 2.0f; },
        CountSteps);
  }
}
