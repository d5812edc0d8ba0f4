// Origin: written as a user would.
// Numbers, enumerators and exceptions that are made of them: what is thrown has the type that the class gives it.
// RUN: %check %s --arg k=0..13 -- -std=c++17
#include <cstdint>
#include <stdexcept>
#include <string>

namespace store {

enum Shelf { kTop, kBottom };
enum class Fault : short { None, Empty = 7, Full };

class ShelfError : public std::runtime_error {
public:
  ShelfError(Shelf shelf, Fault fault)
      : std::runtime_error("shelf " + std::to_string(shelf) + ", fault " + std::to_string(int(fault))) {}
};

class ThrownValues {
public:
  virtual ~ThrownValues() = default;

  virtual void Count(int k, int64_t wide, size_t size, long long longest) {
    kernel1D_Mark(8, k);
    switch (k) {
    case 0:
      throw -3L;
    case 1:
      throw wide;
    case 2:
      throw size * 2;
    case 3:
      throw longest + 1;
    case 4:
      throw sizeof(int);
    case 5:
      throw "five";
    case 6:
      throw char('a' + k);
    }
    if (k < 9)
      throw std::string("k is ") + std::to_string(k);
    kernel1D_Mark(8, 1);
  }

  virtual void Find(int k, Shelf shelf, Fault fault) {
    if (k == 0)
      throw k + 5; // also while commands are recorded
    kernel1D_Mark(8, k);
    if (k == 1)
      throw fault;
    if (k == 2)
      throw shelf;
    if (k == 3)
      throw Fault::Full;
    if (k == 4)
      throw kBottom;
    if (k == 5)
      throw m_fault;
    if (k < 8)
      throw ShelfError(shelf, k == 6 ? fault : Fault::Empty);
    if (k < 10)
      throw ShelfError(kTop, m_fault);
  }

protected:
  void kernel1D_Mark(int n, int by) {
    for (int i = 0; i < n; i++)
      m_marks[i] += by;
  }

  int m_marks[8] = {};
  Fault m_fault = Fault::Full;
};

} // namespace store
