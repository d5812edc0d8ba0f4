// Lets each second subgroup run first: llvmpipe runs those of a workgroup in order up to a barrier,
// so that what an earlier one has stored is there even without one.
#include "subgroups.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>

namespace vkmorph::check {

static std::atomic<uint32_t> swapped{0};

void setSwappedSubgroups(uint32_t size) { swapped = size; }

uint32_t swappedSubgroups() { return swapped; }

namespace {

using Words = std::vector<uint32_t>;

// Of the SPIR-V specification.
enum Opcode : uint32_t {
  OpLine = 8,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpTypeVoid = 19,
  OpTypeInt = 21,
  OpTypeVector = 23,
  OpTypePointer = 32,
  OpConstant = 43,
  OpFunction = 54,
  OpVariable = 59,
  OpLoad = 61,
  OpStore = 62,
  OpAccessChain = 65,
  OpInBoundsAccessChain = 66,
  OpDecorate = 71,
  OpCompositeConstruct = 80,
  OpCompositeExtract = 81,
  OpIAdd = 128,
  OpISub = 130,
  OpIMul = 132,
  OpUDiv = 134,
  OpUMod = 137,
  OpBitwiseXor = 198,
  OpBitwiseAnd = 199,
  OpControlBarrier = 224,
  OpLabel = 248,
  OpNoLine = 317
};
enum Number : uint32_t {
  GLCompute = 5,
  LocalSize = 17,
  BuiltInDecoration = 11,
  Input = 1,
  Private = 6,
  SubgroupId = 40,
  WorkgroupId = 26,
  LocalInvocationId = 27,
  GlobalInvocationId = 28,
  LocalInvocationIndex = 29
};
constexpr size_t kHeader = 5, kBound = 3, kVersion = 1;
constexpr uint32_t kInterfaceHasAll = 0x00010400; // from SPIR-V 1.4 on

/// Words of one instruction, the first one with its length.
Words instruction(uint32_t opcode, Words operands) {
  operands.insert(operands.begin(), uint32_t(operands.size() + 1) << 16 | opcode);
  return operands;
}

uint32_t opcodeOf(const Words &one) { return one[0] & 0xffff; }

/// A module, by its instructions.
class Swapping {
public:
  Swapping(const uint32_t *words, size_t count, uint32_t size);

  /// False where the module has to stay as it is.
  bool swap();
  Words words() const;

private:
  bool findEntry();
  uint32_t findOrAdd(uint32_t opcode, const Words &before, const Words &behind);
  uint32_t findBuiltIn(uint32_t builtIn) const;
  uint32_t constant(uint32_t value) { return findOrAdd(OpConstant, {m_uint}, {value}); }
  uint32_t pointer(uint32_t storage, uint32_t type) {
    return findOrAdd(OpTypePointer, {}, {storage, type});
  }
  uint32_t variable(uint32_t storage, uint32_t type);
  uint32_t emit(uint32_t opcode, uint32_t type, Words operands);
  uint32_t input(uint32_t builtIn);
  uint32_t chooseDistance();
  uint32_t swapIndex(uint32_t local, uint32_t distance, std::array<uint32_t, 3> &places);
  void stand(uint32_t builtIn, uint32_t type, uint32_t value);
  void redirect();
  void insertCode();

