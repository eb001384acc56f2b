"""The static site as a folder: what is written, where, and what the command says. No browser."""

import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from gzip import decompress
from html.parser import HTMLParser
from importlib.metadata import packages_distributions
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import brotli
import pytest

from fivesquare.web.static_site import builder
from fivesquare.web.static_site.contents import python_archive
from terminal.running import Result, run
from web.built_site import BASE, build, version_of

MOST_BYTES = 5_500_000
"""Of the whole site, compressed."""


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites without Python, which takes ten seconds."""
    monkeypatch.setattr(builder, "python_files", lambda: {"worker.js": b"// Python\n" * 99})


def written(folder: Path, *options: str) -> Result:
    """Run the command, in this process."""
    return run("site", str(folder), "--no-docs", *options)


# --- The folder ---


@pytest.mark.usefixtures("_small")
def test_a_new_folder_or_an_empty_one_becomes_a_site(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "deep" / "new"):
        assert written(folder).status == 0
        assert (folder / "index.html").is_file()
        assert folder.stat().st_mode & 0o777 == 0o755


@pytest.mark.usefixtures("_small")
def test_a_folder_with_other_files_is_refused_and_untouched(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "cat.jpg").write_bytes(b"a cat")
    result = written(folder)
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        f"fivesquare: {folder} holds files that are not of a site of Fivesquare (cat.jpg), and would be "
        "lost: build into another folder, and copy its content over\n"
    )
    assert contents(tmp_path) == {"photos/cat.jpg": b"a cat"}


@pytest.mark.usefixtures("_small")
def test_a_site_to_which_files_were_added_is_refused_and_untouched(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    written(folder, "--compress")
    (folder / ".DS_Store").write_bytes(b"")
    assert written(folder).status == 0
    for added in (".git/HEAD", "static/mine.css"):
        (folder / added).parent.mkdir(exist_ok=True)
        (folder / added).write_bytes(b"mine")
    before = contents(folder)
    result = written(folder)
    assert result.status == 1
    assert "(.git/HEAD and 1 more)" in result.err
    assert contents(folder) == before


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_folder_is_refused_and_untouched(tmp_path: Path, kind: str) -> None:
    target, real = tmp_path / "site", tmp_path / "real"
    real.mkdir()
    if kind == "file":
        target.write_bytes(b"a file")
    else:
        target.symlink_to(real)
    result = written(target)
    assert result.status != 0
    assert re.search(f"{re.escape(str(target))}'? is (a file|not a folder)", result.err)
    assert not any(real.iterdir())
    assert target.is_symlink() if kind == "link" else target.read_bytes() == b"a file"


def test_a_place_that_cannot_be_written_to_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"a file")
    beneath = written(tmp_path / "file" / "deep" / "site")
    assert (beneath.status, beneath.out) == (1, "")
    assert beneath.err == f"fivesquare: {tmp_path / 'file'} is not a folder\n"
    monkeypatch.setattr("os.access", lambda *_: False)
    refused = written(tmp_path / "new" / "site")
    assert (refused.status, refused.out) == (1, "")
    assert refused.err == f"fivesquare: {tmp_path} is not writable, and the site is made there\n"
    assert contents(tmp_path) == {"file": b"a file"}


@pytest.mark.usefixtures("_small")
def test_an_old_site_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    assert written(folder).status == 0
    (old,) = (folder / "app").iterdir()
    monkeypatch.setattr(builder, "python_files", lambda: {"worker.js": b"// a newer one\n"})
    assert written(folder).status == 0
    (new,) = (folder / "app").iterdir()
    assert new != old
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    monkeypatch.chdir(folder)
    assert written(Path()).status == 0
    assert (folder / "index.html").is_file()


def fail_at(monkeypatch: pytest.MonkeyPatch, method: str, call: int) -> None:
    """Have a method of paths be interrupted the next time but some."""
    real, calls = getattr(Path, method), iter(range(call + 1))

    def interrupted(path: Path, told: object) -> object:
        if next(calls, None) == call:
            raise KeyboardInterrupt
        return real(path, told)

    monkeypatch.setattr(Path, method, interrupted)


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(("method", "call"), [("write_bytes", 30), ("rename", 0), ("rename", 1)])
def test_an_interrupted_build_leaves_the_old_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, call: int
) -> None:
    written(tmp_path / "site")
    before = contents(tmp_path)
    with monkeypatch.context() as patch:
        fail_at(patch, method, call)
        assert written(tmp_path / "site").status == 130
    assert contents(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


# --- What is said ---


@pytest.mark.usefixtures("_small")
def test_the_size_and_how_to_look_at_it_are_printed(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    *steps, size, advice = written(folder).out.splitlines()
    assert steps == [
        "Trimming and compiling Python for the browser ...",
        "Rendering pages ...",
        "Writing files ...",
    ]
    files = contents(folder)
    megabytes = sum(map(len, files.values())) / 1e6
    said = f"{folder} holds version {version_of(folder)}: {len(files)} files, {megabytes:.1f} MB."
    assert size.startswith(said)
    assert re.fullmatch(r" A first visit loads 0\.\d MB from a host that compresses\.", size[len(said) :])
    assert advice == f"Try it: python -m http.server --directory {folder} 8000"


def test_node_and_npm_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = written(tmp_path / "site")
    assert result.status == 1
    assert result.err == (
        "fivesquare: building the site needs npm, which is not installed: install Node.js 18 or newer\n"
    )
    assert not any(tmp_path.iterdir())


@pytest.mark.usefixtures("built_site")  # there is npm
def test_why_pyodide_cannot_be_fetched_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_offline", "true")
    result = written(tmp_path / "site")
    assert result.status == 1
    assert re.fullmatch(r"fivesquare: npm failed: .*cache.*\n", result.err)


@pytest.mark.usefixtures("built_site")
def test_another_pyodide_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_archive, "_DIGEST", "AAAA")
    result = written(tmp_path / "site")
    assert result.status == 1
    assert "is not the package that was tested" in result.err


# --- Options ---


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("base", ["/fivesquare/", "/fivesquare", "/"])
def test_only_the_page_for_unknown_addresses_needs_the_base(tmp_path: Path, base: str) -> None:
    assert written(tmp_path / "site", "--base", base).status == 0
    root = f"{base.rstrip('/')}/"
    for path, content in contents(tmp_path / "site").items():
        if path.endswith(".html"):
            loaded = {value for _, name, value in attributes(content) if name == "src"}
            start = root if path == "404.html" else "." * (1 + (path.count("/") > 0))
            assert loaded
            assert all(value.startswith(start) for value in loaded), path


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("base", ["fivesquare", "https://example.org/", "/a b/", '/"/'])
def test_what_is_no_path_is_no_base(tmp_path: Path, base: str) -> None:
    result = written(tmp_path / "site", "--base", base)
    assert result.status == 2
    assert "it must be a path, like /fivesquare/." in result.err
    assert not any(tmp_path.iterdir())


@pytest.mark.usefixtures("_small")
def test_compressed_files_lie_beside_those_that_gain_by_it(tmp_path: Path) -> None:
    assert written(tmp_path / "plain").status == 0
    assert written(tmp_path / "site", "--compress").status == 0
    plain, files = contents(tmp_path / "plain"), contents(tmp_path / "site")
    assert {path for path in files if not path.endswith((".br", ".gz"))} == set(plain)
    for path, content in plain.items():
        assert files[path] == content or path == builder.MARK
        for suffix, unpacked in ((".br", brotli.decompress), (".gz", decompress)):
            if path + suffix in files:
                assert unpacked(files[path + suffix]) == content
                assert len(files[path + suffix]) < len(content)
            else:
                assert not path.endswith((".html", ".css", ".bundle.js"))


# --- What is in it ---


def test_two_builds_are_the_same_bytes(built_site: Path, tmp_path: Path) -> None:
    """Each in a process of its own, with hashes of its own."""
    build(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(built_site)


def test_the_service_worker_names_every_file_with_its_digest(built_site: Path) -> None:
    listed = re.search(r"JSON\.parse\('(.*)'\)", (built_site / "sw.js").read_text())
    assert listed is not None
    files = contents(built_site)
    kept = {path: hashlib.sha256(content).hexdigest()[:32] for path, content in files.items()}
    besides = {"sw.js", "fivesquare-site.json", "fivesquare-board.js"}
    besides |= {path for path in files if path.startswith("licences/")}
    assert json.loads(listed[1]) == {path: digest for path, digest in kept.items() if path not in besides}


def test_the_whole_site_is_small(built_site: Path) -> None:
    files = contents(built_site).values()
    assert sum(len(brotli.compress(content, lgwin=24)) for content in files) < MOST_BYTES


class _Attributes(HTMLParser):
    """Notes the attributes of all elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, name, value or "") for name, value in attrs]


