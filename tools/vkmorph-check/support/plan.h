// What vkmorph-check asks a harness to run: the JSON file that it writes, as structs.
#pragma once

#include "commands.h"
#include "compare.h"
#include "inputs.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vkmorph::check {

/// What the inputs of a call are like, as far as bounds depend on it.
struct InputTraits {
  double magnitude = 1.0;   ///< S: the largest of a float; at least 1
  double count = 1.0;       ///< n: the largest integer argument
  double data = 1.0;        ///< the largest integer in arrays and members
  double elements = 1.0;    ///< N: iterations of the largest grid
  bool isOfOneSign = false; ///< all floats of some array
  /// The largest float of each member that sums may go on with, before the call.
  std::map<std::string, double> starts;
  int fractionBits = 0; ///< the most that a float has behind the point; kManyBits: many

  static constexpr int kManyBits = 99;

  /// Takes `count` values of a type into account.
  void add(const Type &type, size_t count, const void *values);
  /// Remembers what a member holds, unless it is known already.
  void addStart(const std::string &name, const Type &type, const void *value);
};

/// How far apart CPU and GPU may be in one result, as counted in the class's code:
///
///   ulps = ulps * n^loops + sums * 8 * sqrt(N)
///   scale = 0 where the error is relative, else S^degree * (sums > 0 ? sqrt(N) : 1)
///   ulpsOfResult = (floats of one sign ? sums : alike) * (additions of N terms in both orders)
///
/// A sum that goes on with what a member held has that among its terms.
///
/// Of sums of elements that data chooses, unseenSums = 3: the roundings of four values, each as
/// large as the largest of these elements.
///
/// A sum whose terms have so few bits that it is exact in any order has no error; one of terms with
/// few bits that is not, has N instead of 8 * sqrt(N), because the errors of rounding are not
/// random then. docs/Check.md derives it.
struct Bound {
  double ulps = 0.0;
  unsigned loops = 0;
  bool isLoopOfData = false;
  double sums = 0.0;
  double alike = 0.0;
  bool isOntoMember = false;
  bool isOfElements = false; ///< sums to each of which few of the values may come
  bool mayOverflow = false;  ///< products of factors may be infinite before the result is
  bool mayCancel = false;    ///< and are added to each other
  unsigned degree = 1;
  bool isRelative = false;
  int exactBits = -1;
  uint64_t roundings = 0; ///< of integers, see Tolerance

  bool isExact() const { return ulps == 0.0 && sums == 0.0 && roundings == 0; }
  /// `name`: of the result, where it is a member.
  Tolerance at(const InputTraits &inputs, const std::string &name = {}) const;
};

/// The bounds of one control function.
struct Bounds {
  Bound result;
  std::map<std::string, Bound> buffers; ///< by the name of the parameter
  std::map<std::string, Bound> fields;  ///< of all members that the function reads or writes
  std::vector<std::string> inputFields; ///< those whose magnitude counts in S
  /// Arrays of floats that some variant keeps as half floats: parameters, and vectors of the class.
  std::set<std::string> halfBuffers, halfVectors;
};

/// One control function with one set of sizes.
struct Case {
  int64_t number = 0;
  std::string function;
  std::map<std::string, int64_t> sizes; ///< of scalar parameters; of buffers without an extent
  Style style = Style::Eighths;
  uint64_t seed = 0;
  uint64_t mostElements = 0;   ///< it is skipped where an extent is larger; 0: never
  bool mutateBarriers = false; ///< it is run again without each of the barriers
  bool drawsMembers = true;    ///< else they are what the constructor leaves
  /// Inputs are drawn without uniform arrays and elements of earlier calls, with which the original
  /// fails.
  bool isPlain = false;
};

/// For a case whose sizes nobody asked for, and which takes too long: halves those that are
/// above 1. False where there is none.
bool halveSizes(Case &which);

/// A member that a control function finds as the object has it.
struct MemberInput {
  std::string name;
  bool isStated = false; ///< the user says what it gets: it does, whatever becomes of the original
  std::string kept;      ///< why it stays as the constructor leaves it; empty: it is drawn
  /// The call overwrites it before anything reads it: whatever it is makes no difference.
  bool isOverwritten = false;
};

/// A call that gives vectors elements which others read.
struct EarlierCall {
  std::string function;
  std::map<std::string, int64_t> sizes;
};

struct OrderSetting {
  Order order = Order::AsRecorded;
  uint64_t seed = 0;
};

struct Plan {
  bool validation = true;
  bool inOrder = false; ///< appended elements come as the original appends them
  std::vector<InputRule> rules;
  std::vector<InputUse> uses;
  /// For the inputs of a case.
  const std::vector<InputUse> *usesFor(const Case &which) const {
    return which.isPlain ? nullptr : &uses;
  }
  std::map<std::string, std::vector<MemberInput>> members; ///< by control function
  std::map<std::string, std::vector<EarlierCall>> earlier; ///< likewise
  /// Members that a control function may write; all others are to be what they were.
  std::map<std::string, std::set<std::string>> written;
  std::set<std::string> keptSizes; ///< functions before which sizes stay what they are, but for 0
  /// Of --tolerance; replaces the bounds.
  std::optional<Tolerance> tolerance;
  std::map<std::string, Bounds> bounds; ///< by control function
  /// Those that kernels append to, and what is made of their elements; unless `inOrder`.
  std::set<std::string> unorderedVectors;
  std::map<std::string, std::set<std::string>> unorderedBuffers; ///< by control function
  std::vector<Case> cases;
  std::vector<OrderSetting> orders;
  /// Where what the rehearsal said is kept for other runs of this plan, and where it is taken from;
  /// empty: neither.
  std::string recordedRehearsal, replayedRehearsal;
  bool isRehearsed = false; ///< what is recorded comes from a run of another variant, and serves
  /// Files of shaders, each with the one whose code is taken in its place.
  std::vector<std::pair<std::string, std::string>> shaders;
  /// Samplers of the device take the place of methods, and weigh with fractions of so many bits:
  bool samples = false;
  unsigned fractionBits = 0, levelBits = 0; ///< of texels and of levels
  bool untilDifference = false;             ///< nothing is run behind what does not agree
};

/// Throws std::exception where the file is no plan.
Plan readPlan(const std::string &file);

} // namespace vkmorph::check
