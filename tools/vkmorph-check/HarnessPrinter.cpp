//===- HarnessPrinter.cpp - Writes the program that runs both classes -------------------------===//
//
//   #include "numbers_generated.h"
//   #include "vkmorph-check/support/harness.h"
//
//   // Types of arguments and members that are no scalars.
//   constexpr Type kPoint = recordType(8, ...);
//
//   namespace linalg {
//   struct Checked : Numbers {            // names mean what they mean in the class
//     // void CalcArraySumm(const int *a_data, uint32_t a_dataSize)
//     struct CalcArraySumm {
//       static constexpr Parameter kParameters[] = {input("a_data", kInt32), ...};
//       static void extents(Numbers &object, const Arguments &a, uint64_t *counts);
//       template <class Object> static void call(Object &object, Arguments &a);
//       static void bind(Numbers_Generated &object, const BufferRange *b);
//       static void record(Numbers_Generated &object, VkCommandBuffer cmd, const Arguments &a);
//     };
//   };
//   }
//
//   int main(int argc, char **argv);
//
//===------------------------------------------------------------------------------------------===//

#include "HarnessPrinter.h"

#include "backends/common/ExpressionPrinter.h"
#include "backends/host_vulkan/print/HostLanguage.h"
#include "backends/host_vulkan/print/Text.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/RaiseHost.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

namespace {

class HarnessPrinter {
public:
  HarnessPrinter(ClassModel &model, const std::vector<std::string> &setup)
      : model(model), info(model.info), setup(setup), os(text) {}

  std::string print();

private:
  std::string typeTable(Type type);
  void printTypes();
  void printMembers();
  void printFunction(const ControlModel &control);
  void printExtents(const ControlModel &control);
  void printRules();
  void printMain();
  std::string valueOf(const host::Parameter &parameter, size_t index);
  std::string placeOf(const host::Parameter &member);
  void printCall(const host::ControlInfo &function, const std::vector<std::string> &arguments);
  std::vector<const host::FieldInfo *> comparedFields() const;
  std::vector<const host::FieldInfo *> exposedFields() const;
  void printFieldTable(llvm::StringRef name, llvm::StringRef rows, llvm::StringRef tables);

  ClassModel &model;
  host::ClassInfo &info;
  const std::vector<std::string> &setup;
  std::string text;
  llvm::raw_string_ostream os;
  std::string typeTables;
  llvm::StringSet<> declaredTypes;
};

} // namespace

static const char *kLibrary = "vkmorph::check::";

static std::string scalarTable(Type type) {
  if (isa<FloatType>(type))
    return std::string(kLibrary) + (type.isF64() ? "kDouble" : "kFloat");
  auto integer = cast<IntegerType>(type);
  if (integer.getWidth() == 1)
    return std::string(kLibrary) + "kBool";
  return std::string(kLibrary) + (integer.isSigned() ? "kInt" : "kUInt") +
         std::to_string(integer.getWidth());
}

