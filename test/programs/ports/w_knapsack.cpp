// Origin: written as a user would, before its first translation.
// The 0/1 knapsack, a row of the table per item.
// RUN: %check %s --class Knapsack --size items=1,9 --size capacity=0,40 --size weights=9 --size values=9 --size row=41 --size next=41 --arg weights=1..12 --arg values=0..30 -- -std=c++17
#include <algorithm>
#include <utility>

class Knapsack {
public:
  struct Item {
    int weight, value;
  };

  virtual ~Knapsack() = default;

  /// 'row' and 'next' have capacity + 1 elements; the best value of each capacity is in 'best'.
  virtual void Fill(const int *weights, const int *values, int items, int *row, int *next, int *best, int capacity) {
    kernel1D_Empty(row, capacity);
    for (int item = 0; item < items; item++) {
      kernel1D_Take(row, next, capacity, Item{weights[item], values[item]});
      std::swap(row, next);
    }
    kernel1D_Result(row, best, capacity);
  }

private:
  void kernel1D_Empty(int *row, int capacity) {
    for (int c = 0; c <= capacity; c++)
      row[c] = 0;
  }

  void kernel1D_Take(const int *row, int *next, int capacity, const Item &item) {
    for (int c = 0; c <= capacity; c++) {
      next[c] = row[c];
      if (c >= item.weight)
        next[c] = std::max(next[c], row[c - item.weight] + item.value);
    }
  }

  void kernel1D_Result(const int *row, int *best, int capacity) {
    for (int c = 0; c <= capacity; c++)
      best[c] = row[c];
  }
};
