//===- BodyBuilder.h - One function's body as operations in C++ evaluation order -------------===//
//
// Expressions yield values, lvalues yield places (`!vkm.ref`). Each member function that returns a
// value returns null after an error was reported; callers give up the statement then and go on with
// the next one, so that one run shows several errors. Where C++ leaves the order of evaluation open
// it is from left to right.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_BODYBUILDER_H
#define VKMORPH_FRONTEND_BODY_BODYBUILDER_H

#include "frontend/body/Values.h"
#include "frontend/module/ModuleImporter.h"
#include "frontend/module/OwnObject.h"
#include "ir/Effects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

namespace vkmorph::frontend {

struct Callee;
struct HostText;

/// What a glvalue is without the wrappers that do not change which object it names.
const clang::Expr *stripGlvalue(const clang::Expr *glvalue);
/// Whether two places, or what two pointers point into, are one: built alike over values that are
/// the same.
bool isSamePlace(mlir::Value a, mlir::Value b);

/// 'this', also converted to a base class.
bool isThis(const clang::Expr *pointer);
/// What names the method's own object: 'this' or '*this', also as one of its bases.
bool isThisObject(const clang::Expr *object);

/// A conversion to a base class.
bool isBaseCast(const clang::CastExpr *cast);

/// The comparison that an operator is; none for others.
std::optional<vkm::CmpKind> comparison(clang::BinaryOperatorKind opcode);

class BodyBuilder {
public:
  /// `context` is what the text belongs to where that is not the function's definition.
  BodyBuilder(ModuleImporter &importer, const clang::FunctionDecl *definition,
              const ImportedFunction &function, bool isControl,
              const clang::Decl *context = nullptr);

  /// A part of the class's object as it is passed on.
  static std::shared_ptr<const Closure> makePartClosure(const ObjectPart *part);

  /// Fills the function's only block, whose arguments are its parameters.
  void build(mlir::Block *block);

private:
  friend class ValueEmitter;
  friend class Emitter;
  friend class Synthesis;

  mlir::Location loc(const clang::Stmt *statement);
  mlir::Location loc(const clang::Decl *decl);
  void report(const clang::Stmt *where, const DiagInfo &info,
              llvm::ArrayRef<std::string> arguments = {});
  mlir::Type convert(clang::QualType type, mlir::Location where);

  // Statements.cpp
  /// Whether the body is no deeper than what is translated; says so where it is.
  bool checkNesting();
  void bindParameters(mlir::Block *block);
  void emitConstructorInitializers(const clang::CXXConstructorDecl *constructor);
  void emitStatement(const clang::Stmt *statement);
  void emitStatementUncommented(const clang::Stmt *statement);
  void emitDeclaration(const clang::Decl *decl);
  void emitVariable(const clang::VarDecl *variable);
  void emitReference(const clang::VarDecl *variable);
  void emitIf(const clang::IfStmt *statement);
  void emitSwitch(const clang::SwitchStmt *statement);
  void emitReturn(const clang::ReturnStmt *statement);
  void emitEnd(mlir::Location where);
  /// Whether what follows in the current block can never run.
  bool isEnded() const;
  /// Emits into the region's block, which is made where there is none.
  void emitInto(mlir::Region &region, llvm::function_ref<void()> emit);
  /// Opens a `vkm.scope` around what `emit` emits.
  void emitScope(mlir::Location where, llvm::function_ref<void()> emit);
  bool refuseHostStatement(const clang::Stmt *statement);

  // Loops.cpp
  /// `for (T index = begin; index < end; index++) body(index)`; `end` emits the bound of that type
  /// where it is compared, `body` gets the index's value.
  void emitCounting(mlir::Location where, mlir::Value begin, llvm::function_ref<mlir::Value()> end,
                    llvm::function_ref<void(mlir::Value)> body);
  void emitFor(const clang::ForStmt *statement);
  void emitCountedFor(const clang::ForStmt *statement, const clang::VarDecl *counter);
  void emitCountdown(const clang::ForStmt *statement, const clang::VarDecl *counter,
                     const clang::BinaryOperator *comparison);
  void emitGeneralFor(const clang::ForStmt *statement);
  void emitRangeFor(const clang::CXXForRangeStmt *statement);
  void emitWhile(const clang::WhileStmt *statement);
  void emitDo(const clang::DoStmt *statement);
  void emitLoopCondition(mlir::Region &region, const clang::Expr *condition, mlir::Location where);
  void emitContinue(mlir::Location where);
  /// "Leave the loop unless the condition holds", for conditions that declare a variable.
  void emitLeaveUnless(const clang::Expr *condition, mlir::Location where);
  void emitLoopBody(const clang::Stmt *body, const clang::Expr *step);

