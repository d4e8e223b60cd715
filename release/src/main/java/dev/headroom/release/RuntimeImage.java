package dev.headroom.release;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.spi.ToolProvider;

/** Java machine with the modules that the program needs, made by the JDK's jlink. */
final class RuntimeImage {
  /** Modules that no class names: the compiler of users' Java files. */
  private static final List<String> BY_SERVICE = List.of("jdk.compiler");

  private RuntimeImage() {}

  /**
   * Writes the image.
   *
   * @param jars the program and its libraries
   * @param jmods the JDK modules of another platform; without, those of this process
   */
  static void write(List<Path> jars, Optional<Path> jmods, Path to)
      throws IOException, InterruptedException {
    String modules = String.join(",", modules(jars));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jlink").toString());
    jmods.ifPresent(folder -> command.addAll(List.of("--module-path", folder.toString())));
    command.addAll(
        List.of(
            "--add-modules",
            modules,
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--output",
            to.toAbsolutePath().toString()));
    // A process of its own: with other options of the JVM the image has other bytes.
    Commands.run(to.resolveSibling("."), command);
  }

  private static SortedSet<String> modules(List<Path> jars) {
    List<String> options =
        new ArrayList<>(
            List.of("--ignore-missing-deps", "--multi-release", "25", "--print-module-deps"));
    jars.forEach(jar -> options.add(jar.toString()));
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(writer, writer, options.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("jdeps ended with " + code + ": " + out);
    }
    TreeSet<String> modules = new TreeSet<>(BY_SERVICE);
    modules.addAll(List.of(out.toString().strip().split(",")));
    return modules;
  }
}
