//===- Emitter.h - What all that emits a part of a body can use ------------------------------===//
//
// The parts of a body (statements, places, calls, ...) and the handlers of libraries are classes of
// their own over one BodyBuilder, which holds the state. What each of them asks the others for is
// here.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_EMITTER_H
#define VKMORPH_FRONTEND_BODY_EMITTER_H

#include "frontend/body/BodyBuilder.h"

namespace vkmorph::frontend {

/// Member functions that give a value, place or pointer give null after an error was reported.
class Emitter {
public:
  explicit Emitter(BodyBuilder &body)
      : m_body(body), m_importer(body.m_importer), m_source(body.m_source), m_ast(body.m_ast),
        m_builder(body.m_builder), m_isControl(body.m_isControl) {}

protected:
  mlir::Location loc(const clang::Stmt *statement) { return m_body.loc(statement); }
  mlir::Location loc(const clang::Decl *decl) { return m_body.loc(decl); }
  void report(const clang::Stmt *where, const DiagInfo &info,
              llvm::ArrayRef<std::string> arguments = {}) {
    m_body.report(where, info, arguments);
  }

  // Types of the dialect.
  mlir::Type convert(clang::QualType type, mlir::Location where) {
    return m_body.convert(type, where);
  }
  mlir::Type boolType() { return m_importer.types().boolType(); }
  mlir::Type intType() { return m_importer.types().integerType(32, /*isSigned=*/true); }
  mlir::Type uintType() { return m_importer.types().integerType(32, /*isSigned=*/false); }

  // Expressions.
  mlir::Value emitValue(const clang::Expr *expression) { return m_body.emitValue(expression); }
  mlir::Value emitRead(const clang::Expr *glvalue) { return m_body.emitRead(glvalue); }
  /// The value of an expression, which is read where it names an object.
  mlir::Value emitValueOf(const clang::Expr *e) {
    return e->isGLValue() ? emitRead(e) : emitValue(e);
  }
  mlir::Value emitPlace(const clang::Expr *glvalue) { return m_body.emitPlace(glvalue); }
  bool hasPlace(const clang::Expr *glvalue) { return m_body.hasPlace(glvalue); }
  bool isValueLike(const clang::Expr *glvalue) { return m_body.isValueLike(glvalue); }
  void emitDiscarded(const clang::Expr *expression) { m_body.emitDiscarded(expression); }
  mlir::Value tryConstant(const clang::Expr *e) { return m_body.tryConstant(e); }
  CallResult emitCall(const clang::CallExpr *call) { return m_body.emitCall(call); }
  ClosurePtr emitClosure(const clang::Expr *expression, llvm::StringRef name) {
    return m_body.emitClosure(expression, name);
  }
  /// Whether nobody takes what a call gives.
  bool isDiscarded(const clang::CallExpr *call) { return m_body.m_discarded == call; }
  /// The arguments of a call as values; false where one failed.
  bool emitArguments(llvm::ArrayRef<const clang::Expr *> arguments,
                     llvm::SmallVectorImpl<mlir::Value> &values) {
    return m_body.emitArguments(arguments, values);
  }

  // Pointers and places.
  std::optional<PointerValue> emitPointer(const clang::Expr *pointer) {
    return m_body.emitPointer(pointer);
  }
  std::optional<PointerValue> addIndex(const PointerValue &pointer, mlir::Value index,
                                       mlir::Location where) {
    return m_body.addIndex(pointer, index, where);
  }
  std::optional<PointerValue> subtractIndex(const PointerValue &pointer, mlir::Value index,
                                            mlir::Location where) {
    return m_body.subtractIndex(pointer, index, where);
  }
  mlir::Value dereference(const PointerValue &pointer, mlir::Location where) {
    return m_body.dereference(pointer, where);
  }
  mlir::Value emitMemberOf(mlir::Value base, const clang::FieldDecl *field, mlir::Location where) {
    return m_body.emitMemberOf(base, field, where);
  }
  /// The place of an array's element.
  mlir::Value emitElementOf(mlir::Value array, mlir::Value index, mlir::Location where) {
    auto type = llvm::cast<vkm::ArrayType>(llvm::cast<vkm::RefType>(array.getType()).getPointee());
    return m_builder.create<vkm::ElementOp>(where, vkm::RefType::get(type.getElementType()), array,
                                            index);
  }
  bool exchangePointers(const clang::Expr *a, const clang::Expr *b, const clang::Expr *use) {
    return m_body.exchangePointers(a, b, use);
  }
  const Binding *lookup(const clang::ValueDecl *decl) const { return m_body.lookup(decl); }
  /// Whether a name is one that bodies cannot use, and says so.
  bool isRefused(const clang::ValueDecl *decl) { return m_body.isRefused(decl); }

  // Parts of the class's object.
  const ObjectPart *findPart(const clang::Expr *e) { return m_body.findPart(e); }
  ClosurePtr emitPart(const clang::Expr *e) { return m_body.emitPart(e); }
  bool exchangeParts(const Closure &a, const Closure &b, const clang::Expr *use);

  // Values.
  mlir::Value emitInteger(int64_t value, mlir::Type type, mlir::Location where) {
    return m_body.emitInteger(value, type, where);
  }
  mlir::Value emitZero(mlir::Type type, mlir::Location where) {
    return m_body.emitZero(type, where);
  }
  mlir::Value emitCast(mlir::Value value, mlir::Type type, mlir::Location where) {
    return m_body.emitCast(value, type, where);
  }
  /// The bits of a value as another type of its size.
  mlir::Value emitBitCast(mlir::Value value, clang::QualType type, const clang::Expr *use) {
    return m_body.emitBitCast(value, type, use);
  }
  mlir::Value emitLoad(mlir::Value place, mlir::Location where) {
    return m_builder.create<vkm::LoadOp>(
        where, llvm::cast<vkm::RefType>(place.getType()).getPointee(), place);
  }
  /// Both are read, then both are written.
  void emitSwap(mlir::Value a, mlir::Value b, mlir::Location where) {
    mlir::Value oldA = emitLoad(a, where), oldB = emitLoad(b, where);
    m_builder.create<vkm::AssignOp>(where, a, oldB);
    m_builder.create<vkm::AssignOp>(where, b, oldA);
  }
  mlir::Value declareTemporary(llvm::StringRef name, mlir::Value value, mlir::Location where) {
    return m_body.declareTemporary(name, value, where);
  }

  // Statements.
  void emitInto(mlir::Region &region, llvm::function_ref<void()> emit) {
    m_body.emitInto(region, emit);
  }
  void emitCounting(mlir::Location where, mlir::Value begin, llvm::function_ref<mlir::Value()> end,
                    llvm::function_ref<void(mlir::Value)> body) {
    m_body.emitCounting(where, begin, end, body);
  }

  // What the host does.
  /// Makes a kernel of a loop of a control function over elements on the device, and launches it in
  /// its place; null after an error. `algorithm` is what stands there.
  vkm::KernelOp outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm, bool isIndependent,
                            mlir::Location where) {
    return m_body.outlineLoop(loop, algorithm, isIndependent, where);
  }
  std::optional<CallResult> emitLocalVectorSize(const clang::CallExpr *call, llvm::StringRef name) {
    return m_body.emitLocalVectorSize(call, name);
  }

  /// The function whose body this is.
  const clang::FunctionDecl *definition() const { return m_body.m_definition; }

  BodyBuilder &m_body;
  ModuleImporter &m_importer;
  ParsedSource &m_source;
  clang::ASTContext &m_ast;
  mlir::OpBuilder &m_builder;
  const bool m_isControl;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_EMITTER_H
