// Origin: written as a user would.
// References: out-parameters, buffer elements and members passed on, functions that return references, chains of them.
// RUN: %check %s --class bank::Ledger -- -std=c++17
#include "out_references.h"

namespace bank {

Account &Account::Deposit(int amount) {
  balance += amount;
  Last() = amount;
  ++moves;
  return *this;
}

static void DivideBy(int value, int by, int &quotient, int &rest) {
  quotient = value / by;
  rest = value - quotient * by;
}

static void Raise(int &value, const int &by) { value += by; }
static void RaiseTwice(int &value, const int &by) {
  Raise(value, by);
  Raise(value, by);
}

template <typename T> T &Larger(T &a, T &b) { return a < b ? b : a; }

static int &At(int (&grid)[2][3], int r, int c) { return grid[r][c]; }

static void Settle(Account &account, int &fee) {
  Raise(account.balance, -fee);
  account.Withdraw(1).Deposit(fee).moves += 10u;
  Raise(account.history[0], account.balance & 7);
}

int Ledger::Charge(int amount, int &fee) const {
  int units, rest;
  DivideBy(amount, 10, units, rest);
  fee = units * Rate(amount & 3) + rest;
  return rest;
}

void Ledger::kernel1D_Book(const int *amounts, Account *accounts, int *fees, int n) {
  for (int i = 0; i < n; ++i) {
    Account &account = accounts[i];
    account.moves &= 255u;
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int fee = -1;
    const int rest = Charge(amounts[i], fee);
    Settle(account, fee);
    Settle(accounts[i], At(grid, 1, 2));
    RaiseTwice(fees[i], Rate(i));
    // The same variable as both arguments: each rise doubles it.
    RaiseTwice(fee, fee);
    Larger(At(grid, 0, 1), grid[1][0]) += fee;
    Larger(fee, grid[0][2]) = rest;
    At(grid, 0, i & 1) = At(grid, 1, 1) = 50 + rest;
    (account.balance & 1 ? account.history[0] : account.Last()) -= grid[1][0];
    Raise(account.Deposit(3).Last(), At(grid, 0, 0));
    fees[i] += grid[0][0] * 2 + grid[0][1] * 3 + grid[0][2] * 5 + fee * 7;
  }
}

void Ledger::Book(const int *amounts, Account *accounts, int *fees, int n) {
  Rate(2) = 6;
  ++Rate(7);
  kernel1D_Book(amounts, accounts, fees, n);
}

} // namespace bank
