//===- Report.cpp - Tables, differences and the JSON report -----------------------------------===//

#include "Report.h"

#include "Variants.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace vkmorph;
using namespace vkmorph::check;
using llvm::json::Object;

static double numberOf(const Object &object, llvm::StringRef key) {
  return object.getNumber(key).value_or(0.0);
}

/// "n = 257, m = 3"; "no sizes".
static std::string describeSizes(const CasePlan &one) {
  std::string text;
  for (const auto &[name, value] : one.sizes)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text.empty() ? "no sizes" : text;
}

static std::string shortNumber(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.2g", number);
  return text;
}

static std::string milliseconds(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(number < 1.0 ? "%.3f" : "%.1f", number);
  return text;
}

const CasePlan *Report::findCase(const Object &line) const {
  auto number = line.getInteger("case");
  if (!number || *number < 0 || static_cast<size_t>(*number) >= cases.cases.size())
    return nullptr;
  return &cases.cases[static_cast<size_t>(*number)];
}

//===------------------------------------------------------------------------------------------===//
// The table
//===------------------------------------------------------------------------------------------===//

/// One control function in one variant, with one set of sizes or with all of them.
struct Report::Row {
  const ControlModel *control;
  const VariantRun *run;
  std::string sizes;
  std::set<uint64_t> ran; ///< seeds of cases
  unsigned skipped = 0, failed = 0, differing = 0;
  double largestBound = 0.0;
  double worstRatio = 0.0, largestError = 0.0;
  std::string worstError, worstWhere;
  int64_t barriers = 0, dispatches = 0;
  double cpu = 0.0, gpu = 0.0;
};

std::vector<Report::Row> Report::makeRows() const {
  std::vector<Row> rows;
  for (const VariantRun &run : runs) {
    std::map<std::pair<const ControlModel *, int64_t>, size_t> indices;
    for (const Object &line : run.lines) {
      const CasePlan *one = findCase(line);
      std::string type = textOf(line, "type");
      if (!one || (type != "result" && type != "skipped" && type != "originalFailed"))
        continue;
      auto [it, isNew] =
          indices.try_emplace({one->control, options.verbose ? one->number : 0}, rows.size());
      if (isNew) {
        Row row = {};
        row.control = one->control;
        row.run = &run;
        row.sizes = describeSizes(*one);
        rows.push_back(std::move(row));
      }
      Row &row = rows[it->second];
      if (type != "result") {
        ++(type == "skipped" ? row.skipped : row.failed);
        continue;
      }
      row.ran.insert(one->seed);
      row.largestBound = std::max(row.largestBound, numberOf(line, "largestBound"));
      row.differing += !line.getBoolean("agrees").value_or(false);
      if (const Object *worst = line.getObject("worst")) {
        // Without a ratio it is infinite.
        double ratio = worst->getNumber("ratio").value_or(HUGE_VAL);
        double error = numberOf(*worst, "error");
        if (std::make_pair(ratio, error) > std::make_pair(row.worstRatio, row.largestError)) {
          row.worstRatio = ratio;
          row.largestError = error;
          row.worstError = shortNumber(error);
          if (double bound = numberOf(*worst, "bound"); bound > 0.0)
            row.worstError += " of " + shortNumber(bound);
          row.worstWhere = textOf(*worst, "where");
        }
      }
      row.barriers = std::max(row.barriers, line.getInteger("barriers").value_or(0));
      row.dispatches = std::max(row.dispatches, line.getInteger("dispatches").value_or(0));
      // Once everything is allocated and recorded.
      if (textOf(line, "mode") == "second call") {
        row.cpu = std::max(row.cpu, numberOf(line, "cpuMilliseconds"));
        row.gpu = std::max(row.gpu, numberOf(line, "gpuMilliseconds"));
      }
    }
  }
  return rows;
}

