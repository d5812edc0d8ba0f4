// Origin: written as a user would.
// Enumerations of every kind: scoped and not, nested, private, with types and values of their own, in switch.
// RUN: %check %s --class Machine -- -std=c++17
#include "enum_state.h"

namespace vending {

enum class Machine::Event : unsigned char { Insert, Press, Kick, Wait };

Coin Machine::Nominal(unsigned bits)
{
    constexpr Coin coins[] = {Coin::Dime, Coin::Quarter, Coin::Dollar, Coin::Dime};
    return coins[bits & 3u];
}

Machine::Mode Machine::Next(Mode mode, Event event, Box &box) const
{
    using Fill = Box::Fill;
    switch (mode)
    {
    case Idle:
        return event == Event::Insert ? Paying : event == Event::Kick ? Broken : Idle;
    case Paying:
        if (event == Event::Press && box.cents >= m_price)
        {
            box.cents -= m_price;
            box.fill = box.cents > 200 ? Fill::Full : box.cents ? Fill::Some : Fill::Empty;
            return Serving;
        }
        return event != Event::Kick ? mode : Mode(mode | Broken);
    case Serving:
        return static_cast<Mode>(Serving - 1 - (event == Event::Wait ? 4 : 0));
    default:
        break;
    }
    return Broken;
}

void Machine::kernel1D_Run(const uint32_t *tapes, int *ends, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
    {
        Box box;
        Mode mode = Idle;
        uint32_t tape = tapes[i] * 2654435761u;
        for (int step = 0; step < 8; step++, tape >>= 4)
        {
            const auto event = static_cast<Event>(tape & 3);
            if (event == Event::Insert)
                box.cents += static_cast<int>(Nominal(tape >> 2));
            mode = Next(mode, event, box);
        }
        ends[i] = box.cents * 1024 + mode * 8 + static_cast<int>(box.fill);
        m_worst = mode > m_worst ? mode : m_worst;
    }
}

void Machine::kernel1D_Turn(const uint32_t *tapes, int8_t *turns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
    {
        enum Parity { Even, Odd };
        Turn turn = m_preferred;
        switch (Parity(tapes[i] & 1))
        {
        case Odd: turn = tapes[i] > 90 ? TURN_LEFT : TURN_NONE; break;
        case Even: break;
        }
        turns[i] = int8_t(turn * 3 + uint8_t(Nominal(tapes[i] / 2)) + !turn);
    }
}

void Machine::Run(const uint32_t *tapes, int *ends, int8_t *turns, uint32_t count)
{
    kernel1D_Run(tapes, ends, count);
    kernel1D_Turn(tapes, turns, count);
}

} // namespace vending
