#pragma once
#include <cstdint>

// Random numbers that depend on the place only: 64-bit mixing, a modular power, a bit-reversed fraction.
class WideHashes
{
public:
    explicit WideHashes(uint64_t seed = 0x9E3779B97F4A7C15ull) : m_seed(seed) {}
    virtual ~WideHashes() = default;
    virtual void Draw(uint64_t* raw, double* unit, uint32_t* powers, long n);

protected:
    void kernel1D_Draw(uint64_t* raw, double* unit, uint32_t* powers, long n);

    struct Splitmix
    {
        uint64_t state;
        uint64_t operator()()
        {
            uint64_t z = (state += 0x9E3779B97F4A7C15);
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
        explicit Splitmix(uint64_t seed) : state(seed) {}
    };

private:
    uint64_t m_seed;
};
