//===- Cases.cpp - Chooses sizes, and writes the plan of a run --------------------------------===//

#include "Cases.h"

#include "Unordered.h"

#include "Process.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"

#include <cmath>
#include <optional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

/// Default cases have no buffer with more elements than that.
static constexpr int64_t kMostElements = 200'000;

// Around workgroups of 64 and 256 threads and the elements that a workgroup reduces, empty, one,
// and more than 65535 of something: what counts by 16 bits starts again, and there are so many
// workgroups that their results are combined in several steps. Without such, some workgroups do.
static constexpr int64_t kMany = Options::kLargestSize;
static constexpr int64_t kSome = 4099;
static const std::vector<std::vector<int64_t>> kOneSize = {
    {0}, {1}, {2}, {63}, {64}, {65}, {255}, {256}, {257}, {1000}, {kMany}};
static const std::vector<std::vector<int64_t>> kTwoSizes = {
    {0, 0}, {0, 3},   {5, 0},   {1, 1},   {2, 2},    {1, 7},     {7, 1},    {3, 3},
    {8, 8}, {17, 15}, {64, 64}, {255, 3}, {33, 257}, {kMany, 1}, {1, kMany}};
static const std::vector<std::vector<int64_t>> kThreeSizes = {
    {0, 0, 0}, {0, 3, 4}, {5, 0, 2}, {3, 4, 0}, {1, 1, 1},    {2, 2, 2},   {1, 5, 7},
    {7, 1, 5}, {5, 7, 1}, {3, 3, 3}, {8, 8, 4}, {17, 15, 13}, {255, 3, 3}, {64, 33, 48}};
/// For a size of which the user says nothing beside one of which he does.
static const std::vector<int64_t> kBeside = {0, 1, 7, 64, 257};

/// The same with sizes up to `largest`, each tuple once.
static std::vector<std::vector<int64_t>> limited(const std::vector<std::vector<int64_t>> &tuples,
                                                 int64_t largest) {
  std::vector<std::vector<int64_t>> result;
  for (std::vector<int64_t> tuple : tuples) {
    for (int64_t &size : tuple)
      size = std::min(size, largest);
    if (!llvm::is_contained(result, tuple))
      result.push_back(std::move(tuple));
  }
  return result;
}

/// Size tuples for `count` sizes where the user states none.
static std::vector<std::vector<int64_t>> defaultSizes(size_t count, int64_t largest) {
  if (count == 0)
    return {{}};
  if (count == 1)
    return limited(kOneSize, largest);
  if (count == 2)
    return limited(kTwoSizes, largest);
  if (count == 3)
    return limited(kThreeSizes, largest);
  // Odd ones by turns.
  std::vector<std::vector<int64_t>> tuples;
  for (llvm::ArrayRef<int64_t> values :
       {llvm::ArrayRef<int64_t>{0}, {1}, {2}, {3, 5, 7}, {7, 3, 2}, {9, 8, 4}, {17, 4, 5}}) {
    std::vector<int64_t> &tuple = tuples.emplace_back();
    for (size_t i = 0; i < count; ++i)
      tuple.push_back(values[i % values.size()]);
  }
  return limited(tuples, largest);
}

/// What --size says of a parameter of a function, if anything.
static const std::vector<int64_t> *findStated(const Options &options, const ControlModel &control,
                                              llvm::StringRef name) {
  for (llvm::StringRef prefix :
       {control.info->unique + ".", control.info->name + ".", std::string()})
    if (auto found = options.sizes.find((prefix + name).str()); found != options.sizes.end())
      return &found->second;
  return nullptr;
}

/// A name as --arg and --size have it, without the function that it may begin with.
static llvm::StringRef withoutFunction(llvm::StringRef path, const ControlModel &control) {
  if (!path.consume_front(control.info->unique + "."))
    path.consume_front(control.info->name + ".");
  return path;
}

/// Whether a path is another one, or leads into it.
static bool isWithin(llvm::StringRef path, llvm::StringRef whole) {
  return path.consume_front(whole) && (path.empty() || path.starts_with("."));
}

/// Whether an --arg says what values a parameter of a function has.
static bool hasRule(const Options &options, const ControlModel &control, llvm::StringRef name) {
  return llvm::any_of(options.arguments, [&](const ArgumentRule &rule) {
    return withoutFunction(rule.path, control) == name;
  });
}

