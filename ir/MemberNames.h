//===- MemberNames.h - Names of members without what marks them as members --------------------===//

#ifndef VKMORPH_IR_MEMBERNAMES_H
#define VKMORPH_IR_MEMBERNAMES_H

#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// "width" of m_width, width_ and _width: what a variable that holds a member's value is called.
inline llvm::StringRef withoutMemberMark(llvm::StringRef name) {
  llvm::StringRef plain = name;
  plain.consume_front("m_");
  plain = plain.trim('_');
  return plain.empty() ? name : plain;
}

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_MEMBERNAMES_H