/// Columns as wide as they have to be; the first `numLeft` are aligned to the left.
static void printColumns(llvm::raw_ostream &os, llvm::ArrayRef<std::vector<std::string>> lines,
                         size_t numLeft) {
  std::vector<size_t> widths(lines.front().size());
  for (const std::vector<std::string> &line : lines)
    for (auto [width, cell] : llvm::zip(widths, line))
      width = std::max(width, cell.size());
  for (const std::vector<std::string> &line : lines) {
    std::string text;
    for (auto [index, cell] : llvm::enumerate(line)) {
      std::string padding(widths[index] - cell.size(), ' ');
      text += (index ? "  " : "") + (index < numLeft ? cell + padding : padding + cell);
    }
    os << llvm::StringRef(text).rtrim() << "\n";
  }
}

void Report::printTable(llvm::raw_ostream &os) const {
  std::vector<std::vector<std::string>> lines = {{"control function", "variant", "sizes", "result",
                                                  "bound", "worst error", "at", "barriers",
                                                  "dispatches", "CPU ms", "GPU ms"}};
  bool hasBounds = false;
  const auto useless = findUselessBounds();
  for (const Row &row : makeRows()) {
    const Cases::Estimates &estimates =
        cases.getEstimates(findLiberties(*row.run->variant, options.compilerOptions));
    std::string bound;
    if (options.tolerance)
      bound = shortNumber(options.tolerance->first) + " |cpu| + " +
              shortNumber(options.tolerance->second);
    else if (Estimate loosest = estimates.at(row.control).loosest();
             loosest.isExact() || (loosest.isRelative && loosest.sums == 0.0))
      bound = loosest.describe();
    else
      bound = "up to " + shortNumber(row.largestBound);
    hasBounds |= !options.tolerance && row.largestBound > 0.0;
    std::string sizes = options.verbose ? row.sizes : std::to_string(row.ran.size());
    if (row.skipped > 0)
      sizes += " (" + std::to_string(row.skipped) + " skipped)";
    if (row.failed > 0)
      sizes += " (" + std::to_string(row.failed) + " failed)";
    bool isUseless =
        llvm::any_of(useless, [&](const auto &one) { return one.first == row.control; });
    std::string result = row.ran.empty()     ? "not run"
                         : row.differing > 0 ? "DIFFERS"
                         : isUseless         ? "NOT CHECKED"
                                             : "agrees";
    // The same code has run once.
    if (row.run->as)
      result += ", as " + row.run->as->name;
    // Commands are counted in the recorded form.
    auto count = [&](int64_t commands) {
      return row.control->info->readsBetween ? "-" : std::to_string(commands);
    };
    lines.push_back({row.control->info->unique, row.run->variant->name, sizes, result, bound,
                     row.worstError.empty() ? "0" : row.worstError,
                     row.worstWhere.empty() ? "-" : row.worstWhere, count(row.barriers),
                     count(row.dispatches), milliseconds(row.cpu), milliseconds(row.gpu)});
  }
  printColumns(os, lines, 7);
  if (hasBounds)
    os << "\nEach float has a bound of its own, from how far the class's own results come apart "
          "when "
          "its\narithmetic is as wrong as Vulkan allows a device; the table has the largest. u is "
          "2^-24\n(double: 2^-53) of the result, n the largest size.\n";
}

void Report::printDevice(llvm::raw_ostream &os) const {
  for (const VariantRun &run : runs)
    if (!run.device.empty()) {
      os << model.info.qualifiedBase << " on " << run.device << ", seed " << options.seed
         << (run.validation       ? ", with the validation layer"
             : options.validation ? ", WITHOUT the validation layer, which is not installed"
                                  : ", without the validation layer")
         << "\n\n";
      return;
    }
}

//===------------------------------------------------------------------------------------------===//
// What went wrong
//===------------------------------------------------------------------------------------------===//

static std::string describeOrder(const Object &line) {
  std::string order = textOf(line, "order");
  return order.empty() || order == "recorded"
             ? ""
             : ", commands " + order + (order == "reverse" ? "d" : "");
}

