#pragma once
#include <array>

namespace ledger {

struct Money {
  int euros{};
  int cents = 50;
};

struct Range {
  Money low{}, high{};
};

struct Entry {
  int id;
  Money amount{};
  int tags[4];
  Range range{};
  float weight = 0.5f;
};

struct Dated : Money {
  int day;
};

class Ledger {
 public:
  virtual ~Ledger() = default;
  virtual void Post(const int* ids, int* balance, Entry* entries, int count);

 private:
  void kernel1D_Balance(const int* ids, int* balance, int count) const;
  void kernel1D_Entries(const int* ids, Entry* entries, int count) const;

  static Money Half(Money m) { return {m.euros / 2, m.cents / 2}; }
  static Range Around(int euros) { return {{euros - 1, 25}, {euros + 1}}; }
  static Entry Blank(int id) { return Entry{id, {}, {}, {}}; }
  static int Cents(const Money& m) { return m.euros * 100 + m.cents; }

  Entry fee_{9, {1, 20}, {4, 3}, {{0, 0}, {5, 0}}, 2.0f};
  Money steps_[3] = {{1, 2}, {3}, {}};
};

}  // namespace ledger
