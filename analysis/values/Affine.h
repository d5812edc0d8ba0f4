//===- Affine.h - Values of integer expressions as polynomials -------------------------------===//
//
// Subscripts, bounds and sizes as polynomials over what does not change: scalar parameters, fields,
// and the iteration numbers of grids and counted loops, so that `(z * h + y) * w + x` of one
// iteration can be compared with that of another one.
//
// Assumed of the source, and the reason why it may be: a subscript names an element of an array
// that exists, and no buffer has 2^32 elements. Sums, differences and products that make up a
// subscript or a bound therefore have their mathematical value: signed overflow is undefined in
// C++, and an unsigned sum that wrapped on its way differs from the mathematical one by a multiple
// of 2^32, of which only one names an element. For the same reason conversions between integers of
// 32 and 64 bits keep the value. Divisions, shifts to the right, conversions to fewer bits and the
// like are not looked into: where their operands do not vary they are unknowns of their own.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_AFFINE_H
#define VKMORPH_ANALYSIS_VALUES_AFFINE_H

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Polynomial.h"
#include "ir/Effects.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSet.h"

#include <deque>
#include <map>
#include <string>

namespace vkmorph::vkm {

/// A call that an analysis looks through: values of the callee have their meaning in such a frame.
/// Null is the frame of the kernel or control function itself.
struct Frame {
  CallOp call;
  const Frame *parent;
};

/// A value that depends on a condition: a `?:`, a variable that an `if` may assign, what a function
/// with several `return`s gives, a bool as a number, the smaller of two.
struct Choice {
  mlir::Operation *op; ///< vkm.select, vkm.if, vkm.cast or vkm.math
  const Frame *frame;
  unsigned part = 0; ///< vkm.math clamp asks twice
  bool operator==(const Choice &other) const {
    return op == other.op && frame == other.frame && part == other.part;
  }
};
/// Whether the condition holds; of a minimum, whether the first operand is not above the second.
using Outcome = std::pair<Choice, bool>;

/// What a symbol stands for.
struct Unknown {
  enum Kind {
    Parameter,  ///< a scalar parameter: `value`
    Field,      ///< what a field, or a part of it, holds when `value`, a load of it, is evaluated
    Counter,    ///< the number of an iteration, from 0: `counter`
    Quotient,   ///< operands[0] / operands[1] rounded down, where the first is not negative and the
                ///< second is positive; elsewhere any number that is not negative
    Expression, ///< the operation that gives `value`, applied to `operands`
    Invariant,  ///< something that does not vary over a grid, and of which nothing else is known
    Varying,    ///< something that varies; what is known of it AffineAnalysis::getLimits says
  };
  Kind kind;
  mlir::Value value;
  llvm::SmallVector<Polynomial, 2> operands;
};

/// Whether an unknown is the smaller or the larger of its last two operands: `std::min`, or `a < b
/// ? a : b`, of numbers with a sign.
std::optional<MathFn> getExtreme(const Unknown &unknown);

/// A symbol that is dividend % divisor. One of the two is not negative.
struct Remainder {
  Polynomial dividend, divisor;
  bool isNonNegative; ///< the dividend is not negative, and so it goes around with the remainder
  /// Where it is computed, in more than 32 bits: what is converted to these may have wrapped
  /// before.
  llvm::SmallVector<std::pair<BinaryOp, const Frame *>, 1> wide;
};

/// A symbol that is the vkm.math min, max or clamp of operands, of which some are understood.
struct Bounded {
  MathOp op;
  const Frame *frame;
  llvm::SmallVector<std::optional<Polynomial>, 3> operands;
};

/// The iterations of one dimension of a grid, or of a counted loop. In iteration number k = 0, 1,
/// ... the counter is first + step * k. The last number is the largest k with magnitude * k <=
/// span.
///
/// That there are iterations, and that the magnitude is positive, is only known in the body. A loop
/// with iterations whose step leads nowhere would not end, which C++ lets us leave out; the same
/// loop without iterations is an ordinary one.
struct Counter {
  Symbol symbol;
  Polynomial first;
  Polynomial step;
  Polynomial magnitude; ///< of the step; positive where there is an iteration
  Polynomial span;      ///< negative where there is no iteration
};

/// Adds what holds in the iterations that a counter counts.
void addIteration(Facts &facts, const Counter &counter);

/// Evaluates expressions of one kernel or control function, and of the functions that it calls.
class AffineAnalysis {
public:
  explicit AffineAnalysis(mlir::FunctionOpInterface function);