void Report::printDifference(llvm::raw_ostream &os, const VariantRun &run,
                             const Object &result) const {
  const CasePlan *one = findCase(result);
  os << "\n"
     << one->control->info->unique << ", " << run.variant->name << ", " << describeSizes(*one)
     << ", " << textOf(result, "mode") << describeOrder(result) << ":\n";
  if (std::string values = textOf(result, "values"); !values.empty())
    os << "  called with " << values << "\n";
  if (std::string error = textOf(result, "error"); !error.empty())
    os << "  the generated class failed: " << error << "\n";
  if (const llvm::json::Array *outside = result.getArray("outside"))
    for (const llvm::json::Value &value : *outside) {
      const Object &write = *value.getAsObject();
      bool byGpu = textOf(write, "by") == "gpu";
      os << "  wrote outside: " << (byGpu ? "the generated class" : "the ORIGINAL class")
         << " changed " << static_cast<int64_t>(numberOf(write, "bytes")) << " bytes "
         << textOf(write, "side") << " '" << textOf(write, "array") << "', the closest "
         << static_cast<int64_t>(numberOf(write, "distance")) << " bytes away from it\n";
    }
  if (std::string undefined = textOf(result, "undefined"); !undefined.empty())
    os << "  the ORIGINAL class " << undefined << ", which C++ leaves undefined\n";
  if (auto conflicts = static_cast<int64_t>(numberOf(result, "conflicts")); conflicts > 0)
    os << "  " << conflicts << (conflicts == 1 ? " pair" : " pairs")
       << " of commands use the same part of a buffer, and no barrier orders them\n";
  if (const llvm::json::Object *created = result.getObject("createdAgain")) {
    os << "  created what an earlier call should have left:";
    for (const auto &[function, count] : *created)
      os << " " << function.str() << " x " << count.getAsInteger().value_or(0);
    os << "\n";
  }
  double different = numberOf(result, "different");
  if (different > 0.0) {
    os << "  " << static_cast<int64_t>(different) << " of "
       << static_cast<int64_t>(numberOf(result, "compared")) << " values differ:\n";
    std::vector<std::vector<std::string>> lines = {{"   ", "CPU", "GPU", "error", "bound", ""}};
    for (const llvm::json::Value &value : *result.getArray("differences")) {
      const Object &difference = *value.getAsObject();
      auto error = difference.getNumber("error");
      double bound = numberOf(difference, "bound");
      std::string inputs = textOf(difference, "inputs");
      lines.push_back({"    " + textOf(difference, "where"), textOf(difference, "cpu"),
                       textOf(difference, "gpu"), error ? shortNumber(*error) : "-",
                       bound > 0.0 ? shortNumber(bound) : "0",
                       inputs.empty() ? "" : "with " + inputs});
    }
    printColumns(os, lines, 6);
  }
  os << "  again: " << reproduce(*one, run.variant->name, options) << "\n";
}

void Report::printEarlyEnd(llvm::raw_ostream &os, const VariantRun &run) const {
  os << "\n"
     << run.variant->name << ": the program "
     << (run.process.timedOut     ? "was stopped after " + std::to_string(options.timeout) + " s"
         : run.process.status < 0 ? "ended by itself: " + run.process.explanation
                                  : "ended with exit status " + std::to_string(run.process.status));
  if (const Object *begun = run.lastBegun()) {
    if (const CasePlan *one = findCase(*begun))
      os << "\n  in " << one->control->info->unique << ", " << describeSizes(*one)
         << "\n  again: " << reproduce(*one, run.variant->name, options);
  }
  os << "\n";
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(run.process.output).split(lines, '\n', -1, false);
  constexpr size_t kMost = 10;
  for (llvm::StringRef line : llvm::ArrayRef(lines).take_back(kMost))
    os << "  | " << line << "\n";
}

void Report::printValidation(llvm::raw_ostream &os, const VariantRun &run) const {
  unsigned count = 0;
  constexpr unsigned kMost = 3;
  for (const Object &line : run.lines) {
    if (textOf(line, "type") != "validation" || ++count > kMost)
      continue;
    os << "\nvalidation layer, " << run.variant->name;
    if (const CasePlan *one = findCase(line))
      os << ", " << one->control->info->unique << ", " << describeSizes(*one) << ", "
         << textOf(line, "mode") << ":\n  again: " << reproduce(*one, run.variant->name, options);
    os << "\n  " << textOf(line, "message") << "\n";
  }
  if (count > kMost)
    os << "\n"
       << count - kMost << " more messages of the validation layer are in " << run.outputFile
       << "\n";
}

