// Origin: written as a user would.
// Products of matrices and tables of distances: loops inside of grids, which read what other iterations read, too.
// RUN: %check %s --class DenseProducts --variants=default --size rows=0,1,7,37 --size columns=1,33 --size depth=0,5,19 --size batches=1,3 -- -std=c++17
// Enough workgroups that threads take neighbouring rows together, and some that are left.
// RUN: %check %s --class DenseProducts --control Multiply --control MultiplyTransposed --control Layer --control Distances \
// RUN:   --variant="small=--workgroup-size=16" --size rows=1031 --size columns=41 --size depth=6 -- -std=c++17
// RUN: %check %s --class DenseProducts --control Batch --variant="small=--workgroup-size=16" \
// RUN:   --size batches=23 --size rows=37 --size columns=41 --size depth=6 -- -std=c++17
#include <cmath>
#include <cstddef>

class DenseProducts {
public:
  DenseProducts(size_t rows, size_t columns, size_t depth) : m_rows(rows), m_columns(columns), m_depth(depth) {}
  virtual ~DenseProducts() {}

  virtual void Multiply(const float *a, const float *b, float *c) { kernel2D_Multiply(a, b, c); }
  virtual void MultiplyTransposed(const double *a, const double *b, double *c, double alpha, double beta) {
    kernel2D_MultiplyTransposed(a, b, c, alpha, beta);
  }
  virtual void Layer(const float *weights, const float *bias, const float *input, float *output) {
    kernel2D_Layer(weights, bias, input, output);
  }
  virtual void Distances(const float *points, const float *centres, float *squared, int *nearestAxis) {
    kernel2D_Distances(points, centres, squared, nearestAxis, int(m_rows), int(m_columns), int(m_depth));
  }
  virtual void Batch(const float *a, const float *b, float *c, int batches) {
    kernel3D_Batch(a, b, c, batches, int(m_rows), int(m_columns), int(m_depth));
  }

protected:
  void kernel2D_Multiply(const float *a, const float *b, float *c) {
    for (size_t y = 0; y < m_rows; ++y) {
      for (size_t x = 0; x < m_columns; ++x) {
        float sum = 0.0f;
        for (size_t k = 0; k < m_depth; ++k)
          sum += a[y * m_depth + k] * b[k * m_columns + x];
        c[y * m_columns + x] = sum;
      }
    }
  }

  // c = alpha * a^T * b + beta * c
  void kernel2D_MultiplyTransposed(const double *a, const double *b, double *c, double alpha, double beta) {
    for (size_t y = 0; y < m_rows; ++y) {
      for (size_t x = 0; x < m_columns; ++x) {
        double sum = 0.0;
        for (size_t k = 0; k < m_depth; ++k)
          sum += a[k * m_rows + y] * b[k * m_columns + x];
        c[y * m_columns + x] = alpha * sum + beta * c[y * m_columns + x];
      }
    }
  }

  // The number of a sample is the row; leaky activation.
  void kernel2D_Layer(const float *weights, const float *bias, const float *input, float *output) {
    for (size_t sample = 0; sample < m_rows; ++sample) {
      for (size_t neuron = 0; neuron < m_columns; ++neuron) {
        float value = bias[neuron];
        size_t at = neuron * m_depth;
        for (size_t k = 0; k < m_depth; ++k) {
          const float weight = weights[at];
          value += weight * input[sample * m_depth + k];
          at++;
        }
        if (value < 0.0f)
          value *= 0.01f;
        output[sample * m_columns + neuron] = value;
      }
    }
  }

  // Squared distances, and along which axis the two are closest.
  void kernel2D_Distances(const float *points, const float *centres, float *squared, int *nearestAxis, int count,
                          int numCentres, int axes) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < numCentres; j++) {
        float sum = 0;
        float least = 1e30f;
        int axis = -1;
        for (int d = 0; d < axes; d++) {
          float difference = points[i * axes + d] - centres[j * axes + d];
          if (std::fabs(difference) < least) {
            least = std::fabs(difference);
            axis = d;
          }
          sum += difference * difference;
        }
        squared[i * numCentres + j] = sum;
        nearestAxis[i * numCentres + j] = axis;
      }
    }
  }

  void kernel3D_Batch(const float *a, const float *b, float *c, int batches, int rows, int columns, int depth) {
    for (int n = 0; n < batches; n++)
      for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
          float sum = 0;
          for (int k = 0; k < depth; k++)
            sum += a[y * depth + k] * b[(n * depth + k) * columns + x];
          c[(n * rows + y) * columns + x] = sum;
        }
  }

  size_t m_rows, m_columns, m_depth;
};