/// Further tuples of sizes: around the limits that the class compares them with, if no tuple has
/// these yet.
static void addLimitSizes(const ControlModel &control, llvm::ArrayRef<std::string> names,
                          std::vector<std::vector<int64_t>> &tuples) {
  constexpr int64_t largest = 2000;
  constexpr size_t most = 6;
  const size_t last = tuples.size() + most;
  for (auto [index, name] : llvm::enumerate(names)) {
    auto use = control.uses.find(name);
    if (use == control.uses.end())
      continue;
    for (double limit : use->second.limits)
      for (double value : {std::floor(limit), std::floor(limit) + 1.0, std::floor(limit) - 1.0}) {
        bool isNew = llvm::none_of(tuples, [&, at = index](const std::vector<int64_t> &tuple) {
          return double(tuple[at]) == value;
        });
        if (!isNew || value < 0.0 || value > double(largest) || tuples.size() == last)
          continue;
        std::vector<int64_t> &tuple = tuples.emplace_back();
        for (size_t i = 0; i < names.size(); ++i)
          tuple.push_back(i == index ? int64_t(value) : int64_t(9 + 4 * i));
      }
  }
}

namespace {

class CaseMaker {
public:
  CaseMaker(const ClassModel &model, const Options &options) : model(model), options(options) {}

  llvm::Expected<Cases> make();
  void takeOwnNames(Options &own, llvm::StringSet<> &found) const;

private:
  void addControl(const ControlModel &control);
  std::string describeMissing(const ControlModel &control) const;
  std::optional<std::string> findMembersInstead(Type type, llvm::StringRef path) const;
  bool isKnown(llvm::StringRef path, std::optional<std::string> &members) const;
  llvm::Error checkNames() const;
  std::string describeParameters() const;
  static llvm::Error fail(const llvm::Twine &message) {
    return llvm::createStringError(llvm::errc::invalid_argument, message);
  }

  const ClassModel &model;
  const Options &options;
  Cases cases;
};

} // namespace

std::string CaseMaker::describeParameters() const {
  std::string text;
  for (const ControlModel &control : model.controls) {
    std::vector<std::string> names;
    for (const host::Parameter &parameter : control.info->parameters)
      names.push_back(parameter.name);
    text += text.empty() ? "" : "; ";
    text += control.info->unique;
    text += "(" + llvm::join(names, ", ") + ")";
  }
  return text;
}

/// Follows names of members, subscripts left out, from a parameter's type. Gives the names that
/// there are where one of the path is none of them; nothing where all are.
std::optional<std::string> CaseMaker::findMembersInstead(Type type, llvm::StringRef path) const {
  while (!path.empty()) {
    if (auto pointer = dyn_cast<vkm::PtrType>(type))
      type = pointer.getPointee();
    else if (auto place = dyn_cast<vkm::RefType>(type))
      type = place.getPointee();
    if (auto texel = dyn_cast<vkm::TexelType>(type))
      type = texel.getPixel();
    while (Type element = vkm::getElementType(type))
      type = element;
    auto [name, rest] = path.split('.');
    auto record = dyn_cast<vkm::RecordType>(type);
    vkm::RecordOp op = record ? vkm::lookupRecord(model.loweredClass(), record) : vkm::RecordOp();
    vkm::MemberAttr member = op ? op.lookupMember(name) : vkm::MemberAttr();
    if (!member) {
      std::vector<std::string> names;
      for (Attribute other : op ? op.getMembers().getValue() : llvm::ArrayRef<Attribute>())
        names.push_back(cast<vkm::MemberAttr>(other).getName().str());
      return llvm::join(names, ", ");
    }
    type = member.getType();
    path = rest;
  }
  return std::nullopt;
}

