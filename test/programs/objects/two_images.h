// Two images that take turns.
#pragma once
#include <utility>
#include <vector>

struct Extent {
  int width = 0, height = 0;

  int area() const { return width * height; }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

// With a base without vectors, and methods that derived classes may override.
template <class T> class Plane : public Extent {
public:
  Plane(int w, int h, T border) : border_(border) { resize(w, h); }
  virtual ~Plane() = default;

  void resize(int w, int h) {
    width = w;
    height = h;
    pixels_.resize(w * h);
  }
  void swap(Plane &other) {
    std::swap(width, other.width);
    std::swap(height, other.height);
    pixels_.swap(other.pixels_);
  }
  T &at(int x, int y) { return pixels_[y * width + x]; }
  virtual T get(int x, int y) const { return contains(x, y) ? pixels_[y * width + x] : border_; }

private:
  T border_;
  std::vector<T> pixels_;
};

// Outside is the nearest pixel.
class Clamped : public Plane<int> {
public:
  Clamped(int w, int h) : Plane<int>(w, h, 0) {}
  int get(int x, int y) const override {
    const int column = x < 0 ? 0 : x >= width ? width - 1 : x, row = y < 0 ? 0 : y >= height ? height - 1 : y;
    return Plane<int>::get(column, row);
  }
};

class TwoImages {
public:
  TwoImages(int width = 9, int height = 6);
  virtual ~TwoImages() = default;

  virtual void Erode(int times);
  virtual int Widen(int columns);
  virtual void Mix(int weight);

protected:
  void kernel2D_Erode(const Plane<int> &from, Plane<int> &to);
  void kernel2D_Fill(Plane<int> &image, int width, int height);
  void kernel2D_Mix(int weight);
  void kernel1D_Sum();

private:
  Plane<int> now_, next_, canvas_;
  Clamped other_;
  int sum_ = 0;
};
