//===- RefusedFunctions.cpp - Functions that the device has no counterpart for ----------------===//

#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Refused : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  LibraryResult output() { return refuse(diag::ConsoleOutput); }
  LibraryResult allocation() { return refuse(diag::NewDelete, {spelledName()}); }
  LibraryResult atomic() { return refuse(diag::AtomicFunction, {spelledName()}); }

private:
  std::string spelledName() const { return m_callee.function->getNameAsString(); }
};
} // namespace

static constexpr LibraryRow kOperators[] = {
    {"operator<<", kAnyArity, by<&Refused::output>},
    {"operator>>", kAnyArity, by<&Refused::output>},
};

static constexpr llvm::StringLiteral kOwnComparison =
    "that operator as a function of the class, which compares its members";

static constexpr LibraryRow kRefusedFunctionsStdRows[] = {
    {"atomic_*", kAnyArity, by<&Refused::atomic>},
    {"ranges::*", kAnyArity, nullptr,
     "the algorithm of namespace std, with iterators and a comparison in place of a projection"},
    // What `a < b` of a class with an operator<=> asks of the latter's result.
    {"operator<", 2, nullptr, kOwnComparison},
    {"operator>", 2, nullptr, kOwnComparison},
    {"operator<=", 2, nullptr, kOwnComparison},
    {"operator>=", 2, nullptr, kOwnComparison},
};

static constexpr LibraryRow kRefusedFunctionsRows[] = {
    {"__sync_*", kAnyArity, by<&Refused::atomic>},
    {"__atomic_*", kAnyArity, by<&Refused::atomic>},
    {"malloc", kAnyArity, by<&Refused::allocation>},
    {"calloc", kAnyArity, by<&Refused::allocation>},
    {"realloc", kAnyArity, by<&Refused::allocation>},
    {"aligned_alloc", kAnyArity, by<&Refused::allocation>},
    {"posix_memalign", kAnyArity, by<&Refused::allocation>},
    {"free", kAnyArity, by<&Refused::allocation>},
    {"alloca", kAnyArity, by<&Refused::allocation>},
    {"*printf", kAnyArity, by<&Refused::output>},
    {"*scanf", kAnyArity, by<&Refused::output>},
    {"puts", kAnyArity, by<&Refused::output>},
    {"putchar", kAnyArity, by<&Refused::output>},
    {"getchar", kAnyArity, by<&Refused::output>},
    {"fopen*", kAnyArity, by<&Refused::output>},
    {"fputs*", kAnyArity, by<&Refused::output>},
    {"rand", kAnyArity, nullptr, "a generator of your own that begins with the iteration's number"},
    {"srand", kAnyArity, nullptr,
     "a generator of your own that begins with the iteration's number"},
    {"qsort", kAnyArity, nullptr, "std::sort"},
    {"bzero", kAnyArity, nullptr, "std::fill, std::copy or a loop"},
};

static constexpr LibraryTable kRefusedFunctionsTables[] = {
    {LibraryHome::Any, kOperators},
    {LibraryHome::Std, kRefusedFunctionsStdRows},
    {LibraryHome::C, kRefusedFunctionsRows},
};
const LibrarySubject vkmorph::frontend::kRefusedFunctions = kRefusedFunctionsTables;