/// Whether a parameter or member has this name, or is the one that the path leads into. `members`
/// are the names that there are where the path begins with a parameter and goes on with none.
bool CaseMaker::isKnown(llvm::StringRef path, std::optional<std::string> &members) const {
  auto [first, rest] = path.split('.');
  if (llvm::any_of(model.declarations.constructor,
                   [&](const auto &one) { return one.name == path; }))
    return true;
  for (const ControlModel &control : model.controls) {
    if (llvm::any_of(control.members.read, [&](const std::string &symbol) {
          std::string name = model.findMember(symbol);
          return !name.empty() && isWithin(withoutFunction(path, control), name);
        }))
      return true;
    bool isPrefixed = (first == control.info->unique || first == control.info->name);
    auto [name, inside] = isPrefixed ? rest.split('.') : std::pair(first, rest);
    for (const host::Parameter &parameter : control.info->parameters)
      if (parameter.name == name) {
        members = findMembersInstead(parameter.valueIs, inside);
        if (!members)
          return true;
      }
  }
  return false;
}

/// A rule for a name that nothing has would be silently without effect.
llvm::Error CaseMaker::checkNames() const {
  std::optional<std::string> members; // of the parameter that the path begins with
  auto unknown = [&](llvm::StringRef option, llvm::StringRef path) {
    if (members)
      return fail("--" + option + ": there is no member '" + path + "'; " +
                  (members->empty() ? "a number has none" : "the members there are " + *members));
    return fail("--" + option + ": there is no parameter '" + path +
                "'; the control functions are " + describeParameters());
  };
  for (const ArgumentRule &rule : options.arguments)
    if (!isKnown(rule.path, members))
      return unknown("arg", rule.path);
  for (const auto &[path, values] : options.sizes)
    if (!isKnown(path, members))
      return unknown("size", path);
  return llvm::Error::success();
}

void CaseMaker::takeOwnNames(Options &own, llvm::StringSet<> &found) const {
  std::optional<std::string> members;
  auto isForeign = [&](const std::string &path) {
    if (!isKnown(path, members))
      return true;
    found.insert(path);
    return false;
  };
  llvm::erase_if(own.controls, [&](const std::string &name) {
    if (!model.findControl(name))
      return true;
    found.insert(name);
    return false;
  });
  llvm::erase_if(own.arguments, [&](const ArgumentRule &rule) { return isForeign(rule.path); });
  for (auto one = own.sizes.begin(); one != own.sizes.end();)
    one = isForeign(one->first) ? own.sizes.erase(one) : std::next(one);
}

llvm::Expected<Cases> CaseMaker::make() {
  if (model.controls.empty())
    return fail("class '" + model.info.qualifiedBase + "' has no public control function");
  for (const std::string &name : options.controls)
    if (!model.findControl(name))
      return fail("there is no public control function '" + name + "'; the control functions are " +
                  describeParameters());
  if (llvm::Error error = checkNames())
    return error;
  for (const ControlModel &control : model.controls) {
    bool isAsked = options.controls.empty() ||
                   llvm::is_contained(options.controls, control.info->unique) ||
                   llvm::is_contained(options.controls, control.info->name);
    if (!isAsked)
      continue;
    std::string missing = describeMissing(control);
    if (missing.empty())
      addControl(control);
    else if (options.controls.empty())
      cases.unchecked.emplace_back(&control, missing);
    else
      return fail(missing);
  }
  if (cases.cases.empty())
    return fail(cases.unchecked.front().second);
  return std::move(cases);
}

/// What has to be stated of a function before it can be run, if anything.
std::string CaseMaker::describeMissing(const ControlModel &control) const {
  // Numbers of elements are for the recorded form.
  if (control.info->readsBetween && !control.unknownExtents.empty())
    return "'" + control.info->name +
           "' reads members between its kernels, which only a call with host arrays can do, and "
           "the "
           "extent of '" +
           control.unknownExtents.front() +
           "' is not known: state it in the source with [[vkmorph::size(\"...\")]] before the "
           "parameter";
  for (const std::string &buffer : control.unknownExtents)
    if (!findStated(options, control, buffer))
      return "the extent of '" + buffer + "' in '" + control.info->name +
             "' is not known: state the number of its elements with --size " + buffer +
             "=N, or in the source with [[vkmorph::size(\"...\")]] before the parameter";
  return "";
}

