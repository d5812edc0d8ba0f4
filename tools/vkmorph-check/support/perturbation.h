// Arithmetic that is wrong by what devices may be wrong, in code that clang compiled with the pass
// of perturb/Perturb.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace vkmorph::check {

/// Floats that a device keeps as half floats: pixels of its images.
struct KeptInHalf {
  void *begin;
  size_t bytes;
};
/// Says where they are, each time anew: vectors move.
using FindHalves = std::function<std::vector<KeptInHalf>()>;

struct Plan;
struct Subject;
struct SampledMethod;
/// What samplers of the device take the place of.
struct SampledMethods {
  const SampledMethod *first = nullptr;
  size_t count = 0;
  unsigned fractionBits = 0; ///< with which the device weighs texels
  unsigned levelBits = 0;    ///< with which it weighs levels
};

/// None where the plan is without samplers.
SampledMethods findSampledMethods(const Subject &subject, const Plan &plan);

/// The directions in which coordinates are moved, each in a perturbed call of its own.
size_t countDirections(const SampledMethods &methods);

/// Perturbed calls for each call: as many as there are directions in which coordinates are moved,
/// and one for each of the texels that are weighed.
size_t countProbes(const SampledMethods &methods);

/// How much of what a perturbed call is apart counts: all, or, where it takes one of the texels for
/// the weighed ones, what the weight of that one may be off by.
double shareOf(const SampledMethods &methods, size_t probe);

/// Turns it on for as long as the object lives. The errors are random numbers of that seed.
class Perturbation {
public:
  explicit Perturbation(uint64_t seed);
  ~Perturbation();
  Perturbation(const Perturbation &) = delete;
  Perturbation &operator=(const Perturbation &) = delete;

  /// From here on, floats that the code stores where `find` says are rounded to one of the half
  /// floats next to them, and so are those that are there already. Null: none.
  void keepHalves(FindHalves find);
  /// From here on, methods that sample get coordinates that are moved by as much as samplers may
  /// take them for others; in directions of their own for each `probe`, a number from 0 on. They
  /// stay what they are as long as the object lives.
  void moveCoordinates(const SampledMethods &methods, size_t probe);
};

} // namespace vkmorph::check
