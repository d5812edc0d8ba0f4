//===- ExpressionPrinter.cpp - Expressions of a raised module as text -------------------------===//

#include "backends/common/ExpressionPrinter.h"

#include "backends/common/Raise.h"
#include "ir/Effects.h"
#include "ir/NamedConstants.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value vkmorph::getYielded(Region &region) {
  return cast<YieldOp>(region.front().back()).getValue();
}

TypedAttr vkmorph::getLiteral(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && !constant->hasAttr(kConstantAttr) ? constant.getValue() : TypedAttr();
}

StringRef vkmorph::getSign(BinaryKind kind) {
  static constexpr llvm::StringLiteral signs[] = {"+", "-", "*", "/",  "%",
                                                  "&", "|", "^", "<<", ">>"};
  return signs[static_cast<unsigned>(kind)];
}

static StringRef getComparisonSign(CmpKind kind) {
  static constexpr llvm::StringLiteral signs[] = {"==", "!=", "<", "<=", ">", ">="};
  return signs[static_cast<unsigned>(kind)];
}

static Precedence getPrecedence(BinaryKind kind) {
  switch (kind) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
    return Precedence::Additive;
  case BinaryKind::Mul:
  case BinaryKind::Div:
  case BinaryKind::Rem:
    return Precedence::Multiplicative;
  case BinaryKind::And:
    return Precedence::BitAnd;
  case BinaryKind::Or:
    return Precedence::BitOr;
  case BinaryKind::Xor:
    return Precedence::BitXor;
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    return Precedence::Shift;
  }
  llvm_unreachable("unknown operator");
}

static bool isBitwise(Precedence precedence) {
  return precedence == Precedence::BitAnd || precedence == Precedence::BitOr ||
         precedence == Precedence::BitXor;
}

/// Operators that the grammar would nest without parentheses, but readers and compilers' warnings
/// would not: `a && b || c`, `a << b + c`, `a & b | c`, `a + b & c`, `a == b == c`.
static bool wantsParentheses(Precedence inner, Precedence outer) {
  if (outer == Precedence::LogicalOr)
    return inner == Precedence::LogicalAnd;
  if (outer == Precedence::Equality || outer == Precedence::Relational)
    return inner == Precedence::Relational || inner == Precedence::Equality;
  bool isOperator = inner >= Precedence::BitOr && inner <= Precedence::Multiplicative;
  return (outer == Precedence::Shift || (isBitwise(outer) && inner != outer)) && isOperator;
}

Doc ExpressionPrinter::operand(const Expr &expr, Precedence least) {
  if (expr.precedence >= least)
    return Doc::group(expr.doc);
  return Doc::concat({"(", Doc::group(Doc::indent(expr.doc)), ")"});
}

Doc ExpressionPrinter::operand(Value value, Precedence least) {
  return operand(print(value), least);
}

Expr ExpressionPrinter::call(StringRef name, ArrayRef<Doc> arguments) {
  Doc list = Doc::indent(Doc::concat({Doc::softBreak(), Doc::commaList(arguments)}));
  if (arguments.empty())
    list = {};
  return {Doc::concat({name, "(", Doc::group(list), ")"}), Precedence::Postfix};
}

Expr ExpressionPrinter::print(Value value) {
  if (Operation *op = value.getDefiningOp())
    return printOperation(op);
  if (StringAttr buffer = getBufferName(value))
    return {buffer.getValue()};
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<ForOp>(parent))
    return {loop.getName()};
  if (std::optional<Expr> spelled = language.parameter(argument))
    return *spelled;
  return {argName(cast<FunctionOpInterface>(parent), argument.getArgNumber())};
}

