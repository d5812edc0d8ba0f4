#pragma once
#include <cstdint>

// One class in two source files; each file has helpers of its own, under the same names.
class TwoFiles
{
public:
    virtual ~TwoFiles() = default;
    virtual void Grade(const int32_t* points, int32_t* grades, uint32_t count);
    virtual void Curve(const int32_t* points, float* curved, uint32_t count);

protected:
    void kernel1D_Grade(const int32_t* points, int32_t* grades, uint32_t count);
    void kernel1D_Curve(const int32_t* points, float* curved, uint32_t count);
    int32_t Bonus(int32_t points) const;

    static const int32_t s_limits[5];
    int32_t m_passed = 0;
    int32_t m_extra = 3;
};
