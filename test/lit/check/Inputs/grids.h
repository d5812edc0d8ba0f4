// Objects that are made of sizes and modes, and control functions that only derived classes call.
#include <vector>

namespace img {

class Grid {
public:
  enum class Edge { Clamp = 2, Wrap = 4 };
  struct Style {
    float gain;
  };

  Grid(int width, int height, Edge edge) : width_(width), edge_(edge), cells_(width * height, 1.0f) {
    setHeight(height);
  }
  Grid(const std::vector<float> &cells, Style style) : width_(int(cells.size())), height_(1), cells_(cells), gain_(style.gain) {}
  virtual ~Grid() = default;

  /// Both are those of the constructor.
  virtual void Shift(float *out, int width, int height) { kernel2D_Shift(out, width, height); }
  /// As large as the constructor made it.
  virtual void Copy([[vkmorph::size("width_ * height_")]] float *out) { kernel2D_Copy(out); }

protected:
  virtual void Brighten(float *out, int n, float by) { kernel1D_Brighten(out, n, by); }

  void kernel2D_Shift(float *out, int width, int height) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int east = x + 1 < width ? x + 1 : edge_ == Edge::Wrap ? 0 : x;
        out[y * width + x] = cells_[y * width + east] * gain_;
      }
  }
  void kernel2D_Copy(float *out) {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x)
        out[y * width_ + x] = cells_[y * width_ + x];
  }
  void kernel1D_Brighten(float *out, int n, float by) {
    for (int i = 0; i < n; ++i)
      out[i] += by * gain_;
  }

private:
  void setHeight(int height) { height_ = height; }

  int width_, height_;
  Edge edge_ = Edge::Clamp;
  std::vector<float> cells_;
  float gain_ = 1.0f;
};

} // namespace img
