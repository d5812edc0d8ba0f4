// Origin: written as a user would, before its first translation.
// Members deep inside: structs in arrays in structs, unnamed ones, 2D; set by the constructor, the host and the kernel.
// RUN: %check %s --class DeepMembers -- -std=c++17
#include "deep_members.h"

void DeepMembers::kernel1D_Trace(const float* in, float* out, int n)
{
    auto& stats = m_state.stats;
    stats.total = 0.0;
    Curve::Point(&row)[3] = m_state.curves[1].points[1];
    row[2] = {0.25f, -0.5f};
    row[0].y += row[2].y;
    m_state.curves[0].used++;
    for (int i = 0; i < n; ++i)
    {
        const Curve& curve = m_state.curves[i & 1];
        const auto& [x, y] = curve.points[i % 2][i % 3];
        out[i] = in[i] * x + y + float(curve.used) + (m_state.dirty ? 1.0f : 0.0f);
        stats.total += in[i] * 0.5;
        if (in[i] > 0.0f)
            stats.trend[1] += 1;
    }
    stats.trend[3] = stats.total > 1.0 ? 1 : -1;
}

void DeepMembers::Trace(const float* in, float* out, int n)
{
    kernel1D_Trace(in, out, n);
}

void DeepMembers::Refresh(float* out, int n, float level)
{
    m_state.dirty = !m_state.dirty;
    m_state.curves[0].points[1][1].x = level;
    m_state.curves[1].points[0][0].y -= level * 0.5f;
    kernel1D_Trace(out, out, n);
}
