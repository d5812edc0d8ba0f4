// What a harness reports: one JSON object per line, written as soon as it is known.
#pragma once

#include "commands.h"
#include "compare.h"
#include "creations.h"
#include "guarded.h"
#include "objects.h"
#include "plan.h"

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace vkmorph::check {

/// A write outside of an array.
struct OutsideWrite {
  std::string array;
  bool byGpu;
  Outside outside;
};

/// One call, or one recorded command buffer, compared.
struct Result {
  std::string mode; ///< "direct call", "through the base", ...
  Comparison comparison;
  std::vector<OutsideWrite> outside;
  std::string error;     ///< what an exception said; empty: there was none
  std::string undefined; ///< what the original did that C++ leaves undefined; empty: nothing
  std::string values;
  double cpuMilliseconds = 0.0;
  double gpuMilliseconds = 0.0;
  CommandCounts commands;
  bool hasCommands = false;
  /// What a call created on the device although an earlier one, no smaller, had left all it needs.
  Creations createdAgain;

  bool agrees() const {
    return comparison.different == 0 && outside.empty() && error.empty() &&
           commands.conflicts == 0 && createdAgain.empty();
  }
};

/// Who noticed that a barrier was not there.
struct Mutation {
  std::string function;
  std::string form; ///< "drop-in" or "recorded"
  uint32_t barrier;
  bool difference; ///< in some order of execution
  bool validation; ///< of synchronisation
  bool commands;   ///< more commands than before that no barrier orders, found in what is recorded
  std::string order; ///< the first one with a difference
};

/// Writes the lines. Each is flushed: what was known before a crash is there after it.
class ResultWriter {
public:
  /// Throws std::runtime_error where the file cannot be written.
  explicit ResultWriter(const std::string &file);
  ~ResultWriter();
  ResultWriter(const ResultWriter &) = delete;
  ResultWriter &operator=(const ResultWriter &) = delete;

  void device(const std::string &name, bool validation);
  /// No device can run the class.
  void unavailable(const std::string &why);
  void begin(const Case &which, const std::string &step);
  void result(const Case &which, const OrderSetting &order, const Result &result);
  /// Which members were drawn for a case.
  void members(const Case &which, const MemberDraw &draw);
  void skipped(const Case &which, const std::string &why);
  /// The original could not be called so, whatever the generated class does. `empty`: members that
  /// have no elements before the first call.
  /// The sizes were others first.
  void halved(const Case &which, const std::map<std::string, int64_t> &first);
  void originalFailed(const Case &which, const std::string &how, const std::string &hint,
                      const std::vector<std::string> &empty);
  void validation(const Case *which, const std::string &step, const std::string &message);
  void mutation(const Mutation &mutation);
  void done();

private:
  template <class Object> void write(const Object &object);
  std::FILE *m_file;
};

} // namespace vkmorph::check
