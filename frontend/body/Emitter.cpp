//===- Emitter.cpp - What all that emits a part of a body can use ----------------------------===//

#include "frontend/body/Emitter.h"

#include "frontend/body/Lambdas.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

bool Emitter::exchangeParts(const Closure &a, const Closure &b, const clang::Expr *use) {
  return m_body.exchangeParts(*a.part, *b.part, use);
}
