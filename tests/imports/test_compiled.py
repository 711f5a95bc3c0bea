"""Java, Kotlin, Scala, C and its family, C#, Swift."""

from __future__ import annotations

from tests.imports.repository import Repository


def test_a_java_class_is_the_path_that_ends_with_its_package() -> None:
    repo = Repository("core/src/main/java/org/shop/Cart.java", "app/src/main/java/org/app/Main.java")
    assert repo.of("app/src/main/java/org/app/Main.java", "java", "org.shop", "Cart") == [
        "core/src/main/java/org/shop/Cart.java"
    ]
    assert repo.of("app/src/main/java/org/app/Main.java", "java", "org.shop.Cart") == [
        "core/src/main/java/org/shop/Cart.java"
    ]
    assert repo.of("app/src/main/java/org/app/Main.java", "java", "java.util", "List") == []


def test_a_static_import_and_an_inner_class_mean_the_class_around_them() -> None:
    repo = Repository("src/org/shop/Cart.java", "src/org/app/Main.java")
    assert repo.of("src/org/app/Main.java", "java", "org.shop.Cart", "total") == ["src/org/shop/Cart.java"]
    assert repo.of("src/org/app/Main.java", "java", "org.shop.Cart", "*") == ["src/org/shop/Cart.java"]
    assert repo.of("src/org/app/Main.java", "java", "org.shop.Cart.Line", "Kind") == ["src/org/shop/Cart.java"]


def test_a_wildcard_means_the_files_of_the_package_without_its_tests() -> None:
    repo = Repository(
        *("m/src/main/java/org/shop/A.java", "m/src/main/java/org/shop/B.java", "m/src/test/java/org/shop/ATest.java"),
        "m/src/main/java/org/app/Main.java",
    )
    assert repo.of("m/src/main/java/org/app/Main.java", "java", "org.shop", "*") == [
        "m/src/main/java/org/shop/A.java",
        "m/src/main/java/org/shop/B.java",
    ]


def test_the_class_of_the_nearest_module_is_meant() -> None:
    repo = Repository("a/src/com/x/Main.java", "b/src/com/x/Main.java", "b/src/com/x/Other.java")
    assert repo.of("b/src/com/x/Other.java", "java", "com.x", "Main") == ["b/src/com/x/Main.java"]


def test_a_kotlin_function_is_in_some_file_of_its_package_first_in_one_with_its_name() -> None:
    repo = Repository("src/org/util/Clock.kt", "src/org/util/Slug.kt", "src/org/app/Main.kt")
    assert repo.of("src/org/app/Main.kt", "kotlin", "org.util", "slugify") == [
        "src/org/util/Clock.kt",
        "src/org/util/Slug.kt",
    ]
    assert repo.of("src/org/app/Main.kt", "kotlin", "org.util", "slug") == [
        "src/org/util/Slug.kt",
        "src/org/util/Clock.kt",
    ]


def test_a_member_of_an_object_in_a_file_of_another_name_is_in_the_package_around_it() -> None:
    repo = Repository("src/org/util/Implicits.scala", "src/org/rules/All.kt", "src/org/app/Main.kt")
    assert repo.of("src/org/app/Main.scala", "scala", "org.util.syntax", "*") == ["src/org/util/Implicits.scala"]
    assert repo.of("src/org/app/Main.kt", "kotlin", "org.rules.Spec.Companion", "x") == ["src/org/rules/All.kt"]
    assert repo.of("src/org/app/Main.kt", "kotlin", "org.rules.inner", "x") == []


def test_scala_imports_several_names_objects_and_everything() -> None:
    repo = Repository("src/main/scala/a/b/C.scala", "src/main/scala/a/b/D.scala", "src/main/scala/a/Main.scala")
    assert repo.of("src/main/scala/a/Main.scala", "scala", "a.b", "D", "C") == [
        "src/main/scala/a/b/D.scala",
        "src/main/scala/a/b/C.scala",
    ]
    assert repo.of("src/main/scala/a/Main.scala", "scala", "a.b.C", "_") == ["src/main/scala/a/b/C.scala"]
    assert repo.of("src/main/scala/a/Main.scala", "scala", "b.C", "*") == ["src/main/scala/a/b/C.scala"]


def test_a_source_root_is_no_part_of_a_package() -> None:
    repo = Repository("src/main/scala/util/Try.scala", "src/main/scala/a/Main.scala")
    assert repo.of("src/main/scala/a/Main.scala", "scala", "scala.util", "Try") == []


