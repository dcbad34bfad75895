#!/usr/bin/env python3
"""Makes the npm packages from built programs: one for each platform with the program in it, and the one that users name.

    packages/npm/pack.py OUT linux-x64=target/release/countersign [darwin-arm64=…]

Writes OUT/*.tgz by `npm pack`; publishes nothing. The packages carry the programs, so installing downloads nothing else
and runs no script.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def platform(name, program, version, folder):
    """Lays out the package of one platform."""
    system, processor = name.split("-")
    (folder / "bin").mkdir(parents=True)
    shutil.copy2(program, folder / "bin" / "countersign")
    (folder / "bin" / "countersign").chmod(0o755)
    manifest = {
        "name": f"@countersign/{name}", "version": version,
        "description": f"The program countersign for {name}.", "license": "MIT OR Apache-2.0",
        "os": [system], "cpu": [processor], "files": ["bin/countersign"], "preferUnplugged": True,
    }
    if system == "linux":
        manifest["libc"] = ["glibc"]
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")


def pack(folder, out):
    for name in ("LICENSE", "LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy2(ROOT / name, folder / name)
    subprocess.run(["npm", "pack", "--silent", "--pack-destination", out, folder], check=True, stdout=subprocess.DEVNULL)


def main():
    if len(sys.argv) < 3 or not all("=" in word for word in sys.argv[2:]):
        print(__doc__, file=sys.stderr)
        return 2
    out = pathlib.Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((HERE / "countersign" / "package.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for word in sys.argv[2:]:
            name, program = word.split("=", 1)
            if f"@countersign/{name}" not in manifest["optionalDependencies"]:
                known = ", ".join(n.split("/")[1] for n in manifest["optionalDependencies"])
                print(f"there is no platform {name!r}; there are {known}", file=sys.stderr)
                return 2
            platform(name, program, manifest["version"], scratch / name)
            pack(scratch / name, out)
        shutil.copytree(HERE / "countersign", scratch / "countersign")
        shutil.copy2(ROOT / "README.md", scratch / "countersign" / "README.md")
        pack(scratch / "countersign", out)
    print("\n".join(sorted(str(p) for p in out.glob("*.tgz"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
