//===- HarnessPrinter.cpp - Writes the program that runs both classes -------------------------===//
//
//   #include "numbers_generated.h"
//   #include "vkmorph-check/support/harness.h"
//
//   // Types of arguments and members that are no scalars.
//   namespace vkmorph::check::types {
//   constexpr Type kRecord_Point = recordType(8, ...);
//   }
//
//   namespace linalg {
//   struct VkmorphChecked : Numbers {            // names mean what they mean in the class
//     // void CalcArraySumm(const int *a_data, uint32_t a_dataSize)
//     struct VkmorphControl_CalcArraySumm {
//       static constexpr Parameter vkmorphParameters[] = {input("a_data", kInt32), ...};
//       static void vkmorphExtents(Numbers &vkmorphObject, const Arguments &vkmorphArguments,
//                                  uint64_t *vkmorphCounts);
//       ...
//     };
//   };
//   }
//
//   int main(int argc, char **argv);
//
// The user's names are visible in all of that, and may be any: ours begin with "vkmorph", or stand
// behind ::vkmorph. Macros of the user's that are called as what stands there end at the include of
// own_names.h, behind the statements of --setup.
//
//===------------------------------------------------------------------------------------------===//

#include "HarnessPrinter.h"

#include "backends/host_vulkan/CppText.h"
#include "ir/HostCode.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

namespace {

class HarnessPrinter {
public:
  HarnessPrinter(ClassModel &model, const Options &options)
      : model(model), info(model.info), construct(options.construct), setup(options.setup),
        isKept(!options.keepDir.empty()), os(text) {}

  std::string print();

private:
  std::string typeTable(Type type);
  void printTypes();
  void printMembers();
  void printFunction(const ControlModel &control);
  void printExtents(const ControlModel &control);
  std::string includesOfPackings() const;
  void openNamespaces();
  void closeNamespaces();
  void printConstruction();
  void printSetUp();
  void printRules();
  void printMain();
  std::string memberOf(const std::string &object, const host::MemberStep &step);
  std::string nameOfRecords(const host::Parameter &parameter) const;
  std::string valueOf(const host::Parameter &parameter, size_t index);
  std::string placeOf(const host::Parameter &member);
  void printLoopsOfDriver(const host::ControlInfo &function, std::vector<std::string> arguments);
  void printCall(const host::ControlInfo &function, const std::vector<std::string> &arguments);
  void printThrowingCall(const host::ControlInfo &function, const std::string &call);
  std::vector<const host::FieldInfo *> comparedFields() const;
  std::vector<const host::FieldInfo *> exposedFields() const;
  void printFieldTable(llvm::StringRef name, llvm::StringRef rows, llvm::StringRef tables);

  ClassModel &model;
  host::ClassInfo &info;
  const std::string &construct;
  const std::vector<std::string> &setup;
  bool isKept;                           ///< for the user to look at
  std::vector<host::MemberStep> reached; ///< members that may be private
  std::string text;
  llvm::raw_string_ostream os;
  std::string typeTables;
  llvm::StringSet<> declaredTypes, printedFunctions;
};

} // namespace

static const char *kLibrary = "::vkmorph::check::";
static const char *kTypes = "::vkmorph::check::types::";

static std::string scalarTable(Type type) {
  if (isa<FloatType>(type))
    return std::string(kLibrary) + (type.isF64() ? "kDouble" : "kFloat");
  auto integer = cast<IntegerType>(type);
  if (integer.getWidth() == 1)
    return std::string(kLibrary) + "kBool";
  return std::string(kLibrary) + (integer.isSigned() ? "kInt" : "kUInt") +
         std::to_string(integer.getWidth());
}

/// Of a std::variant, which member of the record each alternative is; 0 for one without data.
static std::string numberAlternatives(vkm::RecordOp record, mlir::ArrayAttr alternatives) {
  std::string numbers;
  for (auto wanted : alternatives.getAsRange<mlir::StringAttr>()) {
    size_t number = 0;
    for (auto [index, member] : llvm::enumerate(record.getMembers().getAsRange<vkm::MemberAttr>()))
      if (member.getName() == wanted.getValue())
        number = index;
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  }
  return numbers;
}