Expr ExpressionPrinter::printOperation(Operation *op) {
  if (std::optional<Expr> expr = language.otherExpression(op, *this))
    return *expr;
  return llvm::TypeSwitch<Operation *, Expr>(op)
      .Case<VarOp, LetOp>([](auto named) { return Expr{named.getName()}; })
      .Case<BufferOp, PushConstantOp>([](auto named) { return Expr{named.getName()}; })
      .Case([&](ConstantOp constant) {
        if (auto name = constant->getAttrOfType<StringAttr>(kConstantAttr))
          return Expr{name.str()};
        return language.constant(constant.getValue(), constant->hasAttr(kHexAttr));
      })
      .Case([&](LoadOp load) { return print(load.getRef()); })
      .Case([&](FieldRefOp field) { return language.field(field); })
      .Case([&](MemberOp member) {
        return Expr{
            Doc::concat({operand(member.getBase(), Precedence::Postfix), ".", member.getName()}),
            Precedence::Postfix};
      })
      .Case([&](ExtractOp extract) {
        return Expr{Doc::concat({operand(extract.getRecord(), Precedence::Postfix), ".",
                                 extract.getName()}),
                    Precedence::Postfix};
      })
      .Case([&](ElementOp element) {
        return part(element.getBase(), element.getBase().getType().getPointee(),
                    element.getIndex());
      })
      .Case([&](ComponentOp component) {
        return part(component.getWhole(), component.getWhole().getType(), component.getIndex());
      })
      .Case([&](SplatOp splat) {
        return language.aggregate(splat.getType(), {operand(splat.getOperand())});
      })
      .Case([&](ResizeOp resize) {
        if (!isa<VecType>(resize.getType()))
          return language.aggregate(resize.getType(), {operand(resize.getOperand())});
        StringRef names = StringRef("xyzw").take_front(getNumComponents(resize.getType()));
        return Expr{Doc::concat({operand(resize.getOperand(), Precedence::Postfix), ".", names}),
                    Precedence::Postfix};
      })
      .Case([&](DerefWideOp deref) {
        auto buffer = deref.getPointer().getDefiningOp<BufferOp>();
        return index({buffer->getAttrOfType<StringAttr>(kWideNameAttr).getValue()},
                     deref.getIndex());
      })
      .Case([&](DerefOp deref) { return index(print(deref.getPointer()), deref.getIndex()); })
      .Case([&](BinaryOp binaryOp) {
        return binary(binaryOp.getKind(), binaryOp.getLhs(), binaryOp.getRhs());
      })
      .Case([&](UnaryOp unaryOp) { return unary(unaryOp); })
      .Case([&](CmpOp cmp) { return comparison(cmp); })
      .Case([&](CastOp cast) {
        return language.cast(cast.getOperand().getType(), cast.getType(), print(cast.getOperand()));
      })
      .Case(
          [&](AndOp op) { return logical(op.getLhs(), op.getRhs(), "&&", Precedence::LogicalAnd); })
      .Case([&](OrOp op) { return logical(op.getLhs(), op.getRhs(), "||", Precedence::LogicalOr); })
      .Case([&](SelectOp select) { return conditional(select); })
      .Case([&](MathOp math) {
        SmallVector<Doc> arguments;
        for (Value value : math.getOperands())
          arguments.push_back(operand(value));
        return call(language.mathFunction(math.getFn(), math.getOperands().front().getType()),
                    arguments);
      })
      .Case([&](CallOp callOp) { return printCall(callOp); })
      .Case([&](AggregateOp aggregate) {
        SmallVector<Doc> parts;
        for (Value value : aggregate.getParts())
          parts.push_back(operand(value));
        return language.aggregate(aggregate.getType(), parts);
      })
      .Default(
          [](Operation *) -> Expr { llvm_unreachable("the language has no such expression"); });
}

Expr ExpressionPrinter::printCall(CallOp op) {
  FunctionOpInterface callee = lookupCallee(op);
  return call(language.functionName(callee), language.arguments(op, callee, *this));
}

/// A literal that begins with a minus sign: `a - -1` wants parentheses.
static bool isNegativeLiteral(Value value) {
  TypedAttr literal = getLiteral(value);
  if (auto number = dyn_cast_or_null<IntegerAttr>(literal))
    return cast<IntegerType>(number.getType()).isSigned() && number.getValue().isNegative();
  auto number = dyn_cast_or_null<FloatAttr>(literal);
  return number && number.getValue().isNegative();
}

/// Masks read best in hexadecimal digits; small numbers look the same.
static std::optional<Expr> printMask(const TargetLanguage &language, Value value) {
  auto number = dyn_cast_or_null<IntegerAttr>(getLiteral(value));
  if (!number || number.getValue().ult(10) || isNegativeLiteral(value))
    return std::nullopt;
  return language.constant(number, /*asBits=*/true);
}

Doc ExpressionPrinter::mask(Value value) {
  if (std::optional<Expr> literal = printMask(language, value))
    return literal->doc;
  return operand(value);
}

/// A chain `a - b + c` is one list of operands, so that it breaks as one.
Expr ExpressionPrinter::chain(Value lhs, Value rhs, StringRef sign, Precedence precedence) {
  auto side = [&](Value value, bool right) -> Doc {
    if (isBitwise(precedence))
      if (std::optional<Expr> mask = printMask(language, value))
        return mask->doc;
    Expr expr = print(value);
    if (wantsParentheses(expr.precedence, precedence) || (right && isNegativeLiteral(value)))
      return operand(expr, Precedence::Primary);
    if (!right && expr.precedence == precedence)
      return expr.doc;
    return operand(expr, static_cast<Precedence>(static_cast<int>(precedence) + 1));
  };
  Doc left = side(lhs, false), right = side(rhs, true);
  Doc rest = Doc::indent(Doc::concat({Doc::line(), right}));
  return {Doc::concat({left, " ", sign, rest}), precedence};
}

