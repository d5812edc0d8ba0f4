// Calls each of the recipes, on two objects in turns.
#include "driver_support.h"
#include "object.h"

#include <algorithm>

static void PrintCounters(const quadrature &q) {
  driver::Print("odd", q.odd());
  driver::Print("even", q.even());
  driver::Print("sum", q.sum());
  driver::Print("index_sum", q.index_sum());
  driver::Print("small_ones", q.small_ones());
  driver::Print("calls", q.calls());
}

static void CheckIntegrals(quadrature &a, quadrature &b, int n) {
  const int even = n + n % 2;
  const float h = even > 0 ? 3.0f / float(even) : 1.0f;
  const std::vector<float> f = driver::Floats(size_t(even) + 1, 0.5f, 2.0f, 41);
  const std::vector<float> g = driver::Floats(size_t(n) + 1, 1.0f, 9.0f, 42);
  driver::Print("simpson(f)", a.simpson(f.data(), even, h));
  driver::Print("trapezoid(f)", b.trapezoid(f.data(), even, h));
  driver::Print("trapezoid(g)", b.trapezoid(g.data(), n, h));
  driver::Print("simpson(f), half", a.simpson(f.data(), even / 4 * 2, h));
  PrintCounters(a);
  PrintCounters(b);
}

static void CheckIntegers(quadrature &a, quadrature &b, int n) {
  std::vector<int> numbers = driver::Ints(size_t(n), -120, 120, 43);
  std::vector<int> reversed(size_t(n), 9999);
  a.reverse(numbers.data(), reversed.data(), n);
  driver::PrintArray("reversed", reversed);
  b.reverse(reversed.data(), numbers.data(), n);
  driver::PrintArray("numbers", numbers);

  driver::Print("last_negative", a.last_negative(numbers.data(), n));
  std::fill(numbers.begin() + n / 3, numbers.end(), 4);
  driver::Print("last_negative, first third", a.last_negative(numbers.data(), n));
  driver::Print("last_negative, none", b.last_negative(numbers.data() + n / 3, n - n / 3));

  a.moments(reversed.data(), n);
  b.moments(numbers.data(), n);
  PrintCounters(a);
  PrintCounters(b);
}

static void CheckSteps(quadrature &a, quadrature &b, uint32_t n) {
  std::vector<float> z = driver::Floats(2 * size_t(n), -1.0f, 1.0f, 44);
  std::vector<float> power(n, -1.0f);
  a.conjugate(z.data(), power.data(), n);
  driver::PrintArray("z", z);
  driver::PrintArray("power", power);
  b.conjugate(z.data(), power.data(), n / 2);
  driver::PrintArray("z, half of it twice", z);

  const std::vector<uint32_t> words = driver::Words(n, 45);
  driver::Print("words 0 1", a.sample_words(words.data(), n, 0, 1));
  driver::Print("words 1 2", b.sample_words(words.data(), n, 1, 2));
  driver::Print("words 5 7", a.sample_words(words.data(), n, 5, 7));
  driver::Print("words n 3", a.sample_words(words.data(), n, n, 3));
  driver::Print("words 2 1000", b.sample_words(words.data(), n, 2, 1000));
  PrintCounters(a);
}

static void CheckGrids(quadrature &a, quadrature &b, int w, int h) {
  const size_t framed = size_t(w + 2) * size_t(h + 2);
  const std::vector<float> cells = driver::Floats(framed, 0.0f, 16.0f, 46);
  std::vector<float> once(framed, -1.0f);
  std::vector<float> twice(framed, -2.0f);
  a.relax(cells.data(), once.data(), w, h);
  b.relax(once.data(), twice.data(), w, h);
  driver::PrintArray("once", once);
  driver::PrintArray("twice", twice);

  std::vector<int> board = driver::Ints(size_t(w) * size_t(h), -50, 50, 47);
  a.blacken(board.data(), w, h, 1000);
  b.blacken(board.data(), w, h, 333);
  driver::PrintArray("board", board);
}

static void Check(uint32_t n) {
  std::unique_ptr<quadrature> a = MakeObject();
  std::unique_ptr<quadrature> b = MakeObject();
  CheckIntegrals(*a, *b, int(n));
  CheckIntegers(*a, *b, int(n));
  CheckSteps(*a, *b, n);

  // Grids of about that many cells: a row, a column, and something between them.
  const int side = n < 16 ? int(n) : int(n) / 16 + 1;
  CheckGrids(*a, *b, int(n), n > 0 ? 1 : 0);
  CheckGrids(*a, *b, 1, int(n));
  CheckGrids(*a, *b, side, int(std::min(n, 17u)));
}

int main(int argc, char **argv) {
  return driver::Run(argc, argv, 1,
                     {"0", "1", "2", "3", "63", "64", "255", "256", "257", "65535", "100003"},
                     [](driver::Shape shape) { Check(shape.x); });
}
