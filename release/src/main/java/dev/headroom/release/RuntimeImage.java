package dev.headroom.release;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

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
  static void write(List<Path> jars, Optional<Path> jmods, Path to) {
    String modules = String.join(",", modules(jars));
    Stream<String> path =
        jmods.stream().flatMap(folder -> Stream.of("--module-path", folder.toString()));
    Stream<String> options =
        Stream.of(
            "--add-modules", modules,
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--output", to.toString());
    run("jlink", Stream.concat(path, options).toArray(String[]::new));
  }

  private static TreeSet<String> modules(List<Path> jars) {
    Stream<String> options =
        Stream.of("--ignore-missing-deps", "--multi-release", "25", "--print-module-deps");
    String found =
        run("jdeps", Stream.concat(options, jars.stream().map(Path::toString)).toArray(String[]::new));
    TreeSet<String> modules = new TreeSet<>(BY_SERVICE);
    modules.addAll(List.of(found.strip().split(",")));
    return modules;
  }

  private static String run(String tool, String... args) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int code = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, args);
    if (code != 0) {
      throw new IllegalStateException(tool + " ended with " + code + ": " + out);
    }
    return out.toString();
  }
}
