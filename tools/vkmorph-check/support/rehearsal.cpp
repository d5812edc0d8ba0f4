// Calls the original ahead, perturbed and as it is.
#include "rehearsal.h"

#include "fences.h"
#include "perturbation.h"
#include "undefined.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vkmorph::check {

/// How long the perturbed calls for one may take together before there are fewer.
static constexpr std::chrono::seconds kMostProbing(1);
/// What a perturbed call may take at all, which need not end: `while (x != before)` where all is a
/// little off.
static constexpr int kMostSecondsOfProbe = 20;
/// A worker's status then.
static constexpr int kEndless = 2;
/// How long a case may take with members that were drawn, and all attempts of a case together.
static constexpr int kMostSeconds = 2;
static constexpr std::chrono::seconds kMostChoosing(6);
static const std::string kTooSlow = "takes more than " + std::to_string(kMostSeconds) + " s";
/// What the calls of a case may take of the CPU where nobody asked for its sizes. There are about
/// eight times as many, and those on the device.
static constexpr std::chrono::milliseconds kMostOfCase(2000), kMostOfCall(400);

std::vector<CallStep> stepsOf(const ControlFunction &function, bool isRecorded, bool inOneGo) {
  if (isRecorded)
    return {{"recorded", 0, 2}, {"recorded, second time", 0, 3}};
  std::vector<CallStep> steps = {{"first call", 0, 0}, {"second call", 0, 0}};
  if (inOneGo)
    return steps;
  if (function.isVirtual)
    steps.push_back({"through the base", 0, 0, true});
  // Another object with other inputs, by turns with the first one.
  steps.push_back({"another object", 1, 1});
  steps.push_back({"by turns, first object", 0, 0});
  steps.push_back({"by turns, other object", 1, 1});
  return steps;
}

//===----------------------------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------------------------===//

static void append(std::vector<double> &values, const Type &type, size_t count, const void *from) {
  const std::vector<Leaf> leaves = leavesOf(type);
  const auto *bytes = static_cast<const uint8_t *>(from);
  for (size_t i = 0; i < count; ++i, bytes += type.bytes)
    for (const Leaf &leaf : leaves)
      values.push_back(toDouble(leaf.scalar, bytes + leaf.offset));
}

namespace {
struct Call {
  OriginalObject *object;
  CallData *data;
  bool isFirst = true; ///< with this data
};
} // namespace

static Values collect(const Subject &subject, const ControlFunction &function, const Call &call) {
  const OriginalObject &object = *call.object;
  CallData &data = *call.data;
  Values values;
  for (size_t i = 0; i < function.parameterCount; ++i) {
    std::vector<double> &block = values.emplace_back();
    // What calls only read stays as it is.
    const Parameter::Role role = function.parameters[i].role;
    if (role == Parameter::Role::InOut || role == Parameter::Role::Place)
      append(block, *function.parameters[i].type, data.count(i), data.cpuArray(i).data());
  }
  for (size_t i = 0; i < subject.members.count; ++i)
    append(values.emplace_back(), *subject.fields[i].type, 1, object.field(i));
  for (size_t i = 0; i < subject.vectors.count; ++i) {
    const VectorElements elements = object.vector(i);
    append(values.emplace_back(), *subject.vectorFields[i].type, elements.size, elements.data);
  }
  std::vector<double> &result = values.emplace_back();
  if (function.result)
    append(result, *function.result, 1, data.cpu().result().data());
  return values;
}

/// Where the arrays of a call are whose floats a device keeps as halves; null: there are none.
static FindHalves findHalves(const Subject &subject, const Plan &plan,
                             const ControlFunction &function, const Call &call) {
  auto found = plan.bounds.find(function.name);
  if (found == plan.bounds.end() ||
      (found->second.halfBuffers.empty() && found->second.halfVectors.empty()))
    return {};
  return [&subject, &bounds = found->second, &function, &call] {
    std::vector<KeptInHalf> all;
    for (size_t i = 0; i < function.parameterCount; ++i) {
      const Parameter &parameter = function.parameters[i];
      if (bounds.halfBuffers.count(parameter.name) > 0)
        all.push_back({call.data->cpuArray(i).data(), call.data->count(i) * parameter.type->bytes});
    }
    for (size_t i = 0; i < subject.vectors.count; ++i)
      if (bounds.halfVectors.count(subject.vectorFields[i].name) > 0) {
        const VectorElements elements = call.object->vector(i);
        all.push_back({elements.data, elements.size * subject.vectorFields[i].type->bytes});
      }
    return all;
  };
}