Expr ExpressionPrinter::binary(BinaryKind kind, Value lhs, Value rhs) {
  return chain(lhs, rhs, getSign(kind), getPrecedence(kind));
}

Expr ExpressionPrinter::comparison(CmpOp op) {
  bool isEquality = op.getKind() == CmpKind::Eq || op.getKind() == CmpKind::Ne;
  Precedence precedence = isEquality ? Precedence::Equality : Precedence::Relational;
  auto side = [&](Value value) {
    Expr expr = print(value);
    auto isNot = value.getDefiningOp<UnaryOp>();
    bool needs = wantsParentheses(expr.precedence, precedence) ||
                 (isNot && isNot.getKind() == UnaryKind::Not);
    Precedence least = static_cast<Precedence>(static_cast<int>(precedence) + 1);
    return operand(expr, needs ? Precedence::Primary : least);
  };
  Doc left = side(op.getLhs()), right = side(op.getRhs());
  return {Doc::concat({left, " ", getComparisonSign(op.getKind()),
                       Doc::indent(Doc::concat({Doc::line(), right}))}),
          precedence};
}

Expr ExpressionPrinter::unary(UnaryOp op) {
  static constexpr llvm::StringLiteral signs[] = {"-", "!", "~"};
  Value value = op.getOperand();
  // `- -x` and `--x` are different things.
  auto inner = value.getDefiningOp<UnaryOp>();
  bool needs = isNegativeLiteral(value) || (inner && inner.getKind() == op.getKind());
  Doc text = operand(value, needs ? Precedence::Primary : Precedence::Unary);
  return {Doc::concat({signs[static_cast<unsigned>(op.getKind())], text}), Precedence::Unary};
}

Expr ExpressionPrinter::logical(Value lhs, Region &rhs, StringRef sign, Precedence precedence) {
  return chain(lhs, getYielded(rhs), sign, precedence);
}

Expr ExpressionPrinter::conditional(SelectOp op) {
  // `a ? b : c ? d : e` is one chain; a conditional in the middle stands in parentheses.
  Precedence above = Precedence::LogicalOr;
  Doc condition = operand(op.getCondition(), above);
  Doc whenTrue = operand(getYielded(op.getWhenTrue()), above);
  Doc whenFalse = operand(getYielded(op.getWhenFalse()), Precedence::Conditional);
  Doc choices = Doc::concat({Doc::line(), "? ", whenTrue, Doc::line(), ": ", whenFalse});
  return {Doc::concat({condition, Doc::indent(choices)}), Precedence::Conditional};
}

/// Whether a value or place is a column of a matrix, whose components are counted: m[2][1].
static bool isColumn(Value whole) {
  Operation *op = whole.getDefiningOp();
  if (auto element = dyn_cast_or_null<ElementOp>(op))
    return isa<MatType>(element.getBase().getType().getPointee());
  auto component = dyn_cast_or_null<ComponentOp>(op);
  return component && isa<MatType>(component.getWhole().getType());
}

/// An element: of a vector by its name where the index is a literal.
Expr ExpressionPrinter::part(Value whole, Type type, Value at) {
  auto literal = cast_or_null<IntegerAttr>(getLiteral(at));
  if (!isa<VecType>(type) || !literal || isColumn(whole))
    return index(print(whole), at);
  uint64_t number = literal.getValue().getZExtValue();
  return {
      Doc::concat({operand(whole, Precedence::Postfix), ".", StringRef("xyzw").substr(number, 1)}),
      Precedence::Postfix};
}

Expr ExpressionPrinter::index(const Expr &base, Value index) {
  Doc text;
  // An index that is a literal needs no suffix.
  auto literal = cast_or_null<IntegerAttr>(getLiteral(index));
  if (literal && !isNegativeLiteral(index)) {
    SmallString<16> digits;
    literal.getValue().toStringUnsigned(digits);
    text = digits.str();
  } else {
    text = operand(index);
  }
  Doc brackets = Doc::concat({"[", Doc::group(Doc::indent(text)), "]"});
  return {Doc::concat({operand(base, Precedence::Postfix), brackets}), Precedence::Postfix};
}
