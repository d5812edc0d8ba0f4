// Origin: written as a user would.
// 64 bits: buffers, members and locals of int64_t, uint64_t and double; arithmetic, shifts, comparison, conversion.
// RUN: %check %s --class Vault -- -std=c++17
#include "wide.h"

namespace bank {

uint64_t Vault::Mix(uint64_t v) {
    v ^= v >> 30;
    v *= 0xbf58476d1ce4e5b9ull;
    v ^= v >> 27;
    v *= 0x94d049bb133111ebull;
    return v ^ (v >> 31);
}

void Vault::kernel1D_Seal(const uint64_t *keys, uint64_t *seals, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t mixed = Mix(keys[i] + m_key);
        const unsigned turn = unsigned(mixed & 63u);
        const uint64_t turned = (mixed << turn) | (mixed >> ((64u - turn) & 63u));
        seals[i] = turned / (keys[i] | 1u) + turned % 1000003u - ~mixed;
    }
}

void Vault::kernel1D_Rank(const uint64_t *keys, int *ranks, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t mixed = Mix(keys[i]);
        const int64_t asSigned = static_cast<int64_t>(mixed);
        int rank = mixed > 0x8000000000000000ull;
        rank += asSigned < 0 ? 2 : 0;
        rank += asSigned > m_rate ? 4 : 0;
        rank += int(mixed) < 0 ? 8 : 0;
        rank += uint32_t(mixed >> 32) == uint32_t(mixed) ? 16 : 0;
        rank += (asSigned >> 60) * 100;
        ranks[i] = mixed & 1ull << 40 ? rank : -rank;
    }
}

void Vault::kernel1D_Book(const int64_t *amounts, int64_t *balances, uint32_t count) {
    m_volume = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t cents = amounts[i] % 1000 * 100000000003ll;
        cents += m_rate / (1 + int64_t(i));
        if (cents < -5000000000ll)
            cents = -cents / 7;
        balances[i] = cents - cents % 4294967311ll + (int64_t{1} << (i % 50u));
        m_volume += cents > 0 ? cents >> 8 : -1;
    }
}

void Vault::kernel1D_Interest(const double *rates, const int64_t *amounts, double *due, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const double cents = double(amounts[i] % 1000) * m_table[1] + 1.0;
        double x = rates[i] * cents + m_table[i & 1u] * 0.1;
        if (x < m_floor && x > -m_floor)
            x = m_floor;
        const float coarse = float(rates[i]);
        due[i] = x - double(coarse) + double(int64_t(cents) >> 3);
    }
}

void Vault::Seal(const uint64_t *keys, uint64_t *seals, int *ranks, uint32_t count) {
    kernel1D_Seal(keys, seals, count);
    kernel1D_Rank(keys, ranks, count);
}

void Vault::Book(const int64_t *amounts, int64_t *balances, uint32_t count) {
    kernel1D_Book(amounts, balances, count);
}

void Vault::Interest(const double *rates, const int64_t *amounts, double *due, uint32_t count) {
    kernel1D_Interest(rates, amounts, due, count);
}

} // namespace bank
