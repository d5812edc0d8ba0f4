//===- Report.h - Tables, differences and the JSON report -------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_REPORT_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_REPORT_H

#include "Run.h"

#include "llvm/Support/raw_ostream.h"

namespace vkmorph::check {

/// All that is known at the end.
class Report {
public:
  Report(const ClassModel &model, const Options &options, const Cases &cases,
         llvm::ArrayRef<VariantRun> runs)
      : model(model), options(options), cases(cases), runs(runs) {}

  /// The table, then whatever went wrong.
  void print(llvm::raw_ostream &os) const;
  /// Everything.
  llvm::json::Value toJson() const;
  /// Nothing differs, no program ended early, the validation layer kept silent.
  bool agrees() const;

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
  void printUnchecked(llvm::raw_ostream &os) const;
  void printMutations(llvm::raw_ostream &os) const;
  const CasePlan *findCase(const llvm::json::Object &line) const;

  const ClassModel &model;
  const Options &options;
  const Cases &cases;
  llvm::ArrayRef<VariantRun> runs;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_REPORT_H
