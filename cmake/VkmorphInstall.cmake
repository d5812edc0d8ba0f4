# cmake --install: tools, runtime library and headers, and the package that find_package(vkmorph) reads.
include(CMakePackageConfigHelpers)

# The name that works in this tree and outside it.
if(TARGET vkmorph)
  add_executable(vkmorph::vkmorph ALIAS vkmorph)
endif()

# The package is written twice: for the installation, and in cmake/ of the build folder, where scripts/demo and others
# who have not installed vkmorph point vkmorph_DIR.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vkmorph)

# runtime/CMakeLists.txt installs the library, its headers and the export; this is for the build folder.
if(TARGET vkmorph_runtime)
  export(EXPORT vkmorphRuntime NAMESPACE vkmorph:: FILE ${PROJECT_BINARY_DIR}/cmake/vkmorphRuntime.cmake)
endif()

# The tools are in a file of their own: a package without the compiler still builds what was generated elsewhere.
get_property(tools GLOBAL PROPERTY VKMORPH_TOOLS)
if(tools)
  install(EXPORT vkmorphTools NAMESPACE vkmorph:: DESTINATION ${package_dir} COMPONENT compiler)
  export(EXPORT vkmorphTools NAMESPACE vkmorph:: FILE ${PROJECT_BINARY_DIR}/cmake/vkmorphTools.cmake)
endif()

configure_package_config_file(cmake/vkmorphConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/vkmorphConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change what generated code calls.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/vkmorphConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
configure_file(cmake/VkmorphAddClass.cmake ${PROJECT_BINARY_DIR}/cmake/VkmorphAddClass.cmake COPYONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/vkmorphConfig.cmake
              ${PROJECT_BINARY_DIR}/cmake/vkmorphConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/VkmorphAddClass.cmake
        DESTINATION ${package_dir} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
