// Points in records of several floats, of which the first three are the place.
class PackedPoints {
public:
  explicit PackedPoints(float scale) : m_scale(scale) {}
  virtual ~PackedPoints() = default;

  /// A stride is 3 at least.
  virtual void Grow([[vkmorph::size("count * stride")]] float *points, int count, int stride) {
    kernel1D_Grow(points, count, stride);
  }
  /// The distance of each from the one with a number that is below count.
  virtual void Distances([[vkmorph::size("count * stride")]] const float *points, float *out, int count,
                         int stride, int number) {
    kernel1D_Distances(points, out, count, stride, number);
  }

protected:
  void kernel1D_Grow(float *points, int count, int stride) {
    for (int i = 0; i < count; ++i) {
      points[i * stride] *= m_scale;
      points[i * stride + 1] *= m_scale;
      points[i * stride + 2] *= m_scale;
    }
  }
  void kernel1D_Distances(const float *points, float *out, int count, int stride, int number) {
    for (int i = 0; i < count; ++i) {
      const float dx = points[i * stride] - points[number * stride];
      const float dy = points[i * stride + 1] - points[number * stride + 1];
      out[i] = dx * dx + dy * dy;
    }
  }

private:
  float m_scale;
};
