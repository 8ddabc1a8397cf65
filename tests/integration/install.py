#!/usr/bin/env python3
"""install.py BUILD_DIR: installs into a temporary prefix and uses the library from there as a stranger would:
every public header alone, in C and in C++; the example through pkg-config and through CMake; the page from the server."""
import glob
import os
import subprocess
import sys
import tempfile
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLE = os.path.join(ROOT, "docs", "examples", "random_game.c")
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}")
    return done.stdout


def check_headers(prefix):
    headers = sorted(glob.glob(os.path.join(prefix, "include", "pipwright", "*.h")))
    assert len(headers) >= 8, headers
    for header in headers:
        for compiler in (["cc", "-std=c17", "-xc"], ["c++", "-std=c++17", "-xc++"],
                         ["clang", "-std=c17", "-xc"], ["clang", "-std=c++17", "-xc++"]):
            run(compiler + STRICT + ["-fsyntax-only", f"-I{prefix}/include", "-"], input=f'#include "{header}"\n')


def check_pkg_config(prefix, folder):
    env = {**os.environ, "PKG_CONFIG_PATH": glob.glob(f"{prefix}/lib/**/pkgconfig", recursive=True)[0]}
    flags = run(["pkg-config", "--static", "--cflags", "--libs", "pipwright"], env=env).split()
    program = os.path.join(folder, "example")
    run(["cc", "-std=c17", *STRICT, EXAMPLE, "-o", program] + flags)
    return run([program])


def check_cmake(prefix, folder):
    with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.25)\nproject(example C)\n"
                   "find_package(pipwright 0.1 REQUIRED)\n"
                   f"add_executable(example {EXAMPLE})\n"
                   "target_link_libraries(example PRIVATE pipwright::pipwright)\n")
    build = os.path.join(folder, "build")
    run(["cmake", "-S", folder, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"])
    run(["cmake", "--build", build])
    return run([os.path.join(build, "example")])


def check_server(program, folder):
    command = [program, "serve", "--listen", "127.0.0.1:0", "--store", os.path.join(folder, "games.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            page = urllib.request.urlopen(server.stdout.readline().split()[-1]).read().decode()
        finally:
            server.terminate()
    assert "<title>Pipwright" in page and server.returncode == 0, (server.returncode, page[:500])


def main():
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "prefix")
        run(["cmake", "--install", sys.argv[1], "--prefix", prefix])
        check_headers(prefix)
        first = check_pkg_config(prefix, folder)
        assert first == check_cmake(prefix, folder), "the two examples differ"
        assert first.startswith("pipwright record 1\n") and "\n= " in first, first
        program = os.path.join(prefix, "bin", "pipwright")
        run([program, "--version"])
        check_server(program, folder)
        with open(os.path.join(prefix, "lib", "systemd", "system", "pipwright.service"), encoding="utf-8") as unit:
            assert "\nExecStart=/usr/local/bin/pipwright serve " in unit.read()
    print("the installed library and server work")


if __name__ == "__main__":
    main()