/// The name of the table of a type; tables of structs, and of arrays, vectors and
/// matrices, are written on first use.
std::string HarnessPrinter::typeTable(Type type) {
  if (Type part = vkm::getElementType(type)) {
    int64_t length = vkm::getNumElements(type);
    std::string element = typeTable(part);
    std::string name =
        "kArray" + std::to_string(length) + "Of" + element.substr(element.rfind(':') + 2);
    if (declaredTypes.insert(name).second)
      typeTables += "constexpr " + std::string(kLibrary) + "Type " + name + " = " + kLibrary +
                    "arrayType(" + element + ", " + std::to_string(length) + ");\n";
    return kTypes + name;
  }
  auto record = dyn_cast<vkm::RecordType>(type);
  if (!record)
    return scalarTable(type);
  std::string name = "kRecord_" + host::identifierFrom(record.getName().getValue());
  if (!declaredTypes.insert(name).second)
    return kTypes + name;
  vkm::RecordOp op = vkm::lookupRecord(model.loweredClass(), record);
  std::string parts;
  for (vkm::MemberAttr member : op.getMembers().getAsRange<vkm::MemberAttr>())
    parts += (parts.empty() ? "" : ", ") + ("{\"" + member.getName() + "\", &").str() +
             typeTable(member.getType()) + ", " + std::to_string(member.getOffset()) + "}";
  typeTables +=
      "constexpr " + std::string(kLibrary) + "Part " + name + "Parts[] = {" + parts + "};\n";
  std::string size = std::to_string(op.getSize());
  auto alternatives = op->getAttrOfType<mlir::ArrayAttr>(vkm::kAlternativesAttr);
  if (alternatives)
    typeTables += "constexpr size_t " + name + "Alternatives[] = {" +
                  numberAlternatives(op, alternatives) + "};\n";
  typeTables +=
      "constexpr " + std::string(kLibrary) + "Type " + name + " = " + kLibrary +
      (alternatives ? "variantType(" + size + ", " + name + "Parts, " + name + "Alternatives);\n"
                    : "recordType(" + size + ", " + name + "Parts);\n");
  return kTypes + name;
}

/// Members that the compiler added to the class data are none of the class.
std::vector<const host::FieldInfo *> HarnessPrinter::comparedFields() const {
  std::vector<const host::FieldInfo *> fields;
  for (const host::FieldInfo &field : info.fields)
    if (field.isOfUser() && !field.isSize && !field.onHost)
      fields.push_back(&field);
  return fields;
}

/// Members that extents may ask, vectors for their sizes included.
std::vector<const host::FieldInfo *> HarnessPrinter::exposedFields() const {
  std::vector<const host::FieldInfo *> fields;
  for (const host::FieldInfo &field : info.fields)
    if (field.isOfUser() && !field.onHost)
      fields.push_back(&field);
  return fields;
}

static std::string spellVector(const host::VectorInfo &vector, llvm::StringRef tableClass) {
  std::string offsets = vector.capacityOffset >= 0 ? ", 0, 0, 0" : ", 0";
  if (vector.packing && vector.isCounted())
    return host::spellRow(vector.path, "CountedPackedVector",
                          vector.packing.spellCounted(tableClass) + offsets);
  if (vector.packing)
    return host::spellRow(vector.path, "PackedVector",
                          vector.packing.spell(vector.written, tableClass));
  std::string bytes = std::to_string(vector.elementBytes);
  if (!vector.isCounted())
    return host::spellRow(vector.path, "VectorMember", bytes);
  return host::spellRow(vector.path, "CountedVector", bytes + offsets);
}

