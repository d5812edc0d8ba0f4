// Origin: written as a user would.
// Base classes: members, kernels and control functions are inherited; kernels and device functions are overridden.
// RUN: %check %s --class Buoy -- -std=c++17
#include "inheritance.h"

namespace weather {

void Station::kernel1D_Convert(const float *raw, float *celsius, int n) {
    for (int i = 0; i < n; i++)
        celsius[i] = Correct(raw[i]) + Scale(raw[i]);
}

void Station::kernel1D_Count(const float *raw, int n) {
    for (int i = 0; i < n; i++)
        if (raw[i] < 0.0f)
            m_frosty++;
}

void Station::Convert(const float *raw, float *celsius, int n) { kernel1D_Convert(raw, celsius, n); }
void Station::Count(const float *raw, int n) { kernel1D_Count(raw, n); }

float Buoy::Correct(float value) const {
    float base = Station::Correct(value);
    return base < 0.0f ? 0.0f : base;
}

void Buoy::kernel1D_Count(const float *raw, int n) {
    m_frosty = 0;
    for (int i = 0; i < n; i++) {
        if (Correct(raw[i]) < 2.0f)
            m_frosty++;
        if (raw[i] > 9.0f)
            errors++;
    }
}

} // namespace weather
