//===- PolyfillFunctions.cpp - The functions of ours in one shader ----------------------------===//

#include "backends/shading/raise/PolyfillFunctions.h"

#include "backends/shading/raise/MathsLibrary.h"
#include "backends/shading/raise/Raise.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

std::string PolyfillFunctions::makeSymbol(std::string symbol) {
  while (parent.lookupSymbol(symbol))
    symbol += "_";
  return symbol;
}

/// Polyfills stand before everything that may call them.
Operation *PolyfillFunctions::firstFunction() {
  for (Operation &op : parent.getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      return &op;
  llvm_unreachable("a shader's class holds a shader");
}

FuncOp PolyfillFunctions::parse(StringRef text) {
  Block parsed;
  ParserConfig config(parent.getContext(), /*verifyAfterParse=*/false);
  // The texts are part of the compiler: one that does not parse is a fault of it.
  if (failed(parseSourceString(text, &parsed, config, "polyfill")))
    llvm::report_fatal_error("a polyfill does not parse");
  FuncOp function = *parsed.getOps<FuncOp>().begin();
  function->remove();
  function->setAttr(kPolyfillAttr, UnitAttr::get(parent.getContext()));
  return function;
}

FuncOp PolyfillFunctions::get(const Polyfill &polyfill, Type type) {
  std::string typeText;
  llvm::raw_string_ostream(typeText) << type;
  FuncOp &function = functions[polyfill.name + typeText];
  if (function)
    return function;
  std::string symbol = makeSymbol(polyfill.name + ("_" + typeText)), text;
  bool isDouble = type.isF64();
  for (StringRef rest = polyfill.text; !rest.empty();) {
    auto take = [&](StringRef word, StringRef with) {
      bool begins = rest.consume_front(word);
      if (begins)
        text += with;
      return begins;
    };
    if (take("@NAME", ("@" + symbol)) || take("GLSL", language) ||
        take("INFINITY", isDouble ? "0x7FF0000000000000" : "0x7F800000") ||
        take("NAN :", isDouble ? "0x7FF8000000000000 :" : "0x7FC00000 :"))
      continue;
    bool isWord = llvm::isAlnum(rest.front()) || rest.front() == '_';
    StringRef word = isWord ? rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
                            : rest.take_front(1);
    text += word == "T" ? StringRef(typeText) : word;
    rest = rest.drop_front(word.size());
  }
  function = parse(text);
  parent.getBody().front().getOperations().insert(firstFunction()->getIterator(), function);
  function->setAttr("cpp_name", StringAttr::get(parent.getContext(), polyfill.name));
  return function;
}

FuncOp PolyfillFunctions::getForOthers(const Polyfill &polyfill, Type type) {
  FuncOp function = get(polyfill, type);
  if (Operation *first = firstFunction(); first != function)
    function->moveBefore(first);
  return function;
}

//===------------------------------------------------------------------------------------------===//
// The library
//===------------------------------------------------------------------------------------------===//

FuncOp PolyfillFunctions::getOfLibrary(StringRef name, TypeRange types) {
  std::string key = name.str() + "(";
  llvm::raw_string_ostream stream(key);
  llvm::interleave(types, stream, ",");
  stream << ")";
  return getOfLibrarySymbol(findLibraryEntry(key).symbol);
}

FuncOp PolyfillFunctions::getOfLibrarySymbol(StringRef librarySymbol) {
  std::string key = ("library:" + librarySymbol).str();
  if (FuncOp known = functions.lookup(key))
    return known;
  FuncOp function = parse(findLibrarySymbol(librarySymbol).text);
  if (!function->hasAttr("cpp_name"))
    function->setAttr("cpp_name", function.getSymNameAttr());
  // Recursion ends: shaders have none, and the library has been translated as theirs.
  function.walk(
      [&](CallOp call) { call.setCallee(getOfLibrarySymbol(call.getCallee()).getSymName()); });
  function.setSymName(makeSymbol(("maths_" + librarySymbol).str()));
  Operation *before = lastOfLibrary ? lastOfLibrary->getNextNode() : firstFunction();
  parent.getBody().front().getOperations().insert(before->getIterator(), function);
  lastOfLibrary = function;
  functions[key] = function;
  return function;
}

//===------------------------------------------------------------------------------------------===//
// Vectors
//===------------------------------------------------------------------------------------------===//

Value PolyfillFunctions::call(OpBuilder &builder, Location loc, FuncOp scalar, Type result,
                              ValueRange operands) {
  auto vector = dyn_cast<VecType>(result);
  if (!vector)
    return builder.create<CallOp>(loc, result, scalar.getSymName(), operands).getResult(0);
  SmallVector<Value> vectors;
  for (Value operand : operands)
    vectors.push_back(isa<VecType>(operand.getType())
                          ? operand
                          : builder.create<SplatOp>(loc, result, operand).getResult());
  FuncOp function = getForVectors(scalar, result);
  return builder.create<CallOp>(loc, result, function.getSymName(), vectors).getResult(0);
}

/// vec2 power(vec2 x, vec2 y) { return vec2(power(x.x, y.x), power(x.y, y.y)); }
FuncOp PolyfillFunctions::getForVectors(FuncOp scalar, Type type) {
  FuncOp &function = functions[(scalar.getSymName() + ":" + getCppNameKey(type)).str()];
  if (function)
    return function;
  auto name = scalar->getAttrOfType<StringAttr>("cpp_name");
  std::string symbol = makeSymbol((name.getValue() + "_" + getCppNameKey(type)).str());
  OpBuilder builder(scalar);
  builder.setInsertionPointAfter(scalar);
  Location loc = scalar.getLoc();
  SmallVector<Type> types;
  for (Type argument : scalar.getArgumentTypes())
    types.push_back(VecType::get(parent.getContext(), getNumComponents(type), argument));
  function = builder.create<FuncOp>(loc, symbol, builder.getFunctionType(types, type),
                                    scalar.getArgAttrsAttr(), ArrayAttr());
  function->setAttr("cpp_name", name);
  function->setAttr(kPolyfillAttr, builder.getUnitAttr());
  Block *body =
      function.getBody().empty() ? &function.getBody().emplaceBlock() : &function.getBody().front();
  if (body->getNumArguments() == 0)
    body->addArguments(types, SmallVector<Location>(types.size(), loc));
  OpBuilder inside = OpBuilder::atBlockEnd(body);
  SmallVector<Value> parts;
  for (int64_t i = 0; i < getNumComponents(type); ++i) {
    SmallVector<Value> operands;
    for (Value argument : body->getArguments()) {
      Value index =
          inside.create<ConstantOp>(loc, inside.getIntegerAttr(inside.getIntegerType(32, true), i));
      operands.push_back(
          inside.create<ComponentOp>(loc, getComponentType(argument.getType()), argument, index));
    }
    parts.push_back(
        inside.create<CallOp>(loc, getComponentType(type), scalar.getSymName(), operands)
            .getResult(0));
  }
  inside.create<ReturnOp>(loc, inside.create<AggregateOp>(loc, type, parts));
  return function;
}
