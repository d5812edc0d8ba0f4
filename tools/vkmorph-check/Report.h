//===- Report.h - Tables, differences and the JSON report -------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_REPORT_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_REPORT_H

#include "Coverage.h"
#include "Run.h"

#include "llvm/Support/raw_ostream.h"

namespace vkmorph::check {

/// All that is known at the end.
class Report {
public:
  Report(const ClassModel &model, const Options &options, const Cases &cases,
         llvm::ArrayRef<VariantRun> runs, llvm::ArrayRef<FunctionCoverage> functions)
      : model(model), options(options), cases(cases), runs(runs), functions(functions) {}

  /// The table, then whatever went wrong.
  void print(llvm::raw_ostream &os) const;
  /// Everything.
  llvm::json::Value toJson() const;
  /// Nothing differs, no program ended early, the validation layer kept silent.
  bool agrees() const;
  /// Every control function ran, and the bounds of all that came out say something.
  bool isAllChecked() const;
  /// Control functions with a result that has no useful bound.
  std::vector<const ControlModel *> controlsWithoutBounds() const;

private:
  struct Row;
  std::vector<Row> makeRows() const;
  void printDevice(llvm::raw_ostream &os) const;
  void printTable(llvm::raw_ostream &os) const;
  void printDifferences(llvm::raw_ostream &os) const;
  void printDifference(llvm::raw_ostream &os, const VariantRun &run,
                       const llvm::json::Object &result) const;
  void printValidation(llvm::raw_ostream &os, const VariantRun &run) const;
  void printEarlyEnd(llvm::raw_ostream &os, const VariantRun &run) const;
  void printHalved(llvm::raw_ostream &os) const;
  void printByChance(llvm::raw_ostream &os) const;
  void printUnchecked(llvm::raw_ostream &os) const;
  void printCoverage(llvm::raw_ostream &os) const;
  void printOriginalFailure(llvm::raw_ostream &os, const VariantRun &run,
                            const llvm::json::Object &line) const;
  void printOriginalFailures(llvm::raw_ostream &os) const;
  struct BoundCount;
  using BoundCounts =
      std::map<std::pair<const ControlModel *, std::string>, std::vector<BoundCount>>;
  BoundCounts countBounds() const;
  std::vector<std::pair<const ControlModel *, std::string>> findUselessBounds() const;
  std::vector<std::pair<const ControlModel *, std::string>> findUnchecked() const;
  void printExactBounds(llvm::raw_ostream &os) const;
  std::string describeEmptyVectors() const;
  void printMembers(llvm::raw_ostream &os) const;
  void printMutations(llvm::raw_ostream &os) const;
  const CasePlan *findCase(const llvm::json::Object &line) const;

  const ClassModel &model;
  const Options &options;
  const Cases &cases;
  llvm::ArrayRef<VariantRun> runs;
  llvm::ArrayRef<FunctionCoverage> functions;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_REPORT_H