/// Names in explicit instantiations are not checked for access.
void HarnessPrinter::printMembers() {
  std::vector<const host::FieldInfo *> fields = comparedFields(), exposed = exposedFields();
  bool reachesIn = llvm::any_of(model.controls, [](const ControlModel &control) {
    return !control.info->objects.empty() ||
           llvm::any_of(control.info->parameters,
                        [](const host::Parameter &parameter) { return parameter.isKept; });
  });
  for (auto [number, sampled] : llvm::enumerate(model.sampled))
    os << "template struct " << kLibrary << "SampledTexture<" << number << ", ::" << sampled.owner
       << ", " << sampled.row << ">;\n";
  if (exposed.empty() && info.vectors.empty() && !reachesIn)
    return;
  os << "// Where the members are that kernels and control functions use.\n";
  llvm::StringSet<> known;
  auto reach = [&](const host::MemberPath &path) {
    for (const host::MemberStep &step : path)
      if (known.insert(step.pointer()).second)
        reached.push_back(step);
  };
  for (const host::FieldInfo *field : exposed)
    reach(field->path);
  for (const ControlModel &control : model.controls)
    for (const host::Parameter &parameter : control.info->parameters)
      reach(parameter.path);
  if (!fields.empty()) {
    os << "template struct ::vkmorph::MemberTable<::" << info.qualifiedBase;
    for (const host::FieldInfo *field : fields)
      os << ", "
         << (field->packing
                 ? host::spellRow(field->path, "PackedMember",
                                  "0, " + field->packing.spell(field->written, info.qualifiedBase))
                 : host::spellRow(field->path, "Member", "0"));
    os << ">;\n";
  }
  if (!info.vectors.empty()) {
    os << "template struct ::vkmorph::VectorTable<::" << info.qualifiedBase;
    for (const host::VectorInfo &vector : info.vectors)
      if (vector.pool < 0)
        os << ", " << spellVector(vector, info.qualifiedBase);
    os << ">;\n";
  }
  if (!reached.empty()) {
    os << "template struct ::vkmorph::PrivateMembers<::" << info.qualifiedBase;
    for (const host::MemberStep &step : reached)
      os << ", " << step.pointer();
    os << ">;\n";
  }
  os << "\n";
}

/// What the harness calls the elements of an array of which buffers have records.
static std::string nameOfElements(size_t index) {
  return "vkmorphElements" + std::to_string(index);
}

std::string HarnessPrinter::nameOfRecords(const host::Parameter &parameter) const {
  return "::" + info.qualifiedName + "::" + parameter.records;
}

std::string HarnessPrinter::valueOf(const host::Parameter &parameter, size_t index) {
  if (parameter.isReference)
    return (parameter.isObjectPointer() ? "vkmorphArguments.buffer<"
                                        : "*vkmorphArguments.buffer<") +
           parameter.valueType + ">(" + std::to_string(index) + ")";
  if (!parameter.isPointer)
    return "vkmorphArguments.value<" + parameter.type + ">(" + std::to_string(index) + ")";
  if (!parameter.records.empty())
    return "vkmorphArguments.isNull(" + std::to_string(index) + ") ? nullptr : " + kLibrary +
           "elementsOf<" + nameOfRecords(parameter) + ">(" + nameOfElements(index) + ")";
  // const float (*)[3] has its star inside.
  std::string pointee = StringRef(parameter.type).ends_with("*")
                            ? StringRef(parameter.type).rtrim("* ").str()
                            : "std::remove_pointer_t<" + parameter.type + ">";
  return "vkmorphArguments.buffer<" + pointee + ">(" + std::to_string(index) + ")";
}

/// What the harness calls an object: its own name may be that of a parameter here.
static std::string nameOfObject(size_t number) { return "vkmorphObject" + std::to_string(number); }

/// A member of an object, private or not: `member(object, std::get<3>(kPrivateMembers<Numbers>))`.
std::string HarnessPrinter::memberOf(const std::string &object, const host::MemberStep &step) {
  auto found = llvm::find_if(
      reached, [&](const host::MemberStep &known) { return known.pointer() == step.pointer(); });
  return kLibrary + ("member(" + object) + ", std::get<" + std::to_string(found - reached.begin()) +
         ">(::vkmorph::kPrivateMembers<::" + info.qualifiedBase + ">))";
}

