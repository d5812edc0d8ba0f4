// Origin: written as a user would.
// Structs with mixed widths and padding, nested and over-aligned, in buffers and members, whole and by member.
// RUN: %check %s --class Receiver -- -std=c++17
#include "padding.h"

namespace telemetry {

void Receiver::kernel1D_Forward(const Packet* in, Packet* out, int count) {
    for (int i = 0; i < count; i++) {
        if (m_strict && in[i].kind % 4 == 0)
            out[i] = m_default;
        else
            out[i] = in[count - 1 - i];
        out[i].serial = uint16_t(in[i].serial + i);
    }
}

void Receiver::kernel1D_Patch(Packet* packets, const Position* fixes, int count) {
    for (int i = 0; i < count; i++) {
        Packet& p = packets[i];
        if (p.urgent)
            p.where = fixes[i];
        else
            p.where.xyz[i % 3] = fixes[i].xyz[2 - i % 3] + m_home.xyz[i % 3];
        p.tail[1] = int8_t(p.tail[0] / 2 - p.tail[2] / 3);
        p.tail[(p.kind + 1) % 3] ^= 5;
        p.pose.valid = p.where.fix > 90 && !p.pose.valid;
        p.pose.angles[1] = p.pose.angles[0] * 0.5f;
        p.stamp = p.stamp % 100000 * 40000000000ll + p.serial;
        p.time = p.time * 0.25 + double(p.kind);
        p.urgent = !p.urgent;
        p.mark = p.urgent ? '!' : '.';
        p.kind = uint8_t(p.kind + m_home.fix);
    }
}

void Receiver::kernel1D_Extract(const Packet* in, Pose* poses, double* times, int count) {
    m_count = 0;
    for (int i = 0; i < count; i++) {
        const Packet copy = in[i];
        Pose pose = copy.pose;
        pose.angles[0] += copy.where.xyz[1];
        pose.valid = copy.mark > 20;
        poses[i] = pose;
        times[i] = copy.time + double(copy.stamp) + double(sizeof(Packet) * alignof(Pose)) + copy.tail[2];
        if (copy.where.fix > m_count)
            m_count = copy.where.fix;
    }
}

void Receiver::Forward(const Packet* in, Packet* out, int count) { kernel1D_Forward(in, out, count); }

void Receiver::Patch(Packet* packets, const Position* fixes, int count) { kernel1D_Patch(packets, fixes, count); }

void Receiver::Extract(const Packet* in, Pose* poses, double* times, int count) {
    kernel1D_Extract(in, poses, times, count);
}

} // namespace telemetry