void Report::printDifferences(llvm::raw_ostream &os) const {
  for (const VariantRun &run : runs) {
    // The first one of each control function: what follows is mostly its consequence.
    std::map<const ControlModel *, unsigned> counts;
    for (const Object &line : run.lines) {
      const CasePlan *one = findCase(line);
      if (!one || textOf(line, "type") != "result" || line.getBoolean("agrees").value_or(false))
        continue;
      if (counts[one->control]++ == 0)
        printDifference(os, run, line);
    }
    for (const auto &[control, count] : counts)
      if (count > 1)
        os << "  " << count - 1 << " more runs of " << control->info->unique << " in "
           << run.variant->name << " differ (--report tells all)\n";
    printValidation(os, run);
    if (!run.unavailable.empty())
      os << "\n" << run.variant->name << " was not run: " << run.unavailable << "\n";
    else if (!run.isComplete)
      printEarlyEnd(os, run);
  }
}

/// Once for each control function.
void Report::printMembers(llvm::raw_ostream &os) const {
  std::string text;
  for (const ControlModel &control : model.controls) {
    std::set<llvm::StringRef> drawn;
    std::map<llvm::StringRef, std::string> kept;
    std::set<llvm::StringRef> earlier;
    for (const VariantRun &run : runs)
      for (const Object &line : run.lines) {
        const CasePlan *one = findCase(line);
        if (!one || one->control != &control || textOf(line, "type") != "members")
          continue;
        for (const llvm::json::Value &name : *line.getArray("drawn"))
          drawn.insert(*name.getAsString());
        for (const llvm::json::Value &name : *line.getArray("earlier"))
          earlier.insert(*name.getAsString());
        for (const auto &[name, why] : *line.getObject("kept"))
          kept.insert({name, why.getAsString().value_or("").str()});
      }
    if (!earlier.empty())
      text += control.info->unique + ": called behind " + llvm::join(earlier, " and ") +
              ", so that vectors have elements\n";
    if (!drawn.empty())
      text += control.info->unique + ": drawn members: " + llvm::join(drawn, ", ") + "\n";
    for (const auto &[name, why] : kept)
      if (!drawn.count(name) && !why.empty())
        text += control.info->unique + ": '" + name.str() + "' is not drawn: " + why + "\n";
  }
  if (!text.empty())
    os << "\n" << text;
}

void Report::printMutations(llvm::raw_ostream &os) const {
  std::vector<std::vector<std::string>> lines = {
      {"control function", "variant", "form", "barrier", "noticed by"}};
  for (const VariantRun &run : runs)
    for (const Object &line : run.lines) {
      if (textOf(line, "type") != "mutation")
        continue;
      std::string who;
      if (line.getBoolean("difference").value_or(false))
        who = "a difference (commands " + textOf(line, "order") + ")";
      if (line.getBoolean("commands").value_or(false))
        who += (who.empty() ? "" : ", ") + std::string("the recorded commands");
      if (line.getBoolean("validation").value_or(false))
        who += (who.empty() ? "" : ", ") + std::string("synchronisation validation");
      lines.push_back({textOf(line, "function"), run.variant->name, textOf(line, "form"),
                       std::to_string(line.getInteger("barrier").value_or(0)),
                       who.empty() ? "nobody" : who});
    }
  if (!options.mutateBarriers)
    return;
  os << "\n";
  if (lines.size() == 1)
    os << "There is no barrier to drop.\n";
  else
    printColumns(os, lines, 5);
}

/// How often the bounds of one result said something, with one kind of inputs.
struct Report::BoundCount {
  unsigned useful = 0, useless = 0;
  double bound = 0.0, value = 0.0;
  int64_t byChance = 0,
          without = 0; ///< values that differ all the same, and that have no useful bound

