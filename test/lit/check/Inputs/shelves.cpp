// Shelves that the class cannot do with where a thing is exactly at the limit: it divides by 0 then.
#include <vector>

class Shelves {
public:
  virtual ~Shelves() = default;
  virtual void Stack(const int *things, const unsigned *shelves, int *heights, int n) {
    kernel1D_Stack(things, shelves, heights, n);
  }

private:
  void kernel1D_Stack(const int *things, const unsigned *shelves, int *heights, int n) {
    for (int i = 0; i < n; i++) {
      int height = m_heights[shelves[i]];
      if (things[i] > 400)
        height += 100 / (things[i] - 400);
      if (things[i] == 400 || things[i] == 399)
        height /= things[i] - 399 - (things[i] - 399);
      heights[i] = height;
    }
  }

  std::vector<int> m_heights = std::vector<int>(201, 5);
};