void CaseMaker::addControl(const ControlModel &control) {
  std::vector<std::string> names;
  for (const std::string &name : control.sizes)
    if (!hasRule(options, control, name))
      names.push_back(name);
  llvm::append_range(names, control.unknownExtents);
  // Sizes that are no sizes to us, but which the user wants to have one after another.
  for (const host::Parameter &parameter : control.info->parameters)
    if (!llvm::is_contained(names, parameter.name) && findStated(options, control, parameter.name))
      names.push_back(parameter.name);
  for (const ConstructorParameter &parameter : model.declarations.constructor)
    if (!llvm::is_contained(names, parameter.name) && findStated(options, control, parameter.name))
      names.push_back(parameter.name);

  bool isStated = llvm::any_of(
      names, [&](const std::string &name) { return findStated(options, control, name); });
  std::vector<std::vector<int64_t>> tuples = {{}};
  if (!isStated) {
    int64_t largest = std::min(options.largestSize, control.asksForMany ? kMany : kSome);
    tuples = defaultSizes(names.size(), largest);
    addLimitSizes(control, names, tuples);
  } else {
    for (const std::string &name : names) {
      const std::vector<int64_t> *stated = findStated(options, control, name);
      std::vector<std::vector<int64_t>> longer;
      for (const std::vector<int64_t> &tuple : tuples)
        for (int64_t value : stated ? *stated : kBeside) {
          longer.push_back(tuple);
          longer.back().push_back(value);
        }
      tuples = std::move(longer);
    }
  }
  for (size_t index = 0; index < Liberties::kCount; ++index) {
    auto [contracts, halves, samples] = Liberties::of(index);
    if (vkm::ControlOp op = halves ? control.halved : control.recognised)
      cases.estimates[index].emplace(&control, estimateErrors(op, contracts, samples));
  }
  size_t first = cases.cases.size();
  // Without sizes, what makes cases differ is what is drawn. Lengths of arrays that are stated, one
  // of each, are no sizes.
  constexpr unsigned kWithoutSizes = 6;
  auto isArray = [&](const std::string &name) {
    return llvm::any_of(control.info->parameters, [&](const host::Parameter &parameter) {
      return parameter.name == name && parameter.isPointer;
    });
  };
  bool hasSizes = tuples.size() > 1 || !llvm::all_of(names, isArray);
  bool draws = llvm::any_of(control.info->parameters, [&](const host::Parameter &parameter) {
    return !parameter.isPointer && !parameter.isSize && !hasRule(options, control, parameter.name);
  });
  draws |= !control.members.read.empty() || !model.declarations.constructor.empty();
  unsigned turns = !hasSizes && draws && options.repeat == 1 ? kWithoutSizes : options.repeat;
  for (unsigned turn = 0; turn < turns; ++turn)
    for (const std::vector<int64_t> &tuple : tuples) {
      CasePlan &one = cases.cases.emplace_back();
      one.number = static_cast<int64_t>(cases.cases.size()) - 1;
      one.control = &control;
      for (auto [name, value] : llvm::zip(names, tuple))
        one.sizes.emplace_back(name, value);
      // Seed and sizes say all about a case, so that a reproduction needs no more.
      one.seed = options.seed + static_cast<uint64_t>(one.number);
      one.floats = one.seed % 2 == 1 ? CasePlan::Floats::Full : CasePlan::Floats::Eighths;
      one.mostElements = isStated ? 0 : kMostElements;
    }
  if (options.mutateBarriers) {
    // One case of a function tells what its barriers are for: of about so many iterations.
    constexpr double kWanted = 1000.0;
    auto distance = [](const CasePlan &one) {
      double product = 1.0;
      for (const auto &[name, value] : one.sizes)
        product *= static_cast<double>(value);
      return std::fabs(product - kWanted);
    };
    llvm::MutableArrayRef<CasePlan> own = llvm::MutableArrayRef(cases.cases).drop_front(first);
    llvm::min_element(own, [&](const CasePlan &a, const CasePlan &b) {
      return distance(a) < distance(b);
    })->mutateBarriers = true;
  }
}

llvm::Expected<Cases> vkmorph::check::makeCases(const ClassModel &model, const Options &options) {
  return CaseMaker(model, options).make();
}

void vkmorph::check::takeOwnNames(const ClassModel &model, Options &options,
                                  llvm::StringSet<> &found) {
  CaseMaker(model, options).takeOwnNames(options, found);
}

