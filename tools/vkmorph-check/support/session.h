// Runs the cases of a plan on one class and reports what came out.
#pragma once

#include "objects.h"
#include "rehearsal.h"
#include "results.h"

#include <functional>
#include <memory>

namespace vkmorph::check {

class Session {
public:
  Session(const Subject &subject, Plan &plan, ResultWriter &results, Rehearsal &rehearsal,
          Context &context);

  /// All cases in all orders, then the mutations of barriers.
  void run();

private:
  void runCase(Case &which, const OrderSetting &order);
  void leaveOut(const Case &which, MemberDraw &draw) const;
  bool isOver() const { return m_plan.untilDifference && !m_agrees; }
  void mutate(const Case &which);
  /// Runs one form with the order that is set; what it reports goes to `take`.
  using Take = std::function<void(const Result &)>;
  void runForms(const Case &which, const ControlFunction &function, const Take &take);
  void runDropIn(const Case &which, const ControlFunction &function, bool inOneGo,
                 const Take &take);
  void makeRoom(const Case &which, const ControlFunction &function, Objects &objects);
  void runRecorded(const Case &which, const ControlFunction &function, const Take &take);
  void runRecorded(const Case &which, const ControlFunction &function, const Take &take,
                   size_t turns);
  using DeviceArrays = std::vector<std::unique_ptr<DeviceArray>>;
  void bindArrays(const ControlFunction &function, const Objects &objects, CallData &data,
                  CopyEngine &copy, DeviceArrays &arrays) const;
  void runCrowded(const Case &which, const ControlFunction &function, const Take &take);

  /// One drop-in call on both sides, compared.
  Result call(const ControlFunction &function, Objects &objects, CallData &data,
              const CallStep &step);
  void compareAll(const ControlFunction &function, const Objects &objects, CallData &data,
                  const InputTraits &inputs, const Spread &spread, Result &result) const;
  void compareBuffers(const ControlFunction &function, CallData &data, const InputTraits &inputs,
                      const Spread &spread, bool isRecorded, Result &result) const;
  void compareFields(const ControlFunction &function, const Objects &objects,
                     const InputTraits &inputs, const Spread &spread, Result &result) const;
  std::string describeCall(const CallData &data, const Objects &objects) const;
  /// Members that are inputs of a function belong to what goes into a call.
  void addMembers(const ControlFunction &function, const Objects &objects,
                  InputTraits &inputs) const;
  Tolerance toleranceOf(const Bound &bound, const InputTraits &inputs,
                        const std::string &name = {}) const;
  const Bounds &boundsOf(const ControlFunction &function) const;
  const ControlFunction &find(const std::string &name) const;
  std::vector<std::string> findEmptyVectors(const Case &which) const;
  void reportValidation(const Case *which, const std::string &step);

  const Subject &m_subject;
  Plan &m_plan;
  ResultWriter &m_results;
  Rehearsal &m_rehearsal;
  Context &m_context;
  MemberDraw m_draw;        ///< of the case that is run
  size_t m_messages = 0;    ///< of the validation layer, reported so far
  bool m_agrees = true;     ///< all that was reported so far
  bool m_isLimited = false; ///< in time, what the case takes of the CPU
  /// Objects that nobody calls: all others share their pipelines, which compile for seconds.
  std::unique_ptr<Objects> m_keepsPipelines;
};

} // namespace vkmorph::check