  Words m_header;
  uint32_t m_size; ///< of a subgroup
  std::vector<Words> m_instructions;
  std::vector<Words> m_globals; ///< to be inserted before the first function
  std::vector<Words> m_code;    ///< to be inserted where the entry point begins
  size_t m_entry = 0;           ///< the instruction that names it
  std::array<uint32_t, 3> m_workgroup = {};
  uint32_t m_uint = 0, m_triple = 0;
  std::map<uint32_t, uint32_t> m_standIns; ///< by variables of the shader's input
  std::vector<uint32_t> m_interface;       ///< variables that have been added
};

} // namespace

Swapping::Swapping(const uint32_t *words, size_t count, uint32_t size)
    : m_header(words, words + std::min(count, kHeader)), m_size(size) {
  for (size_t i = kHeader; i < count;) {
    const uint32_t length = words[i] >> 16;
    if (length == 0 || i + length > count) {
      m_instructions.clear();
      return;
    }
    m_instructions.emplace_back(words + i, words + i + length);
    i += length;
  }
}

Words Swapping::words() const {
  Words all = m_header;
  for (const Words &one : m_instructions)
    all.insert(all.end(), one.begin(), one.end());
  return all;
}

/// The only entry point, and how large its workgroups are.
bool Swapping::findEntry() {
  size_t entries = 0;
  for (size_t i = 0; i < m_instructions.size(); ++i) {
    const Words &one = m_instructions[i];
    if (opcodeOf(one) == OpEntryPoint) {
      ++entries;
      m_entry = i;
    } else if (opcodeOf(one) == OpExecutionMode && one.size() == 6 && one[2] == LocalSize) {
      std::copy(one.begin() + 3, one.end(), m_workgroup.begin());
    }
  }
  if (entries != 1 || m_instructions[m_entry][1] != GLCompute || m_size == 0)
    return false;
  const uint32_t invocations = m_workgroup[0] * m_workgroup[1] * m_workgroup[2];
  return invocations != 0 && m_workgroup[0] % m_size == 0 && invocations % (2 * m_size) == 0;
}

/// The id of a type or constant, which there may be only one of.
uint32_t Swapping::findOrAdd(uint32_t opcode, const Words &before, const Words &behind) {
  Words operands = before;
  operands.push_back(0);
  const size_t at = operands.size();
  operands.insert(operands.end(), behind.begin(), behind.end());
  Words wanted = instruction(opcode, operands);
  for (const std::vector<Words> *list : {&m_instructions, &m_globals})
    for (const Words &one : *list) {
      if (one[0] != wanted[0])
        continue;
      wanted[at] = one[at];
      if (one == wanted)
        return one[at];
    }
  wanted[at] = m_header[kBound]++;
  m_globals.push_back(wanted);
  return wanted[at];
}

/// The variable that has a value of the device's; 0 where there is none.
uint32_t Swapping::findBuiltIn(uint32_t builtIn) const {
  for (const Words &one : m_instructions)
    if (opcodeOf(one) == OpDecorate && one.size() == 4 && one[2] == BuiltInDecoration &&
        one[3] == builtIn)
      return one[1];
  return 0;
}

uint32_t Swapping::variable(uint32_t storage, uint32_t type) {
  const uint32_t id = m_header[kBound]++;
  const uint32_t of = pointer(storage, type);
  m_globals.push_back(instruction(OpVariable, {of, id, storage}));
  if (storage == Input || m_header[kVersion] >= kInterfaceHasAll)
    m_interface.push_back(id);
  return id;
}

uint32_t Swapping::emit(uint32_t opcode, uint32_t type, Words operands) {
  const uint32_t id = m_header[kBound]++;
  operands.insert(operands.begin(), {type, id});
  m_code.push_back(instruction(opcode, std::move(operands)));
  return id;
}

/// A variable that has coordinates of the device's.
uint32_t Swapping::input(uint32_t builtIn) {
  if (const uint32_t known = findBuiltIn(builtIn); known != 0)
    return known;
  const uint32_t added = variable(Input, m_triple);
  // Decorations stand before all types, of which there is one by now.
  const auto first =
      std::find_if(m_instructions.begin(), m_instructions.end(), [](const Words &one) {
        return opcodeOf(one) == OpDecorate || opcodeOf(one) == OpTypeVoid;
      });
  m_instructions.insert(first, instruction(OpDecorate, {added, BuiltInDecoration, builtIn}));
  return added;
}

/// By how much indices change. Of two subgroups, either order shows one direction alone in which
/// data may go: each second workgroup has the other one.
uint32_t Swapping::chooseDistance() {
  if (m_workgroup[0] * m_workgroup[1] * m_workgroup[2] != 2 * m_size)
    return constant(m_size);
  const uint32_t group = emit(OpLoad, m_triple, {input(WorkgroupId)});
  uint32_t sum = constant(1);
  for (uint32_t i = 0; i < m_workgroup.size(); ++i)
    sum = emit(OpIAdd, m_uint, {sum, emit(OpCompositeExtract, m_uint, {group, i})});
  return emit(OpIMul, m_uint, {emit(OpBitwiseAnd, m_uint, {sum, constant(1)}), constant(m_size)});
}

/// The index of an invocation in its workgroup, once it has changed places, and its coordinates.
uint32_t Swapping::swapIndex(uint32_t local, uint32_t distance, std::array<uint32_t, 3> &places) {
  for (uint32_t i = 0; i < places.size(); ++i)
    places[i] = emit(OpCompositeExtract, m_uint, {local, i});
  uint32_t index = places[0];
  uint32_t stride = m_workgroup[0];
  for (size_t i = 1; i < places.size(); stride *= m_workgroup[i++])
    if (m_workgroup[i] > 1)
      index = emit(OpIAdd, m_uint, {index, emit(OpIMul, m_uint, {places[i], constant(stride)})});
  index = emit(OpBitwiseXor, m_uint, {index, distance});
  stride = 1;
  for (size_t i = 0; i < places.size(); stride *= m_workgroup[i++]) {
    const uint32_t rows = stride == 1 ? index : emit(OpUDiv, m_uint, {index, constant(stride)});
    places[i] = emit(OpUMod, m_uint, {rows, constant(m_workgroup[i])});
  }
  return index;
}

/// What the shader reads of a value of the device's is another one from here on.
void Swapping::stand(uint32_t builtIn, uint32_t type, uint32_t value) {
  const uint32_t input = findBuiltIn(builtIn);
  if (input == 0)
    return;
  uint32_t &standIn = m_standIns[input];
  standIn = variable(Private, type);
  m_code.push_back(instruction(OpStore, {standIn, value}));
}

/// The code of the shader reads what stands in.
void Swapping::redirect() {
  for (Words &one : m_instructions) {
    const bool isChain = opcodeOf(one) == OpAccessChain || opcodeOf(one) == OpInBoundsAccessChain;
    if (!isChain && opcodeOf(one) != OpLoad)
      continue;
    const auto found = m_standIns.find(one[3]);
    if (found == m_standIns.end())
      continue;
    one[3] = found->second;
    // A pointer at a coordinate: those are all that the device gives parts of.
    if (isChain)
      one[1] = pointer(Private, m_uint);
  }
}

/// Declarations go before the first function, and code where the entry point's variables end.
void Swapping::insertCode() {
  Words &entry = m_instructions[m_entry];
  entry.insert(entry.end(), m_interface.begin(), m_interface.end());
  entry[0] += uint32_t(m_interface.size()) << 16;
  const auto isFunction = [](const Words &one) { return opcodeOf(one) == OpFunction; };
  auto first = std::find_if(m_instructions.begin(), m_instructions.end(), isFunction);
  first = m_instructions.insert(first, m_globals.begin(), m_globals.end());
  const uint32_t main = m_instructions[m_entry][2];
  auto at = std::find_if(first, m_instructions.end(),
                         [&](const Words &one) { return isFunction(one) && one[2] == main; });
  at = std::find_if(at, m_instructions.end(),
                    [](const Words &one) { return opcodeOf(one) == OpLabel; });
  at = std::find_if(at + 1, m_instructions.end(), [](const Words &one) {
    const uint32_t opcode = opcodeOf(one);
    return opcode != OpVariable && opcode != OpLine && opcode != OpNoLine;
  });
  m_instructions.insert(at, m_code.begin(), m_code.end());
}

bool Swapping::swap() {
  if (m_instructions.empty() || !findEntry())
    return false;
  m_uint = findOrAdd(OpTypeInt, {}, {32, 0});
  m_triple = findOrAdd(OpTypeVector, {}, {m_uint, 3});
  const uint32_t local = emit(OpLoad, m_triple, {input(LocalInvocationId)});
  const uint32_t distance = chooseDistance();
  std::array<uint32_t, 3> places;
  const uint32_t index = swapIndex(local, distance, places);
  const uint32_t other = emit(OpCompositeConstruct, m_triple, {places[0], places[1], places[2]});
  stand(LocalInvocationId, m_triple, other);
  stand(LocalInvocationIndex, m_uint, index);
  if (const uint32_t global = findBuiltIn(GlobalInvocationId); global != 0) {
    const uint32_t origin = emit(OpISub, m_triple, {emit(OpLoad, m_triple, {global}), local});
    stand(GlobalInvocationId, m_triple, emit(OpIAdd, m_triple, {origin, other}));
  }
  if (const uint32_t subgroup = findBuiltIn(SubgroupId); subgroup != 0) {
    const uint32_t numbers = emit(OpUDiv, m_uint, {distance, constant(m_size)});
    stand(SubgroupId, m_uint,
          emit(OpBitwiseXor, m_uint, {emit(OpLoad, m_uint, {subgroup}), numbers}));
  }
  redirect();
  insertCode();
  return true;
}

bool hasWorkgroupBarrier(const uint32_t *words, size_t count) {
  for (size_t i = kHeader; i < count;) {
    const uint32_t length = words[i] >> 16;
    if (length == 0 || i + length > count)
      break;
    if ((words[i] & 0xffff) == OpControlBarrier)
      return true;
    i += length;
  }
  return false;
}

std::vector<uint32_t> withSwappedSubgroups(const uint32_t *words, size_t count, uint32_t size) {
  Swapping swapping(words, count, size);
  return swapping.swap() ? swapping.words() : Words(words, words + count);
}

} // namespace vkmorph::check
