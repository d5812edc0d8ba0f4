//===- ClassFile.h - What the file that declares the class defines ---------------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_CLASSFILE_H
#define VKMORPH_FRONTEND_SOURCE_CLASSFILE_H

#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"

namespace vkmorph::frontend {

/// The generated files include the file that declares the class, and so does every source that uses
/// them: warns of a function or variable in it, or in what it includes, that a program may have
/// only once.
void checkClassFile(Program &program, Reporter &reporter, const clang::CXXRecordDecl *record);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_CLASSFILE_H