/// The name of the table of a type; tables of structs, and of arrays, vectors and
/// matrices, are written on first use.
std::string HarnessPrinter::typeTable(Type type) {
  if (Type part = vkm::getElementType(type)) {
    int64_t length = vkm::getNumElements(type);
    std::string element = typeTable(part);
    std::string name =
        "kArray" + std::to_string(length) + "Of" +
        (element.find(':') == std::string::npos ? element.substr(1)
                                                : element.substr(element.rfind(':') + 2));
    if (declaredTypes.insert(name).second)
      typeTables += "constexpr " + std::string(kLibrary) + "Type " + name + " = " + kLibrary +
                    "arrayType(" + element + ", " + std::to_string(length) + ");\n";
    return name;
  }
  auto record = dyn_cast<vkm::RecordType>(type);
  if (!record)
    return scalarTable(type);
  std::string name = "kRecord_" + host::identifierFrom(record.getName().getValue());
  if (!declaredTypes.insert(name).second)
    return name;
  vkm::RecordOp op = vkm::lookupRecord(info.op, record);
  std::string parts;
  for (vkm::MemberAttr member : op.getMembers().getAsRange<vkm::MemberAttr>())
    parts += (parts.empty() ? "" : ", ") + ("{\"" + member.getName() + "\", &").str() +
             typeTable(member.getType()) + ", " + std::to_string(member.getOffset()) + "}";
  typeTables += "constexpr " + std::string(kLibrary) + "Part " + name + "Parts[] = {" + parts +
                "};\nconstexpr " + kLibrary + "Type " + name + " = " + kLibrary + "recordType(" +
                std::to_string(op.getSize()) + ", " + name + "Parts);\n";
  return name;
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

/// Names in explicit instantiations are not checked for access.
void HarnessPrinter::printMembers() {
  std::vector<const host::FieldInfo *> fields = comparedFields(), exposed = exposedFields();
  bool takesObjects = llvm::any_of(
      model.controls, [](const ControlModel &control) { return !control.info->objects.empty(); });
  if (exposed.empty() && info.vectors.empty() && !takesObjects)
    return;
  os << "// Where the members are that kernels and control functions use.\nnamespace vkmorph {\n"
     << (fields.empty() ? "" : "MemberSpan MembersOf(const ::" + info.qualifiedBase + " *);\n")
     << (info.vectors.empty() ? ""
                              : "VectorSpan VectorsOf(const ::" + info.qualifiedBase + " *);\n");
  std::vector<host::MemberStep> steps;
  llvm::StringSet<> tags;
  auto expose = [&](const host::MemberPath &path) {
    for (const host::MemberStep &step : path)
      if (tags.insert(step.tag()).second)
        steps.push_back(step);
  };
  for (const host::FieldInfo *field : exposed)
    expose(field->path);
  for (const ControlModel &control : model.controls)
    for (const host::Parameter &parameter : control.info->parameters)
      expose(parameter.path);
  for (const host::MemberStep &step : steps)
    os << "struct Checked_" << step.tag() << " {};\nconstexpr auto PointerTo(Checked_" << step.tag()
       << ");\n";
  os << "}\n";
  if (!fields.empty()) {
    os << "template struct vkmorph::MemberTable<" << info.qualifiedBase;
    for (const host::FieldInfo *field : fields)
      os << ", " << host::spellRow(field->path, "Member", "0");
    os << ">;\n";
  }
  if (!info.vectors.empty()) {
    os << "template struct vkmorph::VectorTable<" << info.qualifiedBase;
    for (const host::VectorInfo &vector : info.vectors)
      os << ", "
         << host::spellRow(vector.path, vector.isCounted() ? "CountedVector" : "VectorMember",
                           std::to_string(vector.elementBytes) + (!vector.isCounted() ? ""
                                                                  : vector.capacityOffset >= 0
                                                                      ? ", 0, 0, 0"
                                                                      : ", 0"));
    os << ">;\n";
  }
  for (const host::MemberStep &step : steps)
    os << "template struct vkmorph::Expose<vkmorph::Checked_" << step.tag() << ", "
       << step.pointer() << ">;\n";
  os << "\n";
}

std::string HarnessPrinter::valueOf(const host::Parameter &parameter, size_t index) {
  if (parameter.isReference)
    return (parameter.isObjectPointer() ? "a.buffer<" : "*a.buffer<") + parameter.valueType + ">(" +
           std::to_string(index) + ")";
  if (!parameter.isPointer)
    return "a.value<" + parameter.type + ">(" + std::to_string(index) + ")";
  // const float (*)[3] has its star inside.
  std::string pointee = StringRef(parameter.type).ends_with("*")
                            ? StringRef(parameter.type).rtrim("* ").str()
                            : "std::remove_pointer_t<" + parameter.type + ">";
  return "a.buffer<" + pointee + ">(" + std::to_string(index) + ")";
}

/// What the harness calls an object: its own name may be that of a parameter here.
static std::string nameOfObject(size_t number) { return "object" + std::to_string(number); }

/// A member of an object that is a parameter: `member(member(object0, PointerTo(...)), ...)`.
std::string HarnessPrinter::placeOf(const host::Parameter &member) {
  std::string place = nameOfObject(member.object);
  for (const host::MemberStep &step : member.path)
    place = kLibrary + ("member(" + place) + ", PointerTo(vkmorph::Checked_" + step.tag() + "()))";
  return place;
}

/// Objects are made for the call of what buffers and places hold, which get back what it leaves.
void HarnessPrinter::printCall(const host::ControlInfo &function,
                               const std::vector<std::string> &arguments) {
  for (auto [number, object] : llvm::enumerate(function.objects))
    os << "std::decay_t<" << object.type << "> " << nameOfObject(number) << "{};\n";
  std::string after;
  for (auto [index, parameter] : llvm::enumerate(function.parameters)) {
    if (!parameter.isLent())
      continue;
    std::string place = placeOf(parameter), number = std::to_string(index);
    if (parameter.isSize) {
      after += "*a.buffer<uint32_t>(" + number + ") = uint32_t(" + place + ".size());\n";
    } else if (parameter.isPointer) {
      os << kLibrary << "fillVector(" << place << ", a, " << number << ");\n";
      if (!function.objects[parameter.object].isConst())
        after += kLibrary + ("takeVector(" + place) + ", a, " + number + ");\n";
    } else {
      os << place << " = " << valueOf(parameter, index) << ";\n";
      if (parameter.isReference)
        after += valueOf(parameter, index) + " = " + place + ";\n";
    }
  }
  std::string call = "object." + function.name + "(" + llvm::join(arguments, ", ") + ")";
  os << (function.returnType == "void" ? call : "a.setResult(" + call + ")") << ";\n" << after;
}

void HarnessPrinter::printExtents(const ControlModel &control) {
  llvm::SetVector<unsigned> values;
  llvm::SetVector<StringAttr> fields;
  std::string counts;
  for (auto [index, parameter] : llvm::enumerate(control.info->parameters)) {
    if (!parameter.isPointer || llvm::is_contained(control.unknownExtents, parameter.name))
      continue;
    vkm::ExtentOp extent = parameter.extent;
    for (StringAttr field : host::loadedFields(extent))
      fields.insert(field);
    // A conversion of a parameter may stand before the extent.
    std::function<void(Value)> use = [&](Value value) {
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        if (!isa<vkm::PtrType>(argument.getType()))
          values.insert(argument.getArgNumber());
      } else if (!extent->isAncestor(value.getDefiningOp())) {
        llvm::for_each(value.getDefiningOp()->getOperands(), use);
      }
    };
    extent->walk([&](Operation *op) { llvm::for_each(op->getOperands(), use); });
    host::HostLanguage language(info, "cmd", {});
    for (StringAttr field : fields)
      if (const host::FieldInfo *known = info.findField(field.getValue()))
        language.nameMember(field, known->localName());
    counts += "counts[" + std::to_string(index) + "] = static_cast<uint64_t>(" +
              ExpressionPrinter(language).text(getYielded(extent.getCount())) + ");\n";
  }
  os << "static void extents(" << info.base << " &" << (fields.empty() ? "" : "object")
     << ", const " << kLibrary << "Arguments &" << (values.empty() ? "" : "a") << ", uint64_t *"
     << (counts.empty() ? "" : "counts") << ") {\n";
  for (unsigned index : values) {
    const host::Parameter &parameter = control.info->parameters[index];
    os << "const auto " << parameter.name << " = " << (parameter.isObjectPointer() ? "*" : "")
       << valueOf(parameter, index) << ";\n";
  }
  for (StringAttr symbol : fields)
    if (host::FieldInfo *field = info.findField(symbol.getValue())) {
      std::string place = "object";
      for (const host::MemberStep &step : field->path)
        place =
            kLibrary + ("member(" + place) + ", PointerTo(vkmorph::Checked_" + step.tag() + "()))";
      os << "const auto &" << field->localName() << " = " << place << ";\n";
    }
  os << counts << "}\n";
}

void HarnessPrinter::printFunction(const ControlModel &control) {
  const host::ControlInfo &function = *control.info;
  std::vector<std::string> declared, tables, arguments, scalars, ranges;
  for (auto [index, parameter] : llvm::enumerate(function.parameters)) {
    declared.push_back(host::declare(parameter.type, parameter.name));
    // Of a reference, what the recorded form takes: the value.
    Type type = parameter.value.getType();
    auto pointer = dyn_cast<vkm::PtrType>(type);
    const char *role = parameter.isReference  ? "place"
                       : !pointer             ? "value"
                       : pointer.getIsConst() ? "input"
                                              : "inOut";
    tables.push_back(kLibrary + std::string(role) + "(\"" + parameter.name + "\", " +
                     typeTable(pointer ? pointer.getPointee() : type) + ")");
    for (auto [number, object] : llvm::enumerate(function.objects))
      if (object.position == index)
        arguments.push_back(nameOfObject(number));
    if (!parameter.isLent())
      arguments.push_back(valueOf(parameter, index));
    if (parameter.isSize && parameter.isUsed)
      scalars.push_back("uint32_t(a.count(" + std::to_string(index - 1) + "))");
    else if (parameter.isReference && parameter.isUsed)
      scalars.push_back("*a.buffer<" + parameter.valueType + ">(" + std::to_string(index) + ")");
    else if (!parameter.isPointer && !parameter.isReference &&
             (parameter.isUsed || !parameter.isLent()))
      scalars.push_back(valueOf(parameter, index));
    if (parameter.isBound()) {
      std::string range = "b[" + std::to_string(index) + "].";
      ranges.push_back(llvm::formatv("{0}buffer, {0}offset, {0}range", range).str());
    }
  }
  for (auto [number, object] : llvm::enumerate(function.objects))
    if (object.position == function.parameters.size())
      arguments.push_back(nameOfObject(number));
  os << "  // " << function.returnType << " " << function.name << "(" << llvm::join(declared, ", ")
     << ")\nstruct " << function.unique << " {\n";
  // One more than there are: an array has at least one.
  tables.push_back("{}");
  os << "static constexpr " << kLibrary << "Parameter kParameters[] = {" << llvm::join(tables, ", ")
     << "};\nstatic constexpr size_t kParameterCount = " << function.parameters.size()
     << ";\nstatic constexpr bool kHasDropIn = " << (function.hasDropIn() ? "true" : "false")
     << ";\nstatic constexpr bool kHasRecorded = " << (function.readsBetween ? "false" : "true")
     << ";\n\n";
  printExtents(control);
  os << "template <class Object> static void call(Object &object, [[maybe_unused]] " << kLibrary
     << "Arguments &a) {\n";
  printCall(function, arguments);
  os << "}\nstatic void bind(" << info.name << " &" << (ranges.empty() ? "" : "object")
     << ", const vkmorph::BufferRange *" << (ranges.empty() ? "" : "b") << ") {\n";
  if (!function.setter.empty())
    os << "object." << function.setter << "(" << llvm::join(ranges, ", ") << ");\n";
  os << "}\nstatic void record(" << info.name << " &object, VkCommandBuffer cmd, const " << kLibrary
     << "Arguments &" << (scalars.empty() ? "" : "a") << ") {\n";
  scalars.insert(scalars.begin(), "cmd");
  // A member function that is not public is reached through a class that derives from its class.
  std::string command = "object." + function.command;
  if (function.prints) {
    os << "struct Access : " << info.name
       << " { static constexpr auto pointer() { return &Access::" << function.command << "; } };\n";
    command = "(object.*Access::pointer())";
  }
  os << command << "(" << llvm::join(scalars, ", ") << ");\n}\n};\n\n";
}

void HarnessPrinter::printRules() {
  std::vector<std::string> values;
  for (auto [index, parameter] : llvm::enumerate(model.declarations.constructor))
    values.push_back("a.value<" + parameter.cppType + ">(" + std::to_string(index) + ")");
  os << "struct Rules {\n"
     << "template <class Object> static void make(void *memory, const " << kLibrary << "Arguments &"
     << (values.empty() ? "" : "a") << ") {\nnew (memory) Object(" << llvm::join(values, ", ")
     << ");\n}\n"
     << "template <class Object> static void setUp([[maybe_unused]] Object &object) {\n";
  for (const std::string &statements : setup)
    os << statements << (StringRef(statements).rtrim().ends_with(";") ? "" : ";") << "\n";
  os << "}\n};\n";
}

void HarnessPrinter::printFieldTable(llvm::StringRef name, llvm::StringRef rows,
                                     llvm::StringRef tables) {
  if (rows.empty())
    return;
  os << "\nstatic const " << kLibrary << "Field " << name << "[] = {" << rows << "};\nsubject."
     << name << " = " << name << ";\nsubject." << tables
     << "(static_cast<const Original *>(nullptr));\n";
}

void HarnessPrinter::printMain() {
  std::string checked;
  for (const std::string &name : info.namespaces)
    checked += name + "::";
  checked += "Checked";
  os << "int main(int argc, char **argv) {\nusing Original = ::" << info.qualifiedBase
     << ";\nusing Generated = ::" << info.qualifiedName << ";\n"
     << "auto subject = " << kLibrary << "describeClass<Original, Generated, " << checked
     << "::Rules>(\"" << info.qualifiedBase << "\");\n";
  if (!model.declarations.constructor.empty()) {
    os << "static const " << kLibrary << "Parameter constructor[] = {";
    for (const ConstructorParameter &parameter : model.declarations.constructor)
      os << kLibrary << "value(\"" << parameter.name << "\", " << typeTable(parameter.type)
         << "), ";
    os << "};\nsubject.constructorParameters = constructor;\n"
       << "subject.constructorParameterCount = " << model.declarations.constructor.size() << ";\n";
  }
  os << "\nstatic const " << kLibrary << "ControlFunction controls[] = {";
  for (const ControlModel &control : model.controls) {
    vkm::ControlOp op = control.info->dropIn;
    std::string result =
        op.getResultTypes().empty() ? "nullptr" : "&" + typeTable(op.getResultTypes().front());
    os << kLibrary << "describe<Original, Generated, " << checked << "::" << control.info->unique
       << ">(\"" << control.info->unique << "\", " << result << ", "
       << (control.info->isVirtual ? "true" : "false") << "), ";
  }
  os << "};\nsubject.controls = controls;\nsubject.controlCount = " << model.controls.size()
     << ";\n";
  std::string rows;
  auto addRow = [&](const std::string &name, Type type) {
    rows += "{\"" + name + "\", &" + typeTable(type) + "}, ";
  };
  for (const host::FieldInfo *field : comparedFields())
    addRow(field->name, vkm::FieldOp(field->op).getType());
  printFieldTable("fields", std::exchange(rows, {}), "members = vkmorph::MembersOf");
  for (const host::VectorInfo &vector : info.vectors)
    addRow(vector.name, vkm::FieldOp(vector.op).getVectorElement());
  printFieldTable("vectorFields", rows, "vectors = vkmorph::VectorsOf");
  os << "return " << kLibrary << "run(subject, argc, argv);\n}\n";
}

std::string HarnessPrinter::print() {
  printMembers();
  for (const std::string &name : info.namespaces)
    os << "namespace " << name << " {\n";
  os << "\n// Names mean here what they mean in the class.\nstruct Checked : " << info.base
     << " {\n";
  for (const ControlModel &control : model.controls)
    printFunction(control);
  printRules();
  os << "};\n\n";
  for (const std::string &name : llvm::reverse(info.namespaces))
    os << "} // namespace " << name << "\n";
  os << "\n";
  printMain();
  std::string head = "// Runs " + info.qualifiedBase +
                     " and what vkmorph made of it on the same inputs; written by "
                     "vkmorph-check.\n#include \"" +
                     info.stem +
                     "_generated.h\"\n\n#include \"vkmorph-check/support/harness.h\"\n\n";
  if (!typeTables.empty())
    head += "// Types of arguments and members that are no scalars.\n" + typeTables + "\n";
  return host::formatCpp(head + text);
}

std::string vkmorph::check::printHarness(ClassModel &model, const std::vector<std::string> &setup) {
  return HarnessPrinter(model, setup).print();
}