def attributes(page: bytes) -> list[tuple[str, str, str]]:
    """Element, name and value of each attribute of a page."""
    return _Attributes(page.decode()).found


def pages(folder: Path) -> Iterator[tuple[str, bytes]]:
    yield from ((path, content) for path, content in contents(folder).items() if path.endswith(".html"))


def test_nothing_is_loaded_from_another_host(built_site: Path) -> None:
    """Pyodide alone names one, where it would look for packages if it were not told where they are."""
    for path, content in pages(built_site):
        policy = next(value for _, name, value in attributes(content) if name == "content")
        assert policy.startswith("default-src 'none'; ")
        assert "//" not in policy
        for tag, name, value in attributes(content):
            is_link = tag == "a" and name == "href"
            assert is_link or name == "xmlns" or "//" not in value or name == "content", (path, tag, value)
    for path, content in contents(built_site).items():
        if path.endswith((".js", ".css", ".svg", ".json")):
            hosts = set(re.findall(r"\bhttps?://([\w.-]+)", content.decode()))
            assert hosts <= {"www.w3.org"}, path
            assert not re.search(r"""(url\(|from |import\()["']?//""", content.decode()), path
        elif path.endswith(".mjs"):
            assert set(re.findall(rb"\bhttps?://([\w.-]+)", content)) <= {b"cdn.jsdelivr.net"}, path


