"""Links the archive for the board's processor."""

import os

Import("env")  # noqa: F821, given by PlatformIO

flags = " ".join(str(flag) for flag in env.get("CCFLAGS", []))  # noqa: F821
mcu = str(env.BoardConfig().get("build.cpu", ""))  # noqa: F821
if "rv32" in flags or "riscv" in mcu:
    name = "riscv32imac"
elif "float-abi=hard" in flags:
    name = "cortex-m4f"
else:
    name = "cortex-m0plus"
here = os.path.dirname(os.path.realpath("link.py"))
env.Append(LIBPATH=[os.path.join(here, "lib", name)], LIBS=["yomikiri"])  # noqa: F821
