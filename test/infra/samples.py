#!/usr/bin/env python3
# Builds the samples' programs and runs each at a small size: CPU and GPU agree, and the pictures are there.
#
# usage: samples.py BUILD_FOLDER CXX_COMPILER
import os
import struct
import subprocess
import sys
import tempfile

import tree

# {sample: (arguments, {picture: size})}; array_sum is built where it is installed.
SAMPLES = {
    "red_pixels": (["--size", "320x200"], {"red_pixels_before.png": (320, 200), "red_pixels_after.png": (320, 200)}),
    "mandelbrot": (["--size", "160x120", "--rounds", "100", "--at", "-0.75,0.1", "--zoom", "20"],
                   {"mandelbrot.png": (160, 120)}),
    "nbody": (["--stars", "100", "--steps", "50", "--size", "200x150"],
              {"nbody_before.png": (200, 150), "nbody_after.png": (200, 150)}),
    "spherical_harmonics": (["--size", "128x64", "--ball", "64"],
                            {"spherical_harmonics_map.png": (128, 64), "spherical_harmonics_ball.png": (64, 64)}),
    "bloom": (["--size", "160x90"], {"bloom_before.png": (160, 90), "bloom_after.png": (160, 90)}),
    "nlm": (["--size", "80x60", "--search", "3"], {"nlm_noisy.png": (80, 60), "nlm_clean.png": (80, 60)}),
    "shape_march": (["--size", "96x64", "--steps", "60"], {"shape_march.png": (96, 64)}),
    "procedural_textures": (["--size", "150x50"], {"procedural_textures.png": (150, 50)}),
    "fluid_2d": (["--size", "40x50", "--steps", "15", "--sweeps", "5"], {"fluid_2d.png": (40, 50)}),
}
# Runs on the pictures that a sample has written.
AGAIN = {
    "red_pixels": ["red_pixels_before.png"],
    "spherical_harmonics": ["spherical_harmonics_map.hdr", "--ball", "32"],
    "bloom": ["bloom_before.png", "--threshold", "0.3"],
    "nlm": ["nlm_noisy.png", "nlm_clean.png"],
}
PROJECT = """cmake_minimum_required(VERSION 3.20)
project(samples LANGUAGES CXX)
"""


def run(*command, **options):
    print("+", *command, flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    print(done.stdout, flush=True)
    return done


def expect(condition, message):
    if not condition:
        sys.exit(f"not as expected: {message}")


def size_of(path):
    """The width and height that a PNG's header states."""
    with open(path, "rb") as file:
        header = file.read(24)
    expect(header[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is a PNG")
    return struct.unpack(">II", header[16:24])


def main():
    build_folder, compiler = os.path.abspath(sys.argv[1]), sys.argv[2]
    folder = os.path.join(tree.ROOT, "samples")
    found = {name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, "CMakeLists.txt"))}
    expect(found == {*SAMPLES, "array_sum"}, "each sample has a line here")
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "program")
        with open(os.path.join(scratch, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(PROJECT)
            for name in SAMPLES:
                file.write(f"add_subdirectory({os.path.join(folder, name)} {name})\n")
        done = run("cmake", "-S", scratch, "-B", program, "-G", "Ninja", f"-Dvkmorph_DIR={build_folder}/cmake",
                   f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_CXX_FLAGS=-O1 -Wall -Wextra -Werror")
        expect(done.returncode == 0, "the samples are configured")
        expect(run("cmake", "--build", program).returncode == 0, "the samples are built")
        for name, (arguments, pictures) in SAMPLES.items():
            command, pwd = os.path.join(program, name, name), os.path.join(program, name)
            done = run(command, "--help", cwd=pwd)
            expect(done.returncode == 0 and f"usage: {command}" in done.stdout, f"{name} explains itself")
            for wrong in (["--no-such-option"], [arguments[0]], [arguments[0], "x"]):
                expect(run(command, *wrong, cwd=pwd).returncode == 2, f"{name} refuses {wrong}")
            done = run(command, *arguments, cwd=pwd)
            expect(done.returncode == 0 and "CPU and GPU agree." in done.stdout, f"{name} agrees")
            for picture, size in pictures.items():
                expect(size_of(os.path.join(pwd, picture)) == size, f"{picture} is as large as was asked for")
            if name in AGAIN:
                done = run(command, *AGAIN[name], cwd=pwd)
                expect(done.returncode == 0 and "CPU and GPU agree." in done.stdout, f"{name} agrees on files")
                done = run(command, "no_such_file.png", *AGAIN[name][1:], cwd=pwd)
                expect(done.returncode == 2 and "no_such_file.png" in done.stdout, f"{name} names a file that is missing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
