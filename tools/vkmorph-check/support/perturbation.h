// Arithmetic that is wrong by what devices may be wrong, in code that clang compiled with the pass
// of perturb/Perturb.cpp.
#pragma once

#include <cstdint>

namespace vkmorph::check {

/// Turns it on for as long as the object lives. The errors are random numbers of that seed.
class Perturbation {
public:
  explicit Perturbation(uint64_t seed);
  ~Perturbation();
  Perturbation(const Perturbation &) = delete;
  Perturbation &operator=(const Perturbation &) = delete;
};

} // namespace vkmorph::check
