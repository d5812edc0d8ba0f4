//===- StatementPrinter.cpp - Statements of a raised module as lines of text ------------------===//

#include "backends/common/StatementPrinter.h"

#include "backends/common/Raise.h"

#include "ir/Effects.h"
#include "ir/HostCode.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Lines
//===------------------------------------------------------------------------------------------===//

void TextWriter::put(StringRef text, LocationAttr from) {
  os << text;
  locations.insert(locations.end(), text.count('\n'), from);
}

void TextWriter::line(const Doc &doc) {
  std::string text = doc.render(getColumn());
  if (text.empty())
    return line();
  put(std::string(getColumn(), ' ') + text + "\n", location);
}

void TextWriter::block(const Doc &header, llvm::function_ref<void()> content, const Doc &footer) {
  line(Doc::concat({header, " {"}));
  ++level;
  content();
  --level;
  close(footer);
}

void TextWriter::close(const Doc &footer) {
  location = {};
  line(footer);
}

void TextWriter::comment(StringRef text) {
  const size_t limit = kTextWidth - level * kBlockIndent - 3;
  SmallVector<StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (StringRef rest : lines) {
    rest = rest.rtrim();
    do {
      StringRef part = rest;
      if (rest.size() > limit)
        if (size_t space = rest.rfind(' ', limit); space != StringRef::npos && space > 0)
          part = rest.take_front(space);
      rest = rest.drop_front(part.size()).ltrim();
      // A backslash at the end of a line would make the next line part of the comment.
      std::string words = part.ltrim().str() + (part.ends_with("\\") ? "." : "");
      put(std::string(getColumn(), ' ') + (words.empty() ? "//" : "// ") + words + "\n", {});
    } while (!rest.empty());
  }
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

bool StatementPrinter::isPrinted(Operation *op) {
  if (isa<YieldOp, BufferOp, PushConstantOp>(op))
    return false;
  if (!op->hasTrait<VkmExpression>())
    return true;
  if (!op->use_empty())
    return false;
  EffectSet effects = getEffects(op);
  return effects.ordered || !effects.writes.empty();
}

/// Whether a statement begins a paragraph: an empty line stands before it.
static bool beginsParagraph(Operation *op, Operation *previous) {
  if (op->hasAttr(kCommentAttr))
    return true;
  return isa<LetOp>(previous) && previous->hasAttr("vkm.prologue") && !op->hasAttr("vkm.prologue");
}

void StatementPrinter::print(Region &region) {
  if (!region.empty())
    print(llvm::make_range(region.front().begin(), region.front().end()));
}

void StatementPrinter::print(llvm::iterator_range<Block::iterator> statements) {
  Operation *previous = nullptr;
  for (Operation &op : statements) {
    if (!isPrinted(&op))
      continue;
    if (previous && beginsParagraph(&op, previous))
      writer.line();
    print(&op);
    previous = &op;
  }
}

void StatementPrinter::body(const Doc &header, Region &region, const Doc &footer) {
  writer.block(header, [&] { print(region); }, footer);
}

Doc StatementPrinter::declaration(Operation *op, Type type, StringRef name, Value init) {
  const TargetLanguage &language = expressions.getLanguage();
  Doc declarator = language.qualifiers(op) + language.declarator(type, name);
  if (!init)
    return declarator;
  return Doc::concat({declarator, " = ", expressions.operand(init)});
}

/// `place = value;` in lines of `room` columns. It breaks behind the sign where both sides fit into
/// lines of their own, so that the place stays whole.
static Doc store(const Doc &place, const std::string &sign, const Doc &value, unsigned room) {
  unsigned left = place.width() + 1 + sign.size(), right = value.width() + 1;
  if (left + 1 + right > room && left <= room && kContinuationIndent + right <= room)
    return Doc::concat({place.flat(), " ", sign, Doc::indent(Doc::concat({Doc::line(), value}))});
  return Doc::concat({place, " ", sign, " ", value});
}

/// An assignment or update without its semicolon: also what stands in the header of a for. `room`:
/// how wide it may be where it is a line.
Doc StatementPrinter::assignment(Operation *op, unsigned room) {
  if (auto assign = dyn_cast<AssignOp>(op))
    return store(expressions.operand(assign.getRef()), "=", expressions.operand(assign.getValue()),
                 room);
  if (auto update = dyn_cast<UpdateOp>(op)) {
    Doc place = expressions.operand(update.getRef(), Precedence::Postfix);
    auto constant = update.getValue().getDefiningOp<ConstantOp>();
    auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
    if (number && number.getValue().isOne() && update.getKind() == BinaryKind::Add)
      return Doc::concat({place, "++"});
    if (number && number.getValue().isOne() && update.getKind() == BinaryKind::Sub)
      return Doc::concat({place, "--"});
    bool isBitwise = update.getKind() == BinaryKind::And || update.getKind() == BinaryKind::Or ||
                     update.getKind() == BinaryKind::Xor;
    Doc value =
        isBitwise ? expressions.mask(update.getValue()) : expressions.operand(update.getValue());
    return store(place, (getSign(update.getKind()) + "=").str(), value, room);
  }
  if (auto call = dyn_cast<CallOp>(op))
    return expressions.printCall(call).doc;
  return expressions.operand(op->getResult(0));
}

void StatementPrinter::print(Operation *op) {
  writer.setLocation(op->getLoc());
  if (auto comment = op->getAttrOfType<StringAttr>(kCommentAttr))
    writer.comment(comment.getValue());
  if (expressions.getLanguage().otherStatement(op, *this))
    return;
  auto statement = [&](const Doc &doc) { writer.line(Doc::concat({doc, ";"})); };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](VarOp var) {
        statement(
            declaration(var, var.getRef().getType().getPointee(), var.getName(), var.getInit()));
      })
      .Case([&](LetOp let) {
        statement(declaration(let, let.getType(), let.getName(), let.getValue()));
      })
      .Case([&](IfOp ifOp) { printIf(ifOp, "if ("); })
      .Case([&](ForOp loop) { printFor(loop); })
      .Case([&](WhileOp loop) {
        Doc condition = printCondition(getYielded(loop.getCond()));
        body(Doc::concat({"while (", Doc::indent(condition), ")"}), loop.getBody());
      })
      .Case([&](DoWhileOp loop) {
        Doc condition = printCondition(getYielded(loop.getCond()));
        body("do", loop.getBody(), Doc::concat({"} while (", Doc::indent(condition), ");"}));
      })
      .Case([&](SwitchOp switchOp) { printSwitch(switchOp); })
      .Case([&](ScopeOp scope) {
        writer.line("{");
        writer.indent();
        print(scope.getBody());
        writer.unindent();
        writer.close();
      })
      .Case([&](BreakOp) { statement("break"); })
      .Case([&](ContinueOp) { statement("continue"); })
      .Case([&](ReturnOp ret) {
        if (!ret.getValue())
          return statement("return");
        statement(Doc::concat({"return ", expressions.operand(ret.getValue())}));
      })
      .Default([&](Operation *other) { statement(assignment(other, writer.getRoom())); });
}

