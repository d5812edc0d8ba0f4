//===- Emitter.h - What the parts of a body ask each other for
//---------------------------------===//
//
// The parts of a body (statements, places, calls, ...) and the handlers of libraries are classes
// over one Body, which has the state; they have none of their own that outlives a call. What many
// of them need is here, and is done by the part whose subject it is; what few need is asked of that
// part: `PointerEmitter(m_body).bindPointer(...)`.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_EMITTER_H
#define VKMORPH_FRONTEND_BODY_EMITTER_H

#include "frontend/body/Body.h"
#include "frontend/body/Glvalues.h"
#include "frontend/module/OwnObject.h"

namespace vkmorph::frontend {

/// Variables in front of a loop that becomes a kernel, of those that the loop writes.
struct LoopVariables {
  llvm::SmallVector<mlir::Operation *> own;     ///< nothing else uses them
  llvm::SmallVector<mlir::Operation *> results; ///< read behind the loop
};

/// Member functions that give a value, place or pointer give null after an error was reported;
/// callers give up the statement then and go on with the next one, so that one run shows several
/// errors.
class Emitter {
public:
  explicit Emitter(Body &body)
      : m_body(body), m_importer(body.importer), m_definition(body.definition),
        m_function(body.function), m_source(body.source), m_ast(body.ast), m_builder(body.builder),
        m_isControl(body.isControl) {}

protected:
  mlir::Location loc(const clang::Stmt *statement) const;
  mlir::Location loc(const clang::Decl *decl) const;
  void report(const clang::Stmt *where, const DiagInfo &info,
              llvm::ArrayRef<std::string> arguments = {}) const;

  // Types of the dialect.
  mlir::Type convert(clang::QualType type, mlir::Location where);
  mlir::Type boolType() { return m_importer.types().boolType(); }
  mlir::Type intType() { return m_importer.types().integerType(32, /*isSigned=*/true); }
  mlir::Type uintType() { return m_importer.types().integerType(32, /*isSigned=*/false); }

  // Expressions.h, Calls.h, Lambdas.h
  mlir::Value emitValue(const clang::Expr *expression);
  /// The value of an expression, which is read where it names an object.
  mlir::Value emitValueOf(const clang::Expr *e) {
    return e->isGLValue() ? emitRead(e) : emitValue(e);
  }
  /// Evaluates an expression for what it does.
  void emitDiscarded(const clang::Expr *expression);
  CallResult emitCall(const clang::CallExpr *call);
  CallResult emitDeviceCall(const clang::FunctionDecl *callee, const clang::Expr *object,
                            llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call,
                            const ClosurePtr &closure = nullptr);
  /// Whether nobody takes what a call gives.
  bool isDiscarded(const clang::CallExpr *call) const { return m_body.discarded == call; }
  /// The arguments of a call as values; false where one failed.
  bool emitArguments(llvm::ArrayRef<const clang::Expr *> arguments,
                     llvm::SmallVectorImpl<mlir::Value> &values);
  ClosurePtr emitClosure(const clang::Expr *expression, llvm::StringRef name);

  // Places.h
  const Binding *lookup(const clang::ValueDecl *decl) const;
  /// Whether a name is one that bodies cannot use, and says so.
  bool isRefused(const clang::ValueDecl *decl) const;
  /// Reads what a glvalue names.
  mlir::Value emitRead(const clang::Expr *glvalue);
  mlir::Value emitPlace(const clang::Expr *glvalue);
  /// Whether a glvalue names a place that emitPlace gives.
  bool hasPlace(const clang::Expr *glvalue) const;
  /// Whether a glvalue names no place of the dialect but a value: parts of temporaries and of
  /// parameters.
  bool isValueLike(const clang::Expr *glvalue) const;
  mlir::Value emitMemberOf(mlir::Value base, const clang::FieldDecl *field, mlir::Location where);
  /// The place of an array's element.
  mlir::Value emitElementOf(mlir::Value array, mlir::Value index, mlir::Location where);
  mlir::Value emitLoad(mlir::Value place, mlir::Location where);
  /// Both are read, then both are written.
  void emitSwap(mlir::Value a, mlir::Value b, mlir::Location where);

