package dev.headroom.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Folder of an installed program, which runs wherever it lies:
 *
 * <pre>
 *   bin/headroom        starts the program
 *   lib/app             its jars and start-up caches
 *   lib/launcher        options of the Java machine
 *   lib/runtime         the Java machine
 *   share/headroom      the Python package
 *   share/doc/headroom  the documentation, and licences of the libraries
 *   share/man, share/bash-completion
 *   README.txt, LICENSE, THIRD-PARTY.md
 * </pre>
 */
final class Installation {
  /** Files of the launcher that an installed program needs. */
  private static final List<String> LAUNCHER =
      List.of("start", "java.options", "runs.options", "compile-in-runs");

  /** Files of the documentation. */
  private static final Pattern PAGE = Pattern.compile(".*\\.(?:md|yaml|svg|png)");

  private Installation() {}

  static Path assemble(ReleaseInputs inputs, Platform platform, Optional<Path> jmods)
      throws Exception {
    Path folder = inputs.out().resolve(inputs.name(platform));
    Path app = Files.createDirectories(folder.resolve("lib/app"));
    List<Path> jars = new ArrayList<>();
    String program = "headroom-app-" + inputs.version() + ".jar";
    for (Path jar : FileTree.below(inputs.libraries())) {
      String name = jar.getFileName().toString();
      jars.add(Files.copy(jar, app.resolve(name.equals(program) ? "headroom.jar" : name)));
    }
    Path sources = inputs.root().resolve("app/src/main/launcher");
    prepareJars(sources, app, platform);
    RuntimeImage.write(jars, jmods, folder.resolve("lib/runtime"));
    Path launcher = Files.createDirectories(folder.resolve("lib/launcher"));
    for (String name : LAUNCHER) {
      Files.copy(sources.resolve(name), launcher.resolve(name));
    }
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.copy(sources.resolve("installed"), bin.resolve("headroom"));
    CommandPages.write(folder.resolve("share"), inputs);
    copyPython(inputs.root().resolve("python"), folder.resolve("share/headroom/python"));
    Path documentation = folder.resolve("share/doc/headroom");
    copyDocs(inputs.root().resolve("docs"), documentation.resolve("docs"));
    Licences.write(inputs, documentation.resolve("licenses"));
    Files.copy(inputs.root().resolve("LICENSE"), folder.resolve("LICENSE"));
    Files.copy(inputs.root().resolve("docs/dependencies.md"), folder.resolve("THIRD-PARTY.md"));
    Files.writeString(folder.resolve("README.txt"), readme(inputs, platform, folder));
    FileTree.settle(folder, inputs.time());
    if (inputs.caches() && platform.equals(Platform.host())) {
      StartupCaches.train(inputs, folder);
      FileTree.settle(folder, inputs.time());
    }
    return folder;
  }

  private static void prepareJars(Path launcher, Path app, Platform platform)
      throws IOException, InterruptedException {
    Commands.run(
        launcher,
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "PrepareJars.java",
            app.toAbsolutePath().toString(),
            platform.os(),
            platform.arch()));
  }

  /** What pip needs to install the package. */
  private static void copyPython(Path from, Path to) throws IOException {
    Path code = Files.createDirectories(to.resolve("headroom"));
    Files.copy(from.resolve("pyproject.toml"), to.resolve("pyproject.toml"));
    for (Path each : FileTree.below(from.resolve("headroom"))) {
      if (Files.isRegularFile(each) && !each.toString().endsWith(".pyc")) {
        Files.copy(each, code.resolve(each.getFileName().toString()));
      }
    }
  }

  /** Pages with their pictures; not what makes or checks them. */
  private static void copyDocs(Path from, Path to) throws IOException {
    for (Path each : FileTree.below(from)) {
      if (Files.isRegularFile(each) && PAGE.matcher(each.toString()).matches()) {
        Path copy = to.resolve(from.relativize(each).toString());
        Files.createDirectories(copy.resolveSibling("."));
        Files.copy(each, copy);
      }
    }
  }

  private static String readme(ReleaseInputs inputs, Platform platform, Path folder)
      throws IOException {
    String needs =
        platform.isLinux()
            ? "Linux with glibc "
                + GlibcVersion.neededBy(folder)
                + " or later, the libraries libstdc++ and zlib, and /bin/sh"
            : "macOS";
    return Resources.text("README.txt")
        .replace("{version}", inputs.version())
        .replace("{platform}", platform.name())
        .replace("{needs}", needs);
  }
}
