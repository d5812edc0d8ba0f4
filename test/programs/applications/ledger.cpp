// Origin: written by a newcomer from README.md and docs/Language.md alone.
// A ledger: entries of several kinds become effects, which are added up; operators of the user's own, references, switch.
// RUN: %check %s --class bank::Ledger -- -std=c++17
#include "ledger.h"
#include <algorithm>

namespace bank {

void Ledger::Clip(Money &a_money, int64_t a_limit) {
  if (a_money < Money{-a_limit}) {
    a_money.cents = -a_limit;
  } else if (Money{a_limit} < a_money) {
    a_money.cents = a_limit;
  }
}

Money Ledger::Effect(const Entry &a_entry) const {
  Money clipped = a_entry.amount;
  Clip(clipped, 1000000);
  switch (a_entry.kind) {
  case Kind::Deposit:
    return clipped;
  case Kind::Fee:
    clipped += Money{kFee};
    [[fallthrough]];
  case Kind::Withdraw:
    return -clipped;
  case Kind::Interest:
    return Money{clipped.cents / 100 + (clipped.cents % 100 >= 50 ? 1 : 0)};
  default:
    break;
  }
  return {};
}

void Ledger::kernel1D_Book(const Entry *a_entries, Money *a_effects, uint32_t a_count) {
  m_voided = 0;
  for (uint32_t i = 0; i < a_count; ++i) {
    const Entry &entry = a_entries[i];
    Money &effect = a_effects[i];
    effect = Effect(entry) + Money{int64_t(entry.account & 1u)};
    if (!effect || entry.kind == Kind::Void) {
      m_voided++;
    }
    m_counts[entry.account % 4u]++;
  }
}

void Ledger::kernel1D_Sum(const Money *a_effects, uint32_t a_count) {
  m_balance = 0;
  m_worst = INT64_MAX;
  for (uint32_t i = 0; i < a_count; ++i) {
    m_balance += a_effects[i].cents;
    m_worst = std::min(m_worst, a_effects[i].cents);
  }
}

int64_t Ledger::Settle(const Entry *a_entries, Money *a_effects, uint32_t a_count) {
  kernel1D_Book(a_entries, a_effects, a_count);
  kernel1D_Sum(a_effects, a_count);
  return m_balance - int64_t(m_voided) * kFee;
}

} // namespace bank
