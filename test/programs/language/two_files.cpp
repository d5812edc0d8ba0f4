// Origin: written as a user would, before its first translation.
// A class whose methods lie in two source files, with static functions, constants and types of equal names in both.
// RUN: %check %s %S/Inputs/two_files_curve.cpp --class TwoFiles -- -std=c++17
#include "two_files.h"

namespace
{
constexpr int32_t kScale = 2;

struct Entry
{
    int32_t limit;
    int32_t grade;
};

int32_t adjust(int32_t points) { return points * kScale - 1; }
} // namespace

static bool passed(int32_t grade) { return grade <= 4; }

void TwoFiles::kernel1D_Grade(const int32_t* points, int32_t* grades, uint32_t count)
{
    m_passed = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        Entry entry = {0, 6};
        const int32_t reached = adjust(points[i] + Bonus(points[i]));
        for (int32_t k = 0; k < 5; ++k)
            if (reached > s_limits[k])
                entry = {s_limits[k], 5 - k};
        grades[i] = entry.grade * 1000 + entry.limit;
        if (passed(entry.grade))
            ++m_passed;
    }
}

void TwoFiles::Grade(const int32_t* points, int32_t* grades, uint32_t count)
{
    kernel1D_Grade(points, grades, count);
}
