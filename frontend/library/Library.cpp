//===- Library.cpp - Which handler translates a call of a library's function ------------------===//

#include "frontend/library/Library.h"

#include "frontend/library/Subjects.h"
#include "frontend/library/VectorMaths.h"
#include "frontend/source/Program.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// Of several rows of a name the first one that takes a call translates it.
static const LibrarySubject *const kSubjects[] = {
    &kVariants,     &kTuples,           &kUtilities,     &kArrays,        &kVectorChanges,
    &kStdVectors,   &kFunctionObjects,  &kSmartPointers, &kIterators,     &kFills,
    &kCopies,       &kCompactions,      &kScans,         &kOrders,        &kFolds,
    &kSearches,     &kExtremes,         &kBlocks,        &kMathFunctions, &kNumericFunctions,
    &kBitFunctions, &kRefusedFunctions, &kVectors,
};

LibraryCall::LibraryCall(Body &body, const clang::CallExpr *call, const Callee &callee)
    : Emitter(body), m_call(call), m_callee(callee), m_where(loc(call)),
      m_arguments(call->getArgs(), call->getNumArgs()) {
  if (auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call)) {
    m_object = memberCall->getImplicitObjectArgument();
  } else if (callee.method && !callee.method->isStatic() &&
             llvm::isa<clang::CXXOperatorCallExpr>(call)) {
    m_object = m_arguments.front();
    m_arguments = m_arguments.drop_front();
  }
}

bool LibraryCall::takesNumbers() const {
  return llvm::all_of(m_callee.function->parameters(), [](const clang::ParmVarDecl *parameter) {
    clang::QualType type = parameter->getType().getNonReferenceType();
    return type->isArithmeticType() || type->isEnumeralType();
  });
}

CallResult LibraryCall::refuse(const DiagInfo &info, llvm::ArrayRef<std::string> arguments) {
  report(m_call, info, arguments);
  return failure();
}

//===------------------------------------------------------------------------------------------===//
// Rows
//===------------------------------------------------------------------------------------------===//

static bool matches(llvm::StringRef pattern, llvm::StringRef name) {
  if (pattern.consume_front("*"))
    return name.ends_with(pattern);
  if (pattern == "operator*") // no other operator
    return name == pattern;
  return pattern.consume_back("*") ? name.starts_with(pattern) : name == pattern;
}

/// Whether a row that may be a member's means a function.
static bool namesCallee(llvm::StringRef row, const Callee &callee) {
  auto [record, member] = row.split("::");
  if (member.empty())
    return callee.record.empty() && !callee.method && matches(row, callee.name);
  return callee.method && matches(record, callee.record) && matches(member, callee.name);
}

static bool isOf(const LibraryTable &table, llvm::StringRef row, const Callee &callee) {
  switch (table.home) {
  case LibraryHome::Std:
    return callee.isStd && namesCallee(row, callee);
  case LibraryHome::StdOrC: {
    if (!callee.isStd && !callee.isC)
      return false;
    llvm::StringRef name = callee.name;
    return !callee.method && (name == row || (callee.isC && name.consume_back("f") && name == row));
  }
  case LibraryHome::C:
    return callee.isC && namesCallee(row, callee);
  case LibraryHome::Compiler: {
    llvm::StringRef name = callee.name;
    for (bool isLonger = true; callee.isBuiltin && isLonger; isLonger = name.consume_back("l"))
      if (name == row)
        return true;
    return false;
  }
  case LibraryHome::Vectors:
    return callee.vectors && callee.vectors->nameSpace == table.vectors && namesCallee(row, callee);
  case LibraryHome::Any:
    return matches(row, callee.name);
  }
  llvm_unreachable("every home is listed");
}

/// Calls `act` for the rows of a function, until it returns true.
static void forRowsOf(const Callee &callee,
                      llvm::function_ref<bool(const LibraryRow &, const LibraryTable &)> act) {
  for (const LibrarySubject *subject : kSubjects)
    for (const LibraryTable &table : *subject)
      for (const LibraryRow &row : table.rows)
        if (isOf(table, row.name, callee) && act(row, table))
          return;
}

LibraryResult vkmorph::frontend::emitLibraryCall(Body &body, const clang::CallExpr *call,
                                                 const Callee &callee) {
  LibraryResult result;
  unsigned count = LibraryCall(body, call, callee).numArgs();
  forRowsOf(callee, [&](const LibraryRow &row, const LibraryTable &) {
    if (row.emit && row.arity.fewest <= count && count <= row.arity.most)
      result = row.emit(body, call, callee);
    return result.has_value();
  });
  return result;
}

namespace {
class ComputedCall : public Emitter {
public:
  using Emitter::Emitter;

  CallResult emit(const clang::CallExpr *call, const DiagInfo &otherwise,
                  llvm::ArrayRef<std::string> arguments) {
    mlir::Value value = tryConstant(call);
    if (!value)
      report(call, otherwise, arguments);
    return CallResult::ofValue(value);
  }
};

class UnknownCall : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  CallResult emit() {
    const clang::CXXMethodDecl *method = m_callee.method;
    mlir::Value value = tryConstant(m_call);
    if (method && qualifiedName(method->getParent()) == "std::type_info")
      return refuse(diag::Rtti, {"typeid"});
    if (value)
      return CallResult::ofValue(value);
    if (method && !method->isStatic() && m_callee.record != "ranges")
      return refuse(diag::TypeLibrary, {qualifiedName(findUsersClass(method))});
    llvm::StringRef instead, taken;
    forRowsOf(m_callee, [&](const LibraryRow &row, const LibraryTable &table) {
      instead = row.instead;
      if (row.emit)
        taken = table.arguments;
      return !instead.empty();
    });
    bool isOfRanges = m_callee.isStd && m_callee.record == "ranges";
    std::string name = isOfRanges
                           ? ("std::ranges::" + m_callee.name).str()
                           : (m_callee.isStd ? "std::" : "") + m_callee.function->getNameAsString();
    if (!instead.empty())
      return refuse(diag::LibraryInstead, {name, instead.str()});
    if (!taken.empty())
      return refuse(diag::LibraryArguments, {name, taken.str()});
    return refuse(diag::LibraryCall, {qualifiedName(m_callee.function)});
  }

private:
  /// The class of the object as the user wrote it: methods may be those of a base that only the
  /// library knows.
  const clang::CXXRecordDecl *findUsersClass(const clang::CXXMethodDecl *method) const {
    const clang::CXXRecordDecl *written =
        object() ? object()->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl() : nullptr;
    return written ? written : method->getParent();
  }
};
} // namespace

CallResult vkmorph::frontend::emitComputedCall(Body &body, const clang::CallExpr *call,
                                               const DiagInfo &otherwise,
                                               llvm::ArrayRef<std::string> arguments) {
  return ComputedCall(body).emit(call, otherwise, arguments);
}

CallResult vkmorph::frontend::emitUnknownCall(Body &body, const clang::CallExpr *call,
                                              const Callee &callee) {
  return UnknownCall(body, call, callee).emit();
}