  bool isUseful() const { return useless <= useful; }
};

/// By the kind of inputs: as they are drawn, integers in floats, and those with the members that
/// the constructor leaves.
Report::BoundCounts Report::countBounds() const {
  BoundCounts counts;
  std::map<const ControlModel *, size_t> numKinds;
  for (const VariantRun &run : runs)
    for (const Object &line : run.lines) {
      const CasePlan *one = findCase(line);
      if (!one || textOf(line, "type") != "result")
        continue;
      size_t kind = one->floats != CasePlan::Floats::Whole ? 0 : one->drawsMembers ? 1 : 2;
      numKinds[one->control] = std::max(numKinds[one->control], kind + 1);
      const Object *bounds = line.getObject("bounds");
      if (!bounds)
        continue;
      for (const auto &[name, value] : *bounds) {
        const Object &found = *value.getAsObject();
        std::vector<BoundCount> &kinds = counts[{one->control, name.str()}];
        kinds.resize(std::max(kinds.size(), kind + 1));
        BoundCount &count = kinds[kind];
        if (const int64_t byChance = found.getInteger("byChance").value_or(0); byChance > 0) {
          count.byChance += byChance;
          count.without += found.getInteger("useless").value_or(0);
        }
        if (numberOf(found, "useful") >= numberOf(found, "useless")) {
          ++count.useful;
        } else if (count.useless++ == 0) {
          count.bound = found.getNumber("bound").value_or(HUGE_VAL);
          count.value = numberOf(found, "value");
        }
      }
    }
  // What is exact has no bound to count.
  for (auto &[where, kinds] : counts)
    kinds.resize(numKinds[where.first]);
  return counts;
}

/// Results whose bounds are mostly as large as they are, each with a sentence. One that has useful
/// bounds in most of its runs is none.
std::vector<std::pair<const ControlModel *, std::string>> Report::findUselessBounds() const {
  std::vector<std::pair<const ControlModel *, std::string>> useless;
  for (const auto &[where, kinds] : countBounds())
    if (llvm::none_of(kinds, [](const BoundCount &count) { return count.isUseful(); }))
      useless.emplace_back(
          where.first,
          "no useful bound: '" + where.second +
              (std::isfinite(kinds[0].bound)
                   ? "' is about " + shortNumber(kinds[0].value) + " and may be apart by " +
                         shortNumber(kinds[0].bound)
                   : "' becomes another number with the least errors") +
              "; give inputs that it depends on less (--arg), or state what is near enough "
              "(--tolerance rel,abs)");
  return useless;
}

std::vector<const ControlModel *> Report::controlsWithoutBounds() const {
  llvm::SetVector<const ControlModel *> controls;
  for (const auto &[control, why] : findUselessBounds())
    controls.insert(control);
  return {controls.begin(), controls.end()};
}

void Report::printExactBounds(llvm::raw_ostream &os) const {
  std::string text;
  for (const auto &[where, kinds] : countBounds())
    for (size_t kind = 1; kind < kinds.size() && !kinds[kind - 1].isUseful(); ++kind)
      if (kinds[kind].isUseful())
        text += where.first->info->unique + ": '" + where.second +
                "' has no useful bound with other inputs than small integers in floats" +
                (kind == 2 ? ", and members as the constructor leaves them" : "") +
                ": it was checked with those\n";
  if (!text.empty())
    os << "\n" << text;
}

/// Differences that are too few to say something where most values depend on rounding.
void Report::printByChance(llvm::raw_ostream &os) const {
  for (const auto &[where, kinds] : countBounds())
    for (const BoundCount &count : kinds)
      if (count.byChance > 0 && count.isUseful())
        os << "\n"
           << where.first->info->unique << ": " << count.byChance << " values of '" << where.second
           << "' differ, and count as chance beside " << count.without
           << " without a useful bound\n";
}

