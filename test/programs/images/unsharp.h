// A mask of what a blur takes away.
#pragma once
#include <vector>

class UnsharpMask {
public:
  explicit UnsharpMask(float amount = 1.5f) : amount_(amount), rows_(23 * 13, 0.25f) {}
  virtual ~UnsharpMask() = default;

  /// `pitch` pixels from one row to the next, at least `width` and at most 23; at most 13 rows.
  virtual void Sharpen(const float* grey [[vkmorph::size("pitch * height")]], float* sharp [[vkmorph::size("pitch * height")]],
                       int width, int height, int pitch);

protected:
  void kernel2D_Rows(const float* grey, int width, int height, int pitch);
  void kernel2D_Sharpen(const float* grey, float* sharp, int width, int height, int pitch);

private:
  static float At(const float* grey, int x, int y, int width, int height, int pitch);

  float amount_;
  std::vector<float> rows_;
};
