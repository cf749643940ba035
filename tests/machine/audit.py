"""What the program takes from others: known holes, licences, and that the lock holds all of it. `make audit` runs it.

python tests/machine/audit.py [holes] [licences] [lock]     (all of them where none is named)
python tests/machine/audit.py lowest                        (prints the lowest versions as pip's constraints)
"""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
FREE = re.compile(r"\b(MIT|BSD|Apache|PSF|Python Software Foundation|ISC|ZPL|Zope Public)\b", re.IGNORECASE)
"""Licences that ask for their text to be kept and for nothing else; people look at what is under another one."""
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)", re.MULTILINE)


def dependencies() -> list[str]:
    """What pyproject.toml asks for."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]


def name_of(requirement: str) -> str:
    """The package's name in its one spelling."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^A-Za-z0-9._-]", requirement.strip())[0]).lower()


def all_needed() -> set[str]:
    """The dependencies here and theirs, as far as they are installed; without extras and other systems' ones."""
    found, ahead = set(), [name_of(each) for each in dependencies()]
    while ahead:
        name = ahead.pop()
        if name in found:
            continue
        try:
            asked = requires(name) or []
        except PackageNotFoundError:
            continue
        found.add(name)
        ahead += [name_of(each) for each in asked if "extra ==" not in each]
    return found


def locked() -> dict[str, str]:
    """Name and version of everything in the lock."""
    return {name_of(name): version for name, version in LOCKED.findall(LOCK.read_text(encoding="utf-8"))}


def holes() -> list[str]:
    """Known holes of the locked versions; says so where nobody could be asked."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(LOCK), "--disable-pip", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        told = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"holes: nobody could be asked: {(done.stderr.strip().splitlines() or ['no answer'])[-1]}")
        return []
    silent = [each["name"] for each in told if "skip_reason" in each]
    found = [f"{each['name']} {each['version']}: {hole['id']}" for each in told for hole in each.get("vulns", [])]
    print(f"holes: {len(told) - len(silent)} packages asked about, {len(found)} known holes")
    if silent:
        print(f"holes: the package index tells nothing of {', '.join(silent)}")
    return found


def licences() -> list[str]:
    """Packages under a licence that people should look at."""
    odd = []
    for name in sorted(all_needed()):
        about = metadata(name)
        classifiers = [each for each in about.get_all("Classifier") or [] if each.startswith("License")]
        told = about.get("License-Expression") or " ".join(classifiers) or (about.get("License") or "").split("\n")[0]
        print(f"licence: {name}: {told or 'not told'}")
        if not FREE.search(told):
            odd.append(f"{name} is under {told or 'no licence that is told'}: look at it")
    return odd


def lock() -> list[str]:
    """What is wrong with the lock: something missing in it, without checksum, or a host named."""
    text, versions = LOCK.read_text(encoding="utf-8"), locked()
    wrong = [f"{name} is not in the lock: make lock" for name in sorted(all_needed() - set(versions))]
    blocks = re.split(r"\n(?=\S)", text)
    wrong += [
        f"{block.split()[0]} has no checksum" for block in blocks if "==" in block and "--hash=sha256:" not in block
    ]
    if "://" in text or "--index" in text or "--find-links" in text:
        wrong.append("the lock names a host")
    print(f"lock: {len(versions)} packages, {text.count('--hash=sha256:')} checksums")
    return wrong


def lowest() -> list[str]:
    """Prints the lowest versions that pyproject.toml allows."""
    for each in dependencies():
        name, _, version = each.partition(">=")
        print(f"{name}=={version}")
    return []


if __name__ == "__main__":
    checks = {"holes": holes, "licences": licences, "lock": lock, "lowest": lowest}
    wrong = [each for name in sys.argv[1:] or ("holes", "licences", "lock") for each in checks[name]()]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))
