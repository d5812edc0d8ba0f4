// Measures the generated class of bench::Sparse, one variant per program, and checks every result.
// Prints one line of JSON per work: a matrix of 2^18 rows whose mean length is 4 to 1024, with rows
// of one length and of lengths that differ, whose columns lie in a band or anywhere.
//
//   sparse_VARIANT [--runs N] [--largest LOG2] [--only WORD] [--shaders FOLDER]
//
// `--largest` is that of the number of elements.
#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include "measurements.h"
#include "sparse.h"
#include "sparse_generated.h"
#include "sparse_rows.h"

using bench::kRows;
using bench::Sparse_Generated;

namespace {

struct Matrix {
  std::vector<int> rows, columns;
  std::vector<float> values;
};

class Bench : public bench::Measurements<Sparse_Generated> {
public:
  using Measurements::Measurements;

  void Copy(int largest);
  void Multiply(const std::string &name, const Matrix &matrix);
  void Solve(const std::string &name, const Matrix &matrix, int steps);

private:
  bench::Sparse m_cpu;
};

Matrix MakeMatrix(int mean, bool isEven, bool isBand) {
  Matrix matrix{bench::MakeRows(mean, isEven), {}, {}};
  const size_t count = size_t(matrix.rows.back());
  matrix.values = bench::Random<float>(
      count, [](auto &random) { return float(random()) / float(random.max()); });
  matrix.columns =
      bench::Random<int>(count, [](auto &random) { return int(random() >> 4) % kRows; });
  if (isBand)
    bench::MoveIntoBand(matrix.rows, matrix.columns);
  return matrix;
}

void Bench::Copy(int largest) {
  const uint32_t count = 1u << largest;
  if (!Wants("copy"))
    return;
  const std::vector<float> data(count, 1.5f);
  const auto in = Upload(data);
  const bench::Buffer out(m_context, size_t(count) * sizeof(float));
  m_gpu.UpdateAll(m_copy);
  m_gpu.SetInOutFor_Copy(in->Handle(), out.Handle());
  Run(
      "copy", std::to_string(count), 8.0 * double(count),
      [&](VkCommandBuffer cmd) { m_gpu.CopyCmd(cmd, count); },
      [&] { return Download<float>(out, count) == data; });
  m_gpu.ForgetBuffer(in->Handle());
  m_gpu.ForgetBuffer(out.Handle());
}

/// Bytes of each array once.
double CountBytes(const Matrix &matrix, int vectors) {
  return 8.0 * double(matrix.values.size()) + 4.0 * double(kRows + 1) +
         4.0 * double(kRows) * vectors;
}

void Bench::Multiply(const std::string &name, const Matrix &matrix) {
  const auto rows = Upload(matrix.rows), columns = Upload(matrix.columns);
  const auto values = Upload(matrix.values);
  const std::vector<float> vector = bench::Random<float>(
      kRows, [](auto &random) { return float(random()) / float(random.max()); });
  const auto x = Upload(vector);
  const bench::Buffer y(m_context, kRows * sizeof(float));
  m_gpu.UpdateAll(m_copy);
  m_gpu.SetInOutFor_Multiply(rows->Handle(), columns->Handle(), values->Handle(), x->Handle(),
                             y.Handle());
  Run(("multiply, " + name).c_str(), std::to_string(matrix.values.size()), CountBytes(matrix, 2),
      [&](VkCommandBuffer cmd) { m_gpu.MultiplyCmd(cmd, kRows); },
      [&] {
        const auto found = Download<float>(y, kRows);
        for (int i = 0; i < kRows; i += 3) {
          double sum = 0;
          for (int k = matrix.rows[i]; k < matrix.rows[i + 1]; ++k)
            sum += double(matrix.values[k]) * double(vector[matrix.columns[k]]);
          if (!(std::fabs(found[i] - sum) <= 1e-4 * sum))
            return false;
        }
        return true;
      });
  for (VkBuffer buffer :
       {rows->Handle(), columns->Handle(), values->Handle(), x->Handle(), y.Handle()})
    m_gpu.ForgetBuffer(buffer);
}

/// The diagonal outweighs the rest by far, so that a few steps are enough.
void Bench::Solve(const std::string &name, const Matrix &matrix, int steps) {
  Matrix own = matrix;
  for (int i = 0; i < kRows; ++i)
    for (int k = own.rows[i]; k < own.rows[i + 1]; ++k)
      if (k == own.rows[i])
        own.columns[k] = i, own.values[k] = 64.0f;
      else
        own.values[k] *= 1e-4f;
  const auto rows = Upload(own.rows), columns = Upload(own.columns), values = Upload(own.values);
  const std::vector<float> right = bench::Random<float>(
      kRows, [](auto &random) { return 1.0f + float(random()) / float(random.max()); });
  const auto b = Upload(right);
  const bench::Buffer x(m_context, kRows * sizeof(float)), r(m_context, kRows * sizeof(float)),
      p(m_context, kRows * sizeof(float)), q(m_context, kRows * sizeof(float));
  m_gpu.UpdateAll(m_copy);
  m_gpu.SetInOutFor_Solve(rows->Handle(), columns->Handle(), values->Handle(), b->Handle(),
                          x.Handle(), r.Handle(), p.Handle(), q.Handle());
  // The matrix and p, q; p, q; x, r, p, q twice x and r; r, p twice p.
  Run(("gradients, " + name).c_str(), std::to_string(own.values.size()),
      double(steps) * CountBytes(own, 2 + 2 + 6 + 3),
      [&](VkCommandBuffer cmd) { m_gpu.SolveCmd(cmd, kRows, steps); },
      [&] {
        const auto found = Download<float>(x, kRows);
        for (int i = 0; i < kRows; i += 3) {
          double sum = 0;
          for (int k = own.rows[i]; k < own.rows[i + 1]; ++k)
            sum += double(own.values[k]) * double(found[own.columns[k]]);
          if (own.rows[i] < own.rows[i + 1] && !(std::fabs(sum - right[i]) <= 0.02 * right[i]))
            return false;
        }
        return true;
      });
  for (VkBuffer buffer : {rows->Handle(), columns->Handle(), values->Handle(), b->Handle(),
                          x.Handle(), r.Handle(), p.Handle(), q.Handle()})
    m_gpu.ForgetBuffer(buffer);
}

} // namespace

int main(int argc, char **argv) {
  const bench::Options options(argc, argv);
  try {
    const vkmorph::Context context = vkmorph::CreateContext(Sparse_Generated::RequiredFeatures());
    Bench bench(context, options);
    bench.Copy(std::min(options.largest, 26));
    for (const int mean : {4, 16, 64, 1024})
      for (const bool isEven : {true, false})
        for (const bool isBand : {true, false}) {
          if (double(mean) * double(kRows) > std::ldexp(1.0, options.largest))
            continue;
          const Matrix matrix = MakeMatrix(mean, isEven, isBand);
          const std::string name = std::to_string(mean) + (isEven ? " even" : " uneven") +
                                   (isBand ? ", band" : ", anywhere");
          bench.Multiply(name, matrix);
          if (mean < 1024)
            bench.Solve(name, matrix, 4);
        }
    return bench.AllAgree() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 3;
  }
}