int64_t vkmorph::check::addExactCases(Cases &cases, llvm::ArrayRef<const ControlModel *> controls,
                                      bool drawsMembers) {
  auto first = static_cast<int64_t>(cases.cases.size());
  std::set<std::pair<const ControlModel *, uint64_t>> seen;
  for (int64_t i = 0; i < first; ++i) {
    CasePlan one = cases.cases[static_cast<size_t>(i)];
    if (!llvm::is_contained(controls, one.control) || !seen.insert({one.control, one.seed}).second)
      continue;
    one.number = static_cast<int64_t>(cases.cases.size());
    one.floats = CasePlan::Floats::Whole;
    one.drawsMembers = drawsMembers;
    one.mutateBarriers = false;
    cases.cases.push_back(std::move(one));
  }
  return first;
}

//===------------------------------------------------------------------------------------------===//
// The plan
//===------------------------------------------------------------------------------------------===//

static llvm::json::Value toJson(const Estimate &estimate) {
  return llvm::json::Object{{"ulps", estimate.ulps},
                            {"loops", estimate.loops},
                            {"sums", estimate.sums},
                            {"alike", estimate.alike},
                            {"ontoMember", estimate.isOntoMember},
                            {"ofElements", estimate.isOfElements},
                            {"overflows", estimate.mayOverflow},
                            {"cancels", estimate.mayCancel},
                            {"degree", estimate.degree},
                            {"relative", estimate.isRelative},
                            {"loopOfData", estimate.isLoopOfData},
                            {"exactBits", estimate.exactBits},
                            {"roundings", estimate.roundings}};
}

static llvm::json::Value toJson(const ControlModel &control, const FunctionEstimates &estimates,
                                const ClassModel &model, bool halves) {
  llvm::json::Object buffers, fields;
  for (const auto &[name, estimate] : estimates.buffers)
    buffers[name] = toJson(estimate);
  for (const auto &[name, estimate] : estimates.fields)
    fields[model.getCppName(name)] = toJson(estimate);
  llvm::json::Array inputs;
  for (const auto &[name, estimate] : estimates.fields)
    if (!llvm::is_contained(estimates.reduced, name))
      inputs.push_back(model.getCppName(name));
  auto toArray = [&](const std::vector<std::string> &names) {
    return halves ? llvm::json::Array(names) : llvm::json::Array();
  };
  return llvm::json::Object{{"result", toJson(estimates.result)},
                            {"buffers", std::move(buffers)},
                            {"fields", std::move(fields)},
                            {"inputFields", std::move(inputs)},
                            {"halfBuffers", toArray(control.halfBuffers)},
                            {"halfVectors", toArray(model.halfVectors)}};
}

static llvm::json::Object makeRule(const ArgumentRule &rule, const ClassModel &model) {
  static constexpr const char *kKinds[] = {"random", "value", "range", "file"};
  llvm::json::Object object{{"kind", kKinds[static_cast<int>(rule.kind)]},
                            {"low", rule.low},
                            {"high", rule.high},
                            {"file", rule.file}};
  auto [first, rest] = llvm::StringRef(rule.path).split('.');
  const ControlModel *control = rest.empty() ? nullptr : model.findControl(first);
  object["path"] = control ? rest : llvm::StringRef(rule.path);
  if (control)
    object["function"] = control->info->unique;
  return object;
}

/// Loops inside kernels stay short.
static llvm::json::Object makeLoopRule(const ControlModel &control, llvm::StringRef path) {
  return llvm::json::Object{{"function", control.info->unique},
                            {"path", path.str()},
                            {"kind", "range"},
                            {"low", 0},
                            {"high", 8},
                            {"default", true}};
}

static llvm::json::Object makeChoice(llvm::StringRef kind, llvm::StringRef function,
                                     llvm::StringRef path, llvm::ArrayRef<int64_t> values) {
  llvm::json::Array numbers;
  for (int64_t value : values)
    numbers.push_back(value);
  return llvm::json::Object{{"function", function.str()},
                            {"path", path.str()},
                            {"kind", kind},
                            {"values", std::move(numbers)},
                            {"default", true}};
}

static void addEnumerators(const Declarations::Enumerators &enumerators, llvm::StringRef function,
                           llvm::json::Array &rules) {
  for (const auto &[path, values] : enumerators)
    rules.push_back(makeChoice("choice", function, path, values));
}

// Sizes that members hold, by how many other sizes there are: their product is to stay small.
static const std::vector<std::vector<int64_t>> kMemberSizes = {
    {1, 2, 7, 64, 65, 255, 256, 257, 1000, 0},
    {1, 2, 3, 7, 8, 17, 33, 64, 0},
    {1, 2, 3, 5, 7, 8, 17, 0}};

