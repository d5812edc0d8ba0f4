# The suite of whole programs: each class is translated, and original and generated class have to agree on a Vulkan device
# under the validation layer. One configuration for all folders, whose tools are those of test/lit.
import os

lit_config.load_config(config, os.path.join(config.vkmorph_src_root, "test", "lit", "lit.cfg.py"))

config.name = "programs"
config.suffixes = [".cpp", ".test"]
config.test_source_root = os.path.join(config.vkmorph_src_root, "test", "programs")
config.test_exec_root = os.path.join(config.vkmorph_obj_root, "test", "programs")
# Generated code is compiled by clang here, which takes two thirds of the time of g++, and by g++ in test/lit.
config.environment["CXX"] = config.clang_name
if not {"vulkan-device", "validation-layer"} <= config.available_features or "sanitizers" in config.available_features:
    config.unsupported = True
