package dev.headroom.run.example;

import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Reader of the examples in the program's own jar, or in its folder of classes. */
public final class BundledExamples {
  private static final String FOLDER = "dev/headroom/run/examples/";

  private BundledExamples() {}

  /** All examples: those of no folder first, then by path. */
  public static List<Example> all() {
    Path program = program();
    try {
      List<Example> examples =
          Files.isDirectory(program) ? ofFolder(program.resolve(FOLDER)) : ofJar(program);
      return examples.stream()
          .sorted(Comparator.comparing(Example::folder).thenComparing(Example::path))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the examples of " + program, e);
    }
  }

  /** The jar, or the folder of the classes that an entry of the class path is. */
  private static Path program() {
    URL location = BundledExamples.class.getProtectionDomain().getCodeSource().getLocation();
    if (location == null) {
      // A class of the start-up cache, in a program that was moved: its class path is one jar.
      return Path.of(System.getProperty("java.class.path"));
    }
    try {
      return Path.of(location.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Example> ofFolder(Path folder) throws IOException {
    List<Example> examples = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String path = folder.relativize(file).toString().replace('\\', '/');
        examples.add(new Example(path, UserFile.bytes(file, UserFile.MOST_BY_PROGRAM)));
      }
    }
    return examples;
  }

  private static List<Example> ofJar(Path jar) throws IOException {
    List<Example> examples = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : Collections.list(file.entries())) {
        if (entry.getName().startsWith(FOLDER) && !entry.isDirectory()) {
          try (InputStream in = file.getInputStream(entry)) {
            examples.add(
                new Example(entry.getName().substring(FOLDER.length()), in.readAllBytes()));
          }
        }
      }
    }
    return examples;
  }
}
