//===- VkmTraits.h - What a vkm operation is, and in which phases it may stand ----------------===//

#ifndef VKMORPH_IR_VKMTRAITS_H
#define VKMORPH_IR_VKMTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace vkmorph::vkm {

/// A statement: printed as a line of its own.
template <typename ConcreteOp>
class VkmStatement : public mlir::OpTrait::TraitBase<ConcreteOp, VkmStatement> {};

/// An expression: printed as a part of the statement that uses it.
template <typename ConcreteOp>
class VkmExpression : public mlir::OpTrait::TraitBase<ConcreteOp, VkmExpression> {};

/// Stands in the imported phase only.
template <typename ConcreteOp>
class VkmImportedOnly : public mlir::OpTrait::TraitBase<ConcreteOp, VkmImportedOnly> {};

/// Stands in the recognised and planned phases.
template <typename ConcreteOp>
class VkmPatternPhase : public mlir::OpTrait::TraitBase<ConcreteOp, VkmPatternPhase> {};

/// Stands in the phases before lowering.
template <typename ConcreteOp>
class VkmBeforeLowering : public mlir::OpTrait::TraitBase<ConcreteOp, VkmBeforeLowering> {};

/// Stands in the lowered and raised phases.
template <typename ConcreteOp>
class VkmLoweredPhase : public mlir::OpTrait::TraitBase<ConcreteOp, VkmLoweredPhase> {};

/// Stands in the raised phase only.
template <typename ConcreteOp>
class VkmRaisedOnly : public mlir::OpTrait::TraitBase<ConcreteOp, VkmRaisedOnly> {};

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VKMTRAITS_H
