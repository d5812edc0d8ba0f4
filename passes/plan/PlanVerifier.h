//===- PlanVerifier.h - What is planned for a class belongs together --------------------------===//

#ifndef VKMORPH_PASSES_PLAN_PLANVERIFIER_H
#define VKMORPH_PASSES_PLAN_PLANVERIFIER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace vkmorph::vkm {

/// Registers the dialect with the verifier of planned modules, which lowering relies on.
void registerPlannedDialect(mlir::DialectRegistry &registry);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_PLANVERIFIER_H