  // Expressions.cpp
  mlir::Value emitValue(const clang::Expr *expression);
  /// Reads what a glvalue names.
  mlir::Value emitRead(const clang::Expr *glvalue);
  /// Evaluates an expression for what it does.
  void emitDiscarded(const clang::Expr *expression);
  bool isHeld(mlir::Value value) const;
  mlir::Value emitCast(mlir::Value value, mlir::Type type, mlir::Location where);
  mlir::Value emitNegation(mlir::Value value, mlir::Location where);
  mlir::Value emitSelect(const clang::AbstractConditionalOperator *expression);
  mlir::Value emitShortCircuit(const clang::BinaryOperator *expression);
  mlir::Value emitBinary(const clang::BinaryOperator *expression);
  mlir::Value emitIncrement(const clang::UnaryOperator *expression, bool needsOld,
                            mlir::Value &place);
  mlir::Value emitAssignment(const clang::BinaryOperator *expression);
  mlir::Value emitCompoundAssignment(const clang::CompoundAssignOperator *expression);
  mlir::Value emitCompoundAssignmentTo(const clang::Expr *target, mlir::Value value,
                                       const clang::CompoundAssignOperator *expression);
  mlir::Value emitIncrementOf(mlir::Value place, const clang::UnaryOperator *expression,
                              bool needsOld);
  /// An assignment to one of two places, as a statement; false for other expressions.
  bool emitOnChosen(const clang::Expr *expression);
  bool emitDiscardedBranches(const clang::Expr *condition, const clang::Expr *whenTrue,
                             const clang::Expr *whenFalse, mlir::Location where);
  bool isAssertion(const clang::Expr *expression) const;

  // Constants.cpp
  mlir::Value emitInteger(int64_t value, mlir::Type type, mlir::Location where);
  mlir::Value emitZero(mlir::Type type, mlir::Location where);
  /// Reports values of so many bytes that no expression should name all their parts.
  bool isTooLarge(mlir::Type type, mlir::Location where);
  mlir::Value emitConstant(const clang::APValue &value, clang::QualType type, mlir::Location where);
  /// The value of a constant expression; null where it is none (nothing is reported).
  mlir::Value tryConstant(const clang::Expr *expression);
  mlir::Value emitEnumerator(const clang::EnumConstantDecl *enumerator, const clang::Expr *use);
  /// Tells printers what the source calls a constant, and what it says about it.
  void nameConstant(mlir::Value value, const clang::ValueDecl *constant);
  /// The name of the constant that a case label is; empty for other expressions.
  std::string labelName(const clang::Expr *label) const;
  /// A constant that is declared outside of the function, or static in it.
  mlir::Value emitNamedConstant(const clang::VarDecl *variable, const clang::Expr *use);
  /// The same as a place: a table becomes a const local of the function.
  mlir::Value emitConstantPlace(const clang::VarDecl *variable, const clang::Expr *use);
  bool isConstantVariable(const clang::VarDecl *variable) const;
  /// A constant whose initial value is computed when the program starts is computed by each
  /// function that uses it; null where that is not possible (then nothing is reported).
  mlir::Value emitComputedConstant(const clang::VarDecl *variable);

  // Initializers.cpp
  mlir::Value emitInitList(const clang::InitListExpr *list);
  mlir::Value emitConstruct(const clang::CXXConstructExpr *construct);
  mlir::Value emitDefaultValue(clang::QualType type, const clang::Stmt *use);
  bool needsInitialisation(const clang::Expr *init) const;
  bool emitLargeArray(const clang::VarDecl *variable, const clang::InitListExpr *list,
                      vkm::VarOp var);

  // Places.cpp
  mlir::Value emitPlace(const clang::Expr *glvalue);
  mlir::Value emitMemberPlace(const clang::MemberExpr *member);
  mlir::Value emitMemberOf(mlir::Value base, const clang::FieldDecl *field, mlir::Location where);
  mlir::Value emitBaseOf(mlir::Value base, const clang::CastExpr *cast);
  mlir::Value findDerived(mlir::Value base, const clang::CastExpr *cast);
  /// Whether a glvalue names no place of the dialect but a value: parts of temporaries and of
  /// parameters.
  bool isValueLike(const clang::Expr *glvalue) const;
  bool isRefused(const clang::ValueDecl *decl) const;
  mlir::Value declareTemporary(llvm::StringRef name, mlir::Value value, mlir::Location where);
  const Binding *lookup(const clang::ValueDecl *decl) const;

