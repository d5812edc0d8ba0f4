// Makes objects, and the data of calls.
#include "objects.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace vkmorph::check {

static constexpr size_t kObjectAlignment = 64;

/// Here, where no compiler sees that the bytes are cleared before an object's lifetime begins:
/// members that the class leaves uninitialised have to be the same in both objects.
static void *allocateCleared(size_t bytes) {
  void *memory = ::operator new(bytes, std::align_val_t(kObjectAlignment));
  std::memset(memory, 0, bytes);
  return memory;
}

void FreeObject::operator()(void *memory) const {
  ::operator delete(memory, std::align_val_t(kObjectAlignment));
}

void *MemberReader::field(const MemberInfo &info, void *object) {
  if (!info.packing)
    return info.address(object);
  std::vector<uint8_t> &records = m_records[&info];
  records.resize(info.bytes);
  info.packing.pack(object, records.data(), {object});
  return records.data();
}

VectorElements MemberReader::vector(const VectorInfo &info, void *object) {
  VectorElements elements = info.elements(object);
  if (!info.packing)
    return elements;
  std::vector<uint8_t> &records = m_records[&info];
  records.resize(elements.size * info.elementBytes);
  info.packing.pack(object, records.data(), {object});
  elements.data = records.data();
  return elements;
}

/// What a constructor gets: the same numbers for one case.
class ConstructorArguments {
public:
  ConstructorArguments(const Subject &subject, const Plan &plan, const Case &which) {
    Random random(mixSeed(which.seed, 1));
    for (size_t i = 0; i < subject.constructorParameterCount; ++i) {
      const Parameter &parameter = subject.constructorParameters[i];
      std::vector<uint8_t> &bytes = m_values.emplace_back(parameter.type->bytes);
      fill(*parameter.type, 1, "(constructor)", parameter.name, plan.rules,
           {Style::Eighths, Reach::Usual, which.seed}, random, bytes.data());
      // Sizes of one name are one size.
      auto size = which.sizes.find(parameter.name);
      const Scalar scalar = parameter.type->scalar;
      if (size != which.sizes.end() && !isFloat(scalar) && scalar != Scalar::Bool)
        store(scalar, double(size->second), bytes.data());
      m_arguments.setPlace(i, bytes.data());
      m_text += (i ? ", " : "") + std::string(parameter.name) + " = " + spell(scalar, bytes.data());
    }
  }
  const Arguments &get() const { return m_arguments; }
  /// "width = 3, gain = 0.5".
  const std::string &describe() const { return m_text; }

private:
  std::vector<std::vector<uint8_t>> m_values;
  Arguments m_arguments;
  std::string m_text;
};

MemberDraw MemberDraw::make(const Subject &subject, const Plan &plan,
                            const ControlFunction &function, const Case &which) {
  MemberDraw draw;
  auto found = plan.members.find(function.name);
  if (found == plan.members.end())
    return draw;
  // Objects behind an interface and variants are what the class's own code makes them.
  const auto isPacked = [&](size_t index, bool isVector) {
    return bool(isVector ? subject.vectors.first[index].packing
                         : subject.members.first[index].packing);
  };
  for (const MemberInput &input : found->second) {
    const auto add = [&](const Field *fields, size_t count, bool isVector) {
      for (size_t i = 0; i < count; ++i)
        if (input.name == fields[i].name && !isPacked(i, isVector)) {
          const bool isDrawn = input.isStated || (input.kept.empty() && which.drawsMembers);
          const std::optional<Reach> reach = isDrawn ? std::optional(Reach::Usual) : std::nullopt;
          draw.members.push_back({input, i, isVector, reach, input.kept, false});
        }
    };
    add(subject.fields, subject.members.count, false);
    add(subject.vectorFields, subject.vectors.count, true);
  }
  return draw;
}

