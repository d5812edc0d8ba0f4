//===- Emitter.cpp - What the parts of a body ask each other for
//-------------------------------===//

#include "frontend/body/Emitter.h"

#include "frontend/body/Calls.h"
#include "frontend/body/Constants.h"
#include "frontend/body/Expressions.h"
#include "frontend/body/Lambdas.h"
#include "frontend/body/Loops.h"
#include "frontend/body/Parts.h"
#include "frontend/body/Places.h"
#include "frontend/body/Pointers.h"
#include "frontend/body/Statements.h"
#include "frontend/host/OutlineLoops.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

mlir::Location Emitter::loc(const clang::Stmt *statement) const {
  return m_source.text().location(statement->getSourceRange());
}
mlir::Location Emitter::loc(const clang::Decl *decl) const {
  return m_source.text().location(decl->getSourceRange());
}

void Emitter::report(const clang::Stmt *where, const DiagInfo &info,
                     llvm::ArrayRef<std::string> arguments) const {
  m_importer.reporter().report(loc(where), info, arguments);
}

mlir::Type Emitter::convert(clang::QualType type, mlir::Location where) {
  return m_importer.types().convert(type, m_ast, where);
}

//===------------------------------------------------------------------------------------------===//
// Values and places
//===------------------------------------------------------------------------------------------===//

mlir::Value Emitter::emitValue(const clang::Expr *expression) {
  return ExpressionEmitter(m_body).emitValue(expression);
}

void Emitter::emitDiscarded(const clang::Expr *expression) {
  ExpressionEmitter(m_body).emitDiscarded(expression);
}

CallResult Emitter::emitCall(const clang::CallExpr *call) {
  return CallEmitter(m_body).emitCall(call);
}

CallResult Emitter::emitDeviceCall(const clang::FunctionDecl *callee, const clang::Expr *object,
                                   llvm::ArrayRef<const clang::Expr *> arguments,
                                   const clang::Expr *call, const ClosurePtr &closure) {
  return CallEmitter(m_body).emitDeviceCall(callee, object, arguments, call, closure);
}

bool Emitter::emitArguments(llvm::ArrayRef<const clang::Expr *> arguments,
                            llvm::SmallVectorImpl<mlir::Value> &values) {
  return CallEmitter(m_body).emitArguments(arguments, values);
}

ClosurePtr Emitter::emitClosure(const clang::Expr *expression, llvm::StringRef name) {
  return ClosureEmitter(m_body).emitClosure(expression, name);
}

const Binding *Emitter::lookup(const clang::ValueDecl *decl) const {
  auto found = m_body.bindings.find(decl);
  return found == m_body.bindings.end() ? nullptr : &found->second;
}

bool Emitter::isRefused(const clang::ValueDecl *decl) const {
  return PlaceEmitter(m_body).isRefused(decl);
}

mlir::Value Emitter::emitRead(const clang::Expr *glvalue) {
  return PlaceEmitter(m_body).emitRead(glvalue);
}

mlir::Value Emitter::emitPlace(const clang::Expr *glvalue) {
  return PlaceEmitter(m_body).emitPlace(glvalue);
}

bool Emitter::hasPlace(const clang::Expr *glvalue) const {
  return PlaceEmitter(m_body).hasPlace(glvalue);
}

bool Emitter::isValueLike(const clang::Expr *glvalue) const {
  return PlaceEmitter(m_body).isValueLike(glvalue);
}

mlir::Value Emitter::emitMemberOf(mlir::Value base, const clang::FieldDecl *field,
                                  mlir::Location where) {
  return PlaceEmitter(m_body).emitMemberOf(base, field, where);
}

mlir::Value Emitter::emitElementOf(mlir::Value array, mlir::Value index, mlir::Location where) {
  auto type = llvm::cast<vkm::ArrayType>(llvm::cast<vkm::RefType>(array.getType()).getPointee());
  return m_builder.create<vkm::ElementOp>(where, vkm::RefType::get(type.getElementType()), array,
                                          index);
}

mlir::Value Emitter::emitLoad(mlir::Value place, mlir::Location where) {
  return m_builder.create<vkm::LoadOp>(
      where, llvm::cast<vkm::RefType>(place.getType()).getPointee(), place);
}