/// What perturbed calls leave behind, and how much of its distance counts.
using PerturbedCalls = std::pair<std::vector<Values>, double>;

/// How far perturbed calls come apart from one that is not, of one block of its results. In a
/// vector of another length it is not known what belongs together: such calls say nothing of it.
static std::vector<double> spreadOf(const std::vector<double> &base,
                                    const std::vector<PerturbedCalls> &perturbed, size_t call,
                                    size_t block, size_t wanted) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  std::vector<double> spread(base.size(), 0.0);
  size_t alike = 0;
  for (const auto &[values, share] : perturbed) {
    const std::vector<double> &other = values[call][block];
    if (other.size() != base.size())
      continue;
    alike += share == 1.0;
    for (size_t i = 0; i < base.size(); ++i) {
      const double distance = share * std::fabs(other[i] - base[i]);
      if (base[i] != other[i] && !(std::isnan(base[i]) && std::isnan(other[i])))
        spread[i] = std::max(spread[i], std::isnan(distance) ? unknown : distance);
    }
  }
  // Fewer see less, and none nothing.
  for (double &distance : spread)
    distance = alike == 0 ? unknown : distance * double(wanted) / double(alike);
  return spread;
}

Spread::Spread(const Subject &subject, const ControlFunction &function, Values values)
    : m_values(std::move(values)), m_fields(function.parameterCount),
      m_vectors(m_fields + subject.members.count), m_result(m_vectors + subject.vectors.count) {}

const std::vector<double> *Spread::block(size_t index) const {
  return index < m_values.size() ? &m_values[index] : nullptr;
}

//===----------------------------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------------------------===//

static bool writeAll(int pipe, const void *data, size_t bytes) {
  const auto *from = static_cast<const char *>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(pipe, from, bytes);
    if (written <= 0 && errno != EINTR)
      return false;
    from += std::max<ssize_t>(written, 0);
    bytes -= size_t(std::max<ssize_t>(written, 0));
  }
  return true;
}

static bool readAll(int pipe, void *data, size_t bytes) {
  auto *to = static_cast<char *>(data);
  while (bytes > 0) {
    const ssize_t got = ::read(pipe, to, bytes);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    to += std::max<ssize_t>(got, 0);
    bytes -= size_t(std::max<ssize_t>(got, 0));
  }
  return true;
}

static bool writeValues(int pipe, const Values &values) {
  const uint64_t blocks = values.size();
  bool isWritten = writeAll(pipe, &blocks, sizeof(blocks));
  for (const std::vector<double> &block : values) {
    const uint64_t count = block.size();
    isWritten = isWritten && writeAll(pipe, &count, sizeof(count)) &&
                writeAll(pipe, block.data(), count * sizeof(double));
  }
  return isWritten;
}

static std::optional<Values> readValues(int pipe) {
  uint64_t blocks = 0;
  if (!readAll(pipe, &blocks, sizeof(blocks)))
    return std::nullopt;
  Values values(blocks);
  for (std::vector<double> &block : values) {
    uint64_t count = 0;
    if (!readAll(pipe, &count, sizeof(count)))
      return std::nullopt;
    block.resize(count);
    if (!readAll(pipe, block.data(), count * sizeof(double)))
      return std::nullopt;
  }
  return values;
}

/// A request's number tells its turn, and roughly what it asks: another run's answers to the same
/// requests have the same numbers.
static uint64_t turnOf(uint64_t number) { return number >> 32; }

/// A copy of the process that ends with the one it was made by.
static pid_t forkChild() {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0)
    throw std::runtime_error("cannot make a process");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(1);
  }
  return child;
}

//===----------------------------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------------------------===//

