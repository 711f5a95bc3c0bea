"""JavaScript's and TypeScript's imports: relative paths, configured paths, workspace packages."""

from __future__ import annotations

import pytest

from tests.imports.repository import Repository


def test_a_relative_path_needs_no_extension() -> None:
    repo = Repository("src/a.ts", "src/b.ts", "src/view.tsx", "src/plain.js")
    assert repo.of("src/a.ts", "typescript", "./b") == ["src/b.ts"]
    assert repo.of("src/a.ts", "typescript", "./view") == ["src/view.tsx"]
    assert repo.of("src/a.ts", "typescript", "./plain") == ["src/plain.js"]


def test_a_folder_means_its_index_file() -> None:
    repo = Repository("src/a.js", "src/store/index.js", "src/index.js")
    assert repo.of("src/a.js", "javascript", "./store") == ["src/store/index.js"]
    assert repo.of("src/a.js", "javascript", ".") == ["src/index.js"]
    assert repo.of("src/store/index.js", "javascript", "..") == ["src/index.js"]


def test_typescript_writes_js_for_the_file_that_is_built() -> None:
    repo = Repository("src/a.ts", "src/b.ts", "src/c.tsx", "src/d.mts")
    assert repo.of("src/a.ts", "typescript", "./b.js") == ["src/b.ts"]
    assert repo.of("src/a.ts", "typescript", "./c.js") == ["src/c.tsx"]
    assert repo.of("src/a.ts", "typescript", "./d.mjs") == ["src/d.mts"]


def test_the_file_as_written_comes_before_any_other() -> None:
    repo = Repository("a.js", "b.js", "b.ts")
    assert repo.of("a.js", "javascript", "./b.js") == ["b.js"]


def test_a_bundlers_query_and_loader_are_no_part_of_the_path() -> None:
    repo = Repository("a.js", "worker.js", "text.md")
    assert repo.of("a.js", "javascript", "./worker.js?worker") == ["worker.js"]
    assert repo.of("a.js", "javascript", "raw-loader!./text.md") == ["text.md"]


def test_components_import_each_other_with_their_extension() -> None:
    repo = Repository("src/App.vue", "src/Button.vue", "src/x.svelte", "src/y.svelte")
    assert repo.of("src/App.vue", "vue", "./Button.vue") == ["src/Button.vue"]
    assert repo.of("src/x.svelte", "svelte", "./y.svelte") == ["src/y.svelte"]


def test_paths_of_a_tsconfig_with_comments_and_a_last_comma_are_followed() -> None:
    config = """{
      // where things are
      "compilerOptions": {
        "baseUrl": ".", /* the root */
        "paths": { "@app/*": ["src/app/*"], "config": ["src/config.ts"], },
      },
    }"""
    repo = Repository("src/main.ts", "src/app/user.ts", "src/config.ts", files={"tsconfig.json": config})
    assert repo.of("src/main.ts", "typescript", "@app/user") == ["src/app/user.ts"]
    assert repo.of("src/main.ts", "typescript", "config") == ["src/config.ts"]
    assert repo.of("src/main.ts", "typescript", "@app/nobody") == []


def test_the_longest_pattern_wins() -> None:
    config = '{"compilerOptions": {"paths": {"@/*": ["./src/*"], "@/ui/*": ["./kit/*"]}}}'
    repo = Repository("src/ui/button.ts", "kit/button.ts", "src/main.ts", files={"tsconfig.json": config})
    assert repo.of("src/main.ts", "typescript", "@/ui/button") == ["kit/button.ts"]


def test_a_base_url_makes_names_paths() -> None:
    repo = Repository(
        "src/main.js", "src/store/user.js", files={"jsconfig.json": '{"compilerOptions": {"baseUrl": "src"}}'}
    )
    assert repo.of("src/main.js", "javascript", "store/user") == ["src/store/user.js"]


def test_only_a_relative_path_may_leave_out_json() -> None:
    repo = Repository(
        *("src/a.js", "src/react.json"), files={"jsconfig.json": '{"compilerOptions": {"baseUrl": "src"}}'}
    )
    assert repo.of("src/a.js", "javascript", "./react") == ["src/react.json"]
    assert repo.of("src/a.js", "javascript", "react") == []


