"""A file's language is told by its name, and by its first bytes where names are shared or missing."""

from __future__ import annotations

import pytest

from repomap.languages import LANGUAGES, detect
from repomap.languages.contents import RULES
from repomap.languages.detect import SHARED, by_name


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/a.py", "python"),
        ("src/A.PY", "python"),
        ("types.pyi", "python"),
        ("a.cjs", "javascript"),
        ("a.mjs", "javascript"),
        ("a.mts", "typescript"),
        ("a.hxx", "cpp"),
        ("a.ipp", "cpp"),
        ("a.inl", "cpp"),
        ("a.tpp", "cpp"),
        ("old/a.C", "cpp"),
        ("view.phtml", "php"),
        ("lib/tasks/a.rake", "ruby"),
        ("a.gemspec", "ruby"),
        ("build.sbt", "scala"),
        ("a.ksh", "bash"),
        ("build.gradle", "groovy"),
        ("a.ipynb", "notebook"),
        ("a.hs", "haskell"),
        ("App.vue", "vue"),
        ("schema.SQL", "sql"),
        ("CMakeLists.txt", "cmake"),
        ("docker/Dockerfile.dev", "dockerfile"),
        ("prod.dockerfile", "dockerfile"),
        ("Makefile.am", "make"),
        ("Jenkinsfile", "groovy"),
        ("web/package.json", "json"),
        ("tsconfig.build.json", "json"),
        ("Cargo.toml", "toml"),
        (".github/workflows/ci.yml", "yaml"),
        ("sub/.github/workflows/ci.yaml", "yaml"),
        ("docker-compose.override.yml", "yaml"),
        ("a.d/Makefile", "make"),
    ],
)
def test_a_name_tells_its_language(path: str, language: str) -> None:
    assert by_name(path) == language


@pytest.mark.parametrize(
    "path", ["data/users.json", "k8s/deploy.yml", "a.toml", "logo.png", "notes.txt", "style.css", "a.unknown"]
)
def test_data_pictures_and_unknown_names_are_never_opened(path: str) -> None:
    assert by_name(path) is None


@pytest.mark.parametrize("path", ["bin/deploy", "LICENSE", ".gitignore", "dir.py/run", "cgi-bin/a.cgi"])
def test_a_name_without_a_telling_suffix_is_left_to_the_contents(path: str) -> None:
    assert by_name(path) == "?"


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (b"#!/usr/bin/env python3\n", "python"),
        (b"#!/usr/bin/python3.11 -u\n", "python"),
        (b"#!/usr/bin/env -S node --harmony\n", "javascript"),
        (b"#! /bin/bash\n", "bash"),
        (b"#!/usr/local/bin/ruby2.7\n", "ruby"),
        (b"#!/usr/bin/env LANG=C perl\n", "perl"),
        (b"#!/usr/bin/unknown\n", None),
        (b"// -*- C++ -*-\n", "cpp"),
        (b"// Vectors -*- mode: C++; tab-width: 4 -*-\n", "cpp"),
        (b"#ifndef EIGEN_CORE\n#define EIGEN_CORE\n", "cpp"),
        (b'\r\n#include "x.h"\r\n', "cpp"),
        (b"MIT License\n", None),
        (b"# include the following folders\n*.o\n", None),
        (b"", None),
    ],
)
def test_contents_tell_the_language_of_a_file_without_suffix(head: bytes, language: str | None) -> None:
    assert detect("tool", head) == language


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("a.h", b"#include <stdio.h>\nint add(int a, int b);\n", "c"),
        ("a.h", b"#include <vector>\nint add(int a);\n", "cpp"),
        ("a.h", b'#ifdef __cplusplus\nextern "C" {\n#endif\nint add(int a);\n', "c"),
        ("a.h", b"namespace a {\nclass B {};\n}\n", "cpp"),
        ("a.H", b"int add(int a);\n", "c"),
        ("a.h", b"#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n", "objc"),
        ("a.m", b'#import "A.h"\n@implementation A\n@end\n', "objc"),
        ("a.m", b"function y = f(x)\n    y = x;\nend\n", "matlab"),
        ("a.m", b"% A comment.\nclassdef A\nend\n", "matlab"),
        ("a.m", b"(* Mathematica *)\nf[x_] := x\n", None),
        ("a.v", b"`timescale 1ns/1ps\nmodule a (input b);\nendmodule\n", "verilog"),
        ("a.v", b"Require Import List.\nTheorem a : True.\nProof. auto. Qed.\n", None),
        ("a.v", b"module main\n\nfn main() {\n}\n", None),
        ("a.pl", b"use strict;\nmy $x = 1;\n", "perl"),
        ("a.pl", b":- module(a, [b/1]).\nb(X) :- c(X).\n", None),
        ("a.pl", b"print 'hello';\n", "perl"),
        ("a.t", b"use Test::More;\n", "perl"),
        ("a.t", b"Check it:\n  $ echo a\n  a\n", None),
        ("a.ts", b"export const a = 1;\n", "typescript"),
        ("a.ts", b'<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1"></TS>\n', None),
        ("a.inc", b"<?php\nfunction a() {}\n", "php"),
        ("a.inc", b"#define A 1\n", "c"),
        ("a.inc", b"mov eax, ebx\n", None),
        ("a.fs", b"module A\nlet f x = x\n", "fsharp"),
        ("a.fs", b"#version 330\nvoid main() {}\n", "glsl"),
        ("a.pp", b"unit A;\ninterface\n", "pascal"),
        ("a.pp", b"class a {\n  file { 'b': ensure => present }\n}\n", None),
        ("a.d", b"module a;\nvoid main() {}\n", "d"),
        ("a.d", b"build/a.o: a.c a.h\n", None),
        ("a.cl", b"__kernel void f(__global float *x) {}\n", "c"),
        ("a.cl", b"(defun f (x) x)\n", "commonlisp"),
        ("a.scm", b"(define (f x) x)\n", "scheme"),
        ("a.scm", b"(call function: (identifier) @reference.call)\n", None),
        ("a.html", b"<html><body></body></html>", "html"),
        ("a.html", b'<html><meta name="generator" content="Doxygen 1.9"/>', None),
        ("a.htm", b"<!-- Generated by javadoc -->", None),
        ("a.sls", b"nginx:\n  pkg.installed: []\n", None),
    ],
)
def test_contents_decide_where_languages_share_a_suffix(path: str, head: bytes, language: str | None) -> None:
    assert detect(path, head) == language


def test_without_contents_the_name_alone_decides() -> None:
    assert [detect(path, b"") for path in ("a.h", "a.m", "a.ts", "a.pl")] == ["c", "objc", "typescript", "perl"]


def test_no_two_languages_claim_the_same_name_but_for_those_that_contents_tell_apart() -> None:
    claims: dict[str, list[str]] = {}
    for row in LANGUAGES:
        for name in (*row.extensions, *row.filenames):
            claims.setdefault(name, []).append(row.name)
    assert {name: rows for name, rows in claims.items() if len(rows) > 1} == {".m": ["objc", "matlab"]}


def test_a_rule_on_contents_stands_for_each_shared_suffix_and_no_other() -> None:
    assert RULES.keys() == SHARED
