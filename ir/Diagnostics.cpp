//===- Diagnostics.cpp - Messages with a stable code, a place and a remedy --------------------===//

#include "ir/Diagnostics.h"

#include "ir/SourceNames.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

/// Replaces {0}, {1}, ...; the tables are ours, so a number without an argument is left as it is
/// and shows.
static std::string substitute(StringRef text, ArrayRef<std::string> arguments) {
  std::string result;
  while (!text.empty()) {
    size_t open = text.find('{');
    result += text.substr(0, open);
    if (open == StringRef::npos)
      break;
    text = text.substr(open);
    unsigned index = 0;
    size_t close = text.find('}');
    if (close != StringRef::npos && !text.substr(1, close - 1).getAsInteger(10, index) &&
        index < arguments.size()) {
      // An option takes a name of several words where they are quoted.
      bool isQuoted = StringRef(result).ends_with("=") && StringRef(arguments[index]).contains(' ');
      result += isQuoted ? "'" + arguments[index] + "'" : arguments[index];
      text = text.substr(close + 1);
    } else {
      result += '{';
      text = text.substr(1);
    }
  }
  return result;
}

/// Marks a fused location as one inside of macros: the place, then a name and place for each macro.
static constexpr llvm::StringLiteral kMacro = "macro";

Location vkmorph::makeMacroLocation(Location place, ArrayRef<MacroUse> macros) {
  if (macros.empty())
    return place;
  MLIRContext *context = place.getContext();
  SmallVector<Location> parts = {place};
  for (const MacroUse &macro : macros)
    parts.push_back(NameLoc::get(StringAttr::get(context, macro.name), macro.spelling));
  return FusedLoc::get(parts, StringAttr::get(context, kMacro), context);
}

/// "expanded from macro 'MAX'", from the outside in, as clang has it.
static void attachMacroNotes(InFlightDiagnostic &diagnostic, Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto tag = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  if (!tag || tag.getValue() != kMacro)
    return;
  for (Location part : fused.getLocations().drop_front())
    if (auto macro = dyn_cast<NameLoc>(part))
      diagnostic.attachNote(macro.getChildLoc())
          << "expanded from macro '" << macro.getName().getValue() << "'";
}

std::string vkmorph::nameInSource(Location loc, StringRef text) {
  const vkm::SourceNames *names = vkm::SourceNames::of(loc.getContext());
  return names ? names->translate(text) : text.str();
}

InFlightDiagnostic vkmorph::report(Location loc, const DiagInfo &info, ArrayRef<std::string> made) {
  // Users are told the names that they have written. Remarks say which kernel or buffer of the
  // generated program they are about.
  SmallVector<std::string> arguments(made);
  if (info.severity != DiagnosticSeverity::Remark)
    for (std::string &argument : arguments)
      argument = nameInSource(loc, argument);
  std::string text = substitute(info.text, arguments) + " [" + info.code.str();
  if (!info.flag.empty())
    text += ", " + info.flag.str();
  text += "]";
  auto emit = [&]() -> InFlightDiagnostic {
    switch (info.severity) {
    case DiagnosticSeverity::Warning:
      return emitWarning(loc, text);
    case DiagnosticSeverity::Remark:
      return emitRemark(loc, text);
    default:
      return emitError(loc, text);
    }
  };
  InFlightDiagnostic diagnostic = emit();
  attachMacroNotes(diagnostic, loc);
  if (!info.remedy.empty())
    diagnostic.attachNote() << substitute(info.remedy, arguments);
  return diagnostic;
}

/// Marks a fused location as a range of source text.
static constexpr llvm::StringLiteral kRange = "range";

Location vkmorph::makeSourceRange(Location begin, Location end) {
  if (begin == end || !isa<FileLineColLoc>(begin) || !isa<FileLineColLoc>(end))
    return begin;
  MLIRContext *context = begin.getContext();
  return FusedLoc::get({begin, end}, StringAttr::get(context, kRange), context);
}

FileLineColLoc vkmorph::getSourceBegin(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file;
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (FileLineColLoc file = getSourceBegin(part))
        return file;
  if (auto name = dyn_cast<NameLoc>(loc))
    return getSourceBegin(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getSourceBegin(call.getCallee());
  return {};
}

FileLineColLoc vkmorph::getSourceEnd(Location loc) {
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    auto tag = dyn_cast_or_null<StringAttr>(fused.getMetadata());
    if (tag && tag.getValue() == kRange)
      return getSourceBegin(fused.getLocations().back());
    if (!fused.getLocations().empty())
      return getSourceEnd(fused.getLocations().front());
  }
  if (auto name = dyn_cast<NameLoc>(loc))
    return getSourceEnd(name.getChildLoc());
  return getSourceBegin(loc);
}