/// What rules for arguments of the constructor have as their function; support/objects.cpp asks.
static const char *kConstructor = "(constructor)";

/// Whether a parameter of the constructor is a size: it is called as one of a control function, or
/// becomes one.
static bool isSize(const ConstructorParameter &parameter, const ClassModel &model) {
  if (!parameter.type.isInteger() || parameter.type.isInteger(1))
    return false;
  return parameter.isSize || llvm::any_of(model.controls, [&](const ControlModel &control) {
           if (llvm::is_contained(control.sizes, parameter.name))
             return true;
           return llvm::any_of(control.members.sizes, [&](const std::string &path) {
             return llvm::is_contained(parameter.members, model.findMember(path));
           });
         });
}

static void addConstructorSizes(const ClassModel &model, llvm::json::Array &rules) {
  size_t most = 0;
  for (const ControlModel &control : model.controls)
    most = std::max(most, control.sizes.size());
  std::vector<std::string> names;
  for (const ConstructorParameter &parameter : model.declarations.constructor)
    if (isSize(parameter, model))
      names.push_back(parameter.name);
  std::vector<int64_t> values =
      kMemberSizes[std::clamp<size_t>(most + names.size(), 1, kMemberSizes.size()) - 1];
  // A class without elements is for functions whose parameters say so.
  llvm::erase(values, 0);
  for (const std::string &name : names)
    rules.push_back(makeChoice("size", kConstructor, name, values));
}

/// The parameter of the constructor that a member is the copy of, as a size; empty where it is of
/// none.
static std::string findConstructorSize(const ClassModel &model, const std::string &member) {
  for (const ConstructorParameter &parameter : model.declarations.constructor)
    if (isSize(parameter, model) && llvm::is_contained(parameter.members, member))
      return parameter.name;
  return "";
}

/// The members that a function finds as the object has them, and how they are drawn.
/// `keepsSizes`: what says which elements are written is as the constructor leaves it, and so
/// should be how many iterations there are, lest two of them write one element.
static llvm::json::Array chooseMembers(const ControlModel &control, const ClassModel &model,
                                       const Options &options, llvm::json::Array &rules,
                                       bool &keepsSizes) {
  const MemberInputs &members = control.members;
  // "m_grid.size.x" of a part of the field m_grid_size; nothing for what is no member in C++.
  auto rename = [&](llvm::StringRef path) {
    auto [symbol, rest] = path.split('.');
    std::string name = model.findMember(symbol);
    return name.empty() || rest.empty() ? name : name + "." + rest.str();
  };
  llvm::StringRef function = control.info->unique;
  std::set<std::string> sizes;
  for (const std::string &path : members.sizes)
    if (std::string name = rename(path); !name.empty())
      sizes.insert(name);
  for (const std::string &path : members.loopBounds)
    if (std::string name = rename(path); !name.empty() && !sizes.count(name))
      rules.push_back(makeLoopRule(control, name));
  size_t numSizes = control.sizes.size() + sizes.size();
  for (const std::string &name : sizes) {
    std::vector<int64_t> values = kMemberSizes[std::min(numSizes, kMemberSizes.size()) - 1];
    const int64_t largest = *llvm::max_element(values);
    if (auto use = control.uses.find(name); use != control.uses.end())
      for (double limit : use->second.limits)
        for (double value : {std::floor(limit), std::floor(limit) + 1.0})
          if (value >= 0.0 && value <= double(largest) &&
              !llvm::is_contained(values, int64_t(value)))
            values.push_back(int64_t(value));
    rules.push_back(makeChoice("size", function, name, values));
  }
  addEnumerators(model.declarations.ofMembers, function, rules);
  auto isFixed = [&](llvm::StringRef name) {
    return llvm::any_of(model.declarations.fixedMembers,
                        [&](const auto &fixed) { return isWithin(name, fixed.getKey()); });
  };
  llvm::json::Array names;
  keepsSizes |= members.hasStrideParameter;
  for (const std::string &symbol : members.read) {
    std::string name = model.findMember(symbol);
    if (name.empty() || isFixed(name))
      continue;
    bool isStated = llvm::any_of(options.arguments, [&](const ArgumentRule &rule) {
      return isWithin(withoutFunction(rule.path, control), name);
    });
    bool isTarget = llvm::any_of(members.targets, [&](const std::string &path) {
      return isWithin(path, symbol) && !members.sizes.count(path);
    });
    llvm::json::Object member{{"name", name}, {"stated", isStated}};
    if (isTarget && !isStated) {
      member["kept"] = "it says which elements are written";
      keepsSizes = true;
    }
    if (llvm::is_contained(model.sampledNumbers, symbol) && !isStated) {
      member["kept"] = "it says how large a texture is, or how it goes on";
      keepsSizes = true;
    }
    if (std::string size = findConstructorSize(model, name); !size.empty() && !isStated)
      member["kept"] = "the constructor's '" + size + "' sets it";
    names.push_back(std::move(member));
  }
  for (const std::string &symbol : members.overwritten)
    if (std::string name = model.findMember(symbol); !name.empty() && !isFixed(name))
      names.push_back(llvm::json::Object{{"name", name}, {"overwritten", true}});
  return names;
}