/// A member of an object that is a parameter: `member(member(object0, ...), ...)`.
std::string HarnessPrinter::placeOf(const host::Parameter &member) {
  std::string place = member.isKept ? "vkmorphObject" : nameOfObject(member.object);
  for (const host::MemberStep &step : member.path)
    place = memberOf(place, step);
  return place;
}

/// The class itself has no such block driver: what runs once per thread is called in loops.
void HarnessPrinter::printLoopsOfDriver(const host::ControlInfo &function,
                                        std::vector<std::string> arguments) {
  os << "if constexpr (std::is_same_v<VkmorphObject, " << info.base << ">) {\n";
  auto openLoop = [&](const std::string &counter, size_t parameter) {
    os << "for (std::decay_t<" << function.parameters[parameter].type << "> " << counter << " = 0; "
       << counter << " < " << arguments[parameter] << "; ++" << counter << ")\n";
  };
  size_t passes = function.parameters.size() - 1;
  openLoop("vkmorphPass", passes);
  std::vector<std::string> counters;
  for (unsigned parameter : function.counts)
    counters.push_back("vkmorphThread" + std::to_string(parameter));
  for (size_t dim = counters.size(); dim-- > 0;)
    openLoop(counters[dim], function.counts[dim]);
  for (auto [counter, parameter] : llvm::zip(counters, function.counts))
    arguments[parameter] = counter;
  arguments.pop_back();
  os << "vkmorphObject." << function.drives << "(" << llvm::join(arguments, ", ")
     << ");\nreturn;\n} else\n";
}

/// What the class throws is kept, to be compared; errors of the generated class are none of it.
void HarnessPrinter::printThrowingCall(const host::ControlInfo &function, const std::string &call) {
  auto setResult = [&](const std::string &value) {
    return function.returnType == "void" ? value : "vkmorphArguments.setResult(" + value + ")";
  };
  std::string nothing = function.returnType == "void"
                            ? ""
                            : setResult("std::decay_t<decltype(" + call + ")>{}") + ";\n";
  os << "vkmorphArguments.setThrown({});\ntry {\n"
     << setResult(call) << ";\n} catch (const ::vkmorph::Error &) {\nthrow;\n"
     << "} catch (...) {\n"
     << "vkmorphArguments.setThrown(" << kLibrary << "describeThrown());\n"
     << nothing << "}\n";
}

/// Objects are made for the call of what buffers and places hold, which get back what it leaves.
void HarnessPrinter::printCall(const host::ControlInfo &function,
                               const std::vector<std::string> &arguments) {
  for (auto [number, object] : llvm::enumerate(function.objects))
    os << "std::decay_t<" << object.type << "> " << nameOfObject(number) << "{};\n";
  std::string after;
  for (auto [index, parameter] : llvm::enumerate(function.parameters)) {
    std::string number = std::to_string(index);
    bool isElsewhere = parameter.isLent() && !parameter.isKept;
    std::string records = nameOfRecords(parameter);
    if (!parameter.records.empty() && !isElsewhere) {
      std::string elements = nameOfElements(index);
      os << "std::vector<std::remove_all_extents_t<" << records << "::Element>> " << elements
         << ";\n"
         << kLibrary << "fillElements<" << records << ">(" << elements << ", vkmorphArguments, "
         << number << ");\n";
      if (parameter.access != vkm::Access::Read)
        after += kLibrary + ("takeElements<" + records) + ">(" + elements + ", vkmorphArguments, " +
                 number + ");\n";
    }
    if (!parameter.isLent())
      continue;
    std::string place = placeOf(parameter);
    if (parameter.isKept) {
      // What a method of the class would set: the array of this call.
      os << place << " = " << valueOf(parameter, index) << ";\n";
      continue;
    }
    if (parameter.isSize) {
      after +=
          "*vkmorphArguments.buffer<uint32_t>(" + number + ") = uint32_t(" + place + ".size());\n";
    } else if (parameter.isPointer) {
      bool isPacked = !parameter.records.empty();
      std::string kind = isPacked ? "Elements<" + records + ">(" : "Vector(";
      os << kLibrary << "fill" << kind << place << ", vkmorphArguments, " << number << ");\n";
      if (!function.objects[parameter.object].isConst())
        after += kLibrary + ("take" + kind + place) + ", vkmorphArguments, " + number + ");\n";
    } else {
      os << place << " = " << valueOf(parameter, index) << ";\n";
      if (parameter.isReference)
        after += valueOf(parameter, index) + " = " + place + ";\n";
    }
  }
  std::string callee = "vkmorphObject." + function.name;
  // A protected member function is reached through a class that derives from its class.
  if (function.access == vkm::CppAccess::Protected) {
    os << "struct VkmorphCaller : VkmorphObject { static constexpr auto vkmorphPointer() { return "
          "&VkmorphCaller::"
       << function.name << "; } };\n";
    callee = "(vkmorphObject.*VkmorphCaller::vkmorphPointer())";
  }
  std::string call = callee + "(" + llvm::join(arguments, ", ") + ")";
  if (!function.drives.empty())
    printLoopsOfDriver(function, arguments);
  if (function.mayThrow)
    printThrowingCall(function, call);
  else
    os << (function.returnType == "void" ? call : "vkmorphArguments.setResult(" + call + ")")
       << ";\n";
  os << after;
}

