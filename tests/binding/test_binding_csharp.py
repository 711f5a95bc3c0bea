"""C#: namespaces, parts of classes, overloads and extensions decide what a name means."""

from __future__ import annotations

import pytest

from repomap.graph.kept import binder_of
from tests.conftest import Repository


def test_the_parts_of_a_csharp_class_are_one_type(repo: Repository) -> None:
    repo.write("a/Policy.cs", "namespace A;\npublic partial class Policy { }\n")
    repo.write("a/Policy.More.cs", "namespace A;\npublic partial class Policy { }\n")
    repo.write("b/App.cs", "namespace B;\nclass App { void Load() { new Policy(); } }\n")
    (found,) = binder_of(repo.index()).bind("b/App.cs", "Policy")

    assert [place.path for place in found.targets] == ["a/Policy.More.cs", "a/Policy.cs"]
    assert found.confidence == pytest.approx(0.6)


def test_csharp_names_mean_what_their_namespaces_say(repo: Repository) -> None:
    repo.write("a/Box.cs", "namespace Shop.Goods;\npublic class Box { }\n")
    repo.write("b/Box.cs", "namespace Shop.Tools;\npublic class Box { }\n")
    repo.write("a/Near.cs", "namespace Shop.Goods.Inner;\nclass Near { void Load() { new Box(); } }\n")
    repo.write("c/Far.cs", "using Shop.Tools;\nnamespace Other;\nclass Far { void Load() { new Box(); } }\n")
    repo.write("c/Alias.cs", "using Crate = Shop.Goods.Box;\nclass Alias { void Load() { new Crate(); } }\n")

    assert repo.callees("Near.Load") == [("a/Box.cs", "Box")]
    assert repo.callees("Far.Load") == [("b/Box.cs", "Box")]
    assert repo.callees("Alias.Load") == [("a/Box.cs", "Box")]


def test_a_csharp_type_is_told_from_the_generic_one_of_its_name(repo: Repository) -> None:
    repo.write("Rule.cs", "public class Rule { public void Run() { } }\n")
    repo.write("RuleT.cs", "public class Rule<T> { public void Run() { } }\n")
    repo.write(
        "App.cs",
        "class App {\n  void Plain(Rule rule) { rule.Run(); new Rule(); }\n"
        "  void Typed(Rule<int> rule) { rule.Run(); new Rule<int>(); }\n}\n",
    )

    assert repo.callees("App.Plain") == [("Rule.cs", "Rule.Run"), ("Rule.cs", "Rule")]
    assert repo.callees("App.Typed") == [("RuleT.cs", "Rule.Run"), ("RuleT.cs", "Rule")]


def test_what_a_project_uses_globally_is_known_in_its_files(repo: Repository) -> None:
    repo.write("src/App.csproj", "<Project />\n")
    repo.write("src/GlobalUsings.cs", "global using static Tools.Text;\n")
    repo.write("tools/Text.cs", "namespace Tools;\npublic static class Text { public static void Trim() { } }\n")
    repo.write("tools/Other.cs", "namespace Tools;\npublic static class Other { public static void Cut() { } }\n")
    repo.write("src/App.cs", "using Tools;\nclass App { void Load() { Trim(); Cut(); } }\n")

    assert repo.callees("App.Load") == [("tools/Text.cs", "Text.Trim"), (None, "Cut")]


def test_a_csharp_lambda_s_argument_has_the_type_that_is_declared_where_it_is_passed(repo: Repository) -> None:
    repo.write("Host.cs", "public class Host { public void Set(int n, Action<Options> set) { } }\n")
    repo.write("Options.cs", "public class Options { public void Add(int n) { } }\n")
    repo.write("Other.cs", "public class Other { public void Add(int n) { } }\n")
    repo.write("App.cs", "class App { void Load(Host host) { host.Set(1, o => o.Add(2)); } }\n")

    assert ("Options.cs", "Options.Add") in repo.callees("App.Load")
    assert repo.callers("Other.Add") == []


def test_an_extension_method_is_found_by_the_type_it_extends(repo: Repository) -> None:
    repo.write("Ext.cs", "public static class Ext { public static Box Mark(this Box box, int n) => box; }\n")
    repo.write("More.cs", "public static class More { public static void Mark(this Bag bag, int n) { } }\n")
    repo.write("Box.cs", "public class Box { }\npublic class Bag { }\n")
    repo.write("App.cs", "class App { void Load(Box box) { box.Mark(1).Mark(2); } }\n")
    bound = binder_of(repo.index()).bind("App.cs", "Mark")

    assert [[place.path for place in found.targets] for found in bound] == [["Ext.cs"], ["Ext.cs"]]
    assert all(found.confidence >= 0.8 for found in bound)


def test_of_csharp_overloads_in_a_class_and_its_base_the_one_with_so_many_arguments_is_meant(repo: Repository) -> None:
    repo.write("Base.cs", "public class Base { public void Map(int a) { } }\n")
    repo.write("Derived.cs", "public class Derived : Base { public void Map(int a, int b) { } }\n")
    repo.write(
        "App.cs",
        "class App {\n  void One(Derived d) {\n d.Map(1);\n }\n  void Two(Derived d) {\n d.Map(1, 2);\n }\n}\n",
    )

    assert repo.callees("App.One") == [("Base.cs", "Base.Map")]
    assert repo.callees("App.Two") == [("Derived.cs", "Derived.Map")]


def test_csharp_behind_a_condition_the_grammar_cannot_read_is_found(repo: Repository) -> None:
    repo.write(
        "Log.cs",
        "namespace A;\n\npublic interface Log\n#if NEW\n    : Disposable\n{\n    void Old() { }\n#else\n{\n#endif\n"
        "    void Write(int n);\n}\n",
    )
    names = [definition.qualified for definition in repo.index().reader.definitions("Log.cs")]

    assert "Log" in names
    assert any(name.endswith("Write") for name in names)
