// Runs cases: drop-in calls, calls through the base, two objects by turns, the recorded form.
#include "session.h"

#include "sorted.h"
#include "undefined.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <stdexcept>
#include <typeinfo>

namespace vkmorph::check {

Session::Session(const Subject &subject, Plan &plan, ResultWriter &results, Rehearsal &rehearsal,
                 Context &context)
    : m_subject(subject), m_plan(plan), m_results(results), m_rehearsal(rehearsal),
      m_context(context) {}

const ControlFunction &Session::find(const std::string &name) const {
  for (size_t i = 0; i < m_subject.controlCount; ++i)
    if (name == m_subject.controls[i].name)
      return m_subject.controls[i];
  throw std::runtime_error("the class has no control function '" + name + "'");
}

const Bounds &Session::boundsOf(const ControlFunction &function) const {
  static const Bounds exact;
  auto found = m_plan.bounds.find(function.name);
  return found == m_plan.bounds.end() ? exact : found->second;
}

void Session::reportValidation(const Case *which, const std::string &step) {
  const std::vector<std::string> messages = m_context.ValidationMessages();
  m_agrees &= m_messages >= messages.size();
  for (; m_messages < messages.size(); ++m_messages)
    m_results.validation(which, step, messages[m_messages]);
}

void Session::run() {
  for (const OrderSetting &order : m_plan.orders) {
    setOrder(order.order, order.seed);
    for (Case &which : m_plan.cases) {
      if (isOver())
        return;
      runCase(which, order);
    }
  }
  setOrder(Order::AsRecorded);
  m_isLimited = false;
  for (const Case &which : m_plan.cases)
    if (which.mutateBarriers)
      mutate(which);
}

/// What an original that fails may have missed.
std::vector<std::string> Session::findEmptyVectors(const Case &which) const {
  const OriginalObject object(m_subject, m_plan, which);
  std::vector<std::string> names;
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    if (object.vector(i).size == 0)
      names.push_back(m_subject.vectorFields[i].name);
  return names;
}

/// Members that are not drawn after all.
void Session::leaveOut(const Case &which, MemberDraw &draw) const {
  if (draw.members.empty())
    return;
  const OriginalObject object(m_subject, m_plan, which, MemberDraw(draw));
  draw.earlier = object.earlier();
  for (MemberDraw::Member &member : draw.members) {
    member.isEmpty = member.isVector && object.vector(member.index).size == 0;
    if (!member.input.isStated && object.isSetUp(member.index, member.isVector))
      member.kept = "--setup sets it";
    else if (member.isEmpty)
      member.kept = "it has no elements";
    else
      continue;
    member.reach.reset();
  }
}

void Session::runForms(const Case &which, const ControlFunction &function, const Take &take) {
  if (function.hasDropIn)
    runDropIn(which, function, false, take);
  if (function.hasRecorded) {
    runRecorded(which, function, take);
    runCrowded(which, function, take);
  }
}

void Session::runCase(Case &which, const OrderSetting &order) {
  const ControlFunction &function = find(which.function);
  // From the first difference on: the original may be to blame.
  std::vector<Result> doubtful;
  const auto report = [&](const Result &result) {
    m_agrees &= result.agrees();
    m_results.result(which, order, result);
    reportValidation(&which, result.mode);
  };
  const auto take = [&](const Result &result) {
    if (doubtful.empty() && result.agrees())
      report(result);
    else
      doubtful.push_back(result);
  };
  const auto attempt = [&] {
    try {
      if (!m_keepsPipelines)
        m_keepsPipelines = std::make_unique<Objects>(m_subject, m_context, m_plan, which);
      m_draw = m_rehearsal.choose(function, which);
      leaveOut(which, m_draw);
      m_results.members(which, m_draw);
      runForms(which, function, take);
    } catch (const Error &error) {
      Result result;
      result.mode = "preparation";
      result.error = error.what();
      doubtful.push_back(result);
    }
    if (doubtful.empty() && !m_rehearsal.isDoubtNext())
      return;
    if (const std::string how = m_rehearsal.doubt(function, which); !how.empty())
      throw OriginalFailed{how};
  };
  std::string failure, hint;
  m_results.begin(which, "");
  try {
    // Sizes that were asked for are run however long it takes.
    m_isLimited = which.mostElements != 0;
    const std::map<std::string, int64_t> first = which.sizes;
    for (bool isDone = false; !isDone;)
      try {
        attempt();
        isDone = true;
      } catch (const OriginalTooSlow &) {
        doubtful.clear();
        m_isLimited = m_rehearsal.halve(which);
        if (m_isLimited)
          m_results.halved(which, first);
      } catch (const OriginalFailed &) {
        doubtful.clear();
        if (!m_rehearsal.makePlain(function, which))
          throw;
      }
  } catch (const OriginalFailed &failed) {
    failure = failed.how;
    hint = failed.hint;
  }
  if (!failure.empty())
    return m_results.originalFailed(which, failure, hint, findEmptyVectors(which));
  for (const Result &result : doubtful)
    report(result);
}

//===----------------------------------------------------------------------------------------===//
// Drop-in calls
//===----------------------------------------------------------------------------------------===//

void Session::runDropIn(const Case &which, const ControlFunction &function, bool inOneGo,
                        const Take &take) {
  m_rehearsal.begin(function, which, /*isRecorded=*/false, inOneGo, m_isLimited);
  std::vector<std::unique_ptr<Objects>> objects;
  std::vector<std::unique_ptr<CallData>> data(2);
  for (const CallStep &step : stepsOf(function, /*isRecorded=*/false, inOneGo)) {
    while (objects.size() <= step.object)
      objects.push_back(
          std::make_unique<Objects>(m_subject, m_context, m_plan, which, m_draw, objects.size()));
    std::unique_ptr<CallData> &own = data[step.data];
    if (!own)
      own = std::make_unique<CallData>(m_subject, function, m_plan, which,
                                       seedOfData(which, step.data));
    if (std::string why = own->prepare(objects[step.object]->original()); !why.empty()) {
      if (!inOneGo)
        m_results.skipped(which, why);
      return;
    }
    take(call(function, *objects[step.object], *own, step));
  }
}

/// "n = 257, m_scale = 1.5".
std::string Session::describeCall(const CallData &data, const Objects &objects) const {
  std::string values = data.describeValues();
  const std::string members = objects.describe(m_draw);
  return values + (values.empty() || members.empty() ? "" : ", ") + members;
}

static double milliseconds(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// Of what is thrown at present and of a type `T`, its text; empty where it is of another type.
template <class T, class Describe> static std::string describeIf(Describe describe) {
  try {
    throw;
  } catch (const T &thrown) {
    return ": " + std::string(describe(thrown));
  } catch (...) {
    return "";
  }
}

template <class... Types> static std::string describeNumber() {
  std::string text;
  const auto describe = [](auto number) { return std::to_string(number); };
  static_cast<void>((!(text = describeIf<Types>(describe)).empty() || ...));
  return text;
}

std::string describeThrown() {
  const char *mangled = abi::__cxa_current_exception_type()->name();
  int status = 0;
  char *name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  const std::string type = status == 0 ? name : mangled;
  std::free(name);
  const auto itself = [](const auto &text) { return text; };
  return type + describeIf<std::exception>([](const auto &thrown) { return thrown.what(); }) +
         describeIf<std::string>(itself) + describeIf<const char *>(itself) +
         describeNumber<bool, char, signed char, unsigned char, short, unsigned short, int,
                        unsigned, long, unsigned long, long long, unsigned long long, float,
                        double>();
}

/// What differs in what the class and the generated one have thrown; empty where nothing does.
static std::string compareThrown(const std::string &cpu, const std::string &gpu) {
  const auto describe = [](const std::string &thrown) {
    return thrown.empty() ? "nothing" : "'" + thrown + "'";
  };
  return cpu == gpu ? "" : "throws " + describe(gpu) + ", where the class throws " + describe(cpu);
}

/// Records the commands of a call; what this throws of the user's, by describeThrown.
static std::string record(const ControlFunction &function, const Objects &objects,
                          VkCommandBuffer cmd, const Arguments &arguments) {
  try {
    function.record(objects.generated(), cmd, arguments);
    return "";
  } catch (const Error &) {
    throw;
  } catch (...) {
    return describeThrown();
  }
}

Result Session::call(const ControlFunction &function, Objects &objects, CallData &data,
                     const CallStep &step) {
  Result result;
  result.mode = step.mode;
  data.remember();
  result.values = describeCall(data, objects);
  const Spread spread = m_rehearsal.next();
  InputTraits inputs = data.traits();
  addMembers(function, objects, inputs);
  auto begin = std::chrono::steady_clock::now();
  takeUndefined();
  forgetSorts();
  function.call(objects.original(), data.cpu());
  result.cpuMilliseconds = milliseconds(begin);
  result.undefined = takeUndefined();
  takeCounts();
  takeCreations();
  objects.noteSizes();
  begin = std::chrono::steady_clock::now();
  try {
    if (step.throughBase)
      function.call(objects.base(), data.gpu());
    else
      function.callGenerated(objects.generated(), data.gpu());
    result.gpuMilliseconds = milliseconds(begin);
    result.commands = takeCounts();
    Creations created = takeCreations();
    if (!objects.hasGrown(data))
      result.createdAgain = std::move(created);
    const ExecutionTimes times = m_subject.times(objects.generated(), function.name);
    if (times.gpu)
      result.gpuMilliseconds = times.kernels;
  } catch (const Error &error) {
    result.error = error.what();
    return result;
  }
  result.error = compareThrown(data.cpu().thrown(), data.gpu().thrown());
  // Members that kernels write take part in what comes after.
  addMembers(function, objects, inputs);
  compareAll(function, objects, data, inputs, spread, result);
  // The next call starts from the same state on both sides: each has its own bound.
  data.adopt();
  objects.adopt();
  return result;
}

//===----------------------------------------------------------------------------------------===//
// The recorded form
//===----------------------------------------------------------------------------------------===//

/// Commands append no more than the vectors have room for, which is their capacity when they are
/// uploaded: as much as the original needs for the same calls.
void Session::makeRoom(const Case &which, const ControlFunction &function, Objects &objects) {
  bool appends = false;
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    appends |= m_subject.vectors.first[i].assign != nullptr;
  if (!appends)
    return;
  Objects rehearsal(m_subject, m_context, m_plan, which, m_draw);
  for (size_t number : {2, 3}) {
    CallData data(m_subject, function, m_plan, which, seedOfData(which, number));
    if (data.prepare(rehearsal.original()).empty())
      function.call(rehearsal.original(), data.cpu());
  }
  objects.reserve(rehearsal);
}

/// Gives the arrays of a call buffers of their own, and these to the object.
void Session::bindArrays(const ControlFunction &function, const Objects &objects, CallData &data,
                         CopyEngine &copy, DeviceArrays &arrays) const {
  const VkBufferUsageFlags usage = m_subject.requirements().bufferUsage;
  std::vector<BufferRange> ranges(function.parameterCount);
  for (size_t i = 0; i < function.parameterCount; ++i)
    if (function.parameters[i].isBuffer()) {
      arrays.push_back(
          std::make_unique<DeviceArray>(m_context.Device(), usage, data.gpuArray(i).bytes()));
      arrays.back()->upload(copy, data.gpuArray(i));
      ranges[i] = data.gpu().isNull(i) ? BufferRange() : arrays.back()->range();
    }
  function.bind(objects.generated(), ranges.data());
}

/// Commands keep as many elements as vectors have room for, and count the others: here as the
/// constructor leaves them. Which ones are kept is open, and so nothing else is compared.
void Session::runCrowded(const Case &which, const ControlFunction &function, const Take &take) {
  const auto written = m_plan.written.find(function.name);
  std::vector<size_t> appended;
  for (size_t i = 0; i < m_subject.vectors.count; ++i)
    if ((m_subject.vectors.first[i].capacityOffset != kNoOffset ||
         m_subject.vectorFields[i].room != 0) &&
        written != m_plan.written.end() && written->second.count(m_subject.vectorFields[i].name))
      appended.push_back(i);
  if (appended.empty())
    return;
  Objects objects(m_subject, m_context, m_plan, which, m_draw);
  CallData data(m_subject, function, m_plan, which, seedOfData(which, 2));
  if (!data.prepare(objects.original()).empty())
    return;
  Result result;
  result.mode = "recorded, with little room";
  DeviceArrays arrays;
  std::vector<size_t> rooms;
  for (size_t i : appended) {
    rooms.push_back(objects.vector(i, true).capacity);
    // Those that are exchanged have the room of the largest.
    const size_t group = m_subject.vectorFields[i].room;
    for (size_t other = 0; group != 0 && other < m_subject.vectors.count; ++other)
      if (m_subject.vectorFields[other].room == group)
        rooms.back() = std::max(rooms.back(), objects.vector(other, true).capacity);
  }
  try {
    CopyEngine copy(m_context.Device());
    CommandBuffer commands(m_context.Device());
    result.values = describeCall(data, objects);
    m_subject.updateAll(objects.generated(), copy);
    const VkCommandBuffer cmd = commands.begin();
    bindArrays(function, objects, data, copy, arrays);
    if (!record(function, objects, cmd, data.gpu()).empty())
      return;
    commands.submit();
    takeCounts();
    m_subject.readAll(objects.generated(), copy);
  } catch (const RoomError &) {
    return;
  } catch (const Error &error) {
    result.error = error.what();
  }
  for (size_t i = 0; i < appended.size(); ++i)
    if (const size_t size = objects.vector(appended[i], true).size; size > rooms[i])
      result.error = std::string(m_subject.vectorFields[appended[i]].name) + " has " +
                     std::to_string(size) + " elements on the GPU, and had room for " +
                     std::to_string(rooms[i]);
  for (const std::unique_ptr<DeviceArray> &array : arrays)
    m_subject.forgetBuffer(objects.generated(), array->buffer());
  take(result);
}

// Commands that are recorded behind others may find any number of elements in a vector. Where no
// room is enough for that, the function is recorded once; where it is not enough for that either,
// not at all.
void Session::runRecorded(const Case &which, const ControlFunction &function, const Take &take) {
  for (size_t turns : {2, 1})
    try {
      return runRecorded(which, function, take, turns);
    } catch (const RoomError &error) {
      if (turns == 1)
        m_results.skipped(which, error.what());
    }
}

// The function is recorded twice into one command buffer, with other buffers the second time: what
// has to be ordered between the two is the object's own business then.
void Session::runRecorded(const Case &which, const ControlFunction &function, const Take &take,
                          size_t turns) {
  Objects objects(m_subject, m_context, m_plan, which, m_draw);
  CopyEngine copy(m_context.Device());
  CommandBuffer commands(m_context.Device());
  DeviceArrays arrays;
  const std::vector<CallStep> steps = stepsOf(function, /*isRecorded=*/true, /*inOneGo=*/false);
  std::vector<CallData> calls;
  std::vector<Result> results(steps.size());
  std::vector<Spread> spreads;
  for (const CallStep &step : steps) {
    calls.emplace_back(m_subject, function, m_plan, which, seedOfData(which, step.data));
    results[calls.size() - 1].mode = step.mode;
  }
  for (CallData &data : calls)
    if (std::string why = data.prepare(objects.original()); !why.empty()) {
      if (!function.hasDropIn)
        m_results.skipped(which, why);
      return;
    }
  // The recorded form runs fewer calls than the drop-in form.
  m_rehearsal.begin(function, which, /*isRecorded=*/true, /*inOneGo=*/false,
                    m_isLimited && !function.hasDropIn);
  for (size_t turn = 0; turn < turns; ++turn)
    spreads.push_back(m_rehearsal.next());
  makeRoom(which, function, objects);
  try {
    m_subject.updateAll(objects.generated(), copy);
    const VkCommandBuffer cmd = commands.begin();
    for (size_t turn = 0; turn < turns; ++turn) {
      CallData &data = calls[turn];
      data.remember();
      results[turn].values = describeCall(data, objects);
      bindArrays(function, objects, data, copy, arrays);
      takeCounts();
      if (const std::string thrown = record(function, objects, cmd, data.gpu()); !thrown.empty()) {
        // Recording threw, so that nothing is submitted; the original has to throw as well.
        function.call(objects.original(), data.cpu());
        results[turn].error = compareThrown(data.cpu().thrown(), thrown);
        return take(results[turn]);
      }
      results[turn].commands = takeCounts();
      results[turn].hasCommands = true;
    }
    commands.submit();
    // Both calls are in one command buffer, so that what is missing between them counts too.
    const CommandCounts whole = takeCounts();
    for (Result &result : results) {
      result.commands.conflicts = whole.conflicts;
      result.commands.notBeforeHost = whole.notBeforeHost;
    }
    m_subject.readAll(objects.generated(), copy);
    size_t next = 0;
    for (size_t turn = 0; turn < turns; ++turn)
      for (size_t i = 0; i < function.parameterCount; ++i)
        if (function.parameters[i].isBuffer())
          arrays[next++]->download(copy, calls[turn].gpuArray(i));
  } catch (const RoomError &) {
    throw;
  } catch (const Error &error) {
    results[0].error = error.what();
    take(results[0]);
    return;
  }
  for (size_t turn = 0; turn < turns; ++turn) {
    CallData &data = calls[turn];
    InputTraits inputs = data.traits();
    addMembers(function, objects, inputs);
    const auto begin = std::chrono::steady_clock::now();
    takeUndefined();
    forgetSorts();
    function.call(objects.original(), data.cpu());
    results[turn].cpuMilliseconds = milliseconds(begin);
    results[turn].undefined = takeUndefined();
    addMembers(function, objects, inputs);
    compareBuffers(function, data, inputs, spreads[turn], /*isRecorded=*/true, results[turn]);
    // Members are what the last call left.
    if (turn + 1 == turns)
      compareFields(function, objects, inputs, spreads[turn], results[turn]);
  }
  for (const std::unique_ptr<DeviceArray> &array : arrays)
    m_subject.forgetBuffer(objects.generated(), array->buffer());
  for (size_t turn = 0; turn < turns; ++turn)
    take(results[turn]);
}

//===----------------------------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------------------------===//

static Bound boundOf(const std::map<std::string, Bound> &bounds, const std::string &name) {
  auto found = bounds.find(name);
  return found == bounds.end() ? Bound() : found->second;
}

void Session::addMembers(const ControlFunction &function, const Objects &objects,
                         InputTraits &inputs) const {
  const Bounds &bounds = boundsOf(function);
  const std::vector<std::string> &names = bounds.inputFields;
  for (size_t i = 0; i < m_subject.members.count; ++i) {
    const Field &field = m_subject.fields[i];
    if (std::find(names.begin(), names.end(), field.name) != names.end())
      inputs.add(*field.type, 1, objects.field(i, false));
    else if (bounds.fields.count(field.name) != 0)
      inputs.addStart(field.name, *field.type, objects.field(i, false));
  }
  for (size_t i = 0; i < m_subject.vectors.count; ++i) {
    const VectorElements elements = objects.vector(i, false);
    inputs.elements = std::max(inputs.elements, double(elements.size));
    const Field &field = m_subject.vectorFields[i];
    if (std::find(names.begin(), names.end(), field.name) != names.end())
      inputs.add(*field.type, elements.size, elements.data);
  }
}

Tolerance Session::toleranceOf(const Bound &bound, const InputTraits &inputs,
                               const std::string &name) const {
  return m_plan.tolerance ? *m_plan.tolerance : bound.at(inputs, name);
}

void Session::compareAll(const ControlFunction &function, const Objects &objects, CallData &data,
                         const InputTraits &inputs, const Spread &spread, Result &result) const {
  compareBuffers(function, data, inputs, spread, /*isRecorded=*/false, result);
  compareFields(function, objects, inputs, spread, result);
  if (function.result)
    result.comparison.add("the returned value", *function.result, 1, false,
                          toleranceOf(boundsOf(function).result, inputs), spread.ofResult(),
                          data.cpu().result().data(), data.gpu().result().data(),
                          [](size_t) { return std::string(); });
}

/// Elements that came in any order, and were sorted by the class: as sorted on the other side.
static void noteOrder(const std::string &name, const void *cpu, size_t bytes, const void *gpu,
                      Result &result) {
  if (result.error.empty() && isOutOfOrder(cpu, bytes, gpu))
    result.error = name + " is not in the order by which the class sorts it";
}

void Session::compareBuffers(const ControlFunction &function, CallData &data,
                             const InputTraits &inputs, const Spread &spread, bool isRecorded,
                             Result &result) const {
  const Bounds &bounds = boundsOf(function);
  for (size_t i = 0; i < function.parameterCount; ++i) {
    const Parameter &parameter = function.parameters[i];
    if (!parameter.isMemory() || (isRecorded && !parameter.isBuffer()))
      continue;
    const Bound bound = boundOf(bounds.buffers, parameter.name);
    const std::vector<double> *apart = spread.ofParameter(i);
    auto unordered = m_plan.unorderedBuffers.find(function.name);
    const bool anyOrder = unordered != m_plan.unorderedBuffers.end() &&
                          unordered->second.count(parameter.name) != 0 && !m_plan.inOrder;
    const auto describe = [&](size_t index) { return data.describeInputs(index); };
    if (anyOrder) {
      result.comparison.addUnordered(parameter.name, *parameter.type, data.count(i),
                                     toleranceOf(bound, inputs), apart, data.cpuArray(i).data(),
                                     data.gpuArray(i).data(), describe);
      noteOrder(parameter.name, data.cpuArray(i).data(), data.count(i) * parameter.type->bytes,
                data.gpuArray(i).data(), result);
    } else
      result.comparison.add(parameter.name, *parameter.type, data.count(i), true,
                            toleranceOf(bound, inputs), apart, data.cpuArray(i).data(),
                            data.gpuArray(i).data(), describe);
    for (GuardedArray *array : {&data.cpuArray(i), &data.gpuArray(i)})
      if (std::optional<Outside> outside = array->outside()) {
        result.outside.push_back({parameter.name, array == &data.gpuArray(i), *outside});
        array->resetGuards();
      }
  }
}

void Session::compareFields(const ControlFunction &function, const Objects &objects,
                            const InputTraits &inputs, const Spread &spread, Result &result) const {
  const Bounds &bounds = boundsOf(function);
  const auto written = m_plan.written.find(function.name);
  const auto tolerance = [&](const Field &field, const Bound &bound) {
    if (written == m_plan.written.end() || written->second.count(field.name) != 0)
      return toleranceOf(bound, inputs, field.name);
    Tolerance none; // nothing is computed
    none.mayFlush = false;
    return none;
  };
  for (size_t i = 0; i < m_subject.members.count; ++i) {
    const Field &field = m_subject.fields[i];
    const Bound bound = boundOf(bounds.fields, field.name);
    result.comparison.add(field.name, *field.type, 1, false, tolerance(field, bound),
                          spread.ofField(i), objects.field(i, false), objects.field(i, true),
                          [](size_t) { return std::string(); });
  }
  for (size_t i = 0; i < m_subject.vectors.count; ++i) {
    const Field &field = m_subject.vectorFields[i];
    const VectorElements cpu = objects.vector(i, false), gpu = objects.vector(i, true);
    if (cpu.size != gpu.size)
      result.error = std::string(field.name) + " has " + std::to_string(cpu.size) +
                     " elements on the CPU and " + std::to_string(gpu.size) + " on the GPU";
    const Bound bound = boundOf(bounds.fields, field.name);
    const std::vector<double> *apart = spread.ofVector(i);
    const bool anyOrder = m_plan.unorderedVectors.count(field.name) != 0 && !m_plan.inOrder;
    const auto none = [](size_t) { return std::string(); };
    if (anyOrder && cpu.size == gpu.size) {
      result.comparison.addUnordered(field.name, *field.type, cpu.size, tolerance(field, bound),
                                     apart, cpu.data, gpu.data, none);
      noteOrder(field.name, cpu.data, cpu.size * field.type->bytes, gpu.data, result);
      continue;
    }
    result.comparison.add(field.name, *field.type, std::min(cpu.size, gpu.size), true,
                          tolerance(field, bound), apart, cpu.data, gpu.data, none);
  }
}

//===----------------------------------------------------------------------------------------===//
// Mutation of barriers
//===----------------------------------------------------------------------------------------===//

void Session::mutate(const Case &which) {
  const ControlFunction &function = find(which.function);
  const OrderSetting orders[] = {{Order::AsRecorded, 0},
                                 {Order::Reverse, 0},
                                 {Order::Shuffled, 1},
                                 {Order::Shuffled, 2},
                                 {Order::Shuffled, 3}};
  for (bool isRecorded : {false, true}) {
    if (isRecorded ? !function.hasRecorded : !function.hasDropIn)
      continue;
    const auto runForm = [&](const Take &take) {
      if (isRecorded)
        runRecorded(which, function, take);
      else
        runDropIn(which, function, true, take);
    };
    // A drop-in call records once, the recorded form twice into one command buffer.
    uint32_t barriers = 0, unordered = 0;
    const auto countUnordered = [](const Result &result) {
      return result.commands.conflicts + result.commands.notBeforeHost;
    };
    runForm([&](const Result &result) {
      barriers += result.commands.barriers;
      unordered += countUnordered(result);
    });
    for (uint32_t number = 0; number < barriers; ++number) {
      Mutation mutation = {
          function.name, isRecorded ? "recorded" : "drop-in", number, false, false, false, ""};
      setDroppedBarrier(number);
      for (const OrderSetting &order : orders) {
        setOrder(order.order, order.seed);
        m_results.begin(which, "without barrier " + std::to_string(number));
        uint32_t now = 0;
        runForm([&](const Result &result) {
          now += countUnordered(result);
          if (result.comparison.different > 0 && !mutation.difference) {
            mutation.difference = true;
            mutation.order = order.order == Order::AsRecorded ? "as recorded"
                             : order.order == Order::Reverse  ? "reverse"
                                                              : "shuffled";
          }
        });
        mutation.commands |= now > unordered;
        // Reordering replaces barriers by complete ones: only what was recorded as it is says
        // something about missing ones.
        const size_t messages = m_context.ValidationMessages().size();
        mutation.validation |= order.order == Order::AsRecorded && messages > m_messages;
        m_messages = messages;
      }
      setDroppedBarrier(std::nullopt);
      setOrder(Order::AsRecorded);
      m_results.mutation(mutation);
    }
  }
}

} // namespace vkmorph::check
