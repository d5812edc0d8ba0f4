// Connected components of a black and white picture.
#pragma once
#include <cstdint>
#include <vector>

class Components {
public:
  virtual ~Components() = default;

  /// Gives each white pixel the smallest index of a pixel that it is connected with (4 neighbours), black ones -1.
  /// Returns how many components there are, or -1 if maxRounds were not enough.
  virtual int Label(const uint8_t *mask, int *labels, int width, int height, int maxRounds);

  int LargestArea() const { return m_largest; }
  int Rounds() const { return m_rounds; }

protected:
  void kernel1D_Start(const uint8_t *mask, int *labels, int count);
  void kernel2D_Spread(const int *from, int *to, int width, int height);
  void kernel1D_Areas(const int *labels, int count);
  void kernel1D_Sizes(const int *labels, int count);

private:
  int m_changed = 0;
  int m_components = 0;
  int m_largest = 0;
  int m_rounds = 0;
  std::vector<int> m_other;
};