OriginalObject::OriginalObject(const Subject &subject, const Plan &plan, const Case &which,
                               const MemberDraw &draw, size_t number)
    : m_subject(subject), m_memory(allocateCleared(subject.originalBytes)) {
  const ConstructorArguments arguments(subject, plan, which);
  m_construction = arguments.describe();
  subject.makeOriginal(get(), arguments.get());
  setUp();
  callEarlier(plan, which, draw, number);
  drawMembers(plan, which, draw, number);
}

/// Where a vector that the function reads has no elements.
void OriginalObject::callEarlier(const Plan &plan, const Case &which, const MemberDraw &draw,
                                 size_t number) {
  constexpr uint64_t stream = 50;
  constexpr uint64_t mostElements = 200'000;
  auto calls = plan.earlier.find(which.function);
  const auto isEmpty = [&] {
    return std::any_of(draw.members.begin(), draw.members.end(), [&](const auto &member) {
      return member.isVector && vector(member.index).size == 0;
    });
  };
  if (which.isPlain || calls == plan.earlier.end())
    return;
  for (const EarlierCall &call : calls->second) {
    const ControlFunction *function =
        std::find_if(m_subject.controls, m_subject.controls + m_subject.controlCount,
                     [&](const ControlFunction &one) { return call.function == one.name; });
    if (function == m_subject.controls + m_subject.controlCount || !isEmpty())
      continue;
    Case own = which;
    own.function = call.function;
    own.sizes = call.sizes;
    own.mostElements = mostElements;
    CallData data(m_subject, *function, plan, own, mixSeed(mixSeed(which.seed, stream), number));
    if (!data.prepare(get()).empty())
      continue;
    function->call(get(), data.cpu());
    m_earlier.push_back(call.function);
  }
}

void OriginalObject::setUp() {
  const auto bytesOf = [&](size_t index, bool isVector) {
    const VectorElements elements = isVector ? vector(index) : VectorElements{field(index), 1, 1};
    const size_t bytes = isVector ? m_subject.vectors.first[index].elementBytes
                                  : m_subject.members.first[index].bytes;
    const auto *begin = static_cast<const uint8_t *>(elements.data);
    return std::vector<uint8_t>(begin, begin + elements.size * bytes);
  };
  std::vector<std::vector<uint8_t>> fields, vectors;
  for (size_t i = 0; i < m_subject.members.count; ++i)
    fields.push_back(bytesOf(i, false));
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    vectors.push_back(bytesOf(i, true));
  m_subject.setUpOriginal(get());
  for (size_t i = 0; i < fields.size(); ++i)
    m_setUpFields.push_back(bytesOf(i, false) != fields[i]);
  // Elements that are all alike are what a vector was made longer with.
  for (size_t i = 0; i < vectors.size(); ++i) {
    const std::vector<uint8_t> bytes = bytesOf(i, true);
    const size_t one = std::min(bytes.size(), m_subject.vectors.first[i].elementBytes);
    const bool areAlike =
        std::equal(bytes.begin() + std::ptrdiff_t(one), bytes.end(), bytes.begin());
    m_setUpVectors.push_back(!areAlike && bytes != vectors[i]);
  }
}

void OriginalObject::drawMembers(const Plan &plan, const Case &which, const MemberDraw &draw,
                                 size_t number) {
  constexpr uint64_t firstStream = 100, seldom = 4;
  // Those that belong together do as the constructor leaves them.
  const bool keepsSizes =
      (which.seed + number) % seldom == 1 || plan.keptSizes.count(which.function) > 0;
  const bool isUniform = number == 1 && !which.isPlain && which.seed / 2 % 2 == 0;
  for (const MemberDraw::Member &member : draw.members) {
    if (!member.reach || (!member.input.isStated && isSetUp(member.index, member.isVector)))
      continue;
    // A stream of its own, so that no other member's values depend on whether it is drawn.
    const uint64_t stream = firstStream + 2 * member.index + member.isVector;
    Random random(mixSeed(mixSeed(which.seed, stream), number));
    const Field &info =
        member.isVector ? m_subject.vectorFields[member.index] : m_subject.fields[member.index];
    const VectorElements elements =
        member.isVector ? vector(member.index) : VectorElements{field(member.index), 1, 1};
    fill(*info.type, elements.size, which.function, info.name, plan.rules,
         {which.style, *member.reach, which.seed + number, plan.usesFor(which), keepsSizes,
          isUniform},
         random, static_cast<uint8_t *>(elements.data));
  }
}

