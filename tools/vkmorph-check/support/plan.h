// What vkmorph-check asks a harness to run: the JSON file that it writes, as structs.
#pragma once

#include "commands.h"
#include "compare.h"
#include "inputs.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vkmorph::check {

/// How far apart CPU and GPU may be in one result, as counted in the class's code; with S the
/// largest magnitude of the function's inputs and n, N what the call's sizes make of them:
///
///   ulps = ulps * n^loops + sums * 8 * sqrt(N)
///   scale = 0 where the error is relative, else S^degree * (sums > 0 ? sqrt(N) : 1)
///
/// docs/Check.md derives it.
struct Bound {
  double ulps = 0.0;
  unsigned loops = 0;
  double sums = 0.0;
  unsigned degree = 1;
  bool isRelative = false;

  bool isExact() const { return ulps == 0.0 && sums == 0.0; }
  /// `magnitude` is S, `count` n, `elements` N.
  Tolerance at(double magnitude, double count, double elements) const;
};

/// The bounds of one control function.
struct Bounds {
  Bound result;
  std::map<std::string, Bound> buffers; ///< by the name of the parameter
  std::map<std::string, Bound> fields;  ///< of all members that the function reads or writes
  std::vector<std::string> inputFields; ///< those whose magnitude counts in S
};

/// One control function with one set of sizes.
struct Case {
  int64_t number = 0;
  std::string function;
  std::map<std::string, int64_t> sizes; ///< of scalar parameters; of buffers without an extent
  Style style = Style::Eighths;
  uint64_t seed = 0;
  uint64_t mostElements = 0; ///< it is skipped where an extent is larger; 0: never
};

struct OrderSetting {
  Order order = Order::AsRecorded;
  uint64_t seed = 0;
};

struct Plan {
  bool validation = true;
  std::vector<InputRule> rules;
  /// Of --tolerance; replaces the bounds.
  std::optional<Tolerance> tolerance;
  std::map<std::string, Bounds> bounds; ///< by control function
  std::vector<Case> cases;
  std::vector<OrderSetting> orders;
  bool mutateBarriers = false;
};

/// Throws std::exception where the file is no plan.
Plan readPlan(const std::string &file);

} // namespace vkmorph::check
