// Origin: written as a user would.
// Structured bindings: of structs and arrays, of elements and results, by value and by reference, in range-for.
// RUN: %check %s --class Tracker -- -std=c++17
#include "bindings.h"

namespace tracker {

std::array<int, 3> Tracker::Digits(int value) {
    const unsigned v = unsigned(value);
    return {int(v % 10u), int(v / 10u % 10u), int(v / 100u % 10u)};
}

void Tracker::kernel1D_Align(const Hit* hits, Hit* aligned, unsigned count) const {
    for (unsigned i = 0; i < count; ++i) {
        aligned[i] = hits[i];
        auto& [layer, side, charge] = aligned[i];
        auto [oldLayer, oldSide, oldCharge] = aligned[i];
        for (const auto& [dl, ds, dc] : shifts_) {
            layer = int16_t(layer + dl);
            side = int16_t(side * 2 + ds);
            charge += dc;
        }
        if (oldLayer < side)
            oldCharge = -oldCharge; // a copy: the element keeps its charge
        charge = charge * 2.0f + oldCharge + float(oldSide);
    }
}

void Tracker::kernel1D_Fit(const Hit* hits, Fit* fits, unsigned count) const {
    for (unsigned i = 0; i < count; ++i) {
        auto [points, slope, offset] = Line(hits[i].charge, 0.5f * hits[count - 1 - i].charge);
        const auto& [w0, w1] = weights_;
        points += w0 * hits[i].layer;
        auto&& [n, s, o] = fits[i];
        n = points;
        s = slope * float(w1);
        o = offset - s;
    }
}

void Tracker::kernel1D_Code(const Hit* hits, int* codes, unsigned count) const {
    for (unsigned i = 0; i < count; ++i) {
        int counters[3] = {hits[i].layer, hits[i].side, 1};
        auto& [a, b, c] = counters;
        for (int round = 0; round < 3; ++round) {
            const auto [ones, tens, hundreds] = Digits(a + round);
            b += ones - tens;
            c += hundreds;
            a = (a + b) % 1000;
        }
        auto [x, y, z] = counters;
        x += 1;
        int table[2][2] = {{x, y}, {z, 4}};
        for (auto& [left, right] : table)
            left -= right;
        codes[i] = counters[0] + 3 * counters[1] + 7 * counters[2] + x + table[0][0] * 11 + table[1][0] * 13;
    }
}

void Tracker::Reconstruct(const Hit* hits, Hit* aligned, Fit* fits, int* codes, unsigned count) {
    kernel1D_Align(hits, aligned, count);
    kernel1D_Fit(hits, fits, count);
    kernel1D_Code(hits, codes, count);
}

} // namespace tracker
