//===- Coverage.cpp - What of the original's code the cases of a check ran --------------------===//
//
// clang counts (-fprofile-instr-generate -fcoverage-mapping), LLVM reads. Which functions matter is
// what the compiler knows: those that something in a kernel comes from.
//
//===------------------------------------------------------------------------------------------===//

#include "Coverage.h"
#include "ir/Effects.h"

#include "ir/Diagnostics.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include "llvm/ProfileData/Coverage/CoverageMappingReader.h"
#include "llvm/ProfileData/InstrProfReader.h"
#include "llvm/ProfileData/InstrProfWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;
namespace coverage = llvm::coverage;

namespace {

using Position = std::pair<unsigned, unsigned>; ///< line and column

struct GridPlace {
  unsigned line;   ///< of the loop
  Position kernel; ///< where the function is declared, or what was made a kernel of a loop stands
};

/// What runs on the device, by the real paths of files.
struct DeviceCode {
  std::map<std::string, std::set<Position>> positions;
  /// By the statements of its iterations.
  std::map<std::string, std::map<Position, GridPlace>> grids;
};

class PathReader {
public:
  /// The one name of a file that has several.
  const std::string &read(llvm::StringRef file) {
    auto [it, isNew] = m_known.try_emplace(file.str());
    if (isNew) {
      llvm::SmallString<256> real;
      it->second = llvm::sys::fs::real_path(file, real) ? file.str() : std::string(real);
    }
    return it->second;
  }

private:
  std::map<std::string, std::string> m_known;
};

} // namespace

static Position positionOf(FileLineColLoc loc) { return {loc.getLine(), loc.getColumn()}; }

static DeviceCode findDeviceCode(llvm::ArrayRef<const ControlModel *> controls, PathReader &paths) {
  DeviceCode code;
  auto add = [&](Operation *function) {
    function->walk([&](Operation *op) {
      if (FileLineColLoc loc = getSourceBegin(op->getLoc()); loc && op != function)
        code.positions[paths.read(loc.getFilename())].insert(positionOf(loc));
      auto grid = dyn_cast<vkm::GridOp>(op);
      if (!grid)
        return;
      FileLineColLoc loop = getSourceBegin(grid.getLoc());
      FileLineColLoc loopEnd = getSourceEnd(grid.getLoc());
      // The first may be a running total, which has the place of one of its steps, and that may be
      // in a branch. What is not within the loop may run without it.
      bool isFirst = true;
      for (Operation &inner : grid.getBody().front()) {
        FileLineColLoc loc = getSourceBegin(inner.getLoc());
        if (!loop || !loc || isa<vkm::ConstantOp>(inner))
          continue;
        bool isWithin = loc.getFilename() == loop.getFilename() &&
                        positionOf(loop) <= positionOf(loc) &&
                        positionOf(loc) <= positionOf(loopEnd);
        if (isFirst || isWithin)
          code.grids[paths.read(loc.getFilename())].emplace(
              positionOf(loc),
              GridPlace{loop.getLine(), positionOf(getSourceBegin(function->getLoc()))});
        isFirst = false;
      }
    });
  };
  llvm::SetVector<Operation *> functions;
  for (const ControlModel *control : controls)
    addDeviceFunctions(control->recognised, functions);
  llvm::for_each(functions, add);
  return code;
}

/// The profile as LLVM's library wants it.
static std::unique_ptr<llvm::IndexedInstrProfReader> readProfile(const std::string &file) {
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  auto raw = llvm::InstrProfReader::create(file, *llvm::vfs::getRealFileSystem());
  if (!raw) {
    ignore(raw.takeError());
    return nullptr;
  }
  llvm::InstrProfWriter writer;
  for (llvm::NamedInstrProfRecord &record : **raw)
    writer.addRecord(std::move(record), ignore);
  if ((*raw)->hasError()) {
    ignore((*raw)->getError());
    return nullptr;
  }
  auto indexed = llvm::IndexedInstrProfReader::create(writer.writeBuffer());
  if (!indexed) {
    ignore(indexed.takeError());
    return nullptr;
  }
  return std::move(*indexed);
}

