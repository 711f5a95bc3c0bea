"""Model a rocket in a real Blender with the agent: one code call through its MCP server, not one screenshot taken.

    python examples/blender_rocket.py OUT_FOLDER

Needs Blender, Xvfb and requests for the add-on (`apt-get install blender xvfb python3-requests`), and the public server
on the PATH (`pip install mcp-for-blender`, in an environment of its own: it wants mcp 1.x). With ANTHROPIC_API_KEY a
model writes the rocket; without one the scripted server of the tests plays its part. Leaves rocket.blend and rocket.png
in OUT_FOLDER and prints what was done.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from agent.display import people_lines
from agent.loop import run
from agent.mcp_servers import Server
from agent.settings import AgentSettings
from agent.start import Options, started

BLENDER_SECONDS = 120  # for Blender to open its socket on a slow machine

TASK = (
    "In Blender, replace the scene with a rocket: a white body, a red nose cone, three red fins, a dark nozzle and a "
    "window; ground, a sun and a camera that sees all of it. Save it as {folder}/rocket.blend, render it with Cycles, "
    "32 samples, no denoiser, 480 × 640, to {folder}/rocket.png."
)

BOOT = """
import importlib.util, bpy
spec = importlib.util.spec_from_file_location("blender_mcp_addon", {addon!r})
addon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(addon)
addon.register()
bpy.types.blendermcp_server = addon.BlenderMCPServer(port={port})
bpy.types.blendermcp_server.start()
"""

ROCKET = """
import bpy, math
bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()

def material(name, colour, roughness=0.4):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    return made

white, red = material("white", (0.85, 0.85, 0.85)), material("red", (0.7, 0.03, 0.03))
dark, glass = material("dark", (0.03, 0.03, 0.03)), material("glass", (0.1, 0.4, 0.8), 0.05)
ground = material("ground", (0.25, 0.3, 0.25), 0.9)

def painted(paint, name):
    thing = bpy.context.object
    thing.data.materials.append(paint)
    thing.name = name
    return thing

bpy.ops.mesh.primitive_cylinder_add(radius=1, depth=6, location=(0, 0, 4.5), vertices=64)
painted(white, "body")
bpy.ops.mesh.primitive_cone_add(radius1=1, radius2=0, depth=2.5, location=(0, 0, 8.75), vertices=64)
painted(red, "nose")
bpy.ops.mesh.primitive_cone_add(radius1=0.9, radius2=0.55, depth=1, location=(0, 0, 1.0), vertices=64)
painted(dark, "nozzle")
front = {"location": (0, -0.98, 6.2), "rotation": (math.pi / 2, 0, 0)}
bpy.ops.mesh.primitive_torus_add(**front, major_radius=0.42, minor_radius=0.08)
painted(dark, "frame")
bpy.ops.mesh.primitive_cylinder_add(**front, radius=0.4, depth=0.1)
painted(glass, "window")
for number in range(3):
    angle = math.radians(-30 + 120 * number)
    corners = [(0.9, 0, 3.6), (0.9, 0, 1.6), (2.2, 0, 0.6), (2.2, 0, 1.8)]
    turned = [(x * math.cos(angle), x * math.sin(angle), z) for x, _, z in corners]
    mesh = bpy.data.meshes.new("fin")
    mesh.from_pydata(turned, [], [(0, 1, 2, 3)])
    fin = bpy.data.objects.new(f"fin {number}", mesh)
    bpy.context.collection.objects.link(fin)
    fin.data.materials.append(red)
    thick = fin.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = 0.15, 0
