// The original alone, in processes of its own, ahead of each call: how far its results come apart
// where arithmetic is as wrong as devices may be, and what becomes of it where it is not up to its
// inputs.
#pragma once

#include "objects.h"
#include "plan.h"
#include "subject.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vkmorph::check {

/// The scalars of all that a call leaves behind, in blocks: one for each parameter, each member,
/// each vector, and one for the result. As nearest doubles.
using Values = std::vector<std::vector<double>>;

/// Of each scalar, how far it was from what it is, at most, in a few perturbed calls.
class Spread {
public:
  Spread() = default;
  Spread(const Subject &subject, const ControlFunction &function, Values values);

  /// Null where nothing was perturbed, because the function is exact.
  const std::vector<double> *ofParameter(size_t index) const { return block(index); }
  const std::vector<double> *ofField(size_t index) const { return block(m_fields + index); }
  const std::vector<double> *ofVector(size_t index) const { return block(m_vectors + index); }
  const std::vector<double> *ofResult() const { return block(m_result); }

private:
  const std::vector<double> *block(size_t index) const;

  Values m_values;
  size_t m_fields = 0, m_vectors = 0, m_result = 0;
};

/// The calls that a case consists of, in each form.
struct CallStep {
  const char *mode;
  size_t object; ///< which of the objects is called
  size_t data;   ///< which of the call data it gets
  bool throughBase = false;
};
std::vector<CallStep> stepsOf(const ControlFunction &function, bool isRecorded, bool inOneGo);

/// An original that could not do what it was called for.
struct OriginalFailed {
  std::string how;
  std::string hint = {}; ///< what may help
};

/// An original that takes longer than a case may whose sizes nobody asked for.
struct OriginalTooSlow {};

/// The rehearsal of another run, which is replayed, is not that of this one: this one needs its
/// own.
struct OtherRehearsal {};

/// Has to be made before a device is: it lives in a copy of the process, of which it makes further
/// copies.
class Rehearsal {
public:
  Rehearsal(const Subject &subject, Plan &plan);
  ~Rehearsal();
  Rehearsal(const Rehearsal &) = delete;
  Rehearsal &operator=(const Rehearsal &) = delete;

  /// Which members the original of a case can do with other values for than the constructor leaves:
  /// to be asked before the case begins. What makes it fail stays. May make the case plain.
  MemberDraw choose(const ControlFunction &function, Case &which);
  /// What is wrong with a case that the generated class does not agree in: the original reads
  /// outside of its arrays, or does what C++ leaves undefined. Empty: nothing.
  std::string doubt(const ControlFunction &function, const Case &which);
  /// Begins with the steps of a case.
  void begin(const ControlFunction &function, const Case &which, bool isRecorded, bool inOneGo,
             bool isLimited);
  /// What is to be expected of the next step. Throws OriginalFailed, or OriginalTooSlow where time
  /// is limited.
  Spread next();
  /// Whether what another run's rehearsal said, which is replayed, goes on with an answer to that.
  bool isDoubtNext();
  /// Halves the sizes of a case of the plan, from the next begin on.
  bool halve(Case &which);
  /// Makes a case of the plan plain, from the next begin on. False where it is.
  bool makePlain(const ControlFunction &function, Case &which);

private:
  struct Request;
  struct Message;
  struct Reply;
  class Server;

  void send(const ControlFunction &function, const Case &which, Request request);
  std::optional<Reply> read();
  Reply receive();

  const Subject &m_subject;
  Plan &m_plan;
  const ControlFunction *m_function = nullptr;
  uint64_t m_sent = 0; ///< number of the last request
  int m_server = -1;   ///< process; none where what another run's said is replayed
  int m_record = -1;   ///< file
  int m_requests = -1, m_messages = -1;
  bool m_isStrict = false; ///< what is replayed has to fit
};

} // namespace vkmorph::check
