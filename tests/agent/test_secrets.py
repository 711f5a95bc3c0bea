"""Credentials are masked by their published forms; ordinary text and code stay as they are."""

from __future__ import annotations

import pytest

from agent.secrets import mask, mask_all
from summarizer.secrets import MASK

KEYS = [
    "sk-ant-" + "api03-" + "Ab1_" * 8,
    "sk-proj-" + "Ab12" * 10,
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "a1B2" * 12,
    "glpat-" + "a1B2" * 5,
    "AKIA" + "ABCD1234" * 2,
    "xoxb-" + "1234567890-abcdef",
    "AIza" + "a" * 35,
    "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "c2lnbmF0dXJlMTIz",
]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_masked_wherever_it_stands(key: str) -> None:
    assert mask(f"before {key} after") == f"before {MASK} after"
    assert key not in mask(f'{{"token": "{key}"}}')


def test_a_private_key_is_masked_whole_and_when_cut() -> None:
    begin, end = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"
    assert mask(f"a\n{begin}\nMIIE\nAAAA\n{end}\nb") == f"a\n{MASK}\nb"
    assert mask(f"a\n{begin}\nMIIE") == f"a\n{MASK}"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('password = "hunter2hunter2"', f'password = "{MASK}"'),
        ("DB_PASSWORD: 's3cr3t-s3cr3t'", f"DB_PASSWORD: '{MASK}'"),
        ("Authorization: Bearer abc.def-123", f"Authorization: Bearer {MASK}"),
    ],
)
def test_a_value_given_to_a_telling_name_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "password = os.environ['X']",
        "def check_password(password: str) -> bool:",
        'password=""',
        "commit 3f2a9c0e1b7d4a5f8e6c9b0a1d2e3f4a5b6c7d8e",
        "sk-learn and task-sk-list",
        "the secret: keep it short",
        "eyJ is how base64 JSON begins",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert mask(text) == text


def test_this_process_own_key_is_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-local-key-of-ours")
    assert mask("it is a-local-key-of-ours!") == f"it is {MASK}!"
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    assert mask("xylophone") == "xylophone"


def test_images_and_signatures_are_left_alone() -> None:
    key = KEYS[0]
    data = [{"type": "image", "source": {"type": "base64", "data": key}}, {"signature": key, "thinking": key}]
    assert mask_all(data) == [data[0], {"signature": key, "thinking": MASK}]
