// Loaded ahead of a program (LD_PRELOAD) that many tests run: keeps it where main would begin, and
// runs main in a copy of the process for each client that asks (client.cpp). Of a compiler, half of
// the time of a small file is its start.
#include "messages.h"

#include <cstdlib>
#include <vector>

#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

namespace {

using Main = int (*)(int, char **, char **);
Main programMain;

/// A client, and the process that does what it asks for.
struct Client {
  int connection;
  pid_t process;
};

/// What a request says: words stay for as long as the process does.
struct Call {
  std::vector<char *> arguments, variables;
  int descriptors[started::kDescriptors];
};

bool readCall(int connection, Call &call) {
  started::Request request = {};
  iovec part = {&request, sizeof(request)};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(call.descriptors))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  if (recvmsg(connection, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC) != ssize_t(sizeof(request)))
    return false;
  const cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_len != CMSG_LEN(sizeof(call.descriptors)))
    return false;
  std::memcpy(call.descriptors, CMSG_DATA(header), sizeof(call.descriptors));
  auto *text = static_cast<char *>(std::malloc(request.bytes));
  if (!text || !started::readAll(connection, text, request.bytes))
    return false;
  for (uint32_t i = 0; i < request.arguments + request.variables; ++i) {
    (i < request.arguments ? call.arguments : call.variables).push_back(text);
    text += std::strlen(text) + 1;
  }
  call.arguments.push_back(nullptr);
  call.variables.push_back(nullptr);
  return true;
}

/// In the new process: main, as if it had been started by the client.
int runMain(Call &call) {
  for (int i = 0; i < started::kDescriptors - 1; ++i)
    dup2(call.descriptors[i], i);
  if (fchdir(call.descriptors[started::kDescriptors - 1]) != 0)
    return 127;
  environ = call.variables.data();
  return programMain(int(call.arguments.size()) - 1, call.arguments.data(), environ);
}

/// Tells clients whose processes have ended how they did.
void reap(std::vector<Client> &clients) {
  int status = 0;
  while (const pid_t ended = waitpid(-1, &status, WNOHANG)) {
    if (ended < 0)
      return;
    for (size_t i = 0; i < clients.size(); ++i)
      if (clients[i].process == ended) {
        started::writeAll(clients[i].connection, &status, sizeof(status));
        close(clients[i].connection);
        clients.erase(clients.begin() + std::ptrdiff_t(i));
        break;
      }
  }
}

/// Ends processes whose clients have ended.
void endWithout(std::vector<Client> &clients, const std::vector<pollfd> &polled) {
  for (size_t i = 2; i < polled.size(); ++i)
    if (polled[i].revents != 0)
      for (const Client &client : clients)
        if (client.connection == polled[i].fd)
          kill(client.process, SIGKILL);
}

/// Anybody may connect to a name that is in no file system.
bool isOurs(int connection) {
  ucred client;
  socklen_t length = sizeof(client);
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &client, &length) == 0 &&
         client.uid == getuid();
}

/// Returns in new processes alone.
int serve(int listener) {
  sigset_t mask, before;
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  sigprocmask(SIG_BLOCK, &mask, &before);
  const int signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  std::vector<Client> clients;
  for (;;) {
    std::vector<pollfd> polled = {{listener, POLLIN, 0}, {signals, POLLIN, 0}};
    for (const Client &client : clients)
      polled.push_back({client.connection, POLLIN, 0});
    if (poll(polled.data(), polled.size(), -1) < 0)
      continue;
    endWithout(clients, polled);
    signalfd_siginfo ignored;
    while (read(signals, &ignored, sizeof(ignored)) > 0) {
    }
    reap(clients);
    if (polled[0].revents == 0)
      continue;
    const int connection = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0)
      continue;
    Call call = {};
    if (!isOurs(connection) || !readCall(connection, call)) {
      close(connection);
      continue;
    }
    const pid_t process = fork();
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      close(listener);
      close(signals);
      close(connection);
      for (const Client &client : clients)
        close(client.connection);
      sigprocmask(SIG_SETMASK, &before, nullptr);
      return runMain(call);
    }
    for (int descriptor : call.descriptors)
      close(descriptor);
    std::free(call.arguments[0]);
    if (process < 0)
      close(connection);
    else
      clients.push_back({connection, process});
  }
}

int serveMain(int count, char **words, char **variables) {
  const char *run = std::getenv("VKMORPH_STARTED_AS"), *name = std::getenv("VKMORPH_STARTED_NAME");
  if (!run || !name)
    return programMain(count, words, variables);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sockaddr_un address;
  const socklen_t length = started::findAddress(address, run, name);
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, reinterpret_cast<sockaddr *>(&address), length) != 0 ||
      listen(listener, 64) != 0)
    return 1;
  if (void *prepare = dlsym(RTLD_DEFAULT, "vkmorphPrepare"))
    reinterpret_cast<void (*)()>(prepare)();
  return serve(listener);
}

} // namespace

// The name that is stood in for is the library's. NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" int __libc_start_main(Main main, int count, char **words, void (*begin)(), void (*end)(),
                                 void (*unload)(), void *stack) {
  programMain = main;
  auto *start =
      reinterpret_cast<decltype(&__libc_start_main)>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(serveMain, count, words, begin, end, unload, stack);
}