/// The only statement of an else branch where that is an if: `else if`.
static IfOp getElseIf(Region &region) {
  if (region.empty())
    return {};
  IfOp found;
  for (Operation &op : region.front()) {
    if (!StatementPrinter::isPrinted(&op))
      continue;
    if (found || !isa<IfOp>(op) || op.hasAttr(kCommentAttr))
      return {};
    found = cast<IfOp>(op);
  }
  return found;
}

static bool hasStatements(Region &region) {
  return !region.empty() && llvm::any_of(region.front(), [](Operation &op) {
    return StatementPrinter::isPrinted(&op);
  });
}

/// Whether a region has nothing but empty braces, which GLSL 4.60 does not take for a statement.
static bool isNothing(Region &region) {
  return region.empty() || llvm::all_of(region.front(), [](Operation &op) {
           auto scope = dyn_cast<ScopeOp>(op);
           return !StatementPrinter::isPrinted(&op) || (scope && isNothing(scope.getBody()));
         });
}

Doc StatementPrinter::printCondition(Value value) {
  return expressions.operand(expressions.getLanguage().condition(value));
}

/// if (a) {
///   ...
/// } else if (b) {
///   ...
/// } else {
///   ...
/// }
void StatementPrinter::printIf(IfOp op, StringRef opening) {
  Doc condition = printCondition(op.getCondition());
  writer.line(Doc::concat({opening, Doc::indent(condition), ") {"}));
  writer.indent();
  print(op.getThenRegion());
  writer.unindent();
  if (!hasStatements(op.getElseRegion()))
    return writer.close();
  if (IfOp elseIf = getElseIf(op.getElseRegion()))
    return printIf(elseIf, "} else if (");
  body("} else", op.getElseRegion());
}