struct Rehearsal::Request {
  uint64_t number;
  uint32_t which, function; ///< by their places in the plan and in the class
  enum Kind : uint32_t { Steps, Choice, Doubt } kind;
  bool isRecorded, inOneGo;
  bool isLimited; ///< in time
  bool halves;    ///< the sizes of the case, and nothing else
  bool isPlain;   ///< the case from now on, and nothing else

  uint32_t digest() const {
    const uint32_t flags = uint32_t(isRecorded) | uint32_t(inOneGo) << 1 |
                           uint32_t(isLimited) << 2 | uint32_t(halves) << 3 |
                           uint32_t(isPlain) << 4 | uint32_t(kind) << 5;
    return uint32_t(mixSeed(mixSeed(which, function), flags));
  }
};

struct Rehearsal::Message {
  enum Kind : uint32_t {
    Step,   ///< values follow
    Failed, ///< how and a hint follow, two lines in `length` bytes
    Chosen, ///< whether the case is plain, and a line for each member follow
    TooSlow,
    Ended,  ///< the process of this request
    Doubted ///< what is wrong with the case follows
  };
  uint64_t number; ///< of the request
  Kind kind;
  int32_t status; ///< as of waitpid
  uint64_t length;
};

class Rehearsal::Server {
public:
  Server(const Subject &subject, Plan &plan, int requests, int messages)
      : m_subject(subject), m_plan(plan), m_requests(requests), m_messages(messages) {}

  void run();

private:
  void rehearse(const Request &request);
  void rehearse(const Request &request, const ControlFunction &function,
                const std::vector<Call> &calls);
  void send(uint64_t number, Message::Kind kind, const std::string &text);
  void sendFailure(uint64_t number, const std::string &how) { send(number, Message::Failed, how); }
  MemberDraw choose(const ControlFunction &function, Case &which);
  std::string attempt(const ControlFunction &function, const Case &which, const MemberDraw &draw);
  void callAll(const ControlFunction &function, const Case &which, const MemberDraw &draw,
               bool isRecorded, Fences::Side side, int faults);
  void fenceBefore(const Request &request, const ControlFunction &function,
                   const std::vector<Call> &calls);
  static void sendFault(void *context, const char *how, const char *hint);
  std::optional<std::vector<Values>> probe(const ControlFunction &function,
                                           const std::vector<Call> &calls, uint64_t seed,
                                           size_t number);
  bool isExact(const ControlFunction &function) const;

  const Subject &m_subject;
  Plan &m_plan;
  int m_requests, m_messages;
  int m_words = -1;                       ///< the file that the class's last words are in
  std::map<uint32_t, MemberDraw> m_draws; ///< by the case
  std::set<uint32_t> m_endless;           ///< functions whose perturbed calls do not end
  bool m_isEndless = false;               ///< of the worker's
};

/// Ends this process by SIGPROF when it has taken its time of the CPU.
static void limitTime(std::chrono::microseconds most) {
  itimerval limit = {};
  limit.it_value.tv_sec = most.count() / 1'000'000;
  limit.it_value.tv_usec = most.count() % 1'000'000;
  setitimer(ITIMER_PROF, &limit, nullptr);
}

/// ": Assertion failed" where that is the last line that was written to a file.
static std::string lastLine(int file) {
  constexpr off_t most = 4096;
  const off_t end = lseek(file, 0, SEEK_END);
  std::string text(size_t(std::clamp<off_t>(end, 0, most)), ' ');
  const ssize_t got = pread(file, text.data(), text.size(), std::max<off_t>(end - most, 0));
  text.resize(size_t(std::max<ssize_t>(got, 0)));
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  text = text.substr(text.rfind('\n') + 1);
  // A library says where in itself it has noticed.
  if (const size_t assertion = text.find("Assertion '"); assertion != std::string::npos)
    text = text.substr(assertion);
  if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
    return "";
  return text.empty() ? "" : ": " + text;
}

