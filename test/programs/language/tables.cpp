// Origin: written as a user would.
// Tables of one and two dimensions and of structs: static members, at namespace scope, in an anonymous namespace, local.
// RUN: %check %s --class Synth -- -std=c++17
#include "tables.h"

const int Synth::kOffsets[2] = {-3, 11};

const uint16_t crc_nibbles[16] = {0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401,
                                  0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801, 0x4400};

namespace {

constexpr float kGain = 0.75f;
const unsigned kMask = 0x0f;

struct Key {
    const int semitone;
    bool black;
};

const Key kKeys[12] = {{0, false}, {1, true},  {2, false}, {3, true},  {4, false},  {5, false},
                       {6, true},  {7, false}, {8, true},  {9, false}, {10, true},  {11, false}};

float Level(const Waveform& wave, int at) { return wave.level[at % wave.period] * kGain; }

uint16_t Update(uint16_t crc, unsigned nibble) { return uint16_t((crc >> 4) ^ crc_nibbles[(crc ^ nibble) & kMask]); }

} // namespace

void Synth::kernel1D_Wave(const uint8_t* notes, float* wave, size_t length) const {
    for (size_t i = 0; i < length; i++) {
        const Key& key = kKeys[notes[i] % 12];
        const int* row = kBlend[i % kRows];
        float sum = 0.0f;
        for (int k = 0; k < 3; k++)
            sum += float(row[k]) * Level(kWaves[(notes[i] + k) % 3], int(i % 60) + k);
        wave[i] = key.black ? -sum : sum + float(key.semitone + kOffsets[notes[i] & 1]);
    }
}

void Synth::kernel1D_Sums(const uint8_t* notes, uint16_t* sums, size_t length) const {
    static const uint8_t salt[2][2] = {{1, 2}, {3, 250}};
    for (size_t i = 0; i < length; i++) {
        uint16_t crc = 0xffff;
        for (size_t k = i < 2 ? 0 : i - 2; k <= i; k++) {
            crc = Update(crc, notes[k] & kMask);
            crc = Update(crc, notes[k] >> 4);
        }
        for (const auto& line : salt)
            crc = Update(crc, line[i & 1]);
        sums[i] = crc;
    }
}

void Synth::Play([[vkmorph::size("length")]] const uint8_t* notes, float* wave, uint16_t* sums, size_t length) {
    kernel1D_Wave(notes, wave, length);
    kernel1D_Sums(notes, sums, length);
}
