//===- SmartPointers.cpp - std::unique_ptr and std::shared_ptr to objects behind an interface
//--===//

#include "frontend/body/Pointers.h"
#include "frontend/library/Subjects.h"
#include "frontend/module/Hierarchies.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

namespace {
class SmartPointer : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  LibraryResult pointer() {
    return isOfObject() ? LibraryResult(CallResult::ofPointer(findObject())) : std::nullopt;
  }
  LibraryResult object() {
    if (!isOfObject())
      return std::nullopt;
    std::optional<PointerValue> found = findObject();
    return found ? CallResult::ofPlace(dereference(*found, m_where)) : failure();
  }

  LibraryResult isSet() {
    if (!isOfObject())
      return std::nullopt;
    std::optional<PointerValue> found = findObject();
    if (!found)
      return failure();
    return CallResult::ofValue(
        PointerEmitter(m_body).emitIsObject(dereference(*found, m_where), m_where));
  }
  /// `pointer == nullptr`; objects have no addresses on the device.
  LibraryResult compare() {
    const clang::Expr *left = arg(0), *right = arg(1);
    auto isNull = [](const clang::Expr *e) { return e->getType()->isNullPtrType(); };
    const clang::Expr *pointer = isNull(left) ? right : left;
    if (!matchObjectPointer(pointer->getType()))
      return std::nullopt;
    if (!isNull(left) && !isNull(right))
      return refuse(diag::ObjectAddress);
    std::optional<PointerValue> found = findObject(pointer);
    if (!found)
      return failure();
    mlir::Value isObject =
        PointerEmitter(m_body).emitIsObject(dereference(*found, m_where), m_where);
    if (m_callee.name == "operator==")
      isObject = m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, isObject);
    return CallResult::ofValue(isObject);
  }

private:
  bool isOfObject() const {
    return matchObjectPointer(LibraryCall::object()->IgnoreParenImpCasts()->getType()) != nullptr;
  }
  std::optional<PointerValue> findObject() { return findObject(LibraryCall::object()); }
  /// The object that a member, an element of one, or a name for either points to.
  std::optional<PointerValue> findObject(const clang::Expr *pointer) {
    const clang::Expr *e = stripGlvalue(pointer->IgnoreParenImpCasts());
    if (auto *reference = dyn_cast<clang::DeclRefExpr>(e))
      if (const Binding *binding = lookup(reference->getDecl());
          binding && binding->kind == Binding::Kind::Place &&
          m_importer.types().findHierarchy(binding->value.getType()))
        return PointerEmitter(m_body).addressOf(binding->value);
    if (std::optional<std::optional<PointerValue>> held = PointerEmitter(m_body).findHeldObject(e))
      return *held;
    refuse(diag::PointerExpression);
    return std::nullopt;
  }
};
} // namespace

static constexpr LibraryRow kSmartPointersRows[] = {
    {"operator==", 2, by<&SmartPointer::compare>},
    {"operator!=", 2, by<&SmartPointer::compare>},
    {"unique_ptr::operator bool", 0, by<&SmartPointer::isSet>},
    {"__shared_ptr::operator bool", 0, by<&SmartPointer::isSet>},
    {"shared_ptr::operator bool", 0, by<&SmartPointer::isSet>},
    {"unique_ptr::operator->", 0, by<&SmartPointer::pointer>},
    {"unique_ptr::get", 0, by<&SmartPointer::pointer>},
    {"unique_ptr::operator*", 0, by<&SmartPointer::object>},
    {"__shared_ptr_access::operator->", 0, by<&SmartPointer::pointer>},
    {"__shared_ptr::get", 0, by<&SmartPointer::pointer>},
    {"__shared_ptr_access::operator*", 0, by<&SmartPointer::object>},
    {"shared_ptr::operator->", 0, by<&SmartPointer::pointer>},
    {"shared_ptr::get", 0, by<&SmartPointer::pointer>},
    {"shared_ptr::operator*", 0, by<&SmartPointer::object>},
};
static constexpr LibraryTable kSmartPointersTables[] = {{LibraryHome::Std, kSmartPointersRows}};
const LibrarySubject vkmorph::frontend::kSmartPointers = kSmartPointersTables;
