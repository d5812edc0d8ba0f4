#pragma once
#include <cstddef>

namespace dsp {

// A finite impulse response filter with as many taps as its type says.
template <typename T, int Taps = 3>
class Fir {
    static_assert(Taps > 0, "a filter needs taps");

public:
    using Sample = T;
    explicit Fir(T gain = T(1)) : m_gain(gain) {
        for (int k = 0; k < Taps; ++k)
            m_taps[k] = T(k + 1) / T(2);
    }
    virtual ~Fir() = default;

    virtual void Filter([[vkmorph::size("count")]] const Sample *in, Sample *out, std::size_t count) {
        kernel1D_Filter(in, out, count);
    }
    static constexpr int Order() { return Taps - 1; }

protected:
    void kernel1D_Filter(const Sample *in, Sample *out, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            T sum = T();
            for (int k = 0; k < Taps; ++k)
                if (i >= std::size_t(k))
                    sum += m_taps[k] * in[i - k];
            out[i] = sum * m_gain + Tail(i);
        }
    }
    T Tail(std::size_t i) const { return i % 2 == 0 ? T(Order()) : T(0); }

    T m_taps[Taps];
    T m_gain;
};

} // namespace dsp
