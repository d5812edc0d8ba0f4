#pragma once
#include <vector>

// Numbers are appended; what is kept is counted.
class Keeper {
public:
  struct Kept {
    int number;
    char mark; // and padding
  };

  virtual ~Keeper() = default;
  // Numbers from `first` on, two elements for each multiple of three.
  virtual void Keep(int first, int n) { kernel2D_Keep(first, n, 3); }
  virtual void Restart(int first, int n) {
    kept.clear();
    kernel2D_Keep(first, n, 1);
  }
  // As many as each number says: nobody knows how many these are.
  virtual void Spread(int n) { kernel1D_Spread(n); }
  virtual void Spread(int n, int most) {
    kept.reserve(kept.size() + most);
    kernel1D_Spread(n);
  }
  virtual long long Sum() {
    kernel1D_Sum();
    return total;
  }

  std::vector<Kept> kept;
  long long total = 0;

private:
  void kernel2D_Keep(int first, int n, int rows) {
    for (int y = 0; y < rows; y++)
      for (int i = 0; i < n; i++) {
        kept.push_back({first + i, 'a'});
        if ((first + i) % 3 == 0)
          kept.push_back({first + i, 'b'});
      }
  }
  void kernel1D_Spread(int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < i % 5; k++)
        kept.push_back({i, 'c'});
  }
  void kernel1D_Sum() {
    total = 0;
    for (unsigned i = 0; i < kept.size(); i++)
      total += kept[i].number;
  }
};