  // Pointers.cpp
  std::optional<PointerValue> emitPointer(const clang::Expr *pointer);
  /// The address of an element is a pointer into its array.
  PointerValue addressOf(mlir::Value place);
  mlir::Value promoteIndex(mlir::Value index, mlir::Location where);
  std::optional<PointerValue> addIndex(PointerValue pointer, mlir::Value index,
                                       mlir::Location where);
  std::optional<PointerValue> subtractIndex(PointerValue pointer, mlir::Value index,
                                            mlir::Location where);
  mlir::Value dereference(const PointerValue &pointer, mlir::Location where);
  mlir::IntegerType pointerIndexType(const PointerValue &pointer);
  /// The number of the element that a pointer points to, as that type.
  mlir::Value pointerIndex(const PointerValue &pointer, mlir::Location where);
  void bindPointer(const clang::VarDecl *variable, const PointerValue &pointer, bool moves);
  /// std::swap(p, q) of pointers that may be rebound; false after an error.
  bool exchangePointers(const clang::Expr *first, const clang::Expr *second,
                        const clang::Expr *use);
  /// p = q, p += n, ++p, p++: gives the pointer, or what it was before.
  std::optional<PointerValue> emitPointerUpdate(const clang::Expr *expression, bool needsOld);
  /// Whether a pointer to one object that a control function is given is not null; null where it is
  /// no such pointer (nothing is reported).
  mlir::Value emitIsSet(const clang::Expr *pointer);
  // PickedPointers.cpp
  /// Binds a pointer that is set in loops and branches; false where it points into no array that is
  /// known from the beginning on.
  bool bindPicked(const clang::VarDecl *variable, const PointerValue &pointer);
  /// What such a pointer points into here.
  PointerValue emitPicked(const Binding &binding, mlir::Location where);
  /// Lets it point into another array; false where that is not possible.
  bool setPicked(const Binding &binding, const PointerValue &pointer, mlir::Location where);
  /// The number of an array among those that pointers to its elements may point into.
  mlir::Value numberOfArray(mlir::Value array, mlir::Location where);
  /// Tells all that pick arrays which ones there are.
  void finishPicks();
  /// p - q, p == q, p < q: of two pointers into one array.
  mlir::Value emitOnPointers(const clang::BinaryOperator *expression);

  // InlinePlaces.cpp
  /// A call of a function that returns a reference or pointer: its body becomes a part of this one.
  CallResult emitInlined(const ModuleImporter::Prototype &callee, const clang::Expr *object,
                         llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call,
                         const std::shared_ptr<const Closure> &closure);
  /// What statements up to a return lead to.
  CallResult emitReturned(llvm::ArrayRef<const clang::Stmt *> statements);
  CallResult emitReturnedSwitch(const clang::SwitchStmt *statement,
                                llvm::ArrayRef<const clang::Stmt *> rest);
  CallResult emitReturnedGlvalue(const clang::Expr *result);
  /// One of two places or pointers; what the ways to them compute is done in branches.
  CallResult emitChoice(mlir::Value condition, llvm::function_ref<CallResult()> whenTrue,
                        llvm::function_ref<CallResult()> whenFalse, const clang::Stmt *where);
  mlir::Value emitChosenPlace(const clang::AbstractConditionalOperator *expression);

