//===- AlgorithmSearches.cpp - Algorithms that look for elements and compare them -------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

// T found = end; for (...) if (condition) { found = index; break; }
void AlgorithmEmitter::find(const Range &range, bool holds,
                            llvm::function_ref<Expr *(mlir::Value)> condition) {
  Expr *found = variable("found", m_body.m_ast.IntTy, range.end);
  loop(range, [&](mlir::Value index) {
    ifTrue(test(condition(index), holds), [&] {
      store(found, index);
      leave();
    });
  });
  pointTo(range, read(found));
}

// bool name = !whenFound; for (...) if (condition) { name = whenFound; break; }
bool AlgorithmEmitter::decide(llvm::StringRef name, bool whenFound, mlir::Value begin,
                              mlir::Value end, bool holds,
                              llvm::function_ref<Expr *(mlir::Value)> condition) {
  auto boolean = [&](bool value) -> mlir::Value {
    return m_builder.create<vkm::ConstantOp>(m_where, m_builder.getBoolAttr(value));
  };
  Expr *decided = variable(name, m_body.m_ast.BoolTy, boolean(!whenFound));
  loop(begin, end, [&](mlir::Value index) {
    ifTrue(test(condition(index), holds), [&] {
      store(decided, boolean(whenFound));
      leave();
    });
  });
  yield(decided);
  return true;
}

bool AlgorithmEmitter::emitSearching(llvm::StringRef name) {
  if (!isIterator(0) || !isIterator(1))
    return false;
  std::optional<Range> elements = range(0, 1);
  if (!elements)
    return fail();
  if (name == "equal") {
    bool hasEnd = isIterator(3);
    std::optional<Range> others = hasEnd ? range(2, 3) : along(2, *elements);
    Expr *predicate = function(hasEnd ? 4 : 3, "predicate");
    if (!others || result.failed)
      return fail();
    if (hasEnd) {
      std::optional<int64_t> mine = literal(countOf(*elements)), theirs = literal(countOf(*others));
      if (!mine || !theirs) {
        m_body.report(m_call, diag::LibraryCall, {"std::equal with two ends"});
        return fail();
      }
      if (*mine != *theirs) {
        result.value = m_builder.create<vkm::ConstantOp>(m_where, m_builder.getBoolAttr(false));
        return true;
      }
    }
    return decide("same", false, elements->begin, elements->end, false, [&](mlir::Value index) {
      return equal(element(*elements, index), partner(*others, *elements, index), predicate);
    });
  }
  bool byValue = name == "find";
  Expr *wanted = byValue ? object(2) : nullptr;
  Expr *predicate = byValue ? nullptr : function(2, "predicate");
  if (result.failed)
    return true;
  auto matches = [&](mlir::Value index) {
    Expr *at = element(*elements, index);
    return predicate ? m_made.call(predicate, {at}) : equal(at, wanted, nullptr);
  };
  if (name.ends_with("_of")) {
    llvm::StringRef variable = name.drop_back(3);
    return decide(variable, name == "any_of", elements->begin, elements->end, name != "all_of",
                  matches);
  }
  find(*elements, name != "find_if_not", matches);
  return true;
}

bool AlgorithmEmitter::emitOrdering(llvm::StringRef name) {
  if (!isIterator(0) || !isIterator(1))
    return false;
  clang::ASTContext &ast = m_body.m_ast;
  std::optional<Range> elements = range(0, 1);
  if (!elements)
    return fail();
  mlir::Type type = elements->begin.getType();
  if (name == "max_element" || name == "min_element") {
    bool largest = name == "max_element";
    Expr *compare = function(2, "compare");
    if (result.failed)
      return true;
    Expr *best = variable(largest ? "largest" : "smallest", ast.IntTy, elements->begin);
    loop(add(elements->begin, number(1, type)), elements->end, [&](mlir::Value index) {
      Expr *at = element(*elements, index), *old = element(*elements, read(best));
      ifTrue(test(largest ? before(old, at, compare) : before(at, old, compare)),
             [&] { store(best, index); });
    });
    pointTo(*elements, read(best));
    return true;
  }
  if (name == "is_sorted") {
    Expr *compare = function(2, "compare");
    if (result.failed)
      return true;
    return decide("sorted", false, add(elements->begin, number(1, type)), elements->end, true,
                  [&](mlir::Value index) {
                    return before(element(*elements, index),
                                  element(*elements, subtract(index, number(1, type))), compare);
                  });
  }
  // lower_bound, upper_bound, binary_search: halve what is left.
  //   first = begin; count = end - begin;
  //   while (count > 0) { half = count / 2; if (a[first + half] < x) { first += half + 1; count -=
  //   half + 1; } else count = half; }
  Expr *wanted = object(2);
  Expr *compare = function(3, "compare");
  if (!wanted || result.failed)
    return fail();
  Expr *first = variable("first", ast.IntTy, elements->begin);
  Expr *count = variable("count", ast.IntTy, countOf(*elements));
  auto search = m_builder.create<vkm::WhileOp>(m_where);
  m_body.emitInto(search.getCond(), [&] {
    m_builder.create<vkm::YieldOp>(m_where, less(number(0, type), read(count)));
  });
  m_body.emitInto(search.getBody(), [&] {
    mlir::Value halved = m_builder.create<vkm::BinaryOp>(m_where, type, vkm::BinaryKind::Div,
                                                         read(count), number(2, type));
    Expr *half = variable("half", ast.IntTy, halved);
    Expr *middle = element(*elements, add(read(first), read(half)));
    bool isUpper = name == "upper_bound";
    mlir::Value goesOn = isUpper ? test(before(wanted, middle, compare), false)
                                 : test(before(middle, wanted, compare));
    if (!goesOn)
      return;
    auto branch = m_builder.create<vkm::IfOp>(m_where, goesOn, true);
    m_body.emitInto(branch.getThenRegion(), [&] {
      auto step = [&] { return add(read(half), number(1, type)); };
      m_builder.create<vkm::UpdateOp>(m_where, vkm::BinaryKind::Add, placeOf(first), step());
      m_builder.create<vkm::UpdateOp>(m_where, vkm::BinaryKind::Sub, placeOf(count), step());
    });
    m_body.emitInto(branch.getElseRegion(), [&] { store(count, read(half)); });
  });
  if (name != "binary_search") {
    pointTo(*elements, read(first));
    return true;
  }
  // first != end && !(x < *first)
  auto both = m_builder.create<vkm::AndOp>(m_where, m_body.m_importer.types().boolType(),
                                           less(read(first), elements->end));
  m_body.emitInto(both.getRhs(), [&] {
    if (mlir::Value value = test(before(wanted, element(*elements, read(first)), compare), false))
      m_builder.create<vkm::YieldOp>(m_where, value);
  });
  result.value = both;
  return true;
}

