"""What a name means by the rules of Scala, Dart, Swift, Elixir, Lua, Objective-C and the shell."""

from __future__ import annotations

from repomap.graph.kept import binder_of
from tests.conftest import Repository


def test_what_is_called_on_a_lua_module_is_a_member_of_the_table_it_returns(repo: Repository) -> None:
    repo.write("lua/app/scroll.lua", "local scroll = {}\nfunction scroll.create() end\nreturn scroll\n")
    repo.write("lua/app/other.lua", "local M = {}\nfunction M.create() end\nreturn M\n")
    repo.write(
        "lua/app/init.lua",
        'local s = require "app.scroll"\nlocal o = require("app.other")\n\n'
        "local function load()\n  s.create()\n  o.create()\n  table.create()\nend\n",
    )

    assert repo.callees("load") == [
        ("lua/app/scroll.lua", "scroll.create"),
        ("lua/app/other.lua", "M.create"),
        (None, "create"),
    ]


def test_lua_self_is_the_table_the_method_stands_in(repo: Repository) -> None:
    repo.write("a.lua", "local A = {}\nfunction A:step() end\nfunction A:go() self:step() end\nreturn A\n")
    repo.write("b.lua", "local B = {}\nfunction B:step() end\nreturn B\n")

    assert repo.callees("go") == [("a.lua", "A.step")]


def test_an_import_does_not_open_the_types_inside_swift_types(repo: Repository) -> None:
    repo.write("Sources/Kit/Store.swift", "public struct Store {\n  struct State {}\n}\n")
    repo.write("Demo/View.swift", "import Kit\n\nfunc load() {\n  State()\n  Store()\n}\n")

    assert repo.callees("load") == [(None, "State"), ("Sources/Kit/Store.swift", "Store")]


def test_an_elixir_module_is_known_everywhere_by_its_name(repo: Repository) -> None:
    repo.write("lib/shop.ex", "defmodule Shop do\n  def open(x), do: x\n  def get(x, _), do: x\nend\n")
    repo.write(
        "lib/app.ex", "defmodule App do\n  def load(x) do\n    Shop.open(x)\n    Keyword.get(x, :a)\n  end\nend\n"
    )

    assert repo.callees("load") == [("lib/shop.ex", "Shop.open"), (None, "get")]
    assert [b.targets[0].path for b in binder_of(repo.index()).bind("lib/app.ex", "Shop")] == ["lib/shop.ex"]


def test_an_objective_c_message_is_bound_by_its_receiver(repo: Repository) -> None:
    for name in ("Store", "Cache"):
        repo.write(f"{name}.h", f"@interface {name}\n+ (void)reset;\n- (void)step;\n@end\n")
    repo.write(
        "Store.m",
        '#import "Store.h"\n#import "Cache.h"\n@implementation Store\n'
        "- (void)go {\n  [self step];\n  [Cache reset];\n}\n- (void)step {}\n@end\n",
    )

    assert [path for path, _ in repo.callees("go")] == ["Store.h", "Cache.h"]


def test_a_bats_test_sees_what_it_loads(repo: Repository) -> None:
    repo.write("test/helper.bash", "check() { true; }\n")
    repo.write("other/helper.bash", "check() { false; }\n")
    repo.write("test/a.bats", 'load helper\n\nsetup() {\n  check\n}\n\n@test "it works" {\n  check\n}\n')

    assert repo.callees("setup") == [("test/helper.bash", "check")]


def test_a_lua_module_has_what_is_assigned_to_its_table(repo: Repository) -> None:
    repo.write("lua/app/pick.lua", "local pick = {}\npick.files = wrap(1)\nreturn pick\n")
    repo.write("lua/app/text.lua", "local T = {}\nfunction T:find() end\nreturn T\n")
    repo.write(
        "lua/app/init.lua",
        'local p = require "app.pick"\n\nlocal function load(line)\n  p.files()\n  line:find "x"\nend\n',
    )

    assert repo.callees("load") == [("lua/app/pick.lua", "pick.files")]


def test_an_elixir_module_named_in_full_needs_no_alias_and_a_field_is_no_type(repo: Repository) -> None:
    repo.write("lib/conn.ex", "defmodule Shop.Test.Conn do\n  @type halted :: boolean\n  def open(x), do: x\nend\n")
    repo.write("lib/app.ex", "defmodule App do\n  def load(x) do\n    %Shop.Test.Conn{}\n    x.halted\n  end\nend\n")
    binder = binder_of(repo.index())

    assert [found.targets[0].path for found in binder.bind("lib/app.ex", "Conn")] == ["lib/conn.ex"]
    assert [found.targets for found in binder.bind("lib/app.ex", "halted")] == [()]


