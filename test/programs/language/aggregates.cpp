// Origin: written as a user would.
// Aggregate initialisation: nested, partial, empty, designated, of arrays and bases, in returns and arguments.
// RUN: %check %s --class Ledger --arg ids=-3000..3000 -- -std=c++20
#include "aggregates.h"

namespace ledger {

void Ledger::kernel1D_Balance(const int* ids, int* balance, int count) const {
  for (int i = 0; i < count; ++i) {
    const int id = ids[i] % 1000;
    const Money wallet = {.euros = id, .cents = 5};
    const Money coin{.cents = 1};
    Money zero{};
    zero = {id % 7};
    const Dated dated{{id, 30}, 12};
    const int grid[2][3] = {{1, 2}, {id, 4, 5}};
    const int flat[2][2] = {{id}, {1, 2}};
    const std::array<Money, 2> pair{{{1, id}, {2}}};
    int sum = Cents(wallet) - Cents(coin) + Cents(zero) + Cents(Half({id, 90}));
    sum += dated.euros + dated.cents * dated.day + Cents(dated);
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 3; ++x) sum += grid[y][x] * (x + 3 * y + 1);
      sum += flat[y][0] - 2 * flat[y][1] + Cents(pair[y]);
    }
    for (const Money& step : steps_) sum = sum * 3 % 100003 + Cents(step);
    balance[i] = sum - Cents(Around(id).low) + Cents(Around(id).high);
  }
}

void Ledger::kernel1D_Entries(const int* ids, Entry* entries, int count) const {
  for (int i = 0; i < count; ++i) {
    const int id = ids[i];
    Entry entry = Blank(id);
    switch (i % 4) {
      case 0: entry = {id, {2, 4}, {id, 8}, Around(i)}; break;
      case 1: entry = Entry{.id = i, .tags = {1, 2, 3}, .range = {.high = {id}}, .weight = 4.0f}; break;
      case 2: entry.range = {.low = Half(fee_.amount), .high{7, 8}}; break;
      default: entry = fee_; entry.tags[3] = id; break;
    }
    entries[i] = entry;
  }
}

void Ledger::Post(const int* ids, int* balance, Entry* entries, int count) {
  kernel1D_Balance(ids, balance, count);
  kernel1D_Entries(ids, entries, count);
}

}  // namespace ledger
