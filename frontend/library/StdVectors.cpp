//===- StdVectors.cpp - std::vector members: elements behind a pointer, and a size -----------===//

#include "frontend/library/StdVectors.h"

#include "frontend/body/Places.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"
#include "frontend/module/Hierarchies.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

StdVectorValue StdVectorEmitter::makeMember(const ModuleImporter::Field &field, bool isConst,
                                            mlir::Location where) {
  mlir::Type element = llvm::cast<vkm::DynArrayType>(field.type).getElementType();
  auto type = vkm::PtrType::get(element, isConst);
  mlir::Value data = m_builder.create<vkm::VectorDataOp>(where, type, field.symbol);
  return {data, {}, field.sizeSymbol};
}

/// A std::vector inside of an object that has a record: a part of the pool, which the record says;
/// none for other members.
std::optional<std::optional<StdVectorValue>>
StdVectorEmitter::emitPooled(const clang::MemberExpr *member, const clang::FieldDecl *field) {
  TypeConverter &types = m_importer.types();
  mlir::Location where = loc(member);
  const Hierarchy *objects =
      types.findHierarchy(llvm::cast<clang::CXXRecordDecl>(field->getParent()));
  const VectorPool *pool = objects ? types.findPool(*objects, field) : nullptr;
  if (!pool)
    return std::nullopt;
  mlir::Value object = PlaceEmitter(m_body).emitObjectOf(member);
  if (!object || types.findHierarchy(object.getType()) != objects)
    return std::optional<StdVectorValue>();
  objects->usesPools = true;
  auto read = [&](llvm::StringRef name) -> mlir::Value {
    mlir::Type type = types.integerType(32, /*isSigned=*/false);
    if (!llvm::isa<vkm::RefType>(object.getType()))
      return m_builder.create<vkm::ExtractOp>(where, type, object, name);
    return m_builder.create<vkm::LoadOp>(
        where, type, m_builder.create<vkm::MemberOp>(where, vkm::RefType::get(type), object, name));
  };
  auto pointer = vkm::PtrType::get(pool->element, member->getType().isConstQualified());
  mlir::Value data = m_builder.create<vkm::VectorDataOp>(where, pointer, pool->symbol);
  mlir::Value first = emitCast(read(pool->first), types.pointerIndexType(pool->element), where);
  return std::optional(StdVectorValue{data, read(pool->size), "", first});
}

std::optional<StdVectorValue> StdVectorEmitter::emitVector(const clang::Expr *glvalue) {
  const clang::Expr *e = stripGlvalue(glvalue);
  mlir::Location where = loc(e);
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const Binding *binding = lookup(reference->getDecl());
    if (binding && binding->kind == Binding::Kind::StdVector) {
      const StdVectorValue &vector = binding->stdVector;
      if (vector.size || !vector.sizeField.empty())
        return vector;
      report(e, diag::StdVectorUnsized, {reference->getDecl()->getNameAsString()});
      return std::nullopt;
    }
    if (!binding && isRefused(reference->getDecl()))
      return std::nullopt;
  }
  // A vector in a vector: the outer one says why not.
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    if (const clang::Expr *outer = containerOf(call); outer && matchStdVector(outer->getType())) {
      emitVector(outer);
      return std::nullopt;
    }
  auto *member = dyn_cast<clang::MemberExpr>(e);
  auto *field = member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (const ObjectPart *owner = field ? findPart(member->getBase()) : nullptr) {
    const ModuleImporter::Field *known = m_importer.getField(*owner, field, where);
    if (!known)
      return std::nullopt;
    return makeMember(*known, e->getType().isConstQualified(), where);
  }
  if (field)
    if (std::optional<std::optional<StdVectorValue>> pooled = emitPooled(member, field))
      return *pooled;
  if (e->isPRValue() || llvm::isa<clang::MaterializeTemporaryExpr>(e))
    report(e, diag::StdVectorPlace,
           {e->getType().getUnqualifiedType().getAsString(m_ast.getPrintingPolicy())});
  else
    report(e, diag::StdVectorOutside);
  return std::nullopt;
}

mlir::Value StdVectorEmitter::emitSize(const StdVectorValue &vector, mlir::Location where) {
  if (vector.size)
    return vector.size;
  mlir::Type type = m_importer.types().integerType(32, false);
  mlir::Value place =
      m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(type), vector.sizeField);
  return m_builder.create<vkm::LoadOp>(where, type, place);
}