/// What the code does with inputs.
static llvm::json::Array describeUses(const ClassModel &model) {
  llvm::json::Array list;
  for (const ControlModel &control : model.controls)
    for (const auto &[path, use] : control.uses)
      list.push_back(llvm::json::Object{{"function", control.info->unique},
                                        {"path", path},
                                        {"limits", llvm::json::Array(use.limits)},
                                        {"count", use.isCount}});
  return list;
}

/// Functions that are called first where vectors have no elements that a function reads: those that
/// fill them, each with one set of sizes.
static llvm::json::Array chooseEarlier(const ControlModel &control, const ClassModel &model,
                                       const Options &options) {
  // So many elements that more than one workgroup has some, and all products stay small.
  static const std::vector<std::vector<int64_t>> kSizes = {{}, {300}, {17, 20}, {5, 7, 9}};
  constexpr int64_t most = 1000;
  llvm::json::Array list;
  for (const ControlModel &other : model.controls) {
    bool fills = llvm::any_of(other.members.filled, [&](const std::string &vector) {
      return control.members.read.count(vector) > 0;
    });
    if (&other == &control || !fills || !other.unknownExtents.empty())
      continue;
    llvm::json::Object sizes;
    for (auto [index, name] : llvm::enumerate(other.sizes)) {
      if (hasRule(options, other, name))
        continue;
      int64_t size = other.sizes.size() < kSizes.size() ? kSizes[other.sizes.size()][index] : 4;
      if (const std::vector<int64_t> *stated = findStated(options, other, name)) {
        size = 0;
        for (int64_t value : *stated)
          size = value <= most ? std::max(size, value) : size;
      }
      sizes[name] = size;
    }
    list.push_back(
        llvm::json::Object{{"function", other.info->unique}, {"sizes", std::move(sizes)}});
  }
  return list;
}