void HarnessPrinter::printExtents(const ControlModel &control) {
  llvm::SetVector<unsigned> values;
  llvm::SetVector<StringRef> fields;
  std::string counts;
  for (auto [index, parameter] : llvm::enumerate(control.info->parameters)) {
    if (!parameter.isPointer || llvm::is_contained(control.unknownExtents, parameter.name))
      continue;
    values.insert(parameter.extent->parameters.begin(), parameter.extent->parameters.end());
    fields.insert(parameter.extent->fields.begin(), parameter.extent->fields.end());
    counts += "vkmorphCounts[" + std::to_string(index) + "] = static_cast<uint64_t>(" +
              parameter.extent->localText + ");\n";
  }
  for (const host::Parameter &parameter : control.info->parameters)
    for (const std::string &function :
         parameter.extent ? parameter.extent->functions : std::vector<std::string>())
      if (printedFunctions.insert(function).second)
        os << "static " << function;
  os << "static void vkmorphExtents(" << info.base << " &"
     << (fields.empty() ? "" : "vkmorphObject") << ", const " << kLibrary << "Arguments &"
     << (values.empty() ? "" : "vkmorphArguments") << ", uint64_t *"
     << (counts.empty() ? "" : "vkmorphCounts") << ") {\n";
  // Names are the user's in the lambda alone: a parameter may be called as its type is.
  std::vector<std::string> names, known;
  for (unsigned index : values) {
    const host::Parameter &parameter = control.info->parameters[index];
    names.push_back("const auto &" + parameter.name);
    known.push_back((parameter.isObjectPointer() ? "*" : "") + valueOf(parameter, index));
  }
  for (StringRef symbol : fields)
    if (host::FieldInfo *field = info.findField(symbol)) {
      std::string place = "vkmorphObject";
      for (const host::MemberStep &step : field->path)
        place = memberOf(place, step);
      names.push_back("const auto &" + field->localName);
      known.push_back(place);
    }
  if (!counts.empty())
    os << "[&](" << llvm::join(names, ", ") << ") {\n"
       << counts << "}(" << llvm::join(known, ", ") << ");\n";
  os << "}\n";
}