  // Pointers.h
  std::optional<PointerValue> emitPointer(const clang::Expr *pointer);
  std::optional<PointerValue> addIndex(const PointerValue &pointer, mlir::Value index,
                                       mlir::Location where);
  std::optional<PointerValue> subtractIndex(const PointerValue &pointer, mlir::Value index,
                                            mlir::Location where);
  mlir::Value dereference(const PointerValue &pointer, mlir::Location where);
  /// The number of the element that a pointer points to, in the type that counts such elements.
  mlir::Value pointerIndex(const PointerValue &pointer, mlir::Location where);
  /// std::swap(p, q) of pointers that may be rebound; false after an error.
  bool exchangePointers(const clang::Expr *a, const clang::Expr *b, const clang::Expr *use);

  // Parts.h
  /// What an expression or variable is under any name: the object that runs the function, of the
  /// translated class or a part of it, or the object of that class by a member or parameter that
  /// points to it; null for others.
  template <class Node> const ObjectPart *findOwnObject(const Node *node) const {
    auto isClassOf = [this](const ObjectPart &part) {
      return [this, &part](const clang::CXXRecordDecl *record) {
        return m_importer.isClassOf(part, record);
      };
    };
    if (!m_body.self && namesOwnObject(node, isClassOf(*m_body.part)))
      return m_body.part;
    const ObjectPart &whole = m_importer.wholeObject();
    bool isOwner = namesOwner(node, isClassOf(whole), [this](const clang::ValueDecl *decl) {
      return m_importer.isOwner(decl);
    });
    return isOwner ? &whole : nullptr;
  }
  template <class Node> bool isOwnObject(const Node *node) const {
    return findOwnObject(node) != nullptr;
  }
  /// Whether an argument for a parameter of the translated class names the object of that; an error
  /// where it does not.
  bool checkOwner(const clang::Expr *argument) const;
  /// What is the object of the class, or a part of it that is taken apart; null for others.
  const ObjectPart *findPart(const clang::Expr *expression) const;
  /// Whether an object with std::vectors inside is an element, or behind a pointer, so that it has
  /// a record, which is there when the program runs.
  bool isRecordObject(const clang::Expr *expression) const;
  /// A part as an argument or reference is known at compile time; null after an error.
  ClosurePtr emitPart(const clang::Expr *expression);

  // Constants.h, Expressions.h
  /// The value of a constant expression; null where it is none (nothing is reported).
  mlir::Value tryConstant(const clang::Expr *expression);
  mlir::Value emitInteger(int64_t value, mlir::Type type, mlir::Location where);
  mlir::Value emitZero(mlir::Type type, mlir::Location where);
  mlir::Value emitCast(mlir::Value value, mlir::Type type, mlir::Location where);
  /// The bits of a value as another type of its size.
  mlir::Value emitBitCast(mlir::Value value, clang::QualType type, const clang::Expr *use);

  // Statements.h, Loops.h
  void emitStatement(const clang::Stmt *statement);
  void emitVariable(const clang::VarDecl *variable);
  mlir::Value declareTemporary(llvm::StringRef name, mlir::Value value, mlir::Location where);
  /// Emits into the region's block, which is made where there is none.
  void emitInto(mlir::Region &region, llvm::function_ref<void()> emit);
  /// Opens a `vkm.scope` around what `emit` emits.
  void emitScope(mlir::Location where, llvm::function_ref<void()> emit);
  /// `for (T index = begin; index < end; index++) body(index)`; `end` emits the bound of that type
  /// where it is compared, `body` gets the index's value.
  void emitCounting(mlir::Location where, mlir::Value begin, llvm::function_ref<mlir::Value()> end,
                    llvm::function_ref<void(mlir::Value)> body);
  /// Makes a kernel of a loop of a control function over elements on the device, and launches it in
  /// its place; null after an error. `algorithm` is what stands there.
  vkm::KernelOp outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm, bool isIndependent,
                            mlir::Location where, const LoopVariables &variables = {});

  Body &m_body;
  ModuleImporter &m_importer;
  const clang::FunctionDecl *m_definition; ///< the function whose body this is
  const ImportedFunction &m_function;
  ParsedSource &m_source;
  clang::ASTContext &m_ast;
  mlir::OpBuilder &m_builder;
  const bool m_isControl;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_EMITTER_H
