//===- VkmAttributes.cpp - The discardable attributes of the dialect --------------------------===//

#include "ir/VkmAttributes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {

/// What an attribute holds, in words and as a question.
struct Form {
  llvm::StringLiteral text;
  bool (*fits)(Attribute);
};

/// One attribute. Where it stands: names of operations without "vkm.", "module", "parameter" (of a
/// function), "expression", "any".
struct Row {
  llvm::StringLiteral name;
  llvm::StringLiteral places;
  Form form;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Forms
//===------------------------------------------------------------------------------------------===//

template <typename... Kinds> static bool isOne(Attribute attr) { return isa<Kinds...>(attr); }

template <typename... Kinds> static bool isArrayOf(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && llvm::all_of(array, [](Attribute entry) { return isa<Kinds...>(entry); });
}

/// An array of arrays of strings.
static bool isStringLists(Attribute attr) {
  return isArrayOf<ArrayAttr>(attr) && llvm::all_of(cast<ArrayAttr>(attr), isArrayOf<StringAttr>);
}

static bool isPaths(Attribute attr) {
  return isArrayOf<ArrayAttr>(attr) &&
         llvm::all_of(cast<ArrayAttr>(attr), isArrayOf<StringAttr, IntegerAttr>);
}

static bool isDispatch(Attribute attr) {
  auto text = dyn_cast<StringAttr>(attr);
  return text && (text.getValue() == "switch" || text.getValue() == "sort" ||
                  text.getValue() == "workgroup" || text.getValue() == "rounds" ||
                  text.getValue() == "callable");
}

static bool isPositive(Attribute attr) {
  auto number = dyn_cast<IntegerAttr>(attr);
  return number && number.getType().isSignlessInteger(64) && number.getInt() > 0;
}

/// A dictionary that has at least these keys, with strings, and those, with numbers.
static bool hasKeys(Attribute attr, ArrayRef<StringRef> strings, ArrayRef<StringRef> numbers) {
  auto keys = dyn_cast<DictionaryAttr>(attr);
  return keys &&
         llvm::all_of(strings,
                      [&](StringRef key) { return keys.getAs<StringAttr>(key) != nullptr; }) &&
         llvm::all_of(numbers,
                      [&](StringRef key) { return keys.getAs<IntegerAttr>(key) != nullptr; });
}

static bool isLent(Attribute attr) { return hasKeys(attr, {"control", "name"}, {"object"}); }

static bool isPart(Attribute attr) {
  auto keys = dyn_cast<DictionaryAttr>(attr);
  auto path = keys ? keys.getAs<ArrayAttr>("path") : ArrayAttr();
  return path && isStringLists(path) && hasKeys(attr, {}, {"object"});
}

static bool isKeptBy(Attribute attr) {
  auto keys = dyn_cast<DictionaryAttr>(attr);
  auto path = keys ? keys.getAs<ArrayAttr>("path") : ArrayAttr();
  return path && isStringLists(path);
}

static bool isObjects(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && llvm::all_of(array, [](Attribute object) {
           return hasKeys(object, {"name", "type"}, {"position"});
         });
}

/// How a kernel of one dimension is dispatched.
static bool isConversion(Attribute attr) {
  auto keys = dyn_cast<DictionaryAttr>(attr);
  return keys && keys.getAs<DenseI32ArrayAttr>("workgroup_size");
}

static bool isTexel(Attribute attr) {
  auto type = dyn_cast<TypeAttr>(attr);
  return type && isa<TexelType>(type.getValue());
}

/// A class and a member of it, as C++ calls them.
static bool isMember(Attribute attr) {
  return isArrayOf<StringAttr>(attr) && cast<ArrayAttr>(attr).size() == 2;
}

/// Which fields a texture is made of, and how it is sampled (ir/Textures.h).
static bool isSampling(Attribute attr) {
  auto keys = dyn_cast<DictionaryAttr>(attr);
  if (!keys || !hasKeys(attr, {"name", "filter", "class", "method"}, {}) ||
      !keys.getAs<FlatSymbolRefAttr>("texels"))
    return false;
  auto sizes = keys.getAs<ArrayAttr>("sizes"), numbers = keys.getAs<ArrayAttr>("numbers");
  if (keys.contains("format") && keys.get("format") != StringAttr::get(attr.getContext(), "half"))
    return false;
  bool hasLevels = keys.contains("levels"), hasCount = keys.contains("level_count");
  if ((hasLevels && (hasCount || !keys.getAs<FlatSymbolRefAttr>("levels"))) ||
      (hasLevels || hasCount) != hasKeys(attr, {"between_levels"}, {}) ||
      (keys.contains("level_offset") && !(hasCount && isMember(keys.get("level_offset")))))
    return false;
  bool areNumbers =
      numbers && isStringLists(numbers) && !numbers.empty() && llvm::all_of(numbers, isMember);
  bool isMany = keys.getAs<StringAttr>("first") && areNumbers;
  if (hasCount && !(isMany ? isMember(keys.get("level_count"))
                           : bool(keys.getAs<FlatSymbolRefAttr>("level_count"))))
    return false;
  if (!isMany && !(hasLevels ? areNumbers : sizes && isArrayOf<FlatSymbolRefAttr>(sizes)))
    return false;
  if (keys.getAs<StringAttr>("address"))
    return true;
  auto addresses = keys.getAs<ArrayAttr>("addresses");
  return (isMany || keys.getAs<FlatSymbolRefAttr>("address")) && addresses && !addresses.empty() &&
         llvm::all_of(addresses, [](Attribute one) { return hasKeys(one, {"mode"}, {"value"}); });
}

static constexpr Form kUnit = {"nothing (a unit)", isOne<UnitAttr>};
static constexpr Form kString = {"a string", isOne<StringAttr>};
static constexpr Form kStrings = {"an array of strings", isArrayOf<StringAttr>};
static constexpr Form kSymbol = {"a symbol", isOne<FlatSymbolRefAttr>};
static constexpr Form kNumber = {"a number", isOne<IntegerAttr, FloatAttr>};
static constexpr Form kCount = {"a positive integer of 64 bits", isPositive};
static constexpr Form kKeys = {"a dictionary", isOne<DictionaryAttr>};
static constexpr Form kWords = {"an array of integers of 32 bits", isOne<DenseI32ArrayAttr>};
static constexpr Form kDictionaries = {"an array of dictionaries", isArrayOf<DictionaryAttr>};
static constexpr Form kStringLists = {"an array of arrays of strings", isStringLists};

//===------------------------------------------------------------------------------------------===//
// The table
//===------------------------------------------------------------------------------------------===//

// Who adds an attribute adds a row here, and, where it is a decision of the planned phase, its rule
// in passes/plan/PlanVerifier.cpp.
static constexpr Row kRows[] = {
    // From the source.
    {"cpp_name", "field func kernel control commands", kString},
    {"cpp_class", "field", kString},
    {"cpp_within", "field", kStringLists},
    {"cpp_access", "record control", {"a #vkm.cpp_access", isOne<CppAccessAttr>}},
    {"cpp_result", "control", kString},
    {"is_const", "field control", kUnit},
    {"is_virtual", "control", kUnit},
    {"is_noexcept", "control", kUnit},
    {"is_inlined", "control", kUnit},
    {"drives", "control", kString},
    {"drives_index", "control", kWords},
    {"unnamed", "record", kUnit},
    {"associative", "func", kUnit},
    {"thread_kernel", "func", kUnit},
    {"assume_independent", "kernel commands", kUnit},
    {"overloads", "class", {"an array", isOne<ArrayAttr>}},
    {"exposed_types", "class", kKeys},
    {"member_names", "class", kStrings},
    {"vkm.comment", "any", kString},
    {"vkm.name", "parameter expression", kString},
    {"vkm.cpp_names", "module", kKeys},
    {"vkm.cpp_type", "parameter field record", kString},
    {"vkm.cpp_default", "parameter", kString},
    {"vkm.pair", "record", kUnit},
    {"vkm.local_type", "record", kUnit},
    {"vkm.alternatives", "record", kStrings},
    {"vkm.parts", "record", {"an array", isOne<ArrayAttr>}},
    {"vkm.bases", "record", kStrings},
    {"vkm.private_members", "record", kStrings},
    {"vkm.std_arrays", "record", kStrings},
    {"vkm.needs_default", "record", kUnit},
    {"vkm.dispatches", "func switch", kString},
    {"vkm.threads", "kernel", kString},
    {"vkm.sorts", "kernel commands", kStrings},
    {"vkm.merged_into", "field", kUnit},
    {"vkm.fused", "launch", kUnit},
    {"vkm.fuses", "kernel commands", kStrings},
    {"vkm.drops_stores", "kernel commands", kUnit},
    {"vkm.queues", "if", kString},
    {"vkm.queued", "grid", kUnit},
    {"vkm.share_of", "grid shader", kSymbol},
    {"vkm.dispatch",
     "call switch if grid",
     {"\"switch\", \"sort\", \"workgroup\", \"rounds\" or \"callable\"", isDispatch}},
    {"vkm.takes_slot", "func", kUnit},
    {"vkm.tuple_elements", "record", kWords},
    {"vkm.enumeration", "field", kKeys},
    {"vkm.enumerations", "record", kKeys},
    {"vkm.hex", "expression", kUnit},
    {"vkm.default_value", "expression", kUnit},
    {"vkm.only_bits", "buffer", kUnit},
    {"vkm.replaces_nan", "scatter", kUnit},
    {"vkm.takes_nan", "scatter", kUnit},
    {"vkm.takes_equal", "scatter", kUnit},
    {"vkm.named_value", "constant", kNumber},
    {"vkm.named_comment", "constant", kString},
    {"vkm.spelled", "constant", kString},
    {"vkm.spelled_enum", "constant", kString},
    {"vkm.label_spellings", "switch", kStringLists},
    {"vkm.label_names", "switch", kStringLists},
    {"vkm.picked", "if", kUnit},
    {"vkm.resizes", "reserve host", kUnit},
    {"vkm.throws", "host", kUnit},
    {"vkm.asserts", "host", kUnit},
    {"vkm.inherited_privately", "field", kWords},
    {"vkm.lent", "field", {"a dictionary of control, object and name", isLent}},
    {"vkm.objects", "control", {"dictionaries of name, type and position", isObjects}},
    {"vkm.keeps", "field", kString},
    {"vkm.keeps_sum", "field", kUnit},
    {"vkm.kept", "field", {"a bool", isOne<BoolAttr>}},
    {"vkm.kept_by", "parameter", {"a dictionary of path", isKeptBy}},
    {"vkm.part", "parameter", {"a dictionary of object and path", isPart}},

    // What is recognised.
    {"vkm.phase", "module", {"a #vkm.phase", isOne<PhaseAttr>}},
    {"vkm.recognised_by", "module", kStrings},
    {"vkm.access", "parameter", {"a #vkm.access", isOne<AccessAttr>}},
    {"vkm.overwritten", "parameter", kUnit},
    {"vkm.outlined", "kernel commands", kUnit},
    {"vkm.exchanges", "kernel commands", kUnit},
    {"vkm.exchanged", "control", kStringLists},
    {"vkm.elements_of", "parameter", kString},
    {"vkm.copies", "kernel commands", kUnit},
    {"vkm.no_reduction", "assign update", kString},
    {"vkm.no_compaction", "assign", kString},
    {"vkm.last_of_element", "assign if grid", kUnit},
    {"vkm.not_counted", "while", kString},
    {"vkm.reads_old", "load", kUnit},
    {"vkm.writes_alike", "grid", kUnit},
    {"vkm.value_of", "var", kString},
    {"vkm.on_host", "assign update call", kUnit},
    {"vkm.local_of", "field", kString},
    {"vkm.pool", "field", kUnit},
    {"vkm.sampling",
     "func",
     {"a dictionary of name, texels, sizes, filter and address", isSampling}},
    {"vkm.local_name", "field kernel commands shared", kString},
    {"vkm.source_name", "field kernel commands", kString},
    {"vkm.image", "parameter field", {"a type of texels", isTexel}},
    {"vkm.checked_sizes", "field", {"an array of arrays of names and indices", isPaths}},

    {"identical_arguments", "control", kUnit},

    // What is planned.
    {"vkm.target", "module", kKeys},
    {"vkm.fp_contract", "module", kUnit},
    {"vkm.late", "any", kUnit},      // while vkm-count-appends runs
    {"vkm.own_read", "load", kUnit}, // while vkm-recognise-scans looks at a copy
    {"vkm.words", "kernel commands shader", kStrings},
    {"vkm.joined", "assign", kUnit},
    {"vkm.keep_choices", "module", kUnit},
    {"vkm.choices", "any", kDictionaries},
    {"vkm.loop_order", "grid", kWords},
    {"vkm.runs_apart", "grid", kUnit},
    {"vkm.chains", "grid", kString},
    {"vkm.looks_ahead", "for grid", kUnit},
    {"vkm.why_left", "for", kString},
    {"vkm.steps", "grid", kWords},
    {"vkm.stepped", "grid", kString},
    {"vkm.step_tile", "grid", kCount},
    {"vkm.lines", "for", kUnit},
    {"vkm.in_tile", "expression", kWords},
    {"vkm.no_order", "grid", kString},
    {"vkm.uniform_class_data", "kernel commands shader", kUnit},
    {"vkm.image_conversion", "class", {"a dictionary of workgroup_size", isConversion}},
    {"vkm.packed_total", "grid", kUnit},
    {"vkm.by_sampler", "func", kUnit},

    // What is lowered.
    {"min_subgroup_size", "shader", kCount},
    {"vkm.written_for", "shader", kWords},
    {"vkm.append_function", "append", kSymbol},
    {"vkm.capacity_of", "field", kSymbol},
    {"vkm.texture",
     "field",
     {"a dictionary of name, texels, sizes, filter and address", isSampling}},
    {"vkm.left", "reduce arg_reduce last combine append scatter running", kUnit},
    {"vkm.lost_of", "field", kSymbol},
    {"vkm.free_order", "expression assign update", kUnit},
    {"vkm.never_nan", "math", kUnit},
    {"vkm.keeps_infinities", "binary cmp", kUnit},
    {"vkm.requires", "module", kKeys},

    {"vkm.drop_in_of", "control", kSymbol},
    {"vkm.carried", "field", kUnit},
    {"vkm.in_pieces", "control", kUnit},
    {"vkm.last", "cmd.read_back", kUnit},
    {"vkm.at_entry", "var", kNumber},

    // What is raised.
    {"vkm.buffer", "parameter", kString},
    {"vkm.vector", "buffer", kString},
    {"vkm.sampled", "buffer", kUnit},
    {"vkm.wide_name", "buffer", kString},
    {"vkm.wide_block_name", "buffer", kString},
    {"vkm.bits_name", "bits", kString},
    {"vkm.bits_block_name", "bits", kString},
    {"vkm.block_names", "shader", kStrings},
    {"vkm.precise_buffers", "shader", kStrings},
    {"vkm.printed_name", "func record shader", kString},
    {"vkm.pointer_names", "shader", kStrings},
    {"vkm.passed", "func", kStrings},
    {"vkm.contracts", "module", kUnit},
    {"vkm.polyfill", "func", kUnit},
    {"vkm.read_only", "parameter", kUnit},
    {"vkm.precise", "parameter expression var for shared field func", kUnit},
    {"vkm.coherent", "field", kUnit},
    {"vkm.contracted", "math", kUnit},
    {"vkm.computed", "expression", kUnit},
    {"vkm.prologue", "let", kUnit},
    {"vkm.constant_name",
     "constant switch",
     {"a string or a number, or an array", isOne<StringAttr, IntegerAttr, ArrayAttr>}},
    {"vkm.constants", "module", kDictionaries},
    {"vkm.renamings", "module", kStringLists},
    {"vkm.extensions", "module", kStrings},
    {"vkm.float_controls", "module", kWords},
    {"vkm.exact_rounding", "module", kUnit},
    {"vkm.scalar_blocks", "class", kUnit},
    {"host.parameter", "var", kNumber},
};

//===------------------------------------------------------------------------------------------===//
// Verification
//===------------------------------------------------------------------------------------------===//

static const Row *findRow(StringRef name) {
  const Row *row = llvm::find_if(kRows, [&](const Row &known) { return known.name == name; });
  return row == std::end(kRows) ? nullptr : row;
}

/// An attribute that no row has: the names of most are a slip of the hand away from one that has,
/// or from one of the operation's own.
static LogicalResult reportUnknown(Operation *op, StringRef name) {
  constexpr unsigned kMostSlips = 4;
  StringRef nearest;
  unsigned slips = kMostSlips + 1;
  auto compare = [&](StringRef known) {
    if (unsigned distance = name.edit_distance(known); distance < slips) {
      slips = distance;
      nearest = known;
    }
  };
  for (StringAttr own : op->getName().getAttributeNames())
    compare(own);
  for (const Row &row : kRows)
    compare(row.name);
  InFlightDiagnostic error = op->emitOpError("has the unknown attribute ") << name;
  if (!nearest.empty())
    error << "; the nearest is " << nearest;
  return error;
}

static bool isNamed(StringRef places, StringRef place) {
  SmallVector<StringRef> all;
  places.split(all, ' ');
  return llvm::is_contained(all, place);
}

/// "vkm.commands and vkm.shader", "the module", "parameters": as messages name the places.
static std::string spellPlaces(StringRef places) {
  if (places == "any")
    return "any operation";
  SmallVector<StringRef> all;
  places.split(all, ' ');
  SmallVector<std::string> texts;
  for (StringRef place : all)
    texts.push_back(place == "module"                               ? "the module"
                    : place == "parameter" || place == "expression" ? (place + "s").str()
                                                                    : ("vkm." + place).str());
  return llvm::join(texts, " and ");
}

static bool standsOn(Operation *op, StringRef places) {
  StringRef name = op->getName().getStringRef();
  return places == "any" || (isa<ModuleOp>(op) && isNamed(places, "module")) ||
         (op->hasTrait<VkmExpression>() && isNamed(places, "expression")) ||
         (name.consume_front("vkm.") && isNamed(places, name));
}

LogicalResult vkmorph::vkm::verifyDiscardable(Operation *op, NamedAttribute attribute) {
  const Row *row = findRow(attribute.getName());
  if (!row)
    return reportUnknown(op, attribute.getName());
  if (!standsOn(op, row->places))
    return op->emitOpError("has the attribute ")
           << row->name << ", which stands on " << spellPlaces(row->places);
  if (!row->form.fits(attribute.getValue()))
    return op->emitOpError("attribute ")
           << row->name << " holds " << row->form.text << ", not " << attribute.getValue();
  return success();
}

LogicalResult vkmorph::vkm::verifyUnprefixed(Operation *op) {
  if (!isa_and_nonnull<VkmDialect>(op->getDialect()))
    return success();
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    if ((!name.contains('.') || name.starts_with("host.")) &&
        failed(verifyDiscardable(op, attribute)))
      return failure();
  }
  return success();
}

LogicalResult vkmorph::vkm::verifyOfParameter(Operation *function, unsigned index,
                                              NamedAttribute attribute) {
  const Row *row = findRow(attribute.getName());
  if (!row)
    return reportUnknown(function, attribute.getName());
  if (!isNamed(row->places, "parameter"))
    return function->emitOpError("parameter ") << index << " has the attribute " << row->name
                                               << ", which stands on " << spellPlaces(row->places);
  if (!row->form.fits(attribute.getValue()))
    return function->emitOpError("attribute ")
           << row->name << " of parameter " << index << " holds " << row->form.text << ", not "
           << attribute.getValue();
  return success();
}