void Rehearsal::Server::run() {
  // What the class prints, it prints where its results are taken.
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  // But for its last words.
  m_words = memfd_create("words", 0);
  dup2(m_words, STDERR_FILENO);
  Request request;
  while (readAll(m_requests, &request, sizeof(request))) {
    if (request.kind == Request::Doubt) {
      send(request.number, Message::Doubted,
           attempt(m_subject.controls[request.function], m_plan.cases[request.which],
                   m_draws[request.which]));
      continue;
    }
    if (request.kind == Request::Choice) {
      MemberDraw &draw = m_draws[request.which];
      draw = choose(m_subject.controls[request.function], m_plan.cases[request.which]);
      std::string text = m_plan.cases[request.which].isPlain ? "plain\n" : "\n";
      for (const MemberDraw::Member &member : draw.members)
        text += (member.reach ? std::to_string(int(*member.reach)) : "-") + member.kept + "\n";
      send(request.number, Message::Chosen, text);
      continue;
    }
    if (request.halves) {
      halveSizes(m_plan.cases[request.which]);
      continue;
    }
    if (request.isPlain) {
      m_plan.cases[request.which].isPlain = true;
      continue;
    }
    // A crash ends this request alone.
    const pid_t worker = forkChild();
    if (worker == 0) {
      if (request.isLimited)
        limitTime(kMostOfCase);
      rehearse(request);
      _exit(m_isEndless ? kEndless : 0);
    }
    int status = 0;
    waitpid(worker, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kEndless) {
      m_endless.insert(request.function);
      status = 0;
    }
    if (request.isLimited && WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
      const Message message = {request.number, Message::TooSlow, 0, 0};
      writeAll(m_messages, &message, sizeof(message));
    } else if (WIFSIGNALED(status))
      sendFailure(request.number, std::string("ended by a signal: ") + strsignal(WTERMSIG(status)) +
                                      lastLine(m_words));
    const Message message = {request.number, Message::Ended, status, 0};
    if (!writeAll(m_messages, &message, sizeof(message)))
      return;
  }
}

bool Rehearsal::Server::isExact(const ControlFunction &function) const {
  auto found = m_plan.bounds.find(function.name);
  if (m_plan.tolerance || found == m_plan.bounds.end())
    return true;
  const Bounds &bounds = found->second;
  const auto isExactBound = [](const auto &named) { return named.second.isExact(); };
  return bounds.result.isExact() &&
         std::all_of(bounds.buffers.begin(), bounds.buffers.end(), isExactBound) &&
         std::all_of(bounds.fields.begin(), bounds.fields.end(), isExactBound);
}

void Rehearsal::Server::send(uint64_t number, Message::Kind kind, const std::string &text) {
  const Message message = {number, kind, 0, text.size()};
  writeAll(m_messages, &message, sizeof(message));
  writeAll(m_messages, text.data(), text.size());
}

static void checkGuards(const ControlFunction &function, CallData &data) {
  for (size_t i = 0; i < function.parameterCount; ++i)
    if (std::optional<Outside> outside = data.cpuArray(i).outside())
      throw OriginalFailed{"wrote outside of '" + std::string(function.parameters[i].name) +
                           "': " + std::to_string(outside->bytes) + " bytes " +
                           (outside->before ? "before" : "behind") + " its " +
                           std::to_string(data.count(i)) + " elements, the closest " +
                           std::to_string(outside->distance) + " bytes away"};
}

/// What perturbed calls leave behind, one after the other; nothing where they do not come to their
/// end.
std::optional<std::vector<Values>> Rehearsal::Server::probe(const ControlFunction &function,
                                                            const std::vector<Call> &calls,
                                                            uint64_t seed, size_t number) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error("cannot make a pipe");
  const pid_t child = forkChild();
  if (child == 0) {
    itimerval limit = {};
    limit.it_value.tv_sec = kMostSecondsOfProbe;
    setitimer(ITIMER_REAL, &limit, nullptr);
    Perturbation perturbation(seed);
    const SampledMethods methods = findSampledMethods(m_subject, m_plan);
    perturbation.moveCoordinates(methods, number);
    for (const Call &call : calls) {
      perturbation.keepHalves(findHalves(m_subject, m_plan, function, call));
      function.call(call.object->get(), call.data->cpu());
      writeValues(ends[1], collect(m_subject, function, call));
    }
    _exit(0);
  }
  close(ends[1]);
  std::optional<std::vector<Values>> values(std::in_place);
  for (size_t i = 0; i < calls.size() && values; ++i) {
    if (std::optional<Values> next = readValues(ends[0]))
      values->push_back(std::move(*next));
    else
      values.reset();
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  m_isEndless |= WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  return values;
}

