// Stands in for a program that a server keeps started (server.cpp): has it run there, and ends as
// it does. Where there is no such server, becomes the program.
#include "messages.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

/// Whether this process has what its copy on the server would not: limits, and what the loader and
/// the C library read ahead of main.
static bool differsFromServer(int connection) {
  constexpr const char *kStarts[] = {"LD_", "GLIBC_TUNABLES=", "MALLOC_"};
  for (char **variable = environ; *variable; ++variable)
    for (const char *start : kStarts)
      if (std::strncmp(*variable, start, std::strlen(start)) == 0)
        return true;
  ucred server;
  socklen_t length = sizeof(server);
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &server, &length) != 0)
    return true;
  for (int kind = 0; kind < int(RLIM_NLIMITS); ++kind) {
    const auto resource = static_cast<__rlimit_resource>(kind);
    rlimit ours, theirs;
    if (prlimit(0, resource, nullptr, &ours) != 0 ||
        prlimit(server.pid, resource, nullptr, &theirs) != 0 || ours.rlim_cur != theirs.rlim_cur ||
        ours.rlim_max != theirs.rlim_max)
      return true;
  }
  return false;
}

/// The connection; negative: there is none.
static int ask(const char *program, int count, char **words) {
  const char *run = std::getenv("VKMORPH_STARTED");
  if (!run)
    return -1;
  int descriptors[started::kDescriptors] = {0, 1, 2, open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  // Three are open, and no more.
  if (descriptors[3] != 3)
    return -1;
  sockaddr_un address;
  const socklen_t length = started::findAddress(address, run, program);
  const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(connection, reinterpret_cast<sockaddr *>(&address), length) != 0 ||
      differsFromServer(connection))
    return -1;
  started::Request request = {static_cast<uint32_t>(count), 0, 0};
  for (int i = 0; i < count; ++i)
    request.bytes += static_cast<uint32_t>(std::strlen(words[i])) + 1;
  for (char **variable = environ; *variable; ++variable, ++request.variables)
    request.bytes += static_cast<uint32_t>(std::strlen(*variable)) + 1;
  auto *text = static_cast<char *>(std::malloc(request.bytes));
  if (!text)
    return -1;
  char *to = text;
  auto append = [&](const char *word) { to = stpcpy(to, word) + 1; };
  for (int i = 0; i < count; ++i)
    append(words[i]);
  for (char **variable = environ; *variable; ++variable)
    append(*variable);
  iovec part = {&request, sizeof(request)};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(descriptors))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(descriptors));
  std::memcpy(CMSG_DATA(header), descriptors, sizeof(descriptors));
  if (sendmsg(connection, &message, MSG_NOSIGNAL) != ssize_t(sizeof(request)) ||
      !started::writeAll(connection, text, request.bytes))
    return -1;
  return connection;
}

int main(int count, char **words) {
  const char *slash = std::strrchr(words[0], '/');
  const char *program = slash ? slash + 1 : words[0];
  const int connection = ask(program, count, words);
  if (connection < 0) {
    char real[4096];
    std::snprintf(real, sizeof(real), VKMORPH_STARTED_FOLDER "/%s.real", program);
    execv(real, words);
    std::perror(real);
    return 127;
  }
  int status = 0;
  if (!started::readAll(connection, &status, sizeof(status))) {
    std::fprintf(stderr, "%s: the server that ran it has ended\n", program);
    return 127;
  }
  if (!WIFSIGNALED(status))
    return WEXITSTATUS(status);
  const rlimit none = {};
  setrlimit(RLIMIT_CORE, &none);
  std::signal(WTERMSIG(status), SIG_DFL);
  std::raise(WTERMSIG(status));
  return 127;
}
