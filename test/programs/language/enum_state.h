#pragma once
#include <cstdint>

// The directions in which a machine can turn; an old C enumeration.
enum Turn { TURN_LEFT = -1, TURN_NONE, TURN_RIGHT };

namespace vending {

enum class Coin : uint8_t { Dime = 10, Quarter = 25, Dollar = 100 };

class Machine
{
public:
    enum Mode { Idle, Paying = 4, Serving, Broken = 1 << 6 };

    explicit Machine(int price) : m_price(price & 63) {}
    virtual ~Machine() {}
    virtual void Run(const uint32_t *tapes, int *ends, int8_t *turns, uint32_t count);

    Mode Worst() const { return m_worst; }

private:
    enum class Event : unsigned char;
    struct Box
    {
        enum class Fill { Empty, Some, Full };
        int cents = 0;
        Fill fill = Fill::Empty;
    };

    void kernel1D_Run(const uint32_t *tapes, int *ends, uint32_t count);
    void kernel1D_Turn(const uint32_t *tapes, int8_t *turns, uint32_t count);
    Mode Next(Mode mode, Event event, Box &box) const;
    static Coin Nominal(unsigned bits);

    int m_price;
    Mode m_worst = Paying;
    Turn m_preferred = TURN_RIGHT;
};

} // namespace vending
