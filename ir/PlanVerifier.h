//===- PlanVerifier.h - What is planned for a class belongs together --------------------------===//

#ifndef VKMORPH_IR_PLANVERIFIER_H
#define VKMORPH_IR_PLANVERIFIER_H

#include "ir/VkmDialect.h"

#include "mlir/IR/DialectInterface.h"

namespace vkmorph::vkm {

/// Verifies the decisions of a planned module. What they need is known to those who lower them, on
/// which the dialect does not depend: passes/plan/PlanVerifier.h adds this interface to it. The
/// verifier of vkm.class asks, and so it is asked after every pass, that of a plugin too, when the
/// operations of the class are known to be right by themselves.
class PlanVerifierInterface : public mlir::DialectInterface::Base<PlanVerifierInterface> {
public:
  explicit PlanVerifierInterface(mlir::Dialect *dialect) : Base(dialect) {}
  virtual mlir::LogicalResult verifyPlan(ClassOp op) const = 0;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_PLANVERIFIER_H