/// The first of the smallest, or of the largest, as std::min and std::max choose it.
bool AlgorithmEmitter::emitExtremeOf(llvm::ArrayRef<mlir::Value> values, clang::QualType type,
                                     bool largest, Expr *compare) {
  if (!compare && (type->isArithmeticType() || type->isEnumeralType())) {
    mlir::Value best = values.front();
    for (mlir::Value value : values.drop_front())
      best = m_builder.create<vkm::MathOp>(m_where, best.getType(),
                                           largest ? vkm::MathFn::Max : vkm::MathFn::Min,
                                           mlir::ValueRange{best, value});
    result.value = best;
    return true;
  }
  Expr *best = variable(largest ? "largest" : "smallest", type, values.front());
  for (mlir::Value value : values.drop_front()) {
    Expr *other = m_made.value(type, value);
    ifTrue(test(largest ? before(best, other, compare) : before(other, best, compare)),
           [&] { store(best, value); });
  }
  yield(best);
  return true;
}

bool AlgorithmEmitter::emitExtremes(llvm::StringRef name) {
  clang::QualType type = m_call->getType().getNonReferenceType().getUnqualifiedType();
  const clang::InitListExpr *list = initializerListOf(arg(0));
  bool isArithmetic = type->isArithmeticType() || type->isEnumeralType();
  // std::min(a, b) of numbers is a function of shaders, too.
  if (!list && isArithmetic && numArgs() == (name == "clamp" ? 3u : 2u))
    return false;
  llvm::SmallVector<mlir::Value> values;
  auto readAll = [&](auto &&expressions) {
    for (const Expr *e : expressions)
      values.push_back(e->isGLValue() ? m_body.emitRead(e) : m_body.emitValue(e));
    return !llvm::is_contained(values, nullptr);
  };
  unsigned functionAt = name == "clamp" ? 3 : list ? 1 : 2;
  if (list ? !readAll(list->inits()) || values.empty()
           : !readAll(llvm::ArrayRef(m_call->getArgs(), std::min(functionAt, numArgs()))))
    return fail();
  Expr *compare = function(functionAt, "compare");
  if (result.failed)
    return true;
  if (name == "min" || name == "max")
    return emitExtremeOf(values, type, name == "max", compare);
  if (name == "clamp") {
    // compare(v, low) ? low : compare(high, v) ? high : v
    Expr *clamped = variable("clamped", type, values[0]);
    Expr *low = m_made.value(type, values[1]), *high = m_made.value(type, values[2]);
    mlir::Value isBelow = test(before(clamped, low, compare));
    if (!isBelow)
      return true;
    auto branch = m_builder.create<vkm::IfOp>(m_where, isBelow, true);
    m_body.emitInto(branch.getThenRegion(), [&] { store(clamped, values[1]); });
    m_body.emitInto(branch.getElseRegion(), [&] {
      ifTrue(test(before(high, clamped, compare)), [&] { store(clamped, values[2]); });
    });
    yield(clamped);
    return true;
  }
  // minmax: of equal ones the first smallest and the last largest.
  if (!list || compare) {
    m_body.report(m_call, diag::LibraryCall, {"std::minmax of references or with a comparison"});
    return fail();
  }
  clang::QualType element = list->getInit(0)->getType();
  if (!emitExtremeOf(values, element, /*largest=*/false, nullptr) || !result.value)
    return true;
  mlir::Value smallest = std::exchange(result.value, {});
  std::reverse(values.begin(), values.end());
  if (!emitExtremeOf(values, element, /*largest=*/true, nullptr) || !result.value)
    return true;
  mlir::Type pair = m_body.convert(type, m_where);
  mlir::Value largest = result.value;
  if (!pair)
    return fail();
  result.value =
      m_builder.create<vkm::AggregateOp>(m_where, pair, mlir::ValueRange{smallest, largest});
  return true;
}
