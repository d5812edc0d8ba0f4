//===- LaunchFacts.cpp - What a kernel is given by one of its launches ------------------------===//

#include "analysis/accesses/LaunchFacts.h"

using namespace mlir;
using namespace vkmorph::vkm;

SmallVector<LaunchOp> vkmorph::vkm::getLaunches(KernelOp kernel) {
  SmallVector<LaunchOp> launches;
  auto theClass = kernel->getParentOfType<ClassOp>();
  if (!theClass)
    return launches;
  for (auto control : theClass.getBody().front().getOps<ControlOp>())
    control.walk([&](LaunchOp launch) {
      if (launch.getKernel() == kernel.getSymName())
        launches.push_back(launch);
    });
  return launches;
}

namespace {
/// Rewrites polynomials of a control function over symbols of a kernel's analysis.
class Renaming {
public:
  Renaming(AffineAnalysis &from, const Known &known, AffineAnalysis &to)
      : from(from), known(known), to(to) {}

  Polynomial operator()(const Polynomial &polynomial) {
    Polynomial result;
    for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
      Polynomial term(coefficient);
      for (Symbol symbol : monomial)
        term = term * get(symbol);
      result += term;
    }
    return polynomial.isValid() ? result : Polynomial::invalid();
  }

  /// The way back.
  SmallVector<std::pair<Symbol, Polynomial>> getMeanings() const {
    SmallVector<std::pair<Symbol, Polynomial>> meanings;
    for (const auto &[symbol, name] : names)
      meanings.push_back({*name.getSymbol(), Polynomial::symbol(symbol)});
    return meanings;
  }

private:
  Polynomial get(Symbol symbol) {
    if (auto found = names.find(symbol); found != names.end())
      return found->second;
    const Unknown unknown = from.getUnknown(symbol);
    auto load = unknown.kind == Unknown::Field && unknown.value
                    ? unknown.value.getDefiningOp<LoadOp>()
                    : LoadOp();
    std::optional<Polynomial> field = load ? to.getFieldAtEntry(load) : std::optional<Polynomial>();
    Polynomial name = field ? *field : Polynomial::symbol(to.makeInvariant());
    if (std::optional<int64_t> bound = known.facts.getLowerBound(symbol))
      to.assumeAtLeast(*name.getSymbol(), *bound);
    names[symbol] = name;
    return name;
  }

  AffineAnalysis &from;
  const Known &known;
  AffineAnalysis &to;
  std::map<Symbol, Polynomial> names;
};
} // namespace

KernelAtLaunch vkmorph::vkm::analyseAtLaunch(ControlFacts &control, LaunchOp launch) {
  KernelOp kernel = lookupKernel(launch);
  Known known = control.getKnownAt(launch);
  SmallVector<std::pair<BlockArgument, Polynomial>> arguments;
  for (auto [parameter, operand] : llvm::zip(kernel.getArguments(), launch.getOperands()))
    if (std::optional<Polynomial> value = control.evaluate(operand, known)) {
      control.addMeaning(known, *value);
      arguments.push_back({parameter, *value});
    }
  KernelAtLaunch result{std::make_unique<AffineAnalysis>(kernel), {}};
  Renaming rename(control.getAnalysis(), known, *result.analysis);
  for (const auto &[parameter, value] : arguments)
    result.analysis->bind(parameter, rename(value));
  for (const Polynomial &fact : known.list)
    result.analysis->assume(rename(fact));
  result.meanings = rename.getMeanings();
  return result;
}

std::unique_ptr<AffineAnalysis> vkmorph::vkm::makeAnalysisAtLaunch(LaunchOp launch) {
  ControlFacts control(launch->getParentOfType<ControlOp>());
  return analyseAtLaunch(control, launch).analysis;
}
