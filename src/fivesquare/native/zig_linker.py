"""Objects made into shared libraries for macOS and Windows, by the linker of Zig, which runs everywhere."""

import os
import subprocess
import sys
from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

_ZIG = "ziglang"  # a package that is a program
_MINIMUM = ".11.0"  # of macOS


def library_by_zig(content: bytes, names: Collection[str], triple: str) -> bytes:
    """The shared library of an object, which exports these functions; `triple` says for which machine.

    One for macOS is signed ad hoc where that is asked of code, and one for Windows needs no other library.
    """
    if find_spec(_ZIG) is None:
        raise RuntimeError(f"a library for {triple} needs Zig, which is not installed: pip install {_ZIG}")
    is_for_windows = "windows" in triple
    processor = triple.partition("-")[0].replace("arm64", "aarch64")
    system = "windows-msvc" if is_for_windows else f"macos{_MINIMUM}"
    source, exports, library = "code.o", "code.def", "code.dll" if is_for_windows else "code.dylib"
    # There is no DllMain, and none is needed.
    more = [exports, "-Wl,--no-entry"] if is_for_windows else []
    with TemporaryDirectory() as folder:
        Path(folder, source).write_bytes(content)
        Path(folder, exports).write_text("\n".join(["EXPORTS", *names, ""]), encoding="ascii")
        caches = {f"ZIG_{kind}_CACHE_DIR": str(Path(folder, "zig")) for kind in ("GLOBAL", "LOCAL")}
        command = [sys.executable, "-m", _ZIG, "cc", "-shared", "-s", "-nostdlib"]
        command += ["-target", f"{processor}-{system}", *more, source, "-o", library]
        subprocess.run(command, cwd=folder, env={**os.environ, **caches}, check=True)
        return Path(folder, library).read_bytes()
