// What a client asks a started program for: arguments, environment, and four descriptors.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace started {

/// Standard input, output, errors, and the working folder.
constexpr int kDescriptors = 4;

/// Before the words, each of which ends with a zero.
struct Request {
  uint32_t arguments, variables, bytes;
};

/// Where a program listens: a name that is in no file system, and ends with the program.
inline socklen_t findAddress(sockaddr_un &address, const char *run, const char *program) {
  address = {};
  address.sun_family = AF_UNIX;
  const int length = std::snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1,
                                   "vkmorph-started/%s/%s", run, program);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<size_t>(length));
}

inline bool readAll(int from, void *data, size_t bytes) {
  for (auto *to = static_cast<char *>(data); bytes > 0;) {
    const ssize_t got = ::read(from, to, bytes);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    if (got > 0) {
      to += got;
      bytes -= static_cast<size_t>(got);
    }
  }
  return true;
}

inline bool writeAll(int to, const void *data, size_t bytes) {
  for (auto *from = static_cast<const char *>(data); bytes > 0;) {
    const ssize_t written = ::send(to, from, bytes, MSG_NOSIGNAL);
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      from += written;
      bytes -= static_cast<size_t>(written);
    }
  }
  return true;
}

} // namespace started