def test_a_dart_library_s_prefix_is_no_value_with_methods(repo: Repository) -> None:
    repo.write("lib/d.dart", "export 'package:other/other.dart';\nvoid file() {}\n")
    repo.write("lib/box.dart", "class Box {\n  void dir() {}\n}\n")
    repo.write("lib/app.dart", "import 'd.dart' as d;\n\nvoid load() {\n  d.file();\n  d.dir();\n}\n")

    assert repo.callees("load") == [("lib/d.dart", "file"), (None, "dir")]


def test_a_scala_value_in_a_block_is_no_member_of_the_class_around_it(repo: Repository) -> None:
    repo.write(
        "a.scala",
        "class Spec {\n  val shared = make()\n  check {\n    val r = make()\n    r(1)\n  }\n"
        "  def load() = { r(2); shared(3) }\n}\n",
    )

    assert repo.callees("load") == [(None, "r"), ("a.scala", "Spec.shared")]


def test_a_scala_type_class_is_known_by_its_implicit_parameter(repo: Repository) -> None:
    repo.write("Sync.scala", "trait Sync[F[_]] {\n  def delay[A](a: A): F[A]\n}\n")
    repo.write("Other.scala", "class Other {\n  def delay(a: Int) = a\n}\n")
    repo.write("App.scala", "object App {\n  def load[F[_]](n: Int)(implicit F: Sync[F]) = F.delay(n)\n}\n")

    assert repo.callees("load") == [("Sync.scala", "Sync.delay")]


def test_a_dart_library_passes_on_what_it_exports_however_much_and_not_what_it_imports(repo: Repository) -> None:
    parts = "".join(f"export 'src/part_{number}.dart';\n" for number in range(80))
    repo.write("lib/all.dart", f"import 'src/inner.dart';\n{parts}export 'src/last_box.dart';\n")
    for number in range(80):
        repo.write(f"lib/src/part_{number}.dart", f"class Part{number} {{}}\n")
    repo.write("lib/src/last_box.dart", "class LastBox {}\n")
    repo.write("lib/src/inner.dart", "class Inner {}\n")
    repo.write("lib/app.dart", "import 'all.dart';\n\nvoid load() {\n  LastBox();\n  Inner();\n}\n")

    assert repo.callees("load") == [("lib/src/last_box.dart", "LastBox"), (None, "Inner")]


def test_a_scala_type_is_no_companion_object(repo: Repository) -> None:
    repo.write("Task.scala", "trait Task[A]\nobject Task {\n  def pure(a: Int) = a\n}\n")
    repo.write("App.scala", "object App {\n  def load(task: Task[Int]) = Task.pure(1)\n}\n")
    (used,) = binder_of(repo.index()).bind("App.scala", "Task")

    assert [place.position for place in used.targets] == [0]


def test_a_scala_package_s_own_type_comes_before_the_library_s_of_that_name(repo: Repository) -> None:
    repo.write("core/src/main/scala/flow/Stream.scala", "package flow\nclass Stream {}\n")
    repo.write("core/src/test/scala/flow/Spec.scala", "package flow\nclass Spec {\n  def load(s: Stream) = 1\n}\n")
    repo.write("core/src/main/scala/other/App.scala", "package other\nclass App {\n  def load(s: Stream) = 1\n}\n")
    binder = binder_of(repo.index())

    assert len(binder.bind("core/src/test/scala/flow/Spec.scala", "Stream")[0].targets) == 1
    assert binder.bind("core/src/main/scala/other/App.scala", "Stream")[0].targets == ()


def test_a_scala_import_opens_an_object_of_the_same_file(repo: Repository) -> None:
    repo.write(
        "a.scala",
        "class App {\n  import Input._\n  def load() = Next(1)\n}\nobject Input {\n  case class Next(a: Int)\n}\n",
    )

    assert repo.callees("load") == [("a.scala", "Input.Next")]


def test_objects_that_open_each_other_s_members_and_inherit_end(repo: Repository) -> None:
    repo.write("a.scala", "import b.B._\nobject A extends Base {\n  def load() = run()\n}\n")
    repo.write("b/B.scala", "package b\nimport a.A._\nobject B extends Base {\n  def run() = 1\n}\n")

    assert repo.callees("load") == [("b/B.scala", "B.run")]
