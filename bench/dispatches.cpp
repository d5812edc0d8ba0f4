// Surfaces of all kinds, one object of each.
#include "dispatches.h"

namespace bench {

Dispatches::Dispatches() {
  Fill(m_surfacesLight2, std::make_integer_sequence<int, 2>());
  Fill(m_surfacesLight4, std::make_integer_sequence<int, 4>());
  Fill(m_surfacesLight8, std::make_integer_sequence<int, 8>());
  Fill(m_surfacesLight16, std::make_integer_sequence<int, 16>());
  Fill(m_surfacesLight32, std::make_integer_sequence<int, 32>());
  Fill(m_surfacesHeavy2, std::make_integer_sequence<int, 2>());
  Fill(m_surfacesHeavy4, std::make_integer_sequence<int, 4>());
  Fill(m_surfacesHeavy8, std::make_integer_sequence<int, 8>());
  Fill(m_surfacesHeavy16, std::make_integer_sequence<int, 16>());
  Fill(m_surfacesHeavy32, std::make_integer_sequence<int, 32>());
}

} // namespace bench
