#pragma once
#include <cstdint>

namespace telemetry {

struct Position {
    float xyz[3];
    uint8_t fix;
};

struct alignas(16) Pose {
    float angles[3];
    bool valid;
};

// As it comes from the wire: nothing is where a shading language would put it.
struct Packet {
    uint8_t kind;
    double time;
    bool urgent;
    Position where;
    uint16_t serial;
    Pose pose;
    int8_t tail[3];
    int64_t stamp;
    char mark;
};

class Receiver {
public:
    virtual ~Receiver() = default;
    virtual void Forward(const Packet* in, Packet* out, int count);
    virtual void Patch(Packet* packets, const Position* fixes, int count);
    virtual void Extract(const Packet* in, Pose* poses, double* times, int count);

private:
    void kernel1D_Forward(const Packet* in, Packet* out, int count);
    void kernel1D_Patch(Packet* packets, const Position* fixes, int count);
    void kernel1D_Extract(const Packet* in, Pose* poses, double* times, int count);

    Packet m_default = {7, 0.5, true, {{1.0f, 2.0f, 3.0f}, 4}, 500, {{0.25f, 0.5f, 0.75f}, false}, {1, -2, 3}, -9, 'd'};
    bool m_strict = true;
    Position m_home = {{0.5f, -0.5f, 8.0f}, 3};
    uint8_t m_count = 0;
};

} // namespace telemetry
