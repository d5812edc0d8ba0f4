// Origin: written with the part of the compiler that it tests.
// Kernels that take images by reference, images that are exchanged and get other sizes in control functions, inherited and virtual methods.
// RUN: %check %s --class TwoImages --arg width=1..20 --arg height=1..12 --arg times=0..3 --arg columns=0..5 -- -std=c++17
#include "two_images.h"
#include <algorithm>

TwoImages::TwoImages(int width, int height) : now_(width, height, 50), next_(width, height, 60), canvas_(3, 2, 7), other_(width, height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      now_.at(x, y) = (x * 37 + y * 11) % 101;
      other_.at(x, y) = x * y;
    }
}

void TwoImages::kernel2D_Erode(const Plane<int> &from, Plane<int> &to) {
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      int least = from.get(x, y);
      auto look = [&](int dx, int dy) { least = std::min(least, from.get(x + dx, y + dy)); };
      look(-1, 0);
      look(1, 0);
      look(0, -1);
      look(0, 1);
      to.at(x, y) = least;
    }
}

void TwoImages::kernel2D_Fill(Plane<int> &image, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image.at(x, y) = x - y;
}

void TwoImages::kernel2D_Mix(int weight) {
  for (int y = 0; y < other_.height; ++y)
    for (int x = 0; x < other_.width; ++x) {
      Plane<int> &out = next_;
      if (out.contains(x, y))
        out.at(x, y) = now_.get(x, y) + weight * (other_.get(x - 2, y) - other_.get(x + 2, y));
    }
}

void TwoImages::kernel1D_Sum() {
  sum_ = 0;
  for (int i = 0; i < canvas_.area(); ++i)
    sum_ += canvas_.get(i % canvas_.width, i / canvas_.width);
}

void TwoImages::Erode(int times) {
  for (int i = 0; i < times; ++i) {
    kernel2D_Erode(now_, next_);
    now_.swap(next_);
  }
  kernel2D_Erode(now_, next_);
  std::swap(now_, next_);
}

int TwoImages::Widen(int columns) {
  const int width = 7 + columns, height = 5;
  canvas_.resize(width, height);
  kernel2D_Fill(canvas_, width, height);
  kernel1D_Sum();
  return sum_;
}

void TwoImages::Mix(int weight) { kernel2D_Mix(weight); }