/// Whether a function is a method of a std::vector that names an element.
static bool namesElement(const Callee &callee) {
  static constexpr llvm::StringLiteral names[] = {"operator[]", "front", "back", "data"};
  return callee.isStd && callee.method && callee.record == "vector" &&
         llvm::is_contained(names, callee.name) &&
         matchStdVector(callee.method->getASTContext().getRecordType(callee.method->getParent()));
}

std::optional<std::optional<PointerValue>>
StdVectorEmitter::emitElement(const clang::Expr *expression) {
  auto *call = dyn_cast<clang::CallExpr>(expression->IgnoreParens());
  Callee callee = call ? Callee(call) : Callee();
  if (!namesElement(callee))
    return std::nullopt;
  mlir::Location where = loc(call);
  auto [object, arguments] = splitContainerCall(call);
  std::optional<StdVectorValue> vector = emitVector(object);
  if (!vector)
    return std::optional<PointerValue>();
  PointerValue pointer = begin(*vector);
  mlir::Value index;
  if (callee.name == "operator[]") {
    index = emitValue(withoutWidening(arguments.front()));
    if (!index)
      return std::optional<PointerValue>();
  } else if (callee.name == "back") {
    mlir::Type type = m_importer.types().integerType(32, false);
    index = m_builder.create<vkm::BinaryOp>(where, type, vkm::BinaryKind::Sub,
                                            emitSize(*vector, where), emitInteger(1, type, where));
  }
  if (vector->first && index)
    return addIndex(pointer, index, where);
  if (index)
    pointer.index = index;
  return std::optional(pointer);
}

namespace {
class StdVectorCall : public LibraryCall {
public:
  StdVectorCall(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_vectors(body) {}

  LibraryResult size() {
    std::optional<StdVectorValue> vector = emitObject();
    if (!vector)
      return failure();
    mlir::Type type = m_importer.types().integerType(64, false);
    return CallResult::ofValue(emitCast(m_vectors.emitSize(*vector, m_where), type, m_where));
  }
  LibraryResult empty() {
    std::optional<StdVectorValue> vector = emitObject();
    if (!vector)
      return failure();
    mlir::Value size = m_vectors.emitSize(*vector, m_where);
    mlir::Value zero = emitInteger(0, uintType(), m_where);
    return CallResult::ofValue(
        m_builder.create<vkm::CmpOp>(m_where, boolType(), vkm::CmpKind::Eq, size, zero));
  }
  LibraryResult element() {
    std::optional<std::optional<PointerValue>> element = m_vectors.emitElement(m_call);
    return *element ? CallResult::ofPlace(dereference(**element, m_where)) : failure();
  }
  LibraryResult refuseAt() { return refuse(diag::StdVectorAt); }
  LibraryResult other() { return refuse(diag::StdVectorFunction, {m_callee.name.str()}); }

private:
  std::optional<StdVectorValue> emitObject() { return m_vectors.emitVector(object()); }

  StdVectorEmitter m_vectors;
};

/// What std::vector<bool> gives in the place of an element.
class BitReference : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  LibraryResult refuseBits() {
    auto *element = object() ? dyn_cast<clang::CallExpr>(object()->IgnoreImplicit()) : nullptr;
    if (!element || !namesElement(Callee(element)))
      return std::nullopt;
    StdVectorEmitter(m_body).emitVector(splitContainerCall(element).object); // says why not
    return failure();
  }
};
} // namespace

static constexpr LibraryRow kStdVectorsRows[] = {
    {"vector::size", 0, by<&StdVectorCall::size>},
    {"vector::empty", 0, by<&StdVectorCall::empty>},
    {"vector::operator[]", 1, by<&StdVectorCall::element>},
    {"vector::front", 0, by<&StdVectorCall::element>},
    {"vector::back", 0, by<&StdVectorCall::element>},
    {"vector::at", 1, by<&StdVectorCall::refuseAt>},
    {"_Bit_reference::*", kAnyArity, by<&BitReference::refuseBits>},
    {"__bit_reference::*", kAnyArity, by<&BitReference::refuseBits>},
    {"vector::*", kAnyArity, by<&StdVectorCall::other>},
};
static constexpr LibraryTable kStdVectorsTables[] = {{LibraryHome::Std, kStdVectorsRows}};
const LibrarySubject vkmorph::frontend::kStdVectors = kStdVectorsTables;
