#pragma once
#include <cstddef>
#include <cstdint>

namespace bank {

enum class Kind : uint8_t { Deposit, Withdraw, Fee, Interest, Void };

// Hundredths of a unit of currency.
struct Money {
  int64_t cents = 0;

  Money &operator+=(const Money &a_other) {
    cents += a_other.cents;
    return *this;
  }
  friend Money operator+(Money a_left, const Money &a_right) { return a_left += a_right; }
  Money operator-() const { return Money{-cents}; }
  bool operator<(const Money &a_other) const { return cents < a_other.cents; }
  explicit operator bool() const { return cents != 0; }
};

struct Entry {
  Kind kind;
  uint32_t account;
  Money amount;
};

class Ledger {
public:
  virtual ~Ledger() = default;
  virtual int64_t Settle(const Entry *a_entries, Money *a_effects, uint32_t a_count);
  virtual void kernel1D_Book(const Entry *a_entries, Money *a_effects, uint32_t a_count);
  virtual void kernel1D_Sum(const Money *a_effects, uint32_t a_count);

  int64_t m_balance = 0;
  int64_t m_worst = 0;
  uint32_t m_voided = 0;
  uint32_t m_counts[4] = {};

private:
  static constexpr int64_t kFee = 25;
  static void Clip(Money &a_money, int64_t a_limit);
  Money Effect(const Entry &a_entry) const;
};

} // namespace bank