  // Calls.cpp
  /// An argument while the others are evaluated.
  struct Argument {
    mlir::Value value;
    mlir::Value
        readFrom; ///< the place that a reference to const names: read when all arguments are there
    mlir::Location loc;
    std::optional<PointerValue> pointer = {}; ///< where a pointer into an array is passed
    mlir::Value size = {};                    ///< of a std::vector
    /// The place that the parameter names; null for values.
    mlir::Value place() const;
  };
  CallResult emitCall(const clang::CallExpr *call);
  CallResult emitCallOfAnyKind(const clang::CallExpr *call);
  std::optional<CallResult> emitOwnHostFunction(const clang::CallExpr *call, const Callee &callee);
  std::optional<CallResult> emitCallOfLibrary(const clang::CallExpr *call, const Callee &callee);
  CallResult emitOwnCall(const clang::CallExpr *call, const clang::CXXMethodDecl *method);
  CallResult emitDeviceCall(const clang::FunctionDecl *callee, const clang::Expr *object,
                            llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call,
                            std::shared_ptr<const Closure> closure = nullptr);
  /// `key` names the kernel or control function.
  CallResult emitLaunch(const clang::CXXMemberCallExpr *call, const ImportedFunction &callee,
                        const std::string &key);
  Argument emitReferenceOfLaunch(const clang::Expr *argument);
  // BaseKernels.cpp
  /// `Base::kernel1D_f(a, n);` in a kernel: the base's loops become grids of this kernel.
  CallResult emitBaseKernel(const clang::CXXMemberCallExpr *call,
                            const clang::CXXMethodDecl *kernel);
  bool isTopOfKernel() const;
  /// Whether an expression or variable is the object that runs the function, of the translated
  /// class or a part of it, under any name.
  template <class Node> bool isOwnObject(const Node *node) const {
    return !m_self && namesOwnObject(node, [this](const clang::CXXRecordDecl *record) {
      return m_importer.isClassOf(*m_part, record);
    });
  }
  bool isBeingInlined(const clang::FunctionDecl *definition) const;
  // ObjectParts.cpp
  /// What is the object of the class, or a part of it that is taken apart; null for others.
  const ObjectPart *findPart(const clang::Expr *expression) const;
  /// Whether two pointers to such objects are equal, or differ, as the condition asks; none for
  /// other conditions.
  std::optional<bool> compareParts(const clang::Expr *condition) const;
  /// A part as an argument or reference is known at compile time; null after an error.
  std::shared_ptr<const Closure> emitPart(const clang::Expr *expression);

  CallResult emitOperatorCall(const clang::CXXOperatorCallExpr *call);
  Argument emitArgument(const clang::Expr *argument, Passing passing, bool isReference);
  Argument emitObject(const clang::Expr *object, Passing passing);
  /// What the function has to be translated for.
  CallShape findShape(llvm::ArrayRef<Argument> arguments, llvm::ArrayRef<Passing> passing);
  /// Reads what references to const name; false where an argument failed.
  bool finishArguments(llvm::MutableArrayRef<Argument> arguments,
                       llvm::SmallVectorImpl<mlir::Value> &operands);
  /// The arguments of a call as values; false where one failed.
  bool emitArguments(llvm::ArrayRef<const clang::Expr *> arguments,
                     llvm::SmallVectorImpl<mlir::Value> &values);
  /// Whether a glvalue names a place that emitPlace gives.
  bool hasPlace(const clang::Expr *glvalue) const;
  // Lambdas.cpp
  /// The lambda, function object or function that an expression names; null after an error. `name`
  /// is what its function is called where nothing better is known.
  ClosurePtr emitClosure(const clang::Expr *expression, llvm::StringRef name);
  ClosurePtr makeClosure(const clang::LambdaExpr *lambda, llvm::StringRef name);
  bool makeCapture(const clang::LambdaExpr *lambda, const clang::LambdaCapture &capture,
                   const clang::Expr *init, Closure &closure);
  ClosurePtr copyClosure(const ClosurePtr &closure, mlir::Location where);
  /// A call that gives a closure: its statements stand where the call is.
  ClosurePtr emitClosureResult(const clang::CallExpr *call, llvm::StringRef name);
  bool bindArguments(const clang::FunctionDecl *definition,
                     llvm::ArrayRef<const clang::Expr *> arguments);
  /// Binds the names that a closure captured.
  void bindCaptures(const Closure &closure);
  /// Binds what the function's closures captured to its last parameters.
  void bindClosures(mlir::Block *block);
  llvm::SmallVector<vkm::Root> findWritten(const clang::FunctionDecl *callee,
                                           const clang::Expr *object,
                                           llvm::ArrayRef<const clang::Expr *> arguments);
  /// The inputs of a function that stand for what closures captured.
  std::shared_ptr<const ClosureArguments>
  planClosures(const clang::FunctionDecl *callee, const clang::Expr *object,
               llvm::ArrayRef<const clang::Expr *> arguments, const ClosurePtr &own, bool &failed);
  mlir::Value emitFieldPlace(const ModuleImporter::Field &field, mlir::Location where);
  /// Calls `act` for the fields of two parts of one class, until it fails; whether it did not.
  bool forFieldsOf(
      const ObjectPart &a, const ObjectPart &b, mlir::Location where,
      llvm::function_ref<bool(const ModuleImporter::Field &, const ModuleImporter::Field &)> act);
  /// std::swap of two parts: all their fields.
  bool exchangeParts(const ObjectPart &a, const ObjectPart &b, const clang::Expr *use);
  /// `m_before = m_image` in a control function: all that is in it. `owner`: whose operator it is.
  bool copyPart(const ObjectPart &to, const clang::Expr *source, const clang::CXXRecordDecl *owner,
                const clang::Expr *use);
  /// A method of a part; none for those of other objects.
  std::optional<CallResult> emitPartCall(const clang::CallExpr *call,
                                         const clang::CXXMethodDecl *method,
                                         const clang::Expr *object,
                                         llvm::ArrayRef<const clang::Expr *> arguments);
  /// A call of a closure; none for other calls.
  std::optional<CallResult> emitClosureUse(const clang::CallExpr *call);
  /// A call of a function object of the library.
  CallResult emitStdFunctor(const clang::CallExpr *call);
  /// Whether nothing changes a variable after this lambda has copied it.
  bool staysAsItIs(const clang::VarDecl *variable) const;