OriginalObject::~OriginalObject() { m_subject.destroyOriginal(get()); }

/// "3" or "{x = 1, y = 2}"; long ones are cut.
static std::string describeValue(const Type &type, const uint8_t *value) {
  if (type.kind == Type::Kind::Scalar)
    return spell(type.scalar, value);
  std::string text;
  constexpr size_t kMost = 8;
  const std::vector<Leaf> leaves = leavesOf(type);
  for (size_t i = 0; i < std::min(leaves.size(), kMost); ++i)
    text += (i ? ", " : "") + leaves[i].path + " = " +
            spell(leaves[i].scalar, value + leaves[i].offset);
  return "{" + text + (leaves.size() > kMost ? ", ..." : "") + "}";
}

std::string OriginalObject::describe(const MemberDraw &draw) const {
  std::string text = m_construction.empty() ? "" : "constructed with " + m_construction;
  for (const std::string &function : m_earlier)
    text += (text.empty() ? "what " : ", what ") + function + " left";
  for (const MemberDraw::Member &member : draw.members)
    if (member.reach && !member.isVector && !member.input.isOverwritten)
      text += (text.empty() ? "" : ", ") + member.input.name + " = " +
              describeValue(*m_subject.fields[member.index].type,
                            static_cast<const uint8_t *>(field(member.index)));
  return text;
}

void *OriginalObject::field(size_t index) const {
  return m_reader.field(m_subject.members.first[index], get());
}

VectorElements OriginalObject::vector(size_t index) const {
  return m_reader.vector(m_subject.vectors.first[index], get());
}

Objects::Objects(const Subject &subject, const DeviceContext &device, const Plan &plan,
                 const Case &which, const MemberDraw &draw, size_t number)
    : m_subject(subject), m_original(subject, plan, which, draw, number),
      m_generated(allocateCleared(subject.generatedBytes)) {
  subject.makeGenerated(generated(), ConstructorArguments(subject, plan, which).get());
  subject.init(generated(), device);
  subject.setUpGenerated(generated());
  if (!draw.members.empty())
    adopt();
}

Objects::~Objects() { m_subject.destroyGenerated(generated()); }

void *Objects::field(size_t index, bool ofGenerated) const {
  return ofGenerated ? m_reader.field(m_subject.members.first[index], base())
                     : m_original.field(index);
}

VectorElements Objects::vector(size_t index, bool ofGenerated) const {
  return ofGenerated ? m_reader.vector(m_subject.vectors.first[index], base())
                     : m_original.vector(index);
}

/// Packed members that no kernel writes are equal.
void Objects::give(const Packing &packing, const void *from, void *to, size_t bytes) const {
  if (packing && packing.unpack)
    packing.unpack(base(), static_cast<const unsigned char *>(from));
  else if (!packing)
    std::memcpy(to, from, bytes);
}

void Objects::adopt() {
  for (size_t i = 0; i < m_subject.vectors.count; ++i) {
    const VectorElements from = vector(i, false), to = vector(i, true);
    if (m_subject.vectors.first[i].assign) {
      m_subject.vectors.first[i].assign(base(), from.data, from.size);
      continue;
    }
    const size_t bytes = std::min(from.size, to.size) * m_subject.vectors.first[i].elementBytes;
    if (bytes != 0 && std::memcmp(to.data, from.data, bytes) != 0)
      give(m_subject.vectors.first[i].packing, from.data, to.data, bytes);
  }
  for (size_t i = 0; i < m_subject.members.count; ++i) {
    const size_t bytes = m_subject.members.first[i].bytes;
    // Members that are const are equal.
    if (std::memcmp(field(i, true), field(i, false), bytes) != 0)
      give(m_subject.members.first[i].packing, field(i, false), field(i, true), bytes);
  }
}