def test_every_link_leads_to_a_file(built_site: Path) -> None:
    """Those of a page for any address begin at the folder of the host."""
    files = set(contents(built_site))
    for path, content in pages(built_site):
        for _, name, value in attributes(content):
            if name in ("src", "href") and not value.startswith(("#", "data:")):
                target = urlsplit(urljoin(f"http://here{BASE}{path}", value))
                assert target.netloc == "here", value
                assert target.path.startswith(BASE), value
                place = target.path.removeprefix(BASE)
                assert f"{place}index.html" in files or place in files or place.startswith("api/"), value


def test_a_licence_lies_beside_everything_that_is_shipped(built_site: Path) -> None:
    files = contents(built_site)
    texts = {path.removeprefix("licences/") for path in files if path.startswith("licences/")}
    overview = files["licences/README.txt"].decode()
    assert set(re.findall(r"[\w.-]+\.txt", overview)) == texts - {"README.txt"}
    assert all(len(files[f"licences/{name}"]) > 500 for name in texts)
    archive = BytesIO(decompress(files[f"app/{version_of(built_site)}/python.zip.gz"]))
    modules = {path.partition("/")[0] for path in zipfile.ZipFile(archive).namelist()}
    assert modules & set(packages_distributions()) - {"fivesquare"} == {"jinja2", "markupsafe"}
    assert "pydantic.pyc" in modules  # ours