/// for (uint i = 0u; i < n; i++) {
///   ...
/// }
void StatementPrinter::printFor(ForOp op) {
  Doc init = declaration(op, op.getInit().getType(), op.getName(), op.getInit());
  Value yielded = getYielded(op.getCond());
  auto constant = yielded.getDefiningOp<ConstantOp>();
  bool always = constant && cast<IntegerAttr>(constant.getValue()).getValue().isOne();
  Doc condition = always ? Doc() : printCondition(yielded);
  SmallVector<Doc> steps;
  for (Operation &step : op.getStep().front())
    if (isPrinted(&step))
      steps.push_back(assignment(&step, ~0u));
  Doc header = Doc::concat({init, ";", condition.empty() ? Doc() : Doc::line(), condition, ";",
                            steps.empty() ? Doc() : Doc::line(), Doc::commaList(steps)});
  StringRef hint = op.getUnroll() ? expressions.getLanguage().unrolled() : StringRef();
  body(Doc::concat({hint, "for (", Doc::indent(Doc::group(header)), ")"}), op.getBody());
}

/// Whether control may come to the end of a region.
static bool fallsThrough(Region &region) {
  if (region.empty() || region.front().empty())
    return true;
  Operation &last = region.front().back();
  if (auto branch = dyn_cast<IfOp>(last))
    return fallsThrough(branch.getThenRegion()) || fallsThrough(branch.getElseRegion());
  if (auto scope = dyn_cast<ScopeOp>(last))
    return fallsThrough(scope.getBody());
  return !isa<BreakOp, ContinueOp, ReturnOp>(last) && !isThrow(&last);
}

/// switch (mode) {
/// case 0:
/// case 1:
///   ...
///   break;
/// default:
///   break;
/// }
void StatementPrinter::printSwitch(SwitchOp op) {
  Type type = op.getValue().getType();
  const TargetLanguage &language = expressions.getLanguage();
  auto names = op->getAttrOfType<ArrayAttr>(kConstantAttr);
  writer.line(Doc::concat({"switch (", Doc::indent(expressions.operand(op.getValue())), ") {"}));
  for (auto [entry, region] : llvm::enumerate(op.getCases())) {
    auto labels = cast<ArrayAttr>(op.getLabels()[entry]);
    if (labels.empty())
      writer.line("default:");
    for (auto [index, label] : llvm::enumerate(labels.getAsRange<IntegerAttr>())) {
      auto name = names ? cast<StringAttr>(cast<ArrayAttr>(names[entry])[index]) : StringAttr();
      if (name && !name.empty()) {
        writer.line("case " + name.str() + ":");
        continue;
      }
      APInt value = label.getValue().sextOrTrunc(type.getIntOrFloatBitWidth());
      Expr text = language.constant(IntegerAttr::get(type, value), /*asBits=*/false);
      writer.line(Doc::concat({"case ", text.doc, ":"}));
    }
    writer.indent();
    bool isLast = &region == &op.getCases().back();
    bool declares = !region.empty() && llvm::any_of(region.front(), [](Operation &inner) {
      return isa<VarOp, LetOp>(inner);
    });
    if (declares) {
      writer.line("{");
      writer.indent();
    }
    print(region);
    if (declares) {
      writer.unindent();
      writer.close();
    }
    if (!isLast && hasStatements(region) && fallsThrough(region))
      if (StringRef words = language.fallthrough(); !words.empty())
        writer.line(words.str());
    // A label needs a statement.
    if (isLast && isNothing(region))
      writer.line("break;");
    writer.unindent();
  }
  writer.close();
}
