// Calls the original ahead, perturbed and as it is.
#include "rehearsal.h"

#include "perturbation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vkmorph::check {

/// Perturbed calls for each call, and how long they may take together before there are fewer.
static constexpr size_t kProbes = 3;
static constexpr std::chrono::seconds kMostProbing(1);

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

uint64_t seedOfData(const Case &which, size_t data) {
  return data == 0 ? which.seed : mixSeed(which.seed, data + 2);
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

/// Takes a perturbed call into account.
static void widen(Values &spread, const Values &base, const Values &perturbed) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < base.size(); ++i) {
    spread[i].resize(base[i].size(), 0.0);
    for (size_t j = 0; j < base[i].size(); ++j) {
      // A vector of another length: what belongs together is not known.
      const double other = base[i].size() == perturbed[i].size() ? perturbed[i][j] : unknown;
      if (base[i][j] == other || (std::isnan(base[i][j]) && std::isnan(other)))
        continue;
      const double distance = std::fabs(other - base[i][j]);
      spread[i][j] = std::max(spread[i][j], std::isnan(distance) ? unknown : distance);
    }
  }
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
  bool isRecorded, inOneGo;
};

struct Rehearsal::Message {
  enum Kind : uint32_t {
    Step,   ///< values follow
    Failed, ///< how follows, in `length` bytes
    Ended   ///< the process of this request
  };
  uint64_t number; ///< of the request
  Kind kind;
  int32_t status; ///< as of waitpid
  uint64_t length;
};

class Rehearsal::Server {
public:
  Server(const Subject &subject, const Plan &plan, int requests, int messages)
      : m_subject(subject), m_plan(plan), m_requests(requests), m_messages(messages) {}

  void run();

private:
  void rehearse(const Request &request);
  void rehearse(uint64_t number, const ControlFunction &function, const std::vector<Call> &calls,
                uint64_t seed);
  void sendFailure(uint64_t number, const std::string &how);
  std::optional<std::vector<Values>> probe(const ControlFunction &function,
                                           const std::vector<Call> &calls, uint64_t seed);
  bool isExact(const ControlFunction &function) const;

  const Subject &m_subject;
  const Plan &m_plan;
  int m_requests, m_messages;
};

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
  const int words = memfd_create("words", 0);
  dup2(words, STDERR_FILENO);
  Request request;
  while (readAll(m_requests, &request, sizeof(request))) {
    // A crash ends this request alone.
    const pid_t worker = forkChild();
    if (worker == 0) {
      rehearse(request);
      _exit(0);
    }
    int status = 0;
    waitpid(worker, &status, 0);
    if (WIFSIGNALED(status))
      sendFailure(request.number, std::string("ended by a signal: ") + strsignal(WTERMSIG(status)) +
                                      lastLine(words));
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

void Rehearsal::Server::sendFailure(uint64_t number, const std::string &how) {
  const Message message = {number, Message::Failed, 0, how.size()};
  writeAll(m_messages, &message, sizeof(message));
  writeAll(m_messages, how.data(), how.size());
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
                                                            uint64_t seed) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error("cannot make a pipe");
  const pid_t child = forkChild();
  if (child == 0) {
    Perturbation perturbation(seed);
    for (const Call &call : calls) {
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
  waitpid(child, nullptr, 0);
  return values;
}

/// Calls that a device goes through without being set right in between.
void Rehearsal::Server::rehearse(uint64_t number, const ControlFunction &function,
                                 const std::vector<Call> &calls, uint64_t seed) {
  const size_t probes = isExact(function) ? 0 : kProbes;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::vector<std::vector<Values>> perturbed;
  size_t tried = 0;
  while (tried < probes && (tried == 0 || Clock::now() - begin < kMostProbing))
    if (auto values = probe(function, calls, mixSeed(seed, 1000 + tried++)))
      perturbed.push_back(std::move(*values));
  for (size_t i = 0; i < calls.size(); ++i) {
    function.call(calls[i].object->get(), calls[i].data->cpu());
    checkGuards(function, *calls[i].data);
    Values spread;
    if (!perturbed.empty()) {
      const Values base = collect(m_subject, function, calls[i]);
      spread.resize(base.size());
      for (const std::vector<Values> &values : perturbed)
        widen(spread, base, values[i]);
      // Fewer see less.
      const double missing = double(kProbes) / double(perturbed.size());
      for (std::vector<double> &block : spread)
        for (double &distance : block)
          distance *= missing;
    }
    const Message message = {number, Message::Step, 0, 0};
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
          objects.push_back(std::make_unique<OriginalObject>(m_subject, m_plan, which.seed));
        CallData &own = data.try_emplace(step.data, m_subject, function, m_plan, which,
                                         seedOfData(which, step.data))
                            .first->second;
        if (!own.prepare(objects[step.object]->get()).empty())
          return;
        calls.push_back({objects[step.object].get(), &own});
      }
      rehearse(request.number, function, calls, which.seed);
    }
  } catch (const OriginalFailed &failed) {
    sendFailure(request.number, failed.how);
  } catch (const std::exception &error) {
    sendFailure(request.number, std::string("threw an exception: ") + error.what());
  }
}

//===----------------------------------------------------------------------------------------===//
// The client
//===----------------------------------------------------------------------------------------===//

Rehearsal::Rehearsal(const Subject &subject, const Plan &plan) : m_subject(subject), m_plan(plan) {
  if (!plan.replayedRehearsal.empty()) {
    m_messages = open(plan.replayedRehearsal.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_messages < 0)
      throw std::runtime_error("cannot read '" + plan.replayedRehearsal + "'");
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

void Rehearsal::begin(const ControlFunction &function, const Case &which, bool isRecorded,
                      bool inOneGo) {
  m_function = &function;
  Request request = {};
  request.number = ++m_sent;
  request.which = uint32_t(&which - m_plan.cases.data());
  request.function = uint32_t(&function - m_subject.controls);
  request.isRecorded = isRecorded;
  request.inOneGo = inOneGo;
  if (m_server >= 0 && !writeAll(m_requests, &request, sizeof(request)))
    throw std::runtime_error("the process that rehearses has ended");
}

Spread Rehearsal::next() {
  for (;;) {
    Message message;
    if (!readAll(m_messages, &message, sizeof(message)))
      throw std::runtime_error("the process that rehearses has ended");
    std::string text(message.length, ' ');
    std::optional<Values> values;
    if (message.kind == Message::Step)
      values = readValues(m_messages);
    else
      readAll(m_messages, text.data(), text.size());
    if (m_record >= 0 && writeAll(m_record, &message, sizeof(message))) {
      if (values)
        writeValues(m_record, *values);
      writeAll(m_record, text.data(), text.size());
    }
    // What is left of requests that were given up.
    if (message.number != m_sent)
      continue;
    if (message.kind == Message::Step && values)
      return Spread(m_subject, *m_function, std::move(*values));
    if (message.kind == Message::Failed)
      throw OriginalFailed{text};
    if (WEXITSTATUS(message.status) != 0)
      throw OriginalFailed{"ended the program with status " +
                           std::to_string(WEXITSTATUS(message.status))};
    return Spread();
  }
}

} // namespace vkmorph::check