/// An access outside of an array, told from a signal handler.
void Rehearsal::Server::sendFault(void *context, const char *how, const char *hint) {
  const auto &[number, messages] = *static_cast<const std::pair<uint64_t, int> *>(context);
  const size_t length = std::strlen(how) + 1 + std::strlen(hint);
  const Message message = {number, Message::Failed, 0, length};
  writeAll(messages, &message, sizeof(message));
  writeAll(messages, how, std::strlen(how));
  writeAll(messages, "\n", 1);
  writeAll(messages, hint, std::strlen(hint));
}

/// The same calls with fences on the other side of the arrays, to no other effect. They come before
/// perturbed ones, which may take ten times as long.
void Rehearsal::Server::fenceBefore(const Request &request, const ControlFunction &function,
                                    const std::vector<Call> &calls) {
  const pid_t child = forkChild();
  if (child == 0) {
    if (request.isLimited)
      limitTime(kMostOfCall * int(calls.size()));
    std::pair<uint64_t, int> context = {request.number, m_messages};
    for (const Call &call : calls) {
      const Fences fences(function, *call.data, m_plan.cases[request.which], Fences::Side::Before,
                          sendFault, &context);
      function.call(call.object->get(), call.data->cpu());
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (request.isLimited && WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
    raise(SIGPROF);
  // It has been told.
  if (WIFEXITED(status) && WEXITSTATUS(status) == Fences::kStatus)
    _exit(0);
}

/// Calls that a device goes through without being set right in between.
void Rehearsal::Server::rehearse(const Request &request, const ControlFunction &function,
                                 const std::vector<Call> &calls) {
  const Case &which = m_plan.cases[request.which];
  std::pair<uint64_t, int> context = {request.number, m_messages};
  const SampledMethods methods = findSampledMethods(m_subject, m_plan);
  const size_t probes = isExact(function) ? 0 : countProbes(methods);
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::vector<PerturbedCalls> perturbed;
  size_t tried = 0;
  if (calls.front().isFirst)
    fenceBefore(request, function, calls);
  m_isEndless = m_endless.count(uint32_t(&function - m_subject.controls)) > 0;
  // Nothing is known then of how far results come apart.
  if (m_isEndless && probes > 0)
    tried = 1;
  while (tried < probes && !m_isEndless && (tried == 0 || Clock::now() - begin < kMostProbing)) {
    if (auto values = probe(function, calls, mixSeed(which.seed, 1000 + tried), tried))
      perturbed.emplace_back(std::move(*values), shareOf(methods, tried));
    ++tried;
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    {
      const Fences fences(function, *calls[i].data, which, Fences::Side::Behind, sendFault,
                          &context);
      function.call(calls[i].object->get(), calls[i].data->cpu());
    }
    checkGuards(function, *calls[i].data);
    Values spread;
    if (tried > 0) {
      const Values base = collect(m_subject, function, calls[i]);
      for (size_t block = 0; block < base.size(); ++block)
        spread.push_back(spreadOf(base[block], perturbed, i, block, countDirections(methods)));
    }
    const Message message = {request.number, Message::Step, 0, 0};
    writeAll(m_messages, &message, sizeof(message));
    writeValues(m_messages, spread);
  }
}

void Rehearsal::Server::rehearse(const Request &request) {
  const Case &which = m_plan.cases[request.which];
  const ControlFunction &function = m_subject.controls[request.function];
  std::vector<std::unique_ptr<OriginalObject>> objects;
  std::map<size_t, CallData> data;
  const std::vector<CallStep> steps = stepsOf(function, request.isRecorded, request.inOneGo);
  try {
    for (size_t first = 0; first < steps.size();) {
      const size_t end = request.isRecorded ? steps.size() : first + 1;
      std::vector<Call> calls;
      for (; first < end; ++first) {
        const CallStep &step = steps[first];
        while (objects.size() <= step.object)
          objects.push_back(std::make_unique<OriginalObject>(
              m_subject, m_plan, which, m_draws[request.which], objects.size()));
        const auto [place, isFirst] = data.try_emplace(step.data, m_subject, function, m_plan,
                                                       which, seedOfData(which, step.data));
        CallData &own = place->second;
        if (!own.prepare(objects[step.object]->get()).empty())
          return;
        calls.push_back({objects[step.object].get(), &own, isFirst});
      }
      rehearse(request, function, calls);
    }
  } catch (const OriginalFailed &failed) {
    sendFailure(request.number, failed.how);
  } catch (const std::exception &error) {
    sendFailure(request.number, std::string("threw an exception: ") + error.what());
  }
}

//===----------------------------------------------------------------------------------------===//
// Members that are drawn
//===----------------------------------------------------------------------------------------===//

/// All calls of a case, with fences on one side of the arrays; `faults` is told of accesses outside
/// of them before the process ends.
void Rehearsal::Server::callAll(const ControlFunction &function, const Case &which,
                                const MemberDraw &draw, bool isRecorded, Fences::Side side,
                                int faults) {
  const auto tell = [](void *pipe, const char *how, const char *) {
    writeAll(*static_cast<int *>(pipe), how, std::strlen(how));
  };
  std::vector<std::unique_ptr<OriginalObject>> objects;
  std::map<size_t, CallData> data;
  for (const CallStep &step : stepsOf(function, isRecorded, /*inOneGo=*/false)) {
    while (objects.size() <= step.object)
      objects.push_back(
          std::make_unique<OriginalObject>(m_subject, m_plan, which, draw, objects.size()));
    OriginalObject &object = *objects[step.object];
    CallData &own = data.try_emplace(step.data, m_subject, function, m_plan, which,
                                     seedOfData(which, step.data))
                        .first->second;
    if (std::string why = own.prepare(object.get()); !why.empty())
      throw OriginalFailed{"is called with arrays that are too large: " + why};
    takeUndefined();
    {
      const Fences fences(function, own, which, side, tell, &faults);
      function.call(object.get(), own.cpu());
    }
    if (std::string what = takeUndefined(); !what.empty())
      throw OriginalFailed{what};
    checkGuards(function, own);
  }
}

/// Goes through a case. Says how the original fails; nothing where it does not.
std::string Rehearsal::Server::attempt(const ControlFunction &function, const Case &which,
                                       const MemberDraw &draw) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error("cannot make a pipe");
  const pid_t child = forkChild();
  if (child == 0) {
    const rlimit none = {};
    setrlimit(RLIMIT_CORE, &none);
    itimerval limit = {};
    limit.it_value.tv_sec = kMostSeconds;
    setitimer(ITIMER_REAL, &limit, nullptr);
    std::string how;
    try {
      for (bool isRecorded : {false, true}) {
        if (isRecorded ? !function.hasRecorded : !function.hasDropIn)
          continue;
        for (Fences::Side side : {Fences::Side::Behind, Fences::Side::Before})
          callAll(function, which, draw, isRecorded, side, ends[1]);
      }
    } catch (const OriginalFailed &failed) {
      how = failed.how;
    } catch (const std::exception &error) {
      how = std::string("threw an exception: ") + error.what();
    }
    writeAll(ends[1], how.data(), how.size());
    _exit(0);
  }
  close(ends[1]);
  std::string how;
  for (char next; readAll(ends[0], &next, 1);)
    how += next;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  const std::string words = lastLine(m_words);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return kTooSlow;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV)
    return "reads or writes memory that is none of its arrays";
  if (WIFSIGNALED(status))
    return std::string("ended by a signal: ") + strsignal(WTERMSIG(status)) + words;
  if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != Fences::kStatus)
    return "ended the program with status " + std::to_string(WEXITSTATUS(status));
  return how;
}

