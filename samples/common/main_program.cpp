// Arguments, progress and reports of the samples' programs.
#include "main_program.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

Arguments::Arguments(int argc, char **argv, const char *help) : left(argv + 1, argv + argc) {
  for (const std::string &argument : left)
    if (argument == "--help" || argument == "-h") {
      std::printf(help, argv[0]);
      std::exit(0);
    }
}

bool Arguments::Take(const std::string &name, std::string &value) {
  for (size_t i = 0; i < left.size(); i++)
    if (left[i] == name) {
      if (i + 1 == left.size())
        throw std::runtime_error(name + ": its value is missing");
      value = left[i + 1];
      left.erase(left.begin() + long(i), left.begin() + long(i) + 2);
      return true;
    }
  return false;
}

double Arguments::Number(const std::string &name, double usual, double least, double most) {
  std::string text;
  if (!Take(name, text))
    return usual;
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(value >= least && value <= most)) {
    char range[80];
    std::snprintf(range, sizeof range, "' is no number from %g to %g", least, most);
    throw std::runtime_error(name + ": '" + text + range);
  }
  return value;
}

int Arguments::Number(const std::string &name, int usual, int least, int most) {
  const double value = Number(name, double(usual), double(least), double(most));
  if (value != std::floor(value))
    throw std::runtime_error(name + ": not a whole number");
  return int(value);
}

void Arguments::Size(const std::string &name, int &width, int &height) {
  std::string text;
  char rest = 0;
  if (Take(name, text) && (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 ||
                           width < 1 || height < 1 || width > 32768 || height > 32768))
    throw std::runtime_error(name + ": '" + text + "' is no size like 640x480");
}

std::string Arguments::Word(const std::string &name, const std::string &usual) {
  std::string word = usual;
  Take(name, word);
  return word;
}

std::string Arguments::File() {
  if (left.empty() || left.front()[0] == '-')
    return "";
  const std::string file = left.front();
  left.erase(left.begin());
  return file;
}

void Arguments::End() const {
  if (!left.empty())
    throw std::runtime_error("unknown argument '" + left.front() + "', see --help");
}

void Progress::Done(int count) {
  const int percent = int(100.0 * count / all);
  if (percent == shown || !isatty(2) ||
      std::chrono::steady_clock::now() - start < std::chrono::seconds(1))
    return;
  shown = percent;
  std::fprintf(stderr, "\r%s: %d %%", what.c_str(), percent);
}

Progress::~Progress() {
  if (shown >= 0)
    std::fprintf(stderr, "\r%*s\r", int(what.size()) + 8, "");
}

void PrintTimesHead() {
  std::printf("\n%-18s %10s %10s %10s %10s %16s\n", "milliseconds", "CPU", "GPU", "upload",
              "download", "with all copies");
}

void PrintTimes(const char *what, double cpu, const vkmorph::ExecutionTimes &times) {
  std::printf("%-18s %10.3f %10.3f %10.3f %10.3f %16.3f\n", what, cpu, times.kernels, times.upload,
              times.download, times.host);
}

bool Near(const char *what, double cpu, double gpu, double bound) {
  const double difference = std::fabs(cpu - gpu);
  const bool near = difference <= bound; // false for NaN
  std::printf("%-24s %14.8g %14.8g   ", what, cpu, gpu);
  if (cpu == gpu)
    std::printf("equal\n");
  else
    std::printf("%s by %.3g, %.3g is allowed\n", near ? "apart" : "TOO FAR APART", difference,
                bound);
  return near;
}

bool Alike(const char *what, const Picture &cpu, const Picture &gpu) {
  const double psnr = Psnr(cpu, gpu);
  const bool alike = psnr >= 40.0;
  if (std::isinf(psnr))
    std::printf("%-24s equal\n", what);
  else
    std::printf("%-24s PSNR %.1f dB, %s 40 dB\n", what, psnr, alike ? "at least" : "LESS THAN");
  return alike;
}

int Verdict(bool agree) {
  std::printf("%s\n", agree ? "CPU and GPU agree." : "CPU and GPU DO NOT AGREE.");
  return agree ? 0 : 1;
}