def test_paths_are_inherited_and_relative_to_the_file_that_writes_them() -> None:
    repo = Repository(
        *("web/src/a.ts", "shared/log.ts"),
        files={
            "config/base.json": '{"compilerOptions": {"paths": {"@shared/*": ["../shared/*"]}}}',
            "web/tsconfig.json": '{"extends": "../config/base"}',
        },
    )
    assert repo.of("web/src/a.ts", "typescript", "@shared/log") == ["shared/log.ts"]


def test_paths_may_stand_in_a_configuration_that_is_only_referenced() -> None:
    repo = Repository(
        *("src/a.ts", "src/b.ts"),
        files={
            "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.build.json"}]}',
            "tsconfig.build.json": '{"compilerOptions": {"paths": {"#/*": ["./src/*"]}}}',
        },
    )
    assert repo.of("src/a.ts", "typescript", "#/b") == ["src/b.ts"]


def test_configurations_that_extend_each_other_are_no_endless_loop() -> None:
    repo = Repository(
        "a.ts", files={"tsconfig.json": '{"extends": "./b.json"}', "b.json": '{"extends": "./tsconfig.json"}'}
    )
    assert repo.of("a.ts", "typescript", "@/x") == []


def test_a_workspace_package_is_found_by_its_name_and_entry() -> None:
    repo = Repository(
        *("packages/core/lib/start.js", "apps/web/main.js"),
        files={"packages/core/package.json": '{"name": "@acme/core", "main": "./lib/start.js"}'},
    )
    assert repo.of("apps/web/main.js", "javascript", "@acme/core") == ["packages/core/lib/start.js"]


def test_an_entry_that_is_built_means_the_sources_it_is_built_from() -> None:
    manifest = '{"name": "kit", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.mjs"}}}'
    repo = Repository("packages/kit/src/index.ts", "app.ts", files={"packages/kit/package.json": manifest})
    assert repo.of("app.ts", "typescript", "kit") == ["packages/kit/src/index.ts"]


def test_exports_say_what_a_path_into_a_package_means() -> None:
    manifest = """{"name": "kit", "exports": {
      "./errors": "./src/failures.ts", "./parts/*": "./src/parts/*.ts", "./parts/old/*": "./legacy/*.ts"}}"""
    repo = Repository(
        *("k/src/failures.ts", "k/src/parts/door.ts", "k/legacy/key.ts", "k/src/deep/inner.ts", "app.ts"),
        files={"k/package.json": manifest},
    )
    assert repo.of("app.ts", "typescript", "kit/errors") == ["k/src/failures.ts"]
    assert repo.of("app.ts", "typescript", "kit/parts/door") == ["k/src/parts/door.ts"]
    assert repo.of("app.ts", "typescript", "kit/parts/old/key") == ["k/legacy/key.ts"]
    assert repo.of("app.ts", "typescript", "kit/deep/inner") == ["k/src/deep/inner.ts"]


def test_a_hash_name_is_looked_up_in_the_imports_of_its_package() -> None:
    repo = Repository("p/src/a.js", "p/src/db.js", files={"p/package.json": '{"imports": {"#db": "./src/db.js"}}'})
    assert repo.of("p/src/a.js", "javascript", "#db") == ["p/src/db.js"]


def test_code_comes_before_its_declarations() -> None:
    repo = Repository(
        *("kit/types.d.ts", "kit/src/index.js", "app.ts"),
        files={
            "tsconfig.json": '{"compilerOptions": {"paths": {"kit": ["./kit/types.d.ts"]}}}',
            "kit/package.json": '{"name": "kit", "main": "./src/index.js"}',
        },
    )
    assert repo.of("app.ts", "typescript", "kit") == ["kit/src/index.js", "kit/types.d.ts"]


def test_frameworks_have_a_customary_name_for_the_sources() -> None:
    repo = Repository("web/package.json", "web/src/api/user.ts", "web/src/lib/time.ts", "web/src/a.ts")
    assert repo.of("web/src/a.ts", "typescript", "@/api/user") == ["web/src/api/user.ts"]
    assert repo.of("web/src/a.ts", "typescript", "$lib/time") == ["web/src/lib/time.ts"]


@pytest.mark.parametrize(
    "module", ["react", "node:fs", "https://example.org/a.js", "@scope/other/x", "../../../up", ""]
)
def test_what_is_installed_or_outside_is_no_file_of_the_repository(module: str) -> None:
    assert Repository("src/a.js", "package.json").of("src/a.js", "javascript", module) == []