/// Sets "kernel2D_Blur" and "Blur::kernel2D_Blur" of a mangled name, which may begin with a file.
static void setNames(FunctionCoverage &function, llvm::StringRef mangled) {
  function.name = mangled.substr(mangled.find_last_of(";:") + 1).str();
  llvm::ItaniumPartialDemangler demangler;
  if (!demangler.partialDemangle(function.name.c_str())) {
    char *scope = demangler.getFunctionDeclContextName(nullptr, nullptr);
    char *base = demangler.getFunctionBaseName(nullptr, nullptr);
    function.qualifiedName = scope && *scope ? std::string(scope) + "::" : "";
    function.name = base ? base : function.name;
    std::free(scope);
    std::free(base);
  }
  function.qualifiedName += function.name;
}

/// How often the code at a position of one of a function's files ran; nothing where no region has
/// it.
static std::optional<uint64_t> countAt(const coverage::FunctionRecord &record, unsigned file,
                                       Position position) {
  std::optional<uint64_t> count;
  Position innermost = {0, 0};
  for (const coverage::CountedRegion &region : record.CountedRegions) {
    if (region.Kind != coverage::CounterMappingRegion::CodeRegion || region.FileID != file)
      continue;
    Position begin(region.LineStart, region.ColumnStart), end(region.LineEnd, region.ColumnEnd);
    if (begin <= position && position < end && begin >= innermost) {
      innermost = begin;
      count = region.ExecutionCount;
    }
  }
  return count;
}

std::vector<FunctionCoverage>
vkmorph::check::readCoverage(llvm::ArrayRef<const ControlModel *> controls,
                             const std::string &program, const std::string &profile) {
  std::unique_ptr<llvm::IndexedInstrProfReader> counts = readProfile(profile);
  auto object = llvm::MemoryBuffer::getFile(program);
  if (!counts || !object)
    return {};
  llvm::SmallVector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  auto readers = coverage::BinaryCoverageReader::create((*object)->getMemBufferRef(), "", buffers);
  if (!readers) {
    llvm::consumeError(readers.takeError());
    return {};
  }
  std::vector<std::unique_ptr<coverage::CoverageMappingReader>> all;
  for (std::unique_ptr<coverage::BinaryCoverageReader> &reader : *readers)
    all.push_back(std::move(reader));
  auto mapping = coverage::CoverageMapping::load(all, *counts);
  if (!mapping) {
    llvm::consumeError(mapping.takeError());
    return {};
  }

  PathReader paths;
  DeviceCode code = findDeviceCode(controls, paths);
  struct Counts {
    FunctionCoverage function;
    /// How often each condition was true and false; instances of a template share places.
    std::map<Position, std::pair<uint64_t, uint64_t>> branches;
    std::map<unsigned, uint64_t> grids;
    std::map<std::pair<Position, Position>, uint64_t> parts;
  };
  std::map<std::pair<std::string, Position>, Counts> functions;
  for (const coverage::FunctionRecord &record : (*mapping)->getCoveredFunctions()) {
    if (record.CountedRegions.empty() || record.Filenames.empty())
      continue;
    const coverage::CountedRegion &body = record.CountedRegions.front();
    const std::string &file = paths.read(record.Filenames[body.FileID]);
    Position begin(body.LineStart, body.ColumnStart), end(body.LineEnd, body.ColumnEnd);
    auto known = code.positions.find(file);
    if (known == code.positions.end())
      continue;
    auto first = known->second.lower_bound(begin);
    if (first == known->second.end() || *first > end)
      continue;
    Counts &found = functions[{file, begin}];
    setNames(found.function, record.Name);
    found.function.file = file;
    found.function.line = body.LineStart;
    found.function.hasRun |= record.ExecutionCount > 0;
    for (const coverage::CountedRegion &region : record.CountedRegions)
      if (region.Kind == coverage::CounterMappingRegion::CodeRegion && region.FileID == body.FileID)
        found.parts[{{region.LineStart, region.ColumnStart}, {region.LineEnd, region.ColumnEnd}}] +=
            region.ExecutionCount;
    for (const coverage::CountedRegion &branch : record.CountedBranchRegions) {
      if (branch.Folded || branch.FileID != body.FileID)
        continue;
      auto &[whenTrue, whenFalse] = found.branches[{branch.LineStart, branch.ColumnStart}];
      whenTrue += branch.ExecutionCount;
      whenFalse += branch.FalseExecutionCount;
    }
    for (const auto &[position, grid] : code.grids[file]) {
      // Loops beside kernels are launched under conditions, which are branches of their function.
      bool isOfKernel = !(begin <= grid.kernel && grid.kernel < end);
      if (isOfKernel && begin <= position && position < end)
        if (std::optional<uint64_t> count = countAt(record, body.FileID, position))
          found.grids[grid.line] += *count;
    }
  }
  std::vector<FunctionCoverage> result;
  for (auto &[place, found] : functions) {
    FunctionCoverage &function = result.emplace_back(std::move(found.function));
    for (const auto &[position, outcomes] : found.branches) {
      function.branches += 2;
      std::string line =
          (llvm::sys::path::filename(function.file) + ":").str() + std::to_string(position.first);
      if (outcomes.first == 0 && outcomes.second == 0) {
        function.missed.insert(function.missed.end(), 2, line + " is never reached");
      } else if (outcomes.first == 0) {
        function.missed.push_back(line + " is never true");
      } else if (outcomes.second == 0) {
        function.missed.push_back(line + " is never false");
      }
    }
    for (const auto &[range, count] : found.parts)
      function.parts.push_back({range.first, range.second, count});
    function.isWithoutIterations =
        !found.grids.empty() &&
        llvm::all_of(found.grids, [](const auto &grid) { return grid.second == 0; });
  }
  return result;
}