void HarnessPrinter::printFunction(const ControlModel &control) {
  const host::ControlInfo &function = *control.info;
  std::vector<std::string> declared, tables, arguments, scalars, ranges;
  for (auto [index, parameter] : llvm::enumerate(function.parameters)) {
    declared.push_back(host::declare(parameter.type, parameter.name));
    // Of a reference, what the recorded form takes: the value.
    Type type = parameter.valueIs;
    auto pointer = dyn_cast<vkm::PtrType>(type);
    const char *role = parameter.isReference  ? "place"
                       : !pointer             ? "value"
                       : pointer.getIsConst() ? "input"
                                              : "inOut";
    std::string table = kLibrary + std::string(role) + "(\"" + parameter.name + "\", " +
                        typeTable(pointer ? pointer.getPointee() : type) + ")";
    tables.push_back(parameter.mayBeNull ? std::string(kLibrary) + "orNull(" + table + ")" : table);
    for (auto [number, object] : llvm::enumerate(function.objects))
      if (object.position == index)
        arguments.push_back(nameOfObject(number));
    if (!parameter.isLent())
      arguments.push_back(valueOf(parameter, index));
    if (parameter.isSize && parameter.isUsed)
      scalars.push_back("uint32_t(vkmorphArguments.count(" + std::to_string(index - 1) + "))");
    else if (parameter.isReference && parameter.isUsed)
      scalars.push_back("*vkmorphArguments.buffer<" + parameter.valueType + ">(" +
                        std::to_string(index) + ")");
    else if (!parameter.isPointer && !parameter.isReference &&
             (parameter.isUsed || !parameter.isLent()))
      scalars.push_back(valueOf(parameter, index));
    if (parameter.isBound()) {
      std::string range = "vkmorphBuffers[" + std::to_string(index) + "].";
      ranges.push_back(llvm::formatv("{0}buffer, {0}offset, {0}range", range).str());
    }
  }
  for (auto [number, object] : llvm::enumerate(function.objects))
    if (object.position == function.parameters.size())
      arguments.push_back(nameOfObject(number));
  os << "  // " << function.returnType << " " << function.name << "(" << llvm::join(declared, ", ")
     << ")\nstruct VkmorphControl_" << function.unique << " {\n";
  // One more than there are: an array has at least one.
  tables.push_back("{}");
  os << "static constexpr " << kLibrary << "Parameter vkmorphParameters[] = {"
     << llvm::join(tables, ", ")
     << "};\nstatic constexpr size_t vkmorphParameterCount = " << function.parameters.size()
     << ";\nstatic constexpr bool vkmorphHasDropIn = " << (function.hasDropIn() ? "true" : "false")
     << ";\nstatic constexpr bool vkmorphHasRecorded = "
     << (function.readsBetween ? "false" : "true") << ";\n\n";
  printExtents(control);
  os << "template <class VkmorphObject> static void vkmorphCall(VkmorphObject &vkmorphObject, "
        "[[maybe_unused]] "
     << kLibrary << "Arguments &vkmorphArguments) {\n";
  printCall(function, arguments);
  bool isBound = !ranges.empty() && !function.inPieces;
  os << "}\nstatic void vkmorphBind(" << info.name << " &" << (isBound ? "vkmorphObject" : "")
     << ", const ::vkmorph::BufferRange *" << (isBound ? "vkmorphBuffers" : "") << ") {\n";
  if (isBound)
    os << "vkmorphObject." << function.setter << "(" << llvm::join(ranges, ", ") << ");\n";
  os << "}\nstatic void vkmorphRecord(" << info.name;
  if (function.inPieces) { // which has no commands for others
    os << " &, VkCommandBuffer, const " << kLibrary << "Arguments &) {}\n};\n\n";
    return;
  }
  os << " &vkmorphObject, VkCommandBuffer vkmorphCommands, const " << kLibrary << "Arguments &"
     << (scalars.empty() ? "" : "vkmorphArguments") << ") {\n";
  scalars.insert(scalars.begin(), "vkmorphCommands");
  // A member function that is not public is reached through a class that derives from its class.
  std::string command = "vkmorphObject." + function.command;
  if (function.prints) {
    os << "struct VkmorphAccess : " << info.name
       << " { static constexpr auto vkmorphPointer() { return &VkmorphAccess::" << function.command
       << "; } };\n";
    command = "(vkmorphObject.*VkmorphAccess::vkmorphPointer())";
  }
  os << command << "(" << llvm::join(scalars, ", ") << ");\n}\n};\n\n";
}

void HarnessPrinter::openNamespaces() {
  for (const std::string &name : info.namespaces)
    os << "namespace " << name << " {\n";
}

void HarnessPrinter::closeNamespaces() {
  for (const std::string &name : llvm::reverse(info.namespaces))
    os << "} // namespace " << name << "\n";
  os << "\n";
}

