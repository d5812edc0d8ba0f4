//===- Nesting.h - How deep statements, expressions and types stand in each other ------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_NESTING_H
#define VKMORPH_FRONTEND_SOURCE_NESTING_H

namespace clang {
class Stmt;
} // namespace clang

namespace vkmorph::frontend {

/// More levels are refused: the time of some passes and of glslang grows with the cube of the
/// depth. Clang has the same limit for brackets.
constexpr unsigned kMaxNesting = 256;

/// How many arrays and structs may stand in each other: SPIR-V takes no more than 255 indices at a
/// time, of which some are ours.
constexpr unsigned kMaxTypeNesting = 200;

/// The first statement or expression that stands more than kMaxNesting levels deep in `body`; null
/// where there is none. What is written counts; parentheses and implicit conversions do not.
const clang::Stmt *findTooDeep(const clang::Stmt *body);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_NESTING_H
