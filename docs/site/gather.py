"""MkDocs hook: the site's pages are the repository's own documents, where they lie, and one API page a package.

Documents keep their paths below the repository, so that their links lead to the same places on the site as on a forge.
"""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "firmware/README.md",
    "rules/**/README.md",
    "docs/**/*.md",
    "hardware/**/*.md",
)
ATTACHED = (
    "docs/site/*.css",
    "docs/**/*.toml",
    "docs/**/*.webp",
    "docs/**/*.png",
    "docs/**/*.gif",
    "hardware/*/*.svg",
    "hardware/boards/*.toml",
)
"""Files that documents show or link to."""
PACKAGES = (ROOT / "rules" / "fairyrules", ROOT / "host" / "reedboard")
LINK = re.compile(r"\]\(([^)\s#:]+)(#[^)\s]*)?\)")
NAV = {
    "Start": ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    "Play": ("docs/rules/*.md", "docs/ADD-A-GAME.md"),
    "Build": (
        "docs/BUILD.md",
        "docs/QUESTIONS.md",
        "docs/BRIDGE.md",
        "docs/RASPBERRY-PI.md",
        "hardware/README.md",
        "hardware/*/README.md",
        "hardware/*/*.md",
        "firmware/README.md",
    ),
    "Understand": (
        "docs/TOUR.md",
        "docs/GLOSSARY.md",
        "docs/TRACKER.md",
        "docs/OPPONENT.md",
        "docs/PROTOCOL.md",
        "docs/DURABILITY.md",
        "docs/FAULTS.md",
        "docs/SECURITY.md",
        "rules/**/README.md",
    ),
    "Why": ("docs/decisions/README.md", "docs/decisions/*.md"),
    "Results": ("docs/results/README.md", "docs/results/*.md"),
    "API": ("api/fairyrules*.md", "api/reedboard*.md"),
}
"""Tab -> the pages below it, in order; a later pattern adds only what an earlier one did not."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The theme's own files, the documents, one page a board, one page a package; and the tabs made of them."""
    theirs = [each for each in files if not (each.abs_src_path or "").startswith(config.docs_dir)]
    gathered = Files(theirs)
    for pattern in (*DOCUMENTS, *ATTACHED):
        for path in sorted(ROOT.glob(pattern)):
            where = path.relative_to(ROOT).as_posix()
            gathered.append(File(where, str(ROOT), config.site_dir, config.use_directory_urls))
    pages = {f"hardware/{path.stem}/README.md": board_page(path.stem) for path in ROOT.glob("hardware/boards/*.toml")}
    pages |= dict(api_pages())
    for where, content in sorted(pages.items()):
        if gathered.get_file_from_path(where) is None:
            gathered.append(File.generated(config, where, content=content))
    config.nav = tabs(gathered)
    return gathered


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to a folder lead to its README, as they do on a forge."""

    def led(match: re.Match[str]) -> str:
        folder = PurePosixPath(page.file.src_uri).parent / match[1]
        readme = Path("/", folder, "README.md").resolve().relative_to("/").as_posix()
        if files.get_file_from_path(readme) is None or match[1].endswith(".md"):
            return match[0]
        return f"]({match[1].rstrip('/')}/README.md{match[2] or ''})"

    return LINK.sub(led, markdown)


def board_page(board: str) -> str:
    """What a forge shows as a folder: the pictures of a board, and its documents."""
    folder = ROOT / "hardware" / board
    documents = "".join(f"- [{path.stem.capitalize()}]({path.name})\n" for path in sorted(folder.glob("*.md")))
    pictures = "".join(f"\n![{path.stem} of the {board} board]({path.name})\n" for path in sorted(folder.glob("*.svg")))
    return f"# The {board} board\n\nGeometry: [{board}.toml](../boards/{board}.toml).\n\n{documents}{pictures}"


def api_pages() -> Iterator[tuple[str, str]]:
    """A page for every package, with all its public modules."""
    for root in PACKAGES:
        folders = [root, *(path.parent for path in sorted(root.glob("**/__init__.py")) if path.parent != root)]
        for folder in folders:
            name = ".".join(folder.relative_to(root.parent).parts)
            modules = [path for path in sorted(folder.glob("*.py")) if is_documented(path)]
            names = [name, *(f"{name}.{path.stem}" for path in modules if path.stem != "__init__")]
            yield f"api/{name}.md", f"# {name}\n\n" + "\n\n".join(f"::: {each}" for each in names) + "\n"


def is_documented(path: Path) -> bool:
    """Whether a module is public and says what it is for."""
    is_public = not path.stem.startswith("_") or path.stem == "__init__"
    return is_public and ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) is not None


def tabs(files: Files) -> list[dict[str, list[str]]]:
    """Every page below its tab; one that no pattern names is there to be understood."""
    left = {each.src_uri: None for each in files.documentation_pages()}
    made = {}
    for title, patterns in NAV.items():
        named = (uri for pattern in patterns for uri in sorted(left) if fnmatch(uri, pattern))
        made[title] = list(dict.fromkeys(named))
        for uri in made[title]:
            del left[uri]
    made["Understand"] += sorted(left)
    return [{title: pages} for title, pages in made.items()]