  /// The value of an integer expression; none where it is not made of what is known above.
  std::optional<Polynomial> evaluate(mlir::Value value, const Frame *frame = nullptr);

  /// The iterations of a dimension of a grid. Bounds that are not understood are invariant at
  /// least.
  const Counter *getCounter(GridOp grid, unsigned dim);
  /// The iterations of a loop; null where it is no counted loop or its bounds are not understood.
  /// Where the loop is left early there are fewer; then its step has to be known to lead somewhere.
  const Counter *getCounter(ForOp loop, const Frame *frame);
  const Counter *getCounter(WhileOp loop, const Frame *frame);
  /// Of a loop whose condition comes first.
  const Counter *getCounter(LoopOpInterface loop, const Frame *frame);
  /// The counter that a symbol stands for; null for symbols that stand for something else.
  const Counter *getCounter(Symbol symbol) const;
  bool isCounter(Symbol symbol) const {
    // Of one iteration of the loops around a launch.
    if (followsVariables)
      return false;
    Unknown::Kind kind = getUnknown(symbol).kind;
    return kind == Unknown::Counter || kind == Unknown::Varying;
  }
  /// The number of the last iteration, exactly: a new unknown where the span is no multiple of the
  /// step.
  Polynomial getLastIteration(const Counter &counter);

  /// numerator / denominator, rounded down; for positive denominators.
  Polynomial makeQuotient(const Polynomial &numerator, const Polynomial &denominator);
  /// An operation applied to operands that do not vary.
  Polynomial makeExpression(mlir::Operation *op, llvm::ArrayRef<Polynomial> operands);

  const Unknown &getUnknown(Symbol symbol) const { return unknowns[symbol]; }

  /// Takes these sides of values that depend on conditions; without a decision such a value is not
  /// understood, or, where `withinBounds`, a minimum, maximum or clamped one is an unknown between
  /// those of its bounds that are understood. What has been evaluated before is forgotten.
  void decide(llvm::ArrayRef<Outcome> taken, bool withinBounds = false);
  /// The last choice that was open when something was not understood for that reason.
  std::optional<Choice> openChoice;
  /// What a choice compares: whether the first is not above the second. None where its condition is
  /// a value, which getCondition gives.
  std::optional<std::pair<mlir::Value, mlir::Value>> getCompared(const Choice &choice) const;
  static mlir::Value getCondition(const Choice &choice);

  /// From here on rounded quotients, remainders and masks of what varies are symbols of their own.
  void followRounding() { followsRounding = true; }
  /// What is not negative where the polynomial's value is computed, besides the facts.
  llvm::SmallVector<Polynomial> getLimits(const Polynomial &polynomial) const;
  bool isRounded(const Polynomial &polynomial) const {
    return polynomial.containsAny([&](Symbol s) { return getUnknown(s).kind == Unknown::Varying; });
  }
  /// The numerator and denominator of a symbol that is a rounded quotient of what varies.
  const std::pair<Polynomial, int64_t> *getRounded(Symbol symbol) const;
  /// Null for symbols that are no remainders, or those of numbers that may have wrapped. Of
  /// constant divisors the symbol is the quotient (getRounded).
  const Remainder *getRemainder(Symbol symbol) const {
    auto found = remainderOf.find(symbol);
    return found == remainderOf.end() ? nullptr : &found->second;
  }
  /// What a symbol is the smallest or largest of, or the number between; null for other symbols.
  const Bounded *getBounded(Symbol symbol) const {
    auto found = boundedOf.find(symbol);
    return found == boundedOf.end() ? nullptr : &found->second;
  }
  /// The polynomial for one value of a counter, also within quotients.
  Polynomial substitute(const Polynomial &polynomial, Symbol counter, const Polynomial &value);

  /// A new symbol, for an iteration's number (at least 0) or for a difference of such numbers.
  Symbol makeCounterSymbol(bool nonNegative);
  /// A new symbol for something that does not vary, and of which nothing is known.
  Symbol makeInvariant();

  /// From here on a parameter of the function is this, over symbols of this analysis.
  void bind(mlir::BlockArgument parameter, const Polynomial &value);
  /// Adds to what holds anywhere.
  void assume(const Polynomial &notNegative) { facts.add(notNegative); }
  void assumeAtLeast(Symbol symbol, int64_t bound) { facts.addLowerBound(symbol, bound); }
  /// What a field holds when the kernel begins that is read by `load`, which may be another
  /// function's.
  std::optional<Polynomial> getFieldAtEntry(LoadOp load);