/// Commands that give one vector the size of another go by that one's room: vectors that kernels
/// append to have the same, others several times as much.
void Objects::reserve(const Objects &other) {
  size_t largest = 0;
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    if (m_subject.vectors.first[i].assign)
      largest = std::max(largest, other.vector(i, false).capacity);
  for (size_t i = 0; i < m_subject.vectors.count; ++i) {
    const VectorInfo &info = m_subject.vectors.first[i];
    if (!info.assign)
      continue;
    const VectorElements own = vector(i, true);
    const auto *bytes = static_cast<const uint8_t *>(own.data);
    const std::vector<uint8_t> kept(bytes, bytes + own.size * info.elementBytes);
    // Nothing is as simple: a vector that was as long has as much capacity.
    const size_t room = info.capacityOffset == kNoOffset ? 4 * largest : largest;
    const size_t count = std::max(own.size, room);
    const std::vector<uint8_t> blank(count * info.elementBytes);
    info.assign(base(), blank.data(), count);
    info.assign(base(), kept.data(), own.size);
  }
}

void Objects::noteSizes() {
  m_before.clear();
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    m_before.push_back(vector(i, true).size);
}

bool Objects::hasGrown(const CallData &data) {
  std::vector<uint64_t> sizes = data.counts();
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    sizes.push_back(vector(i, true).size);
  sizes.insert(sizes.end(), m_before.begin(), m_before.end());
  bool grown = m_most.empty();
  m_most.resize(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    grown |= sizes[i] > m_most[i];
    m_most[i] = std::max(m_most[i], sizes[i]);
  }
  return grown;
}

uint64_t seedOfData(const Case &which, size_t data) {
  return data == 0 ? which.seed : mixSeed(which.seed, data + 2);
}

// Where all elements are alike, results are what they began as: what is largest, the elements that
// are kept, and the differences between neighbours. The other object's calls get such arrays, and
// half of the second recorded ones.
CallData::CallData(const Subject &, const ControlFunction &function, const Plan &plan,
                   const Case &which, uint64_t seed)
    : m_function(function), m_plan(plan), m_case(which), m_random(mixSeed(seed, 2)),
      m_isUniform(!which.isPlain && (seed == seedOfData(which, 1) ||
                                     (seed == seedOfData(which, 3) && which.seed / 2 % 2 == 0))) {
  const size_t count = function.parameterCount;
  m_values.resize(count);
  m_counts.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const Parameter &parameter = function.parameters[i];
    m_cpuArrays.emplace_back();
    m_gpuArrays.emplace_back();
    m_inputs.emplace_back();
    // Both branches of those that ask run.
    if (parameter.mayBeNull && mixSeed(seed, 16 + i) % 2 == 0) {
      m_cpu.setNull(i);
      m_gpu.setNull(i);
    }
    if (parameter.isBuffer())
      continue;
    m_values[i].resize(parameter.type->bytes);
    fill(*parameter.type, 1, function.name, parameter.name, plan.rules,
         {which.style, Reach::Usual, seed, plan.usesFor(which)}, m_random, m_values[i].data());
    auto size = which.sizes.find(parameter.name);
    if (size != which.sizes.end() && parameter.type->kind == Type::Kind::Scalar)
      store(parameter.type->scalar, double(size->second), m_values[i].data());
    if (parameter.isMemory()) {
      m_cpuArrays[i] = GuardedArray(parameter.type->bytes);
      std::memcpy(m_cpuArrays[i].data(), m_values[i].data(), m_values[i].size());
      m_gpuArrays[i] = m_cpuArrays[i].copy();
    }
    m_cpu.setPlace(i, parameter.isMemory() ? m_cpuArrays[i].data() : m_values[i].data());
    m_gpu.setPlace(i, parameter.isMemory() ? m_gpuArrays[i].data() : m_values[i].data());
  }
}

