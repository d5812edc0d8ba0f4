// Surfaces of all kinds, one object of each.
#include "marches.h"

namespace bench {

Marches::Marches() {
  Fill(m_surfacesLight2, std::make_integer_sequence<int, 2>());
  Fill(m_surfacesLight8, std::make_integer_sequence<int, 8>());
  Fill(m_surfacesLight32, std::make_integer_sequence<int, 32>());
  Fill(m_surfacesMiddle2, std::make_integer_sequence<int, 2>());
  Fill(m_surfacesMiddle8, std::make_integer_sequence<int, 8>());
  Fill(m_surfacesMiddle32, std::make_integer_sequence<int, 32>());
  Fill(m_surfacesHeavy2, std::make_integer_sequence<int, 2>());
  Fill(m_surfacesHeavy8, std::make_integer_sequence<int, 8>());
  Fill(m_surfacesHeavy32, std::make_integer_sequence<int, 32>());
}

} // namespace bench
