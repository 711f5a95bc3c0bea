"""A planted credential reaches neither the model, nor the mirror, nor anything that is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import summarizer
from summarizer.library import library
from summarizer.model import Model, model_name
from summarizer.refresh import Limits, refresh
from summarizer.secrets import MASK, mask
from summarizer.work import jobs_for
from tests.conftest import Repository
from tests.fake_api import FakeApi
from tests.summarizer.conftest import answered

# put together here, so that no scanner takes this file for a leak
KEY = "sk-" + "ant-api03-" + "Zx8" * 12
AWS = "AKIA" + "QWERTYUIOPASDFGH"
GITHUB = "ghp_" + "a1B2" * 9
PASSWORD = "tr0ub4dor&3!"
PEM = "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END " + "PRIVATE KEY-----"

SOURCE = f'''"""Connects with {KEY}."""

API_KEY = "{KEY}"


def connect(user):
    """Use {AWS} to connect."""
    client = Client("{KEY}")
    password = "{PASSWORD}"
    url = "postgres://app:{PASSWORD}@db.example/app"
    pem = """{PEM}"""
    if user.token == "{GITHUB}":
        raise LookupError("{AWS} was refused for somebody that nobody knows")
    return client.login(url, password, pem)
'''
PLANTED = (KEY, KEY[:18], AWS, GITHUB, PASSWORD, "hkiG9w0BAQEFAASC")


def everything_below(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_planted_secret_goes_nowhere(repo: Repository, fake_api: FakeApi, capfd: pytest.CaptureFixture[str]) -> None:
    repo.write("db.py", SOURCE)
    fake_api.fallback = answered(lambda name, first, last: f"log in with {AWS}")
    with library(repo.root, anchored=True) as found:
        report = refresh(found, jobs_for(found, model_name()), Model(model_name()), Limits())
    assert report.written == 1
    page = summarizer.pseudocode(repo.root, "db.py")
    sent = json.dumps([request.body for request in fake_api.requests])
    told = "".join(capfd.readouterr())
    mirror = everything_below(repo.root / ".repomap" / "pseudocode")
    kept = b"".join(path.read_bytes() for path in (repo.root / ".repomap").glob("lines.db*"))
    kept += b"".join(path.read_bytes() for path in (repo.root / ".repomap").glob("pages.db*"))
    for secret in PLANTED:
        for place in (sent, told, page, mirror.decode(), kept.decode("latin-1")):
            assert secret not in place
    assert "def connect(user)" in sent  # what is no secret is sent
    assert f"log in with {MASK}" in page


def test_the_outline_holds_no_secret_before_any_model(repo: Repository) -> None:
    repo.write("db.py", SOURCE)
    page = summarizer.pseudocode(repo.root, "db.py")
    assert [secret for secret in PLANTED if secret in page] == []
    assert "def connect(user)" in page


def test_line_numbers_stay_right_around_a_masked_key_of_several_lines(repo: Repository, fake_api: FakeApi) -> None:
    repo.write("db.py", SOURCE)
    fake_api.fallback = answered()
    with library(repo.root, anchored=True) as found:
        refresh(found, jobs_for(found, model_name()), Model(model_name()), Limits())
    last = SOURCE.count("\n")
    assert (
        f"{last:5}     return client.login(url, password, pem)" in fake_api.messages[0].body["messages"][0]["content"]
    )


@pytest.mark.parametrize(
    "harmless",
    [
        "token = request.headers['Authorization']",
        'password = forms.CharField(label="Password")',
        "self.secret_key = settings.SECRET_KEY",
        'path = "src/components/button/index.module.css"',
        'raise ValueError("the password must have eight characters")',
        "digest = hashlib.sha256(data).hexdigest()",
        'name = "a_rather_long_snake_case_identifier_of_a_setting"',
        'url = "https://example.com/path?query=1"',
    ],
)
def test_plain_code_is_left_alone(harmless: str) -> None:
    assert mask(harmless) == harmless