bpy.ops.mesh.primitive_plane_add(size=60)
painted(ground, "ground")
bpy.ops.object.light_add(type="SUN", rotation=(math.radians(50), math.radians(15), math.radians(20)))
bpy.context.object.data.energy = 4
bpy.ops.object.camera_add(location=(0, -19, 6.5), rotation=(math.radians(85), 0, 0))
scene = bpy.context.scene
scene.camera = bpy.context.object
scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.35, 0.55, 0.9, 1)
scene.render.engine = "CYCLES"
scene.cycles.samples, scene.cycles.use_denoising = 32, False  # Debian builds Blender without the denoiser
scene.render.resolution_x, scene.render.resolution_y = 480, 640
scene.render.filepath = "{folder}/rocket.png"
bpy.ops.wm.save_as_mainfile(filepath="{folder}/rocket.blend")
bpy.ops.render.render(write_still=True)
print(len(bpy.data.objects), "objects, rendered")
"""


def main() -> int:
    """Run the example; returns the exit code."""
    if len(sys.argv) != 2:
        print("usage: python examples/blender_rocket.py OUT_FOLDER", file=sys.stderr)
        return 2
    programs = {name: shutil.which(name) for name in ("blender", "Xvfb", "mcp-for-blender")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        print(f"not installed: {', '.join(missing)}", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opened:
        port = opened.enter_context(blender(str(programs["mcp-for-blender"])))
        if not os.environ.get("ANTHROPIC_API_KEY"):
            opened.enter_context(scripted(folder))
        counts = asyncio.run(modelled(folder, str(programs["mcp-for-blender"]), port))
    pixels = counts["screenshot"] + counts["request_pixels"] + counts["mcp__blender__look"]
    print(f"calls: {dict(counts)}; screenshots: {pixels}")
    done = (folder / "rocket.png").is_file() and (folder / "rocket.blend").is_file() and not pixels
    print(f"{folder}/rocket.png" if done else "no rocket was made")
    return 0 if done else 3


async def modelled(folder: Path, program: str, port: int) -> Counter[str]:
    """Give the task to the agent; returns how often it called which tool."""
    environment = {"BLENDER_PORT": str(port), "DISABLE_TELEMETRY": "true", "HOME": str(folder)}
    server = Server("blender", command=program, env=environment, seconds=600)
    settings = AgentSettings(model=os.environ.get("REPOMAP_MODEL", "claude-sonnet-5-5"), mcp_servers=(server,))
    options = Options(folder, folder / ".repomap", settings, allow=("mcp__blender__*",))
    counts: Counter[str] = Counter()
    show = people_lines(sys.stderr)

    def emit(kind: str, data: Mapping[str, Any]) -> None:
        if kind == "call":
            counts[str(data["tool"])] += 1
        show(kind, data)

    task = TASK.format(folder=folder)
    async with started(options, task, emit) as agent:
        await run(agent, task)
    return counts


@contextmanager
def blender(program: str) -> Iterator[int]:
    """Open Blender on a virtual display with the server's own add-on; yields the port it listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=(write,)
    )
    os.close(write)
    with os.fdopen(read) as file:
        display = f":{file.readline().strip()}"
    addon = next(Path(program).resolve().parents[1].glob("lib/python3*/site-packages/blender_mcp/bundled/addon.py"))
    boot = BOOT.format(addon=str(addon), port=port)
    program_open = subprocess.Popen(
        ["blender", "--factory-startup", "--python-expr", boot],
        env={**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"},
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + BLENDER_SECONDS
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.5)
        yield port
    finally:
        for process in (program_open, screen):
            process.kill()
            process.wait()


@contextmanager
def scripted(folder: Path) -> Iterator[None]:
    """Let the tests' scripted server play the model: it looks at the scene, writes the rocket, and is done."""
    from tests.fake_api import FakeApi, tool_use

    code = ROCKET.replace("{folder}", str(folder))
    with FakeApi() as api:
        os.environ.update(api.environment)
        api.script(
            tool_use("mcp__blender__get_scene_info", {}),
            tool_use("mcp__blender__execute_blender_code", {"code": code}),
            "The rocket is modelled, saved and rendered.",
        )
        yield
        if api.broken_rules:
            print("\n".join(api.broken_rules), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
