"""The scripts of a page in one file."""

import re

import pytest

from fivesquare.web.pages import assets
from fivesquare.web.pages.bundle import bundle, in_order

MODULES = [name for name in assets.assets() if name.endswith(".js")]


def test_a_module_comes_after_all_that_it_imports_and_once() -> None:
    files = {
        "a.js": 'import { b } from "./b.js";\nimport * as c from "./c.js";\n',
        "b.js": 'import { d as e } from "./c.js";\nexport const b = e();\n',
        "c.js": (
            "/** Docs. */\nexport function d() {\n  /** @type {number} */ (1);\n}\n"
            "/**\n * More * of / them.\n */\nfunction f() {}\n"
        ),
    }
    assert in_order("a.js", files.__getitem__) == ["c.js", "b.js", "a.js"]
    assert bundle("a.js", files.__getitem__).splitlines() == [
        "const $c$js = (() => {",
        "function d() {",
        "  (1);",
        "}",
        "function f() {}",
        "return { d };",
        "})();",
        "const $b$js = (() => {",
        "const { d: e } = $c$js;",
        "const b = e();",
        "return { b };",
        "})();",
        "const $a$js = (() => {",
        "const { b } = $b$js;",
        "const c = $c$js;",
        "return {  };",
        "})();",
    ]


def test_modules_that_import_each_other_are_refused() -> None:
    files = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"a\.js -> b\.js -> a\.js"):
        bundle("a.js", files.__getitem__)


@pytest.mark.parametrize("text", ["export let a = 1;\n", "export default 1;\n", 'import "./b.js";\n'])
def test_what_a_bundle_would_change_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js cannot be bundled"):
        bundle("a.js", lambda _name: text)


@pytest.mark.parametrize("name", MODULES)
def test_every_script_can_be_bundled(name: str) -> None:
    """No name of the bundle is used by a module, and nothing is left to be imported."""
    text = bundle(name, lambda each: assets.assets()[each].body.decode())
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert "/**" not in text
    defined = re.findall(r"^const (\$\w[\w$]*) = ", text, re.MULTILINE)
    assert len(defined) == len(set(defined))