  /// From here on what an iteration of a loop finds in a variable that the loop changes otherwise
  /// than by counting is a symbol of its own.
  void followVariables() { followsVariables = true; }
  /// That symbol. The place is that of a vkm.var, or the argument of the loop's body.
  Polynomial getAtHead(mlir::Value place, mlir::Operation *loop);
  bool isAtHead(const Polynomial &value) const {
    std::optional<Symbol> symbol = value.getSymbol();
    return symbol && heads.count(*symbol);
  }
  /// What a variable holds before an operation.
  std::optional<Polynomial> evaluateBefore(VarOp var, mlir::Operation *at) {
    return computeReaching(var, at, nullptr);
  }

  /// What holds anywhere, also where loops have no iterations and conditions do not hold: unsigned
  /// values are not negative, and neither are numbers of iterations.
  const Facts &getFacts() const { return facts; }
  /// What holds in the body of a grid besides: it has iterations.
  Facts getFacts(GridOp grid);
  /// Adds what is known of quotients whose operands are, by the facts, such that they have their
  /// value: d * (n / d) <= n.
  void addDivisions(Facts &facts) const;
  /// How deep divisions stand in each other that may divide by 0 where the polynomial's value is
  /// computed without being needed; 0 where there are none.
  unsigned getDivisionDepth(const Polynomial &polynomial) const;

  /// The frame of a call's callee; null where the callee is not known, or calls go too deep.
  const Frame *enter(CallOp call, const Frame *parent);

  /// The function, and the operation of its body's top level that holds `op`, possibly through
  /// calls.
  mlir::FunctionOpInterface getFunction() { return function; }
  mlir::Operation *getTopLevel(mlir::Operation *op, const Frame *frame);

private:
  using Key = std::pair<mlir::Value, const Frame *>;
  std::optional<Polynomial> evaluateParts(mlir::Value value, const Frame *frame);
  std::optional<Polynomial> compute(mlir::Value value, const Frame *frame);
  std::optional<Polynomial> computeArgument(mlir::BlockArgument argument, const Frame *frame);
  std::optional<Polynomial> computeLoad(LoadOp load, const Frame *frame);
  std::optional<Polynomial> computeVariable(VarOp var, LoadOp load, const Frame *frame);
  std::optional<Polynomial> computeReference(mlir::BlockArgument place, LoadOp load,
                                             const Frame *frame);
  std::optional<Polynomial> computePart(mlir::Value whole, llvm::ArrayRef<mlir::StringAttr> path,
                                        const Frame *frame);
  std::optional<Polynomial>
  computePartOfVariable(LoadOp load, llvm::ArrayRef<mlir::StringAttr> path, const Frame *frame);
  std::optional<int64_t> getChange(mlir::Operation *loop, llvm::ArrayRef<mlir::Operation *> writes,
                                   const Frame *frame);
  std::optional<int64_t> getChangeByLoop(mlir::Operation *op,
                                         llvm::ArrayRef<mlir::Operation *> writes,
                                         const Frame *frame);
  std::optional<Polynomial> computeReaching(VarOp var, mlir::Operation *at, const Frame *frame);
  std::optional<Polynomial> computeAtHead(ForOp loop, LoadOp load, const Frame *frame);
  std::optional<Polynomial> computeField(LoadOp load, const Frame *frame);
  std::optional<Polynomial> computeBinary(BinaryOp op, const Frame *frame);
  std::optional<Polynomial> computeCast(CastOp op, const Frame *frame);
  std::optional<Polynomial> computeCall(CallOp op, const Frame *frame);
  std::optional<Polynomial> computeOpaque(mlir::Operation *op, const Frame *frame);
  std::optional<Polynomial> computeOpaqueSelect(SelectOp op, const Frame *frame);
  std::optional<Polynomial> computeSelect(SelectOp op, const Frame *frame);
  std::optional<Polynomial> computeMath(MathOp op, const Frame *frame);
  std::optional<Polynomial> computeWithinBounds(MathOp op, const Frame *frame);
  std::optional<Polynomial> computeReturned(mlir::Block &block, const Frame *frame);
  std::optional<Polynomial> computeAssigned(VarOp var, AssignOp assign, LoadOp load,
                                            const Frame *frame);
  std::optional<Polynomial> computeRounded(BinaryOp op, const std::optional<Polynomial> &lhs,
                                           const std::optional<Polynomial> &rhs,
                                           const Frame *frame);
  std::optional<bool> choose(const Choice &choice);
  Polynomial makePart(BinaryKind kind, const Polynomial &numerator, const Polynomial &denominator,
                      mlir::Type type);
  Polynomial joinParts(Polynomial polynomial) const;
  bool mayStartAgain(const Polynomial &sum, const Polynomial &divisor) const;
  void addRemainder(Symbol symbol, BinaryOp op, const Frame *frame, const Polynomial &dividend,
                    const Polynomial &divisor, bool isNonNegative);
  bool isUnfinished(const Polynomial &polynomial) const {
    return polynomial.containsAny([&](Symbol symbol) { return unfinished.count(symbol); });
  }
  Polynomial makeRounded(const Polynomial &numerator, int64_t denominator);
  bool hasCounter(const Polynomial &polynomial) const {
    return polynomial.containsAny([&](Symbol symbol) { return isCounter(symbol); });
  }
  bool dependsOnHead(const Polynomial &polynomial, mlir::Operation *loop) const;
  /// What a loop counts, and from where.
  struct Range {
    CountedLoop loop;
    mlir::Type type; ///< of the counter
    std::optional<Polynomial> first;
  };
  const Counter *getCounter(mlir::Operation *loop, const Frame *frame,
                            llvm::function_ref<std::optional<Range>()> describe);
  const Counter *addCounter(mlir::Operation *op, unsigned dim, const Frame *frame, Counter counter);
  std::optional<Counter> makeCounter(const Polynomial &first, const Polynomial &bound,
                                     const Polynomial &step, CmpKind predicate, bool endsByItself);
  bool mayWrap(mlir::Type type, CmpKind predicate, const Polynomial &first, const Polynomial &bound,
               const Polynomial &step) const;
  Polynomial intern(const std::string &key, Unknown unknown);
  Polynomial internDivision(const std::string &key, Unknown unknown);
  bool findWriter(const Root &root, mlir::Operation *at, mlir::Operation *&lastWriter);

