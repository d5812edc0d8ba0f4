#pragma once
#include <cstdint>

class DeepMembers
{
public:
    struct Curve
    {
        struct Point
        {
            float x = 0.0f, y = 1.0f;
        };
        Point points[2][3];
        uint16_t used = 2;
    };
    struct State
    {
        Curve curves[2];
        struct
        {
            double total;
            int8_t trend[4];
        } stats = {};
        bool dirty = true;
    };

    DeepMembers() { m_state.curves[1].points[0][2].x = 0.75f; }
    virtual ~DeepMembers() = default;
    virtual void Trace(const float* in, float* out, int n);
    virtual void Refresh(float* out, int n, float level);

protected:
    void kernel1D_Trace(const float* in, float* out, int n);

    State m_state;
};