/// What was not checked, and why.
std::vector<std::pair<const ControlModel *, std::string>> Report::findUnchecked() const {
  std::vector<std::pair<const ControlModel *, std::string>> unchecked;
  for (const auto &[control, why] : cases.unchecked)
    unchecked.emplace_back(control, why);
  llvm::append_range(unchecked, findUselessBounds());
  return unchecked;
}

void Report::printUnchecked(llvm::raw_ostream &os) const {
  for (const auto &[control, why] : findUnchecked())
    os << "\n" << control->info->unique << " was NOT CHECKED: " << why << "\n";
}

/// "'m_taps' has no elements then: --setup ..."; nothing where there are no names.
static std::string describeEmpty(const std::set<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? ""
                      : text + (names.size() > 1 ? " have" : " has") +
                            " no elements then: --setup 'object.F(...);' calls what gives " +
                            (names.size() > 1 ? "them" : "it") + " some";
}

/// Vectors that no case had elements of.
std::string Report::describeEmptyVectors() const {
  std::set<std::string> empty, filled;
  for (const VariantRun &run : runs)
    for (const Object &line : run.lines) {
      if (textOf(line, "type") != "members")
        continue;
      for (const llvm::json::Value &name : *line.getArray("empty"))
        empty.insert(name.getAsString()->str());
      for (const llvm::json::Value &name : *line.getArray("drawn"))
        filled.insert(name.getAsString()->str());
    }
  for (const std::string &name : filled)
    empty.erase(name);
  return describeEmpty(empty);
}

void Report::printCoverage(llvm::raw_ostream &os) const {
  std::string text;
  bool isWithout = false;
  for (const FunctionCoverage &function : functions) {
    if (std::string missed = function.describe(); !missed.empty())
      text += missed + "\n";
    if (function.isWithoutIterations) {
      text += function.name + " was NOT CHECKED: it had no iteration\n";
      isWithout = true;
    }
  }
  if (std::string empty = isWithout ? describeEmptyVectors() : ""; !empty.empty())
    text += "  " + empty + "\n";
  if (!text.empty())
    os << "\n" << text;
}

void Report::printOriginalFailure(llvm::raw_ostream &os, const VariantRun &run,
                                  const Object &line) const {
  const CasePlan *one = findCase(line);
  os << "The ORIGINAL class failed in " << one->control->info->unique << ", " << describeSizes(*one)
     << ": it " << textOf(line, "how") << "\n";
  std::set<std::string> empty;
  if (const llvm::json::Array *names = line.getArray("empty"))
    for (const llvm::json::Value &name : *names)
      empty.insert(name.getAsString().value_or("").str());
  if (!empty.empty())
    os << "  " << describeEmpty(empty) << "\n";
  if (std::string hint = textOf(line, "hint"); !hint.empty())
    os << "  " << hint << "\n";
  if (one->sizes.size() > 1)
    os << "  sizes that belong together are stated by --size\n";
  // Numbers that may be indices.
  std::vector<std::string> numbers;
  for (const host::Parameter &parameter : one->control->info->parameters) {
    auto type = llvm::dyn_cast<mlir::IntegerType>(parameter.valueIs);
    bool isSize =
        llvm::any_of(one->sizes, [&](const auto &size) { return size.first == parameter.name; });
    if (type && type.getWidth() > 1 && !isSize)
      numbers.push_back("'" + parameter.name + "'");
  }
  if (!numbers.empty())
    os << "  what " << llvm::join(numbers, ", ") << (numbers.size() > 1 ? " are" : " is")
       << " given is stated by --arg name=low..high\n";
  os << "  again: " << reproduce(*one, run.variant->name, options) << "\n";
}

/// What no generated class could do better comes first: the class, or its inputs, have to be
/// mended.
void Report::printOriginalFailures(llvm::raw_ostream &os) const {
  // Once, though each variant has it.
  std::set<int64_t> seen;
  std::map<const ControlModel *, unsigned> counts;
  for (const VariantRun &run : runs)
    for (const Object &line : run.lines) {
      const CasePlan *one = findCase(line);
      if (!one || textOf(line, "type") != "originalFailed" || !seen.insert(one->number).second)
        continue;
      if (counts[one->control]++ == 0)
        printOriginalFailure(os, run, line);
    }
  for (const auto &[control, count] : counts)
    if (count > 1)
      os << "  " << count - 1 << " more cases of " << control->info->unique << " fail likewise\n";
  if (!counts.empty())
    os << "\n";
}