def test_an_include_is_beside_the_file_or_in_an_include_folder_around_it() -> None:
    repo = Repository("src/a.c", "src/a.h", "include/lib/api.h", "other/a.h")
    assert repo.of("src/a.c", "c", "a.h", "*") == ["src/a.h"]
    assert repo.of("src/a.c", "c", "../include/lib/api.h", "*") == ["include/lib/api.h"]
    assert repo.of("src/a.c", "c", "<lib/api.h>", "*") == ["include/lib/api.h"]


def test_an_include_from_elsewhere_is_found_when_only_one_path_ends_like_it() -> None:
    repo = Repository("app/main.cpp", "deps/one/geometry/point.hpp", "deps/two/config.h", "deps/three/config.h")
    assert repo.of("app/main.cpp", "cpp", "geometry/point.hpp") == ["deps/one/geometry/point.hpp"]
    assert repo.of("app/main.cpp", "cpp", "config.h") == []
    assert repo.of("deps/two/a.c", "c", "two/config.h") == ["deps/two/config.h"]


def test_a_system_header_is_not_a_file_that_has_its_name() -> None:
    repo = Repository("src/a.c", "src/string.h", "lib/time.h")
    assert repo.of("src/a.c", "c", "<string.h>") == []
    assert repo.of("src/a.c", "c", '"string.h"') == ["src/string.h"]
    assert repo.of("src/a.c", "c", "time.h") == []


def test_a_framework_header_is_found_below_the_frameworks_folder() -> None:
    repo = Repository("App/main.m", "React/Base/RCTBridge.h", "Cart.h")
    assert repo.of("App/main.m", "objc", "React/RCTBridge.h") == ["React/Base/RCTBridge.h"]
    assert repo.of("App/main.m", "objc", "UIKit/Cart.h") == []


def test_an_objective_c_header_is_found_by_its_name_alone() -> None:
    repo = Repository("Kit/Core/Cache.h", "Kit/include/Kit/Cache.h", "Kit/Private/Disk.m")
    assert repo.of("Kit/Private/Disk.m", "objc", "Cache.h") == ["Kit/Core/Cache.h"]


def test_a_csharp_namespace_is_the_projects_root_and_the_folders_below_it() -> None:
    repo = Repository(
        *("src/Shop.Core/Cart/Line.cs", "src/Shop.Core/Cart/Sum.cs", "src/App/Main.cs"),
        files={
            "src/Shop.Core/Shop.Core.csproj": "<Project><RootNamespace>Shop</RootNamespace></Project>",
            "src/App/App.csproj": "<Project/>",
        },
    )
    both = ["src/Shop.Core/Cart/Line.cs", "src/Shop.Core/Cart/Sum.cs"]
    assert repo.of("src/App/Main.cs", "csharp", "Shop.Cart", "*") == both
    assert repo.of("src/App/Main.cs", "csharp", "Shop.Cart.Sum", "*") == ["src/Shop.Core/Cart/Sum.cs"]
    assert repo.of("src/App/Main.cs", "csharp", "System.Linq", "*") == []


def test_without_a_project_file_a_namespace_is_the_end_of_a_folder() -> None:
    repo = Repository("Assets/Scripts/Game/Units/Tank.cs", "Assets/Scripts/Main.cs")
    assert repo.of("Assets/Scripts/Main.cs", "csharp", "Game.Units") == ["Assets/Scripts/Game/Units/Tank.cs"]


def test_a_swift_module_is_the_sources_of_its_target() -> None:
    repo = Repository(
        *("Sources/Web/App.swift", "Sources/Web/Http/Body.swift", "Source/Kit.swift", "Tests/WebTests/T.swift"),
        files={
            "Package.swift": '.target(name: "Kit", dependencies: [.product(name: "A", package: "a")], path: "Source")'
        },
    )
    assert repo.of("Tests/WebTests/T.swift", "swift", "Web", "*") == [
        "Sources/Web/App.swift",
        "Sources/Web/Http/Body.swift",
    ]
    assert repo.of("Tests/WebTests/T.swift", "swift", "Kit") == ["Source/Kit.swift"]
    assert repo.of("Tests/WebTests/T.swift", "swift", "struct Web.App") == [
        "Sources/Web/App.swift",
        "Sources/Web/Http/Body.swift",
    ]
    assert repo.of("Tests/WebTests/T.swift", "swift", "Foundation") == []
