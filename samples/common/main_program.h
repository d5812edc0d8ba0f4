// What the samples' programs have in common: arguments, progress, times, the verdict.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "main_pictures.h"
#include "vkmorph/object.h"

/// The arguments of a command line, taken one after another. Throws std::runtime_error, with a
/// message for the user, if one is not in order.
class Arguments {
public:
  /// Ends the program after --help.
  Arguments(int argc, char **argv, const char *help);

  /// NAME followed by a number from `least` to `most`.
  int Number(const std::string &name, int usual, int least, int most);
  double Number(const std::string &name, double usual, double least, double most);
  /// NAME followed by a size like 640x480.
  void Size(const std::string &name, int &width, int &height);
  /// NAME followed by a word.
  std::string Word(const std::string &name, const std::string &usual);
  /// The next argument that is no option; empty if there is none.
  std::string File();
  /// No argument may be left.
  void End() const;

private:
  bool Take(const std::string &name, std::string &value);
  std::vector<std::string> left;
};

/// Says how far something is, on terminals and once it takes longer than a second.
class Progress {
public:
  Progress(const std::string &what, int all) : what(what), all(all) {}
  ~Progress();
  void Done(int count);

private:
  std::string what;
  int all, shown = -1;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// How long `work` takes, in milliseconds.
template <class Work> double Milliseconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Does `steps` steps in strides, with progress: `advance(done, count)` does as many behind those
/// that are done, and counts for the time that is returned; `after` is called behind each stride.
template <class Advance, class After>
double InStrides(const char *what, int steps, int stride, Advance advance, After after) {
  Progress progress(what, steps);
  double time = 0.0;
  for (int done = 0; done < steps; done += stride) {
    const int count = std::min(stride, steps - done);
    time += Milliseconds([&] { advance(done, count); });
    after();
    progress.Done(done + count);
  }
  return time;
}

// Lines of a report.

/// The head of the times, and a line of them: `times` are those of the generated class.
void PrintTimesHead();
void PrintTimes(const char *what, double cpu, const vkmorph::ExecutionTimes &times);

/// Prints what a number is on both sides, and returns whether they are at most `bound` apart.
bool Near(const char *what, double cpu, double gpu, double bound);

/// Prints how alike the pictures are, and returns whether an eye could not tell them apart.
bool Alike(const char *what, const Picture &cpu, const Picture &gpu);

/// Prints the verdict, and returns the program's exit status.
int Verdict(bool agree);
