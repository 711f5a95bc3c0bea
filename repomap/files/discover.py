"""Find the files of a root: through git where it answers, else by walking with ignore files; never out of the root."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Set
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from repomap.files.gitfiles import GitRefused, folders_of, ignore_sources, ignored_files, tracked_files
from repomap.files.ignore import PatternFile, Rules, decode_lines, parse_patterns
from repomap.files.ours import is_ours
from repomap.settings import FileSettings

STATE_FOLDER = ".repomap"
NEVER_LISTED = frozenset({".git", STATE_FOLDER})
OWN_IGNORE_FILE = ".repomapignore"
WALK_IGNORE_FILES = (".gitignore", ".ignore", OWN_IGNORE_FILE)
SETTINGS_KIND = "[files]"
SPECIAL_NAMES = NEVER_LISTED.union(WALK_IGNORE_FILES)
GIT_MARKS = ("index", "HEAD", "objects", "refs", "config", "config.worktree", "info/exclude", "info/sparse-checkout")
"""What in `.git` says which files are tracked or ignored, and whether git answers at all."""

MAX_IGNORE_BYTES = 100_000
"""The longest ignore file that is read; compiling one of this size takes about a second, real ones have a few kB."""

QUESTIONS = 4
"""How often git is asked level by level what of an untracked folder it ignores. Below that depth everything is listed
first and asked about once, so that a chain of a thousand folders does not take a thousand calls."""


_NAME = attrgetter("name")


class SourceFile(NamedTuple):
    """A regular file as it was when listed. `path` is relative to the root, with `/`, bytes kept by surrogateescape."""

    path: str
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int


class Discovery(NamedTuple):
    """What a root holds. `files` are regular files of every kind, sorted by path, each listed once by its real path.

    `notes` are sentences to say once on standard error; `skipped` are (path, reason), sorted, for what was not followed
    or could not be read. `folders` are all that were looked into, also those without files, each with a slash at its
    end, "" for the root: a file that is new belongs only when it lies in one of them. `marks` are the files whose
    stats tell, with those of the folders, that another listing would find the same names, None when they do not tell;
    `links` are those that lead inside; `token` is another one after every change, b"" where that is not known.
    """

    root: Path
    files: tuple[SourceFile, ...]
    notes: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    folders: tuple[str, ...] = ()
    marks: tuple[str, ...] | None = None
    links: tuple[str, ...] = ()
    token: bytes = b""


def discover(root: Path, settings: FileSettings) -> Discovery:
    """List the files of `root`: what git tracks and what it does not ignore, or all that no ignore file leaves out.

    Repositories inside the root (submodules, clones) are listed the same way, each by its own git. `.repomapignore`
    files and `settings` hold everywhere. Symbolic links are not followed; what they lead to inside the root is listed
    under its own path. Raises OSError for a root that is not a folder that can be read.
    """
    top = os.path.realpath(root)
    os.scandir(top).close()
    walk = _Walk(top, settings)
    waiting = [walk.start()]
    while waiting:
        waiting += walk.repository(waiting.pop())
    skipped, links = tuple(sorted(walk.skipped)), tuple(walk.links)
    files, folders = tuple(sorted(walk.files)), tuple(walk.folders)
    return Discovery(Path(top), files, tuple(walk.notes()), skipped, folders, walk.all_marks(), links)


def find_root(start: Path) -> Path:
    """Return the nearest folder from `start` upward that holds `.repomap` or `.git`, else `start`; links resolved."""
    first = os.path.realpath(start)
    return Path(_nearest_above(first, NEVER_LISTED) or first)


def leads_inside(top: str, link: str) -> bool:
    """Tell whether a link leads to something below the folder `top`, or to it. Raises OSError for one to nowhere."""
    target = os.path.realpath(link, strict=True)
    return target == top or target.startswith(top.rstrip("/") + "/")


def state_folder(root: Path) -> Path:
    """Return where the state of `root` is kept: `root/.repomap`, or a folder of the user's cache when that is closed.

    Nothing is created. A `.repomap` that is a link or a file, or that was not made here, is not used: a cloned one
    could lead anywhere and say anything.
    """
    top = os.path.realpath(root)
    inside = os.path.join(top, STATE_FOLDER)
    if os.path.lexists(inside):
        usable = os.path.isdir(inside) and not os.path.islink(inside) and os.access(inside, os.W_OK | os.X_OK)
        usable = usable and is_ours(inside)
    else:
        usable = os.access(top, os.W_OK | os.X_OK)
    if usable:
        return Path(inside)
    from repomap.checksum import sha256

    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):  # the XDG specification: a relative one is to be ignored
        cache = os.path.join(os.path.expanduser("~"), ".cache")
    key = sha256(os.fsencode(top)).hexdigest()[:16]
    return Path(cache, "repomap", f"{os.path.basename(top)}-{key}")


class _Folder(NamedTuple):
    """A folder to look into. `prefix` is its path with a slash at the end, "" for the root."""

    prefix: str
    rules: Rules
    wanted: bool  # what `include` says of the nearest parent it speaks of
    settled: bool = False  # known to belong to what is being listed, whatever `.git` lies in it
    submodule: bool = False


class _Unknown(NamedTuple):
    """An entry that git does not track, until git has said whether it ignores it."""

    path: str
    entry: os.DirEntry[str]
    rules: Rules
    wanted: bool


class _Index(NamedTuple):
    """Paths, relative to the root, that git tracks, and the folders they lie in."""

    files: Set[str]
    folders: Set[str]


_NO_INDEX = _Index(frozenset(), frozenset())


class _Walk:
    """One discovery under way. Only names that a folder on the disk gave are ever opened, never a name git gave."""

    def __init__(self, top: str, settings: FileSettings) -> None:
        self.top = top
        self.base = top.rstrip("/") + "/"
        self.include = parse_patterns(settings.include) if settings.include else None
        self.exclude = parse_patterns(settings.exclude) if settings.exclude else None
        self.files: list[SourceFile] = []
        self.skipped: list[tuple[str, str]] = []
        self.folders: list[str] = []
        self.links: list[str] = []
        self.marks: list[str] = []
        self.repositories = 0
        self.top_of_git: str | None = None
        self.asked = False  # whether git has said of anything if it ignores it
        self.refusals: dict[str, list[str]] = {}  # why git did not answer → prefixes of repositories

    def start(self) -> _Folder:
        rules = Rules()
        if self.exclude:
            rules = rules.with_file(SETTINGS_KIND, PatternFile(self.exclude))
        return _Folder("", rules, wanted=self.include is None)

    def repository(self, folder: _Folder) -> list[_Folder]:
        """List one repository or plain folder; return the repositories met inside it."""
        self.repositories += 1
        folder = folder._replace(rules=folder.rules.only((SETTINGS_KIND, OWN_IGNORE_FILE)), settled=True)
        above = _nearest_above(os.path.normpath(self.base + folder.prefix), {".git"})
        self.top_of_git = above
        if above is None:
            return self._plain(folder)
        lead = (self.base + folder.prefix)[len(os.path.join(above, "")) :]  # the way down from the repository's folder
        rules = self._with_files_above(folder.rules, [OWN_IGNORE_FILE], above, folder.prefix, lead)
        folder = folder._replace(rules=rules)
        listed, skipped, folders = len(self.files), len(self.skipped), len(self.folders)
        try:
            return self._through_git(folder, above)
        except GitRefused as refusal:
            del self.files[listed:], self.skipped[skipped:], self.folders[folders:]
            self.refusals.setdefault(str(refusal), []).append(folder.prefix)
        rules = self._with_file(
            rules, ".gitignore", os.path.join(above, ".git", "info", "exclude"), folder.prefix, lead
        )
        rules = self._with_files_above(rules, [".gitignore", ".ignore"], above, folder.prefix, lead)
        return self._plain(folder._replace(rules=rules))

    def notes(self) -> Iterator[str]:
        for reason, prefixes in self.refusals.items():
            inside = sorted(prefix for prefix in prefixes if prefix)
            if "" in prefixes:
                yield f"git did not list this repository ({reason}): walked as a plain folder with its ignore files"
            if inside:
                more = f" and {len(inside) - 1} more" if len(inside) > 1 else ""
                yield f"git did not list {inside[0]!r}{more} ({reason}): walked as a plain folder with its ignore files"

    def _plain(self, folder: _Folder) -> list[_Folder]:
        return self._look([folder], None, [])

    def _through_git(self, folder: _Folder, top: str) -> list[_Folder]:
        place, start = self.base + folder.prefix, len(folder.prefix)
        tracked = tracked_files(place)
        if not tracked and place != os.path.join(top, "") and ignored_files(place, ["."]):
            return self._plain(folder)  # asked for by name inside a repository that ignores it
        if start:
            tracked = [folder.prefix + path for path in tracked]
        index = _Index(set(tracked), folders_of(tracked))
        stack, nested, questions = [folder], [], 0
        while stack:
            unknown: list[_Unknown] = []
            nested += self._look(stack, index, unknown, prune=questions < QUESTIONS)
            if not unknown:
                break
            questions += 1
            self.asked = True
            ignored = ignored_files(place, [each.path[start:] for each in unknown])
            for each in unknown:
                if each.path[start:] in ignored:
                    continue
                if each.entry.is_dir(follow_symlinks=False):
                    stack.append(_Folder(each.path + "/", each.rules, each.wanted))
                else:
                    self._add(each.path, each.entry)
        doubtful = [inner.prefix[start:-1] for inner in nested if not inner.submodule] if questions >= QUESTIONS else []
        ignored = ignored_files(place, doubtful) if doubtful else set()
        return [inner for inner in nested if inner.prefix[start:-1] not in ignored]

    def _look(
        self, stack: list[_Folder], index: _Index | None, unknown: list[_Unknown], prune: bool = True
    ) -> list[_Folder]:
        """Empty `stack`: add the files found, put into `unknown` what git must be asked about, return repositories met.

        Without an index every file belongs. With `prune` git is asked about a folder before it is looked into.
        """
        tracked, tracked_folders = _NO_INDEX if index is None else index
        kinds = WALK_IGNORE_FILES if index is None else (OWN_IGNORE_FILE,)
        ask = index is not None
        nested = []
        while stack:
            folder = stack.pop()
            prefix, rules, wanted, settled, submodule = folder
            entries = self._entries(prefix)
            special = SPECIAL_NAMES.intersection(map(_NAME, entries))
            if special:
                if ".git" in special and not settled:
                    nested.append(folder)
                    continue
                entries = [entry for entry in entries if entry.name not in NEVER_LISTED]
                self.marks.extend(prefix + kind for kind in special.intersection(WALK_IGNORE_FILES))
                for kind in special.intersection(kinds):
                    rules = self._with_file(rules, kind, self.base + prefix + kind, prefix)
            elif submodule and not entries:
                self.skipped.append((prefix[:-1], "a submodule that is not checked out"))
            self.folders.append(prefix)
            choosy = bool(rules.kinds) or self.include is not None
            for entry in entries:
                path = prefix + entry.name
                if path in tracked and not choosy and self._add_regular(path, entry):
                    continue
                is_folder = entry.is_dir(follow_symlinks=False)
                if choosy:
                    if rules.ignore(path, is_folder):
                        continue
                    wanted = self._wanted(path, is_folder, folder.wanted)
                if is_folder:
                    known, submodule = path in tracked_folders, path in tracked
                    if known or submodule or not (ask and prune):
                        stack.append(_Folder(path + "/", rules, wanted, known, submodule))
                    else:
                        unknown.append(_Unknown(path, entry, rules, wanted))
                elif wanted:
                    if ask and path not in tracked:
                        unknown.append(_Unknown(path, entry, rules, wanted))
                    else:
                        self._add(path, entry)
        return nested

    def _entries(self, prefix: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.base + prefix) as entries:
                return list(entries)
        except FileNotFoundError:  # deleted since its parent was read
            return []
        except OSError as error:
            self.skipped.append((prefix[:-1] or ".", f"cannot be opened: {error.strerror}"))
            return []

    def _add_regular(self, path: str, entry: os.DirEntry[str]) -> bool:
        """Add the entry if it is a regular file that can be looked at, as nearly all are, and tell whether it is."""
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return False
        if not stat.S_ISREG(status.st_mode):
            return False
        # tuple.__new__ takes a third of the time of SourceFile(), which is a Python function
        found = (path, status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns)
        self.files.append(tuple.__new__(SourceFile, found))
        return True

    def _add(self, path: str, entry: os.DirEntry[str]) -> None:
        if self._add_regular(path, entry):
            return
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError as error:
            self.skipped.append((path, f"cannot be opened: {error.strerror}"))
            return
        if stat.S_ISLNK(status.st_mode):
            self._judge_link(path)
        else:
            self.skipped.append((path, "a pipe, socket or device"))

    def all_marks(self) -> tuple[str, ...] | None:
        """Return what decides, beside the folders, about the listing of one plain repository; None for any other."""
        home = self.base + ".git"
        if self.repositories != 1 or self.top_of_git != self.base.rstrip("/") or not os.path.isdir(home):
            return None
        try:
            sources = ignore_sources(self.top)  # what is written there may also keep git from answering
        except GitRefused:
            return None
        return None if sources is None else (*self.marks, *(f".git/{name}" for name in GIT_MARKS), *sources)

    def _judge_link(self, path: str) -> None:
        """Say of a link that leads nowhere or out why it is not followed; what lies inside is listed where it lies."""
        try:
            inside = leads_inside(self.top, self.base + path)
        except OSError as error:
            self.skipped.append((path, f"a link that leads nowhere: {error.strerror}"))
        else:
            if inside:
                self.links.append(path)
            else:
                self.skipped.append((path, "a link out of the root"))

    def _wanted(self, path: str, folder: bool, inherited: bool) -> bool:
        if self.include is None:
            return True
        verdict = self.include.check_file(path + "/" if folder else path).include
        return inherited if verdict is None else verdict

    def _with_files_above(self, rules: Rules, kinds: list[str], top: str, base: str, lead: str) -> Rules:
        """Add the ignore files of the folders from `top` down its path `lead`, without the last, which is `base`."""
        while lead:
            for kind in kinds:
                rules = self._with_file(rules, kind, os.path.join(top, kind), base, lead)
            step, _, lead = lead.partition("/")
            top = os.path.join(top, step)
        return rules

    def _with_file(self, rules: Rules, kind: str, place: str, base: str, lead: str = "") -> Rules:
        """Add the ignore file at `place`, when there is a regular one of a sane size, to `rules`."""
        try:
            status = os.lstat(place)
            if not stat.S_ISREG(status.st_mode):
                return rules
            if status.st_size > MAX_IGNORE_BYTES:
                self.skipped.append((base + kind, f"an ignore file over {MAX_IGNORE_BYTES} bytes: not obeyed"))
                return rules
            with open(place, "rb") as file:
                patterns = parse_patterns(decode_lines(file.read()))
        except FileNotFoundError:
            return rules
        except OSError as error:
            self.skipped.append((base + kind, f"an ignore file that cannot be opened: {error.strerror}"))
            return rules
        return rules.with_file(kind, PatternFile(patterns, base, lead))


def _nearest_above(folder: str, names: Set[str]) -> str | None:
    """Return the nearest folder from `folder` upward that holds one of `names`, None when none does."""
    while not any(os.path.lexists(os.path.join(folder, name)) for name in names):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder
