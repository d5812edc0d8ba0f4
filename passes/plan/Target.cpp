//===- Target.cpp - What the planner may assume of a device -----------------------------------===//

#include "passes/plan/Target.h"

#include "passes/plan/ProbeTarget.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace vkmorph;

static constexpr const char *kBuiltinTargets[] = {
#include "passes/plan/BuiltinTargets.inc"
};

/// Calls `visit(key, member)` for each key of the file.
template <typename T, typename Visitor> static void forEachKey(T &target, Visitor visit) {
  visit("name", target.name);
  visit("description", target.description);
  visit("api_version", target.apiVersion);
  visit("subgroup_arithmetic", target.subgroupArithmetic);
  visit("subgroup_ballot", target.subgroupBallot);
  visit("subgroup_shuffle", target.subgroupShuffle);
  visit("min_subgroup_size", target.minSubgroupSize);
  visit("max_subgroup_size", target.maxSubgroupSize);
  visit("max_workgroup_invocations", target.maxWorkgroupInvocations);
  visit("max_workgroup_size", target.maxWorkgroupSize);
  visit("shared_memory_bytes", target.sharedMemoryBytes);
  visit("storage_buffers", target.storageBuffers);
  visit("push_constant_bytes", target.pushConstantBytes);
  visit("float32_atomic_add", target.float32AtomicAdd);
  visit("int64_atomics", target.int64Atomics);
  visit("int64", target.int64);
  visit("float64", target.float64);
  visit("storage_8bit", target.storage8Bit);
  visit("storage_16bit", target.storage16Bit);
  visit("scalar_block_layout", target.scalarBlockLayout);
  visit("float_controls", target.floatControls);
  visit("ray_tracing_pipeline", target.rayTracingPipeline);
  visit("software_device", target.softwareDevice);
  visit("nonuniform_sampling", target.nonuniformSampling);
  visit("exact_rounding", target.exactRounding);
}

bool Target::drop(StringRef key) {
  bool isFlag = false;
  forEachKey(*this, [&](StringRef name, auto &member) {
    if constexpr (std::is_same_v<std::decay_t<decltype(member)>, bool>)
      if (name == key) {
        member = false;
        isFlag = true;
      }
  });
  return isFlag;
}

namespace {
/// Reads one value of the kind that its key demands; says what is wrong otherwise.
struct ReadValue {
  const llvm::json::Value &value;

  std::string operator()(std::string &result) {
    auto text = value.getAsString();
    if (!text)
      return "a string";
    result = text->str();
    return {};
  }
  std::string operator()(bool &result) {
    auto flag = value.getAsBoolean();
    if (!flag)
      return "true or false";
    result = *flag;
    return {};
  }
  std::string operator()(int64_t &result) {
    auto number = value.getAsInteger();
    if (!number || *number < 1)
      return "a positive integer";
    result = *number;
    return {};
  }
  std::string operator()(std::array<int64_t, 3> &result) {
    const llvm::json::Array *array = value.getAsArray();
    if (!array || array->size() != 3)
      return "three positive integers";
    for (auto [number, element] : llvm::zip(result, *array))
      if (std::string wrong = ReadValue{element}(number); !wrong.empty())
        return "three positive integers";
    return {};
  }
};

/// The same for attributes.
struct ReadAttr {
  Attribute attr;

  std::string operator()(std::string &result) {
    auto text = dyn_cast<StringAttr>(attr);
    if (!text)
      return "a string";
    result = text.str();
    return {};
  }
  std::string operator()(bool &result) {
    auto flag = dyn_cast<BoolAttr>(attr);
    if (!flag)
      return "true or false";
    result = flag.getValue();
    return {};
  }
  std::string operator()(int64_t &result) {
    auto number = dyn_cast<IntegerAttr>(attr);
    if (!number || !number.getType().isSignlessInteger(64) || number.getInt() < 1)
      return "a positive integer of 64 bits";
    result = number.getInt();
    return {};
  }
  std::string operator()(std::array<int64_t, 3> &result) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(attr);
    if (!numbers || numbers.size() != 3 ||
        llvm::any_of(numbers.asArrayRef(), [](int64_t number) { return number < 1; }))
      return "three positive integers of 64 bits";
    llvm::copy(numbers.asArrayRef(), result.begin());
    return {};
  }
};

struct ToAttr {
  Builder builder;
  Attribute operator()(const std::string &text) { return builder.getStringAttr(text); }
  Attribute operator()(bool flag) { return builder.getBoolAttr(flag); }
  Attribute operator()(int64_t number) { return builder.getI64IntegerAttr(number); }
  Attribute operator()(const std::array<int64_t, 3> &numbers) {
    return builder.getDenseI64ArrayAttr(numbers);
  }
};
} // namespace

/// Sets the member of that key; says what is wrong otherwise.
template <typename Reader> static std::string setKey(Target &target, StringRef key, Reader read) {
  std::string problem = ("unknown key '" + key + "'").str();
  forEachKey(target, [&](StringRef name, auto &member) {
    if (name != key)
      return;
    std::string wanted = read(member);
    problem = wanted.empty() ? std::string() : ("'" + key + "' has to be " + wanted).str();
  });
  return problem;
}

/// What no device can be; empty where there is one.
static std::string findContradiction(const Target &target) {
  static constexpr StringRef versions[] = {"1.0", "1.1", "1.2", "1.3", "1.4"};
  if (!llvm::is_contained(versions, target.apiVersion))
    return "there is no Vulkan '" + target.apiVersion + "'; 'api_version' is one of " +
           llvm::join(ArrayRef(versions), ", ");
  for (auto [key, size] : {std::pair("min_subgroup_size", target.minSubgroupSize),
                           std::pair("max_subgroup_size", target.maxSubgroupSize)})
    if (!llvm::isPowerOf2_64(size))
      return "'" + std::string(key) + "' is " + std::to_string(size) +
             ", and subgroups have a power of two of threads";
  if (target.minSubgroupSize > target.maxSubgroupSize)
    return "'min_subgroup_size' is " + std::to_string(target.minSubgroupSize) +
           ", more than 'max_subgroup_size', which is " + std::to_string(target.maxSubgroupSize);
  return {};
}

static llvm::Expected<Target> parseTarget(StringRef text, StringRef where) {
  auto fail = [&](const llvm::Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "target '" + where + "': " + message);
  };
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return fail(llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (!object)
    return fail("the file holds no JSON object");
  Target target;
  target.name = where.str();
  std::string problem;
  for (const auto &entry : *object)
    if (std::string wrong = setKey(target, entry.first, ReadValue{entry.second}); !wrong.empty())
      problem = wrong;
  if (problem.empty())
    problem = findContradiction(target);
  if (!problem.empty())
    return fail(problem);
  return target;
}

llvm::Expected<Target> vkmorph::loadTarget(StringRef nameOrFile) {
  if (nameOrFile == kProbeTarget) {
    llvm::Expected<std::string> text = probeDevice();
    if (!text)
      return text.takeError();
    return parseTarget(*text, nameOrFile);
  }
  for (const char *text : kBuiltinTargets) {
    llvm::Expected<Target> target = parseTarget(text, nameOrFile);
    if (!target)
      return target.takeError();
    if (target->name == nameOrFile)
      return target;
  }
  auto buffer = llvm::MemoryBuffer::getFile(nameOrFile, /*IsText=*/true);
  if (!buffer) {
    std::string names = llvm::join(getBuiltinTargets(), ", ");
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "target '" + nameOrFile + "' is neither built in (" + names +
            "), nor 'probe', nor a file that can be read: " + buffer.getError().message());
  }
  return parseTarget((*buffer)->getBuffer(), nameOrFile);
}

std::vector<std::string> vkmorph::getBuiltinTargets() {
  std::vector<std::string> names;
  for (const char *text : kBuiltinTargets)
    if (llvm::Expected<Target> target = parseTarget(text, "built in"))
      names.push_back(target->name);
    else
      llvm::consumeError(target.takeError());
  return names;
}

DictionaryAttr Target::toAttr(MLIRContext *context) const {
  SmallVector<NamedAttribute> entries;
  ToAttr convert{Builder(context)};
  forEachKey(*this, [&](StringRef name, const auto &member) {
    if (name != "description")
      entries.push_back(convert.builder.getNamedAttr(name, convert(member)));
  });
  return DictionaryAttr::get(context, entries);
}

llvm::Expected<Target> Target::fromAttr(DictionaryAttr attr) {
  Target target;
  std::string problem;
  for (NamedAttribute entry : attr)
    if (std::string wrong = setKey(target, entry.getName(), ReadAttr{entry.getValue()});
        !wrong.empty())
      problem = wrong;
  if (problem.empty())
    problem = findContradiction(target);
  if (!problem.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), problem);
  return target;
}