void Emitter::emitSwap(mlir::Value a, mlir::Value b, mlir::Location where) {
  mlir::Value oldA = emitLoad(a, where), oldB = emitLoad(b, where);
  m_builder.create<vkm::AssignOp>(where, a, oldB);
  m_builder.create<vkm::AssignOp>(where, b, oldA);
}

std::optional<PointerValue> Emitter::emitPointer(const clang::Expr *pointer) {
  return PointerEmitter(m_body).emitPointer(pointer);
}

std::optional<PointerValue> Emitter::addIndex(const PointerValue &pointer, mlir::Value index,
                                              mlir::Location where) {
  return PointerEmitter(m_body).addIndex(pointer, index, where);
}

std::optional<PointerValue> Emitter::subtractIndex(const PointerValue &pointer, mlir::Value index,
                                                   mlir::Location where) {
  return PointerEmitter(m_body).subtractIndex(pointer, index, where);
}

mlir::Value Emitter::dereference(const PointerValue &pointer, mlir::Location where) {
  return PointerEmitter(m_body).dereference(pointer, where);
}

mlir::Value Emitter::pointerIndex(const PointerValue &pointer, mlir::Location where) {
  return PointerEmitter(m_body).pointerIndex(pointer, where);
}

bool Emitter::exchangePointers(const clang::Expr *a, const clang::Expr *b, const clang::Expr *use) {
  return PointerEmitter(m_body).exchangePointers(a, b, use);
}

bool Emitter::isRecordObject(const clang::Expr *expression) const {
  return PartEmitter(m_body).isRecordObject(expression);
}

const ObjectPart *Emitter::findPart(const clang::Expr *expression) const {
  return PartEmitter(m_body).findPart(expression);
}

bool Emitter::checkOwner(const clang::Expr *argument) const {
  const ObjectPart *part = findPart(argument);
  bool isOwner = part && part->isWhole();
  if (!isOwner)
    report(argument, diag::OtherObjectGiven);
  return isOwner;
}

ClosurePtr Emitter::emitPart(const clang::Expr *expression) {
  return PartEmitter(m_body).emitPart(expression);
}

mlir::Value Emitter::tryConstant(const clang::Expr *expression) {
  return ConstantEmitter(m_body).tryConstant(expression);
}

mlir::Value Emitter::emitInteger(int64_t value, mlir::Type type, mlir::Location where) {
  return ConstantEmitter(m_body).emitInteger(value, type, where);
}

mlir::Value Emitter::emitZero(mlir::Type type, mlir::Location where) {
  return ConstantEmitter(m_body).emitZero(type, where);
}

mlir::Value Emitter::emitCast(mlir::Value value, mlir::Type type, mlir::Location where) {
  return ExpressionEmitter(m_body).emitCast(value, type, where);
}

mlir::Value Emitter::emitBitCast(mlir::Value value, clang::QualType type, const clang::Expr *use) {
  return ExpressionEmitter(m_body).emitBitCast(value, type, use);
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

void Emitter::emitStatement(const clang::Stmt *statement) {
  StatementEmitter(m_body).emitStatement(statement);
}

void Emitter::emitVariable(const clang::VarDecl *variable) {
  StatementEmitter(m_body).emitVariable(variable);
}

mlir::Value Emitter::declareTemporary(llvm::StringRef name, mlir::Value value,
                                      mlir::Location where) {
  return StatementEmitter(m_body).declareTemporary(name, value, where);
}

void Emitter::emitInto(mlir::Region &region, llvm::function_ref<void()> emit) {
  StatementEmitter(m_body).emitInto(region, emit);
}

void Emitter::emitScope(mlir::Location where, llvm::function_ref<void()> emit) {
  StatementEmitter(m_body).emitScope(where, emit);
}

void Emitter::emitCounting(mlir::Location where, mlir::Value begin,
                           llvm::function_ref<mlir::Value()> end,
                           llvm::function_ref<void(mlir::Value)> body) {
  LoopEmitter(m_body).emitCounting(where, begin, end, body);
}

vkm::KernelOp Emitter::outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm, bool isIndependent,
                                   mlir::Location where, const LoopVariables &variables) {
  return OutlineEmitter(m_body).outlineLoop(loop, algorithm, isIndependent, where, variables);
}
