// Origin: written as a user would.
// Short circuit: && and || whose right side has effects, in conditions, loops, initialisers, arguments and returns.
// RUN: %check %s --class Gatekeeper --arg packets=-30..60 --arg m_limit=8..50 -- -std=c++17
#include "short_circuit.h"

bool Gatekeeper::Spend(int &budget, int price) const {
  budget -= price;
  return budget > 0 && price < m_limit;
}

static int Weigh(bool first, bool second, int scale) { return (first ? scale : 0) + (second ? 2 * scale : 1); }

static bool Countdown(int &left, unsigned &log) {
  log = log * 2u + 1u;
  return left-- > 0;
}

void Gatekeeper::kernel1D_Check(const int *packets, int *verdicts, int *costs, int n) {
  for (int i = 0; i < n; ++i) {
    const int packet = packets[i];
    int budget = 60, steps = 0, hits = 0;
    if (packet > 10 && Spend(budget, packet))
      hits += 1;
    if (packet < 0 || Spend(budget, 7) || ++steps > 5)
      hits += 2;
    bool odd = (packet & 1) && ++steps;
    bool any = odd || (steps += 3, packet > 20) || (Spend(budget, 3) && packet > 5);
    while (budget > 5 && (Spend(budget, 9) || steps < 4) && ++steps < 12)
      hits += 4;
    do
      hits++;
    while (hits < 20 && (odd || steps-- > 3));
    verdicts[i] = Weigh(any && Spend(budget, 1), !odd || (steps += 100) > 110, hits);
    costs[i] = budget * 64 + steps;
    costs[i] += (packet % 3 == 0 && (verdicts[i] += 1000, true)) ? 1 : (packet % 5 == 0 || (steps *= 2) > 4) ? 2 : 3;
    costs[i] -= steps;
  }
}

void Gatekeeper::kernel1D_Drain(const int *packets, int *verdicts, int n) {
  for (int i = 0; i < n; ++i) {
    int left = packets[i] & 7, table[4] = {3, 1, 4, 1}, k = 0;
    unsigned log = 0;
    // The index is tested before it is used.
    while (k < 4 && table[k] != left)
      ++k;
    for (int round = 0; Countdown(left, log) && round < 5; ++round)
      k += 10;
    const bool both = Countdown(left, log) && Countdown(left, log);
    const int taken = (Countdown(left, log) || Countdown(left, log)) + 2 * both;
    if (!(k > 20 && ++k && ++left) || k == 33)
      verdicts[i] ^= 1 << 14;
    verdicts[i] += k + taken * 100 - left + int(log & 0xfffu);
  }
}

void Gatekeeper::Check(const int *packets, int *verdicts, int *costs, int n) {
  kernel1D_Check(packets, verdicts, costs, n);
  kernel1D_Drain(packets, verdicts, n);
}
