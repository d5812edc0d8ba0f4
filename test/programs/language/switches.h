#pragma once
#include <cstdint>

namespace vm {

enum class Op : unsigned char { Nop, Push, Add, Mul, Neg, Halt = 9 };

/** Interprets one 64-bit word per item as a program of four-bit instructions. */
class Interpreter {
public:
    explicit Interpreter(int64_t seed) : seed_(seed) {}
    virtual ~Interpreter() = default;
    virtual void Run(const uint64_t* programs, int64_t* results, uint32_t* kinds, unsigned count);

private:
    void kernel1D_Run(const uint64_t* programs, int64_t* results, unsigned count);
    void kernel1D_Kinds(const uint64_t* programs, uint32_t* kinds, unsigned count);
    static int Weight(char letter);
    int64_t seed_;
};

} // namespace vm
