#pragma once
#include <cstdint>

namespace bank {

// Accounts in thousandths of a cent, their seals, and interest.
class Vault {
public:
    explicit Vault(int rate) : m_rate(rate * 1000000007ll) {}
    virtual ~Vault() = default;

    virtual void Seal(const uint64_t *keys, uint64_t *seals, int *ranks, uint32_t count);
    virtual void Book(const int64_t *amounts, int64_t *balances, uint32_t count);
    virtual void Interest(const double *rates, const int64_t *amounts, double *due, uint32_t count);

private:
    void kernel1D_Seal(const uint64_t *keys, uint64_t *seals, uint32_t count);
    void kernel1D_Rank(const uint64_t *keys, int *ranks, uint32_t count);
    void kernel1D_Book(const int64_t *amounts, int64_t *balances, uint32_t count);
    void kernel1D_Interest(const double *rates, const int64_t *amounts, double *due, uint32_t count);
    static uint64_t Mix(uint64_t v);

    int64_t m_rate;
    uint64_t m_key = 0xcbf29ce484222325ull;
    long long m_volume = 0;
    double m_floor = 1e-3, m_table[2] = {1.0 / 3.0, 1e10};
};

} // namespace bank