std::string CallData::prepare(void *original) {
  constexpr uint64_t unknown = UINT64_MAX;
  std::vector<uint64_t> counts(m_function.parameterCount, unknown);
  m_function.extents(original, m_cpu, counts.data());
  for (size_t i = 0; i < counts.size(); ++i) {
    const Parameter &parameter = m_function.parameters[i];
    if (!parameter.isBuffer()) {
      counts[i] = parameter.isMemory();
      continue;
    }
    auto stated = m_case.sizes.find(parameter.name);
    if (stated != m_case.sizes.end())
      counts[i] = uint64_t(stated->second);
    if (counts[i] == unknown)
      throw std::runtime_error(std::string("the extent of '") + parameter.name + "' is not known");
    if (m_case.mostElements != 0 && counts[i] > m_case.mostElements)
      return std::string("'") + parameter.name + "' would have " + std::to_string(counts[i]) +
             " elements";
  }
  if (m_isFilled && counts == m_counts)
    return "";
  m_counts = counts;
  m_isFilled = true;
  for (size_t i = 0; i < counts.size(); ++i) {
    const Parameter &parameter = m_function.parameters[i];
    if (!parameter.isBuffer())
      continue;
    m_cpuArrays[i] = GuardedArray(counts[i] * parameter.type->bytes);
    fill(*parameter.type, counts[i], m_function.name, parameter.name, m_plan.rules,
         {m_case.style, Reach::Usual, 0, m_plan.usesFor(m_case), false, m_isUniform}, m_random,
         m_cpuArrays[i].data());
    m_gpuArrays[i] = m_cpuArrays[i].copy();
    m_cpu.setPlace(i, m_cpuArrays[i].data(), counts[i]);
    m_gpu.setPlace(i, m_gpuArrays[i].data(), counts[i]);
  }
  return "";
}

void CallData::remember() {
  for (size_t i = 0; i < m_inputs.size(); ++i)
    m_inputs[i] = m_cpuArrays[i].copy();
}

void CallData::adopt() {
  for (size_t i = 0; i < m_gpuArrays.size(); ++i)
    if (m_gpuArrays[i].bytes() > 0)
      std::memcpy(m_gpuArrays[i].data(), m_cpuArrays[i].data(), m_gpuArrays[i].bytes());
}

std::string CallData::describeValues() const {
  std::string text;
  for (size_t i = 0; i < m_values.size(); ++i)
    if (!m_function.parameters[i].isBuffer() || m_cpu.isNull(i))
      text += (text.empty() ? "" : ", ") + std::string(m_function.parameters[i].name) + " = " +
              (m_cpu.isNull(i) ? "nullptr"
                               : describeValue(*m_function.parameters[i].type, m_values[i].data()));
  return text;
}

std::string CallData::describeInputs(size_t index) const {
  std::string text;
  for (size_t i = 0; i < m_inputs.size(); ++i) {
    const Parameter &parameter = m_function.parameters[i];
    if (!parameter.isBuffer() || index >= m_counts[i] || m_cpu.isNull(i))
      continue;
    text +=
        (text.empty() ? "" : ", ") + std::string(parameter.name) + "[" + std::to_string(index) +
        "] = " + describeValue(*parameter.type, m_inputs[i].data() + index * parameter.type->bytes);
  }
  return text;
}

InputTraits CallData::traits() const {
  InputTraits traits;
  for (size_t i = 0; i < m_values.size(); ++i) {
    const Parameter &parameter = m_function.parameters[i];
    if (parameter.isBuffer()) {
      traits.add(*parameter.type, m_counts[i], m_inputs[i].data());
      traits.elements = std::max(traits.elements, double(m_counts[i]));
      continue;
    }
    // Integers that are passed are no data.
    const double data = traits.data;
    traits.add(*parameter.type, 1, m_values[i].data());
    traits.count = std::max(traits.count, traits.data);
    traits.data = data;
  }
  // Iterations of a grid that no buffer is as large as.
  double product = 1.0;
  for (const auto &[name, size] : m_case.sizes)
    product *= double(std::max<int64_t>(size, 1));
  traits.elements = std::max({traits.elements, product, traits.count});
  return traits;
}

} // namespace vkmorph::check