  // LocalVectors.cpp
  /// A std::vector that lives in a control function: a buffer of the generated class.
  void emitLocalVector(const clang::VarDecl *variable);
  /// Gives it its elements: `count` copies of `value`, zeros where that is null.
  bool fillLocalVector(Binding &binding, const clang::Expr *count, const clang::Expr *value,
                       clang::QualType element, llvm::StringRef name, mlir::Location where);
  /// `v.resize(n)` or `v.assign(n, x)` of one that is declared without a size; none for other
  /// calls.
  std::optional<CallResult> emitLocalVectorSize(const clang::CallExpr *call, llvm::StringRef name);

  // OutlineLoops.cpp
  /// Makes a kernel of a loop of a control function over elements on the device, and launches it in
  /// its place; null after an error. `algorithm` is what stands there.
  vkm::KernelOp outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm, bool isIndependent,
                            mlir::Location where);

  // BitCasts.cpp
  /// The bits of a value as another type of its size; null after an error.
  mlir::Value emitBitCast(mlir::Value value, clang::QualType type, const clang::Expr *use);

  // HostCode.cpp
  /// A call that only the host can make, in a control function; none for others.
  std::optional<CallResult> emitHostCall(const clang::CallExpr *call);
  // HostFunctions.cpp
  std::optional<CallResult> emitHostFunction(const clang::CallExpr *call,
                                             const clang::FunctionDecl *callee,
                                             ClosurePtr part = nullptr);
  void emitHostBody(llvm::ArrayRef<const clang::Stmt *> statements, mlir::Value result);
  bool bindHostParameter(BodyBuilder &inner, const clang::ParmVarDecl *parameter,
                         const clang::Expr *argument, bool changes);
  mlir::Value negate(mlir::Value condition, mlir::Location where);
  mlir::Value emitValueOf(const clang::Expr *e);
  void emitHostVariable(const clang::VarDecl *variable);
  vkm::HostOp makeHostOp(const HostText &text, mlir::Type result, mlir::Location where);
  // Each writes a part of the text; false after an error.
  bool emitHostText(const clang::Expr *expression, HostText &text);
  bool emitHostNumber(const clang::Expr *e, HostText &text);
  bool emitHostArguments(llvm::ArrayRef<const clang::Expr *> arguments, HostText &text);
  bool emitHostCallee(const clang::CallExpr *call, HostText &text);
  bool emitHostCallText(const clang::CallExpr *call, HostText &text);
  bool emitHostOperator(const clang::CXXOperatorCallExpr *call, HostText &text);
  bool emitHostName(const clang::DeclRefExpr *reference, HostText &text);
  bool emitHostConstruct(const clang::CXXConstructExpr *construct, bool isNamed, HostText &text);

