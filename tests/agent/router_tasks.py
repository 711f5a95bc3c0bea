"""The router's bench: what is to be reached, with which tools at hand and in what health, and the right first tool."""

from __future__ import annotations

from dataclasses import dataclass

BLENDER = {
    "mcp__blender__execute_blender_code": "Execute Python code in Blender to build or change the scene.",
    "mcp__blender__get_scene_info": "Get detailed information about the current Blender scene.",
    "mcp__blender__get_viewport_screenshot": "Capture a screenshot of the current Blender 3D viewport.",
}
DATABASES = {"mcp__pg__query": "Run a read-only SQL query against the PostgreSQL database."}
FIGMA = {"mcp__figma__get_node": "Get a node of the open Figma document."}
UNITY = {"mcp__unity__run_script": "Run a C# script inside the Unity editor."}
MAIL = {"mcp__mail__send_message": "Send a message with the mail account of the user."}
DISTRACTORS = {
    "mcp__kitchen__blender_recipes": "Find smoothie recipes for your kitchen blender.",
    "mcp__kitchen__save_recipe": "Save a blender recipe to the cookbook.",
    "mcp__news__gimp_news": "Get news about GIMP and other programs.",
    "mcp__courses__excel_course": "List courses about Excel for beginners.",
    "mcp__jokes__git_jokes": "Tell a joke about git.",
    "mcp__stock__window_prices": "Get prices of window panes.",
    "mcp__figma-tips__tips": "List tips like those for Figma files.",
    "mcp__docs__photoshop_help": "Search the handbook of Photoshop.",
}
BROWSER = ("browser_snapshot", "browser_click")


@dataclass(frozen=True, slots=True)
class Task:
    """One case. `tool` is the right first tool, "pixels" for none but the screen. `broken` tools have failed twice."""

    target: str
    tool: str
    servers: tuple[dict[str, str], ...] = (DISTRACTORS,)
    programs: tuple[str, ...] = ("git", "python3")
    browser: bool = True
    broken: tuple[str, ...] = ()


TASKS = (
    # code: files and source
    Task("the function parse_url", "grep_pseudocode"),
    Task("a bug in the module auth.py", "grep_pseudocode"),
    Task("the class Session and its imports", "grep_pseudocode"),
    Task("the refactoring of the source", "grep_pseudocode"),
    Task("the file README.md", "read_file"),
    Task("a folder of JSON files", "read_file"),
    Task("config.toml", "read_file"),
    Task("the yaml config", "read_file"),
    Task("the server's log", "grep"),
    Task("an image file logo.png", "read_file"),
    Task("a zip archive file", "shell"),
    Task("the process on port 8080", "shell"),
    Task("the unit tests", "shell"),
    Task("the pip dependencies", "shell"),
    Task("a terminal window", "shell"),
    Task("tmux in the terminal", "shell"),
    Task("a jupyter notebook", "read_file"),
    Task("the file that is open in VS Code", "read_file"),
    Task("the vim editor window", "read_file"),
    Task("what was said: the earlier conversation", "recall"),
    # code: git, databases, documents through programs
    Task("the git history", "git"),
    Task("a merge conflict on this branch", "git"),
    Task("git log of the commit", "git"),
    Task("the sqlite database app.db", "shell with sqlite3", programs=("sqlite3", "python3")),
    Task("the sqlite database app.db", "shell with python3"),
    Task("the PostgreSQL table users", "shell with psql", programs=("psql",), servers=(DATABASES, DISTRACTORS)),
    Task("the PostgreSQL table users", "mcp__pg__query", servers=(DATABASES, DISTRACTORS)),
    Task("the redis cache", "shell with redis-cli", programs=("redis-cli",)),
    Task("the spreadsheet budget.xlsx", "shell with python3"),
    Task("the Excel window with budget.xlsx", "shell with python3"),
    Task("a csv export", "shell with python3"),
    Task("the pdf report", "shell with python3"),
    Task("the video intro.mp4", "shell with ffmpeg", programs=("ffmpeg",)),
    Task("the docker containers", "shell with docker", programs=("docker",)),
    Task("the kubernetes cluster", "shell with kubectl", programs=("kubectl",)),
    Task("an svg logo", "read_file"),
    # code: HTTP
    Task("the REST endpoint /users", "http_get"),
    Task("the url of the webhook", "http_get"),
    Task("a documentation page", "http_get"),
    Task("an article on a website", "http_get"),
    # servers
    Task("Blender", "mcp__blender__execute_blender_code", servers=(DISTRACTORS, BLENDER)),
    Task("the Blender window", "mcp__blender__execute_blender_code", servers=(DISTRACTORS, BLENDER)),
    Task("a red cube in the 3D scene", "mcp__blender__execute_blender_code", servers=(BLENDER,)),
    Task(
        "the rocket in Blender",
        "mcp__blender__execute_blender_code",
        servers=(BLENDER, DISTRACTORS),
        programs=("blender",),
    ),
    Task(
        "is Blender's viewport overlay broken on the screen", "mcp__blender__execute_blender_code", servers=(BLENDER,)
    ),
    Task("Figma", "mcp__figma__get_node", servers=(DISTRACTORS, FIGMA)),
    Task("the Figma canvas", "mcp__figma__get_node", servers=(DISTRACTORS, FIGMA)),
    Task("the Unity editor window", "mcp__unity__run_script", servers=(UNITY, DISTRACTORS)),
    Task("the mail to the team", "mcp__mail__send_message", servers=(MAIL, DISTRACTORS)),
    # a server that is down leaves the next way
    Task(
        "Blender",
        "shell with blender",
        servers=(BLENDER, DISTRACTORS),
        programs=("blender",),
        broken=tuple(BLENDER),
    ),
    Task("Blender", "pixels", servers=(BLENDER, DISTRACTORS), broken=tuple(BLENDER)),
    Task("the Figma canvas", "pixels", servers=(FIGMA,), broken=tuple(FIGMA)),
    Task(
        "the PostgreSQL table users",
        "mcp__pg__query",
        programs=("psql",),
        servers=(DATABASES,),
        broken=("shell with psql",),
    ),
    # the browser
    Task("the login form in the browser", "browser_snapshot"),
    Task("the web app's checkout page", "browser_snapshot"),
    Task("a button of the web app", "browser_snapshot"),
    Task("the browser window", "browser_snapshot"),
    Task("a website", "browser_snapshot", broken=("http_get",)),
    Task("the login form in the browser", "pixels", browser=False),
    Task("the login form in the browser", "pixels", broken=BROWSER),
    # nothing but the screen
    Task("the GIMP window", "pixels"),
    Task("GIMP", "shell with gimp", programs=("gimp",)),
    Task("Photoshop", "pixels"),
    Task("the file dialog of the scanner program", "pixels"),
    Task("the settings window of the music player", "pixels"),
    Task("the File menu of the drawing program", "pixels"),
    Task("a popup on the desktop", "pixels"),
    Task("the colour of the icon in the toolbar", "pixels"),
    Task("a chess board on the screen", "pixels"),
    Task("the game's canvas", "pixels"),
    Task("an old accounting program without an interface", "pixels"),
    Task("the printer dialog's button", "pixels"),
    Task("the code window of the calculator program", "pixels"),
    Task("the log window of the installer", "pixels"),
    Task("Unity", "pixels"),
)
