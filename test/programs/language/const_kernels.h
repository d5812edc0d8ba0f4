#pragma once
#include <vector>

// Everything is const; what is counted along the way is mutable.
class ConstKernels
{
public:
    explicit ConstKernels(int bins = 64) : m_weights(bins, 2.0f) {}
    virtual ~ConstKernels() = default;
    virtual void Weigh(const float* values, float* weighed, int count) const;
    virtual int Misses(const float* values, int count) const;

private:
    void kernel1D_Weigh(const float* values, float* weighed, int count) const;
    void kernel1D_Misses(const float* values, int count) const;
    const float& WeightOf(int i) const { return m_weights[i % static_cast<int>(m_weights.size())]; }

    std::vector<float> m_weights;
    const float m_limit = 1.25f;
    const int m_first[2] = {1, -1};
    mutable int m_hits = 0;
    mutable struct
    {
        int misses = 0;
        float last = 0.0f;
    } m_cache;
};
