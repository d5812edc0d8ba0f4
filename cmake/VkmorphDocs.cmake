# Documentation that mlir-tblgen writes from ODS: vkmorph_add_doc.

include(TableGen)

# vkmorph_add_doc(NAME DEFINITIONS.td argument...)
#
# Writes docs/NAME.md in the build folder, with every build: the definitions are the documentation's only source.
function(vkmorph_add_doc name definitions)
  set(LLVM_TARGET_DEFINITIONS ${definitions})
  tablegen(MLIR ${name}.md ${ARGN})
  set(written ${CMAKE_CURRENT_BINARY_DIR}/${name}.md)
  set(doc ${PROJECT_BINARY_DIR}/docs/${name}.md)
  add_custom_command(OUTPUT ${doc} COMMAND ${CMAKE_COMMAND} -E copy_if_different ${written} ${doc}
                     COMMAND ${CMAKE_COMMAND} -E touch ${doc} DEPENDS ${written})
  add_custom_target(vkmorph_doc_${name} ALL DEPENDS ${doc})
endfunction()