  mlir::FunctionOpInterface function;
  std::deque<Unknown> unknowns;
  std::map<std::string, Symbol> symbols;
  std::deque<Counter> counters;
  std::map<std::tuple<mlir::Operation *, unsigned, const Frame *>, const Counter *> counterOf;
  std::map<Symbol, const Counter *> counterOfSymbol;
  std::deque<Frame> frames;
  std::map<std::pair<mlir::Operation *, const Frame *>, const Frame *> frameOf;
  llvm::DenseMap<Key, std::optional<Polynomial>> known;
  llvm::SmallVector<Outcome> decisions;
  llvm::DenseMap<Key, Choice> openChoices; ///< why what is not understood is not
  std::map<std::pair<mlir::Operation *, const Frame *>, Choice> openLoops;
  bool followsRounding = false, staysWithinBounds = false, followsVariables = false;
  std::map<Symbol, mlir::Operation *> heads;       ///< what getAtHead has given, and the loop
  llvm::DenseMap<mlir::Value, Polynomial> givenTo; ///< parameters that are bound
  std::map<Symbol, llvm::SmallVector<Polynomial>> limits;
  std::map<Symbol, std::pair<Polynomial, int64_t>> rounded;
  /// Quotients and remainders of what varies: what is divided, and by what.
  std::map<Symbol, std::pair<Polynomial, Polynomial>> quotients;
  std::map<std::string, Symbol> remainders;
  std::map<Symbol, std::string> remainderKeys; ///< of a quotient's counterpart
  std::map<Symbol, Remainder> remainderOf;
  std::map<Symbol, Bounded> boundedOf;
  /// Symbols of which nothing is known but how they add up: no value that is given out has them.
  llvm::SmallSet<Symbol, 8> unfinished;
  llvm::SmallVector<Symbol> divisions; ///< of which a fact holds only where others do
  llvm::DenseMap<mlir::Operation *, EffectSet> effects;
  EffectSet classWrites; ///< of all methods, for control functions
  Facts facts;
  unsigned depth = 0;
};

/// The contrary of a comparison.
CmpKind negate(CmpKind kind);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_AFFINE_H