MemberDraw Rehearsal::Server::choose(const ControlFunction &function, Case &which) {
  MemberDraw draw = MemberDraw::make(m_subject, m_plan, function, which);
  std::vector<size_t> open; ///< those that may stay
  for (size_t i = 0; i < draw.members.size(); ++i)
    if (draw.members[i].reach && !draw.members[i].input.isStated)
      open.push_back(i);
  const auto begin = std::chrono::steady_clock::now();
  const auto with = [](MemberDraw changed, const std::vector<size_t> &group,
                       std::optional<Reach> reach) {
    for (size_t i : group)
      changed.members[i].reach = reach;
    return changed;
  };
  const bool isAlone = m_plan.earlier[function.name].empty();
  if ((open.empty() && isAlone) || attempt(function, which, draw).empty())
    return draw;
  if (!which.isPlain) {
    which.isPlain = true;
    if (attempt(function, which, draw).empty())
      return draw;
    // What fails in calls of other functions would fail again where no process of its own does.
    which.isPlain = !isAlone;
  }
  MemberDraw chosen = with(draw, open, std::nullopt);
  if (const std::string how = attempt(function, which, chosen); how == kTooSlow) {
    return chosen;
  } else if (!how.empty()) {
    // It may be what the constructor leaves that it fails with.
    for (Reach reach : {Reach::Few, Reach::One})
      if (MemberDraw other = with(draw, open, reach); attempt(function, which, other).empty())
        return other;
    return chosen;
  }
  const auto add = [&](auto &&self, const std::vector<size_t> &group, Reach reach,
                       bool isTried) -> void {
    if (std::chrono::steady_clock::now() - begin > kMostChoosing) {
      for (size_t i : group)
        chosen.members[i].kept = "there was no time to try";
      return;
    }
    if (!isTried) {
      MemberDraw other = with(chosen, group, reach);
      const std::string how = attempt(function, which, other);
      if (how.empty()) {
        chosen = std::move(other);
        return;
      }
      if (group.size() == 1 && reach == Reach::Usual)
        chosen.members[group.front()].kept =
            "with another value the original " + how.substr(0, how.find('\n'));
    }
    if (group.size() < 2)
      return;
    const auto middle = group.begin() + std::ptrdiff_t(group.size() / 2);
    self(self, {group.begin(), middle}, reach, false);
    self(self, {middle, group.end()}, reach, false);
  };
  add(add, open, Reach::Usual, open.size() > 1);
  for (Reach reach : {Reach::Few, Reach::One})
    for (size_t i : open)
      if (!chosen.members[i].reach)
        add(add, {i}, reach, false);
  return chosen;
}