  // VectorExpressions.cpp
  /// A call of a library of vector maths; none where it is to be treated like any other.
  std::optional<CallResult> emitVectorCall(const clang::CallExpr *call, const Callee &callee);
  std::optional<CallResult> emitVectorOperator(const clang::CXXOperatorCallExpr *call);
  std::optional<CallResult> emitVectorFunction(const clang::CallExpr *call,
                                               const clang::FunctionDecl *callee);
  std::optional<CallResult> emitVectorMethod(const clang::CXXMemberCallExpr *call);
  std::optional<CallResult> emitVectorSubscript(const clang::CXXOperatorCallExpr *call);
  CallResult emitVectorUpdate(const clang::CXXOperatorCallExpr *call, vkm::BinaryKind kind);
  CallResult emitVectorIncrement(const clang::CXXOperatorCallExpr *call);
  /// `v.x`: its place, or its value; none where the member is not of a vector.
  std::optional<mlir::Value> emitVectorMember(const clang::MemberExpr *member, bool asPlace);
  /// A vector or matrix: its place where it has one, else its value.
  mlir::Value emitVectorObject(const clang::Expr *object, bool isArrow);
  /// An element of a place or value; null where a literal index is beyond them.
  mlir::Value emitVectorElement(mlir::Value whole, mlir::Value index, const clang::Expr *use);
  mlir::Value emitVectorElement(mlir::Value whole, int64_t index, const clang::Expr *use);
  mlir::Value emitVectorRead(mlir::Value placeOrValue, mlir::Location where);
  mlir::Value emitVectorBinary(vkm::BinaryKind kind, mlir::Value lhs, mlir::Value rhs,
                               mlir::Type type, mlir::Location where);
  mlir::Value emitVectorConstruct(const clang::CXXConstructExpr *construct, mlir::Type type);
  /// A vector or matrix made of these, as the library's constructors make it; null where they do
  /// not.
  mlir::Value makeVector(mlir::Type type, llvm::ArrayRef<mlir::Value> parts, bool fills,
                         bool byRows, mlir::Location where);
  mlir::Value emitVectorList(const clang::InitListExpr *list, mlir::Type type);
  void collectListParts(const clang::Expr *init, mlir::Type type,
                        llvm::SmallVectorImpl<mlir::Value> &parts);
  mlir::Value emitVectorDefault(mlir::Type type, mlir::Location where);
  mlir::Value emitVectorConstant(const clang::APValue &value, mlir::Type type,
                                 mlir::Location where);
  mlir::Value emitSplat(double number, mlir::Type type, mlir::Location where);

  ModuleImporter &m_importer;
  const clang::FunctionDecl *m_definition;
  const ImportedFunction &m_function;
  bool m_isControl;
  ParsedSource &m_source;
  clang::ASTContext &m_ast;
  mlir::OpBuilder m_builder;
  mlir::Block *m_entry = nullptr;
  BodyBuilder *m_inliner = nullptr;           ///< the body that this one becomes a part of
  const clang::VarDecl *m_constant = nullptr; ///< the constant whose initial value this one emits

  llvm::DenseMap<const clang::ValueDecl *, Binding> m_bindings;
  std::optional<Binding> m_self; ///< the object of a method of a struct
  /// What `this` is where that is no struct: the object of the class, or a part of it.
  const ObjectPart *m_part;
  /// Strings that functions which print are given.
  llvm::DenseMap<const clang::ValueDecl *, std::shared_ptr<const HostText>> m_hostTexts;
  unsigned m_hostWays = 0; ///< to the end of such a function, beside the first
  /// The arrays that pointers which loops set may point into, by their elements' type.
  llvm::MapVector<mlir::Type, llvm::SmallVector<mlir::Value>> m_picked;
  const clang::CallExpr *m_discarded = nullptr; ///< the last call whose result nobody takes
  const clang::Expr *m_bound = nullptr;         ///< the call whose place a reference is bound to
  /// What parts of an expression that are evaluated once stand for.
  llvm::DenseMap<const clang::OpaqueValueExpr *, mlir::Value> m_opaqueValues;
  llvm::DenseMap<const clang::OpaqueValueExpr *, ClosurePtr> m_opaqueClosures;
  /// Structured bindings whose object is declared, so that their names can be.
  llvm::DenseSet<const clang::DecompositionDecl *> m_decomposed;
  /// Functions whose statements stand in this one, since they give a closure.
  llvm::SmallVector<const clang::FunctionDecl *> m_inlined;
  /// A comment for the next statement: that of the label before it.
  std::string m_pendingComment;
  /// What `continue` has to do first in the loops around, innermost last; null where nothing.
  llvm::SmallVector<const clang::Expr *> m_continueSteps;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_BODYBUILDER_H
