// Origin: written as a user would.
// Switches: fallthrough, default anywhere, scopes in cases, over enums, chars and 64 bits, nested and in loops.
// RUN: %check %s --class Interpreter -- -std=c++17
#include "switches.h"

namespace vm {

int Interpreter::Weight(char letter) {
    switch (letter) {
    default: return 1;
    case 'a': case 'e': case 'i': case 'o': case 'u': return 5;
    case 'q': case 'z': { const int rare = 7; return rare + 1; }
    }
}

void Interpreter::kernel1D_Run(const uint64_t* programs, int64_t* results, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        uint64_t word = programs[i];
        int64_t acc = seed_ & 0xff, top = 1;
        bool running = true;
        for (int pc = 0; pc < 16 && running; ++pc, word >>= 4) {
            switch (static_cast<Op>(word & 15)) {
            case Op::Nop:
                continue;
            default:
                acc ^= pc;
                break;
            case Op::Push: {
                int64_t next = int64_t((word >> 4) & 15);
                top = next + 1;
                [[fallthrough]];
            }
            case Op::Add:
                acc += top;
                break;
            case Op::Mul:
                acc = (acc * top) & 0xffffff;
            case Op::Neg:
                switch (top & 3) {
                case 0: acc = -acc; break;
                case 3: top--; /* falls out */
                }
                break;
            case Op::Halt:
                running = false;
            }
        }
        results[i] = acc * 16 + top;
    }
}

void Interpreter::kernel1D_Kinds(const uint64_t* programs, uint32_t* kinds, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        uint64_t folded = (programs[i] % 5) << 33;
        uint32_t kind = 0;
        switch (folded) {
        case 0: kind = 1; break;
        case uint64_t(1) << 33: kind = 2; break;
        case uint64_t(4) << 33: kind = 3;
        case 12: kind += 10; break;
        default: kind = 99;
        }
        kinds[i] = kind * 10 + unsigned(Weight(char('a' + programs[i] % 26)));
    }
}

void Interpreter::Run(const uint64_t* programs, int64_t* results, uint32_t* kinds, unsigned count) {
    kernel1D_Run(programs, results, count);
    kernel1D_Kinds(programs, kinds, count);
}

} // namespace vm
