//===- ProbeTarget.cpp - What the present device says of itself -------------------------------===//
//
// Another process asks the device: drivers bring libraries of their own, an LLVM among them, into
// the process that loads them, and may crash there; and this one need not link Vulkan.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/plan/ProbeTarget.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace vkmorph;

/// Long enough for any driver to start; one that hangs is not waited for.
static constexpr unsigned kSeconds = 60;

static llvm::Error fail(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

/// What a process wrote, on one line.
static std::string readOneLine(llvm::StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return {};
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string text;
  for (llvm::StringRef line : lines) {
    line.consume_front("vkmorph-probe: error: ");
    text += (text.empty() ? "" : " ") + line.trim().str();
  }
  return text;
}

llvm::Expected<std::string> vkmorph::probeDevice() {
  llvm::SmallString<256> program(
      llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&probeDevice)));
  llvm::sys::path::remove_filename(program);
  llvm::sys::path::append(program, "vkmorph-probe");
  if (!llvm::sys::fs::can_execute(program))
    return fail("there is no program '" + program + "'");
  // What drivers print is kept apart from the description.
  llvm::SmallString<128> description, messages;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("vkmorph-probe", "json", description))
    return fail("no temporary file: " + error.message());
  llvm::FileRemover removeDescription(description);
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("vkmorph-probe", "txt", messages))
    return fail("no temporary file: " + error.message());
  llvm::FileRemover removeMessages(messages);
  llvm::StringRef arguments[] = {program, "-o", description};
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), messages.str(),
                                                messages.str()};
  std::string explanation;
  int status = llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, redirects, kSeconds,
                                         /*MemoryLimit=*/0, &explanation);
  if (status != 0) {
    std::string said = readOneLine(messages);
    if (status < 0)
      said = "'" + program.str().str() + "' ended early: " + explanation +
             (said.empty() ? "" : "; it said: " + said);
    return fail(said);
  }
  auto buffer = llvm::MemoryBuffer::getFile(description);
  if (!buffer)
    return fail(buffer.getError().message());
  return (*buffer)->getBuffer().str();
}