llvm::json::Value vkmorph::check::makePlan(const Cases &cases, const ClassModel &model,
                                           const Options &options, Liberties liberties,
                                           int64_t first) {
  llvm::json::Array rules, list, orders, keptSizes;
  llvm::json::Object members, earlier, written;
  addEnumerators(model.declarations.ofConstructor, kConstructor, rules);
  addConstructorSizes(model, rules);
  for (const ControlModel &control : model.controls) {
    for (const std::string &name : control.loopBounds)
      rules.push_back(makeLoopRule(control, name));
    auto parameters = model.declarations.ofParameters.find(control.info->name);
    if (parameters != model.declarations.ofParameters.end())
      addEnumerators(parameters->second, control.info->unique, rules);
    bool keepsSizes = false;
    members[control.info->unique] = chooseMembers(control, model, options, rules, keepsSizes);
    if (keepsSizes)
      keptSizes.push_back(control.info->unique);
    earlier[control.info->unique] = chooseEarlier(control, model, options);
    llvm::json::Array names;
    for (const std::string &symbol : control.members.written)
      if (std::string name = model.findMember(symbol); !name.empty())
        names.push_back(std::move(name));
    written[control.info->unique] = std::move(names);
  }
  for (const ArgumentRule &rule : options.arguments)
    rules.push_back(makeRule(rule, model));
  for (const CasePlan &one : llvm::ArrayRef(cases.cases).drop_front(static_cast<size_t>(first))) {
    static constexpr const char *kStyles[] = {"full", "eighths", "whole"};
    llvm::json::Object sizes;
    for (const auto &[name, value] : one.sizes)
      sizes[name] = value;
    list.push_back(llvm::json::Object{{"number", one.number},
                                      {"function", one.control->info->unique},
                                      {"sizes", std::move(sizes)},
                                      {"style", kStyles[static_cast<int>(one.floats)]},
                                      {"drawsMembers", one.drawsMembers},
                                      {"seed", one.seed},
                                      {"mostElements", one.mostElements},
                                      {"mutateBarriers", one.mutateBarriers}});
  }
  orders.push_back(llvm::json::Object{{"order", "recorded"}});
  if (options.adversarial) {
    orders.push_back(llvm::json::Object{{"order", "reverse"}});
    for (unsigned turn = 0; turn < 3; ++turn)
      orders.push_back(
          llvm::json::Object{{"order", "shuffled"}, {"seed", options.seed * 3 + turn}});
  }
  llvm::json::Object bounds;
  for (const auto &[control, estimates] : cases.getEstimates(liberties))
    bounds[control->info->unique] = toJson(*control, estimates, model, liberties.halves);
  llvm::json::Array vectors;
  llvm::json::Object buffers;
  std::optional<Unordered> unordered;
  for (const ControlModel &control : model.controls) {
    vkm::ControlOp op = control.recognised;
    if (!unordered) {
      unordered.emplace(op->getParentOfType<vkm::ClassOp>());
      for (const auto &vector : unordered->getVectors())
        vectors.push_back(model.getCppName(vector.getKey()).str());
    }
    llvm::json::Array names;
    for (const auto &buffer : unordered->getBuffers(op))
      names.push_back(buffer.getKey().str());
    buffers[control.info->unique] = std::move(names);
  }
  llvm::json::Object plan{{"validation", options.validation},
                          {"mutateBarriers", options.mutateBarriers},
                          {"rules", std::move(rules)},
                          {"members", std::move(members)},
                          {"keptSizes", std::move(keptSizes)},
                          {"earlier", std::move(earlier)},
                          {"written", std::move(written)},
                          {"uses", describeUses(model)},
                          {"cases", std::move(list)},
                          {"orders", std::move(orders)},
                          {"bounds", std::move(bounds)},
                          {"unorderedVectors", std::move(vectors)},
                          {"unorderedBuffers", std::move(buffers)}};
  plan["samples"] = liberties.samples;
  if (options.tolerance)
    plan["tolerance"] = llvm::json::Array{options.tolerance->first, options.tolerance->second};
  return plan;
}

void vkmorph::check::adoptSizes(Cases &cases, llvm::ArrayRef<llvm::json::Object> lines) {
  for (const llvm::json::Object &line : lines) {
    auto number = line.getInteger("case");
    const llvm::json::Object *sizes = line.getObject("sizes");
    if (line.getString("type") != "halved" || !number || !sizes || *number < 0 ||
        static_cast<size_t>(*number) >= cases.cases.size())
      continue;
    CasePlan &one = cases.cases[static_cast<size_t>(*number)];
    if (one.tooLong.empty())
      one.tooLong = one.sizes;
    for (auto &[name, value] : one.sizes)
      value = sizes->getInteger(name).value_or(value);
  }
}

std::string vkmorph::check::reproduce(const CasePlan &one, llvm::StringRef variant,
                                      const Options &options) {
  std::vector<std::string> words = options.reproduction;
  words.push_back("--control=" + one.control->info->unique);
  for (const auto &[name, value] : one.sizes)
    words.push_back("--size=" + name + "=" + std::to_string(value));
  for (const Variant &own : options.ownVariants)
    if (variant == own.name)
      words.push_back(quoteWord("--variant=" + own.name + "=" + llvm::join(own.options, " ")));
  if (findVariant(variant.str()))
    words.push_back("--variants=" + variant.str());
  words.push_back("--seed=" + std::to_string(one.seed));
  if (options.adversarial)
    words.push_back("--adversarial");
  if (!options.import.clangArguments.empty()) {
    words.push_back("--");
    for (const std::string &argument : options.import.clangArguments)
      words.push_back(argument);
  }
  return llvm::join(words, " ");
}