std::optional<bool> vkmorph::check::hasRun(llvm::ArrayRef<FunctionCoverage> functions,
                                           llvm::StringRef file, unsigned line, unsigned column) {
  PathReader paths;
  const std::string &path = paths.read(file);
  const Position position(line, column);
  const FunctionCoverage::Part *innermost = nullptr;
  for (const FunctionCoverage &function : functions) {
    if (function.file != path)
      continue;
    for (const FunctionCoverage::Part &part : function.parts)
      if (part.begin <= position && position < part.end &&
          (!innermost || (part.begin >= innermost->begin && part.end <= innermost->end)))
        innermost = &part;
  }
  return innermost ? std::optional(innermost->count > 0) : std::nullopt;
}

std::string FunctionCoverage::describe() const {
  if (!hasRun)
    return qualifiedName + " (" + llvm::sys::path::filename(file).str() + ":" +
           std::to_string(line) + ") never ran";
  if (missed.empty())
    return "";
  std::string text = std::to_string(missed.size()) + " of " + std::to_string(branches) +
                     " branches of " + name + " never ran: ";
  constexpr size_t kMost = 6;
  // A condition that was never reached has two.
  std::vector<std::string> places(missed);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (size_t i = 0; i < std::min(places.size(), kMost); ++i)
    text += (i ? ", " : "") + places[i];
  if (places.size() > kMost)
    text += ", and " + std::to_string(places.size() - kMost) + " more";
  return text;
}

llvm::json::Object FunctionCoverage::toJson() const {
  llvm::json::Array places;
  for (const std::string &place : missed)
    places.push_back(place);
  return llvm::json::Object{{"name", name},
                            {"file", file},
                            {"line", line},
                            {"ran", hasRun},
                            {"branches", branches},
                            {"missed", std::move(places)},
                            {"withoutIterations", isWithoutIterations}};
}
