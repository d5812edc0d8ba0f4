// The version of the vkmorph runtime, for the check that every generated file makes.
#pragma once

/// The version of the runtime that a program is built with.
#define VKMORPH_RUNTIME_VERSION_MAJOR 0
#define VKMORPH_RUNTIME_VERSION_MINOR 1
#define VKMORPH_RUNTIME_VERSION_PATCH 0
#define VKMORPH_RUNTIME_VERSION_STRING "0.1.0"

/// Counts the incompatible changes of what generated code calls. A generated header compares it
/// with the number it was written for; releases that keep the number work with files already
/// generated.
#define VKMORPH_RUNTIME_INTERFACE 1