//===----------------------------------------------------------------------------------------===//
// The client
//===----------------------------------------------------------------------------------------===//

Rehearsal::Rehearsal(const Subject &subject, Plan &plan)
    : m_subject(subject), m_plan(plan), m_isStrict(plan.isRehearsed) {
  const std::string &replayed = plan.isRehearsed ? plan.recordedRehearsal : plan.replayedRehearsal;
  if (!replayed.empty()) {
    m_messages = open(replayed.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_messages < 0)
      throw std::runtime_error("cannot read '" + replayed + "'");
    return;
  }
  int requests[2], messages[2];
  if (pipe(requests) != 0 || pipe(messages) != 0)
    throw std::runtime_error("cannot make pipes");
  m_server = forkChild();
  if (m_server == 0) {
    close(requests[1]);
    close(messages[0]);
    Server(subject, plan, requests[0], messages[1]).run();
    _exit(0);
  }
  close(requests[0]);
  close(messages[1]);
  m_requests = requests[1];
  m_messages = messages[0];
  if (plan.recordedRehearsal.empty())
    return;
  constexpr mode_t mode = 0666;
  m_record = open(plan.recordedRehearsal.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (m_record < 0)
    throw std::runtime_error("cannot write '" + plan.recordedRehearsal + "'");
}

Rehearsal::~Rehearsal() {
  close(m_messages);
  if (m_record >= 0)
    close(m_record);
  if (m_server < 0)
    return;
  close(m_requests);
  kill(m_server, SIGKILL);
  waitpid(m_server, nullptr, 0);
}

struct Rehearsal::Reply {
  Message message = {};
  std::optional<Values> values;
  std::string text;
};

void Rehearsal::send(const ControlFunction &function, const Case &which, Request request) {
  request.which = uint32_t(&which - m_plan.cases.data());
  request.function = uint32_t(&function - m_subject.controls);
  request.number = (turnOf(m_sent) + 1) << 32 | request.digest();
  m_sent = request.number;
  if (m_server >= 0 && !writeAll(m_requests, &request, sizeof(request)))
    throw std::runtime_error("the process that rehearses has ended");
}

std::optional<Rehearsal::Reply> Rehearsal::read() {
  Reply reply;
  Message &message = reply.message;
  if (!readAll(m_messages, &message, sizeof(message)))
    return std::nullopt;
  reply.text.resize(message.length);
  if (message.kind == Message::Step)
    reply.values = readValues(m_messages);
  else
    readAll(m_messages, reply.text.data(), reply.text.size());
  return reply;
}

/// To the last request.
Rehearsal::Reply Rehearsal::receive() {
  for (;;) {
    std::optional<Reply> read = this->read();
    if (m_isStrict && (!read || (turnOf(read->message.number) >= turnOf(m_sent) &&
                                 read->message.number != m_sent)))
      throw OtherRehearsal();
    if (!read)
      throw std::runtime_error("the process that rehearses has ended");
    Reply &reply = *read;
    const Message &message = reply.message;
    if (m_record >= 0 && writeAll(m_record, &message, sizeof(message))) {
      if (reply.values)
        writeValues(m_record, *reply.values);
      writeAll(m_record, reply.text.data(), reply.text.size());
    }
    // Others are what is left of requests that were given up.
    if (turnOf(message.number) == turnOf(m_sent))
      return reply;
  }
}

bool Rehearsal::isDoubtNext() {
  if (m_server >= 0)
    return false;
  for (;;) {
    const off_t place = lseek(m_messages, 0, SEEK_CUR);
    const std::optional<Reply> next = read();
    if (next && turnOf(next->message.number) <= turnOf(m_sent))
      continue;
    lseek(m_messages, place, SEEK_SET);
    return next && next->message.kind == Message::Doubted &&
           turnOf(next->message.number) == turnOf(m_sent) + 1;
  }
}

MemberDraw Rehearsal::choose(const ControlFunction &function, Case &which) {
  MemberDraw draw = MemberDraw::make(m_subject, m_plan, function, which);
  if (draw.members.empty())
    return draw;
  Request request = {};
  request.kind = Request::Choice;
  send(function, which, request);
  const std::string text = receive().text;
  size_t begin = text.find('\n') + 1;
  which.isPlain = begin > 1;
  for (MemberDraw::Member &member : draw.members) {
    const size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    member.reach = line[0] == '-' ? std::nullopt : std::optional(Reach(line[0] - '0'));
    member.kept = line.substr(1);
    begin = end + 1;
  }
  return draw;
}

std::string Rehearsal::doubt(const ControlFunction &function, const Case &which) {
  if (m_server < 0 && !isDoubtNext()) {
    if (m_isStrict)
      throw OtherRehearsal();
    return "";
  }
  Request request = {};
  request.kind = Request::Doubt;
  send(function, which, request);
  const std::string how = receive().text;
  return how == kTooSlow ? "" : how;
}

bool Rehearsal::halve(Case &which) {
  if (!halveSizes(which))
    return false;
  Request request = {};
  request.halves = true;
  send(*m_function, which, request);
  return true;
}

bool Rehearsal::makePlain(const ControlFunction &function, Case &which) {
  if (which.isPlain)
    return false;
  which.isPlain = true;
  Request request = {};
  request.isPlain = true;
  send(function, which, request);
  return true;
}

void Rehearsal::begin(const ControlFunction &function, const Case &which, bool isRecorded,
                      bool inOneGo, bool isLimited) {
  m_function = &function;
  Request request = {};
  request.isRecorded = isRecorded;
  request.inOneGo = inOneGo;
  request.isLimited = isLimited;
  send(function, which, request);
}

Spread Rehearsal::next() {
  Reply reply = receive();
  if (reply.values)
    return Spread(m_subject, *m_function, std::move(*reply.values));
  if (reply.message.kind == Message::TooSlow)
    throw OriginalTooSlow();
  if (reply.message.kind == Message::Failed) {
    const size_t end = std::min(reply.text.find('\n'), reply.text.size());
    throw OriginalFailed{reply.text.substr(0, end),
                         reply.text.substr(std::min(end + 1, reply.text.size()))};
  }
  if (WEXITSTATUS(reply.message.status) != 0)
    throw OriginalFailed{"ended the program with status " +
                         std::to_string(WEXITSTATUS(reply.message.status))};
  return Spread();
}

} // namespace vkmorph::check
