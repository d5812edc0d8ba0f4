#pragma once

#include <cstdint>

namespace life {

struct Rule {
  bool born[9];
  bool survives[9];
  bool torus;
};

// A cellular automaton with a rule that can be told.
class Board {
 public:
  explicit Board(bool torus) : rule_{{}, {}, torus} {
    rule_.born[3] = rule_.survives[2] = rule_.survives[3] = true;
  }
  virtual ~Board() = default;

  virtual void Step(const bool* cells, bool* next, bool* changed, int width, int height);
  virtual bool Settled(const bool* changed, const float* heat, uint8_t* flags, Rule* rules, int count);

 private:
  void kernel2D_Step(const bool* cells, bool* next, int width, int height) const;
  void kernel2D_Changed(const bool* cells, const bool* next, bool* changed, int width, int height);
  void kernel1D_Flags(const bool* changed, const float* heat, uint8_t* flags, int count);
  void kernel1D_Rules(const bool* changed, Rule* rules, int count);
  bool Alive(const bool* cells, int x, int y, int width, int height) const;

  Rule rule_;
  bool inverted_ = false;
  const bool strict_ = true;
  int changes_ = 0;
};

}  // namespace life
