// Origin: written as a user would.
// Order of evaluation where C++17 defines it: the right side of an assignment first, << and braces from left to right.
// Clang builds the original: g++ 12 evaluates the left side of `(k += 2, x) += k` first, which C++17 does not allow.
// RUN: env CXX=%cxx %check %s --class vm::Machine -- -std=c++17
#include "order.h"

namespace vm {

static int Bump(int &v, int by) {
  v = v * 2 + by;
  return v;
}

static int Mix(int a, int b, int c) { return a * 100 + b * 10 + c; }

void Machine::kernel1D_Execute(const int *program, int *results, int *logs, int n) {
  for (int i = 0; i < n; ++i) {
    Tape tape = {{program[i], 2, 3, 4}, program[i] & 3, 1};
    // The value is fetched before the cell is chosen.
    tape.Cell() = tape.Next() * 10;
    tape.cells[tape.Next()] = tape.Next() + 100;
    tape.Cell() += tape.Next();
    tape.cells[tape.Next()] -= Bump(tape.head, 0) & 3;
    tape.head &= 3;
    // Operands of << from left to right, each with its effect.
    tape << tape.Next() << tape.Next() * 2 << tape.cells[tape.Next()];
    const Triple triple = {tape.Next(), tape.Next() * 4, tape.Cell()};
    int list[3] = {Bump(tape.log, 1), Bump(tape.log, 2) % 1000, Bump(tape.log, 3) % 1000};
    tape.log %= 10007;
    // Each argument changes a variable of its own.
    int x = 1, y = program[i] & 7, z = 3;
    int mixed = Mix(Bump(x, 1), Bump(y, 2), Bump(z, 3));
    mixed += Mix(x++, --y, z *= 2);
    int k = 0;
    k = list[k++] & 7;
    (k += 2, x) += k;
    int a[4] = {0, 1, 2, 3}, p = 1;
    a[p] = p = 2;
    a[p] = (p += 1) * 7;
    a[p - 1] += (p -= 2) + 30;
    int first = tape.Next();
    int second = tape.Next() - first;
    bool late = tape.Next() > 1 && tape.Add(5).Next() > 0;
    const int chosen = late ? tape.Next() : (tape.Add(9), tape.Cell());
    int chain, link = chain = Bump(x, chosen);
    link += chain -= 3;
    // A post-increment has happened before the next operand of a comma or a condition is looked at.
    int w = 0, seen = 0;
    seen = (w++, w * 4);
    seen += w++ && w == 2 ? 64 : 32;
    results[i] = tape.cells[0] + 3 * tape.cells[1] + 5 * tape.cells[2] + 7 * tape.cells[3] + triple.a + triple.b * 2;
    results[i] += triple.c * 4 + (list[0] % 1000) + list[1] - list[2] + mixed + k + x + y + z + second;
    results[i] ^= a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + p;
    results[i] += link + chain * 2 + seen;
    logs[i] = tape.log;
    logs[i] += tape.Next() * 100000;
  }
}

void Machine::Execute(const int *program, int *results, int *logs, int n) { kernel1D_Execute(program, results, logs, n); }

} // namespace vm