/// The expression of --construct names the class, and makes an object of either that is what it
/// names.
void HarnessPrinter::printConstruction() {
  bool isName = llvm::all_of(info.base, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  for (const std::string &made : {info.base, info.name}) {
    os << "static void vkmorphMake(" << made << " *, void *vkmorphMemory) {\n";
    if (isName && made != info.base)
      os << "using " << info.base << " = " << made << ";\n";
    os << "new (vkmorphMemory) " << made << "(" << construct << ");\n}\n";
  }
}

/// The user's own statements, where the user's macros are still what they were.
void HarnessPrinter::printSetUp() {
  openNamespaces();
  os << "\n// What --construct and --setup say.\nstruct VkmorphSetUp : " << info.base << " {\n"
     << "template <class VkmorphObject> static void vkmorphRun([[maybe_unused]] VkmorphObject "
        "&object) {\n";
  for (const std::string &statements : setup)
    os << statements << (StringRef(statements).rtrim().ends_with(";") ? "" : ";") << "\n";
  os << "}\n";
  if (!construct.empty())
    printConstruction();
  os << "};\n\n";
  closeNamespaces();
  os << "// Macros of the class end here, where they are called as names below.\n"
        "#include \"vkmorph-check/support/own_names.h\"\n\n";
}

void HarnessPrinter::printRules() {
  std::vector<std::string> values;
  for (auto [index, parameter] : llvm::enumerate(model.declarations.constructor))
    values.push_back("vkmorphArguments.value<" + parameter.cppType + ">(" + std::to_string(index) +
                     ")");
  os << "struct VkmorphRules {\n"
     << "template <class VkmorphObject> static void vkmorphMake(void *vkmorphMemory, const "
     << kLibrary << "Arguments &" << (values.empty() ? "" : "vkmorphArguments") << ") {\n"
     << (construct.empty()
             ? "new (vkmorphMemory) VkmorphObject(" + llvm::join(values, ", ") + ")"
             : "VkmorphSetUp::vkmorphMake(static_cast<VkmorphObject *>(nullptr), vkmorphMemory)")
     << ";\n}\n"
     << "template <class VkmorphObject> static void vkmorphSetUp(VkmorphObject &vkmorphObject) "
        "{\nVkmorphSetUp::vkmorphRun(vkmorphObject);\n}\n};\n";
}

void HarnessPrinter::printFieldTable(llvm::StringRef name, llvm::StringRef rows,
                                     llvm::StringRef tables) {
  if (rows.empty())
    return;
  os << "\nstatic const " << kLibrary << "Field vkmorphTable_" << name << "[] = {" << rows
     << "};\nvkmorphSubject." << name << " = vkmorphTable_" << name << ";\nvkmorphSubject."
     << tables << "(static_cast<const VkmorphOriginal *>(nullptr));\n";
}

void HarnessPrinter::printMain() {
  std::string checked = "::";
  for (const std::string &name : info.namespaces)
    checked += name + "::";
  checked += "VkmorphChecked";
  os << "int main(int vkmorphArgc, char **vkmorphArgv) {\nusing VkmorphOriginal = ::"
     << info.qualifiedBase << ";\nusing VkmorphGenerated = ::" << info.qualifiedName << ";\n"
     << "auto vkmorphSubject = " << kLibrary << "describeClass<VkmorphOriginal, VkmorphGenerated, "
     << checked << "::VkmorphRules>(\"" << info.qualifiedBase << "\");\n";
  if (!model.declarations.constructor.empty()) {
    os << "static const " << kLibrary << "Parameter vkmorphConstructor[] = {";
    for (const ConstructorParameter &parameter : model.declarations.constructor)
      os << kLibrary << "value(\"" << parameter.name << "\", " << typeTable(parameter.type)
         << "), ";
    os << "};\nvkmorphSubject.constructorParameters = vkmorphConstructor;\n"
       << "vkmorphSubject.constructorParameterCount = " << model.declarations.constructor.size()
       << ";\n";
  }
  os << "\nstatic const " << kLibrary << "ControlFunction vkmorphControls[] = {";
  for (const ControlModel &control : model.controls) {
    Type type = control.info->result;
    std::string result = type ? "&" + typeTable(type) : "nullptr";
    os << kLibrary << "describe<VkmorphOriginal, VkmorphGenerated, " << checked
       << "::VkmorphControl_" << control.info->unique << ">(\"" << control.info->unique << "\", "
       << result << ", " << (control.info->isVirtual ? "true" : "false") << "), ";
  }
  os << "};\n";
  if (!model.sampled.empty()) {
    os << "static const " << kLibrary << "SampledMethod vkmorphSampled[] = {";
    for (auto [number, sampled] : llvm::enumerate(model.sampled))
      os << "{\"" << sampled.method << "\", " << (sampled.isNearest ? "true" : "false") << ", "
         << (sampled.isNearestLevel ? "true" : "false") << ", SampledOf(" << kLibrary
         << "SampledNumber<" << number << ">())}, ";
    os << "};\n";
  }
  os << "vkmorphSubject.controls = vkmorphControls;\nvkmorphSubject.controlCount = "
     << model.controls.size() << ";\n";
  std::string rows;
  auto addRow = [&](const std::string &name, Type type, const std::string &rest = "") {
    rows += "{\"" + name + "\", &" + typeTable(type) + rest + "}, ";
  };
  // The number of the vectors that it has one room with, from 1.
  auto roomOf = [&](const host::VectorInfo &vector) {
    auto shared = llvm::find_if(
        info.sharedRooms, [&](const auto &keys) { return llvm::is_contained(keys, vector.key); });
    return shared == info.sharedRooms.end()
               ? std::string()
               : ", " + std::to_string(shared - info.sharedRooms.begin() + 1);
  };
  for (const host::FieldInfo *field : comparedFields())
    addRow(field->name, field->type);
  printFieldTable("fields", std::exchange(rows, {}), "members = ::vkmorph::MembersOf");
  for (const host::VectorInfo &vector : info.vectors)
    if (vector.pool < 0)
      addRow(vector.name, vector.element, roomOf(vector));
  printFieldTable("vectorFields", rows, "vectors = ::vkmorph::VectorsOf");
  if (!model.sampled.empty())
    os << "vkmorphSubject.sampled = vkmorphSampled;\nvkmorphSubject.sampledCount = "
       << model.sampled.size() << ";\n";
  os << "return " << kLibrary << "run(vkmorphSubject, vkmorphArgc, vkmorphArgv);\n}\n";
}

/// The classes that objects behind an interface may be of, and how objects are packed.
std::string HarnessPrinter::includesOfPackings() const {
  std::set<std::string> headers;
  for (const host::VectorInfo &vector : info.vectors)
    headers.insert(vector.packing.headers.begin(), vector.packing.headers.end());
  for (const host::FieldInfo &field : info.fields)
    headers.insert(field.packing.headers.begin(), field.packing.headers.end());
  std::string includes;
  for (const std::string &header : headers)
    includes += "#include " + header + "\n";
  return includes;
}

std::string HarnessPrinter::print() {
  printSetUp();
  std::string setUp = std::exchange(text, {});
  printMembers();
  openNamespaces();
  os << "\n// Names mean here what they mean in the class.\nstruct VkmorphChecked : " << info.base
     << " {\n";
  for (const ControlModel &control : model.controls)
    printFunction(control);
  printRules();
  os << "};\n\n";
  closeNamespaces();
  printMain();
  std::string head = "// Runs " + info.qualifiedBase +
                     " and what vkmorph made of it on the same inputs; written by "
                     "vkmorph-check.\n#include \"vkmorph-check/support/harness.h\"\n\n#include \"" +
                     info.stem + "_generated.h\"\n" + includesOfPackings() + "\n" + setUp;
  if (!typeTables.empty())
    head += "// Types of arguments and members that are no scalars.\nnamespace "
            "vkmorph::check::types {\n" +
            typeTables + "}\n\n";
  return isKept ? host::formatCpp(head + text) : head + text;
}

std::string vkmorph::check::printHarness(ClassModel &model, const Options &options) {
  return HarnessPrinter(model, options).print();
}