void Report::printHalved(llvm::raw_ostream &os) const {
  bool isFirst = true;
  for (const CasePlan &one : cases.cases) {
    if (one.tooLong.empty())
      continue;
    CasePlan first = one;
    first.sizes = one.tooLong;
    std::string options;
    for (const auto &[name, value] : first.sizes)
      options += (options.empty() ? "--size " : " --size ") + name + "=" + std::to_string(value);
    os << (isFirst ? "\n" : "") << one.control->info->unique << " was run with "
       << describeSizes(one) << ": the CPU takes too long for " << describeSizes(first) << " ("
       << options << " insists on it)\n";
    isFirst = false;
  }
}

void Report::print(llvm::raw_ostream &os) const {
  printOriginalFailures(os);
  printDevice(os);
  printTable(os);
  printHalved(os);
  printMembers(os);
  printExactBounds(os);
  printByChance(os);
  printMutations(os);
  printDifferences(os);
  printUnchecked(os);
  printCoverage(os);
}

bool Report::agrees() const {
  return llvm::all_of(runs, [](const VariantRun &run) {
    return (run.isComplete || !run.unavailable.empty()) &&
           llvm::none_of(run.lines, [](const Object &line) {
             std::string type = textOf(line, "type");
             return type == "validation" ||
                    (type == "result" && !line.getBoolean("agrees").value_or(false));
           });
  });
}

bool Report::isAllChecked() const {
  return findUnchecked().empty() &&
         llvm::all_of(functions,
                      [](const FunctionCoverage &one) { return !one.isWithoutIterations; }) &&
         llvm::none_of(runs, [](const VariantRun &run) {
           return llvm::any_of(run.lines, [](const Object &line) {
             return textOf(line, "type") == "originalFailed";
           });
         });
}

llvm::json::Value Report::toJson() const {
  llvm::json::Array variants;
  for (const VariantRun &run : runs) {
    llvm::json::Array lines, flags;
    for (const Object &line : run.lines) {
      std::string type = textOf(line, "type");
      if (type == "device" || type == "begin" || type == "done" || type == "unavailable")
        continue;
      Object copy = line;
      if (const CasePlan *one = findCase(line))
        copy["again"] = reproduce(*one, run.variant->name, options);
      lines.push_back(std::move(copy));
    }
    for (const std::string &option : run.variant->options)
      flags.push_back(option);
    Object object{{"name", run.variant->name},  {"options", std::move(flags)},
                  {"device", run.device},       {"validation", run.validation},
                  {"complete", run.isComplete}, {"results", std::move(lines)}};
    if (run.as)
      object["as"] = run.as->name;
    if (!run.unavailable.empty())
      object["unavailable"] = run.unavailable;
    else if (!run.isComplete)
      object["ended"] = run.process.timedOut ? "stopped after the timeout"
                        : run.process.status < 0
                            ? run.process.explanation
                            : "exit status " + std::to_string(run.process.status);
    variants.push_back(std::move(object));
  }
  Object bounds;
  // Those of what all variants have.
  for (const auto &[control, estimates] :
       cases.getEstimates(findLiberties({}, options.compilerOptions)))
    bounds[control->info->unique] = estimates.loosest().describe();
  Object unchecked;
  for (const auto &[control, why] : findUnchecked())
    unchecked.try_emplace(control->info->unique, why);
  llvm::json::Array covered;
  for (const FunctionCoverage &function : functions)
    covered.push_back(function.toJson());
  return Object{{"class", model.info.qualifiedBase},
                {"functions", std::move(covered)},
                {"seed", options.seed},
                {"agrees", agrees()},
                {"bounds", std::move(bounds)},
                {"unchecked", std::move(unchecked)},
                {"variants", std::move(variants)}};
}
