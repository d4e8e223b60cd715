package dev.headroom.run.cache;

import dev.headroom.congestion.Controller;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.ScenarioRun;
import dev.headroom.sim.Simulation;
import dev.headroom.unit.Extension;
import dev.headroom.unit.Size;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.HdrHistogram.Histogram;

/**
 * Version of the code that a result is from: the digest of the jars or class folders of the
 * simulator and of all that it uses, of the user's extensions, and of the Java version. It changes
 * with every change of a class, committed or not.
 */
final class EngineVersion {
  /** A class of each module that a result depends on, and of the library that results have. */
  private static final List<Class<?>> OF_EACH_MODULE =
      List.of(
          Size.class,
          Controller.class,
          Scenario.class,
          Simulation.class,
          ScenarioRun.class,
          Histogram.class);

  private EngineVersion() {}

  /** Computed once in a process. */
  private static final class Computed {
    private static final Optional<byte[]> VERSION = compute();

    private Computed() {}
  }

  /** Its digest; empty where the code cannot be looked at, so that nothing may be kept. */
  static Optional<byte[]> digest() {
    return Computed.VERSION.map(byte[]::clone);
  }

  private static Optional<byte[]> compute() {
    SequencedSet<Path> places = new LinkedHashSet<>();
    List<Class<?>> all =
        Stream.concat(
                OF_EACH_MODULE.stream(), Extension.all().stream().<Class<?>>map(Object::getClass))
            .toList();
    for (Class<?> each : all) {
      CodeSource source = each.getProtectionDomain().getCodeSource();
      if (source == null) {
        return Optional.empty();
      }
      try {
        places.add(Path.of(source.getLocation().toURI()));
      } catch (URISyntaxException | IllegalArgumentException e) {
        return Optional.empty(); // not a file
      }
    }
    MessageDigest digest = Sha256.begin();
    add(digest, Runtime.version() + " " + System.getProperty("os.arch"));
    try {
      for (Path place : places) {
        addCode(digest, place);
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.of(digest.digest());
  }

  /** Adds a jar or a folder of classes. */
  static void addCode(MessageDigest digest, Path place) throws IOException {
    if (Files.isDirectory(place)) {
      addFolder(digest, place);
    } else {
      addJar(digest, place);
    }
  }

  /**
   * By the directory of the jar, which has name, size and check sum of each file: no file is read,
   * and a jar that is built again from the same code stays the same.
   */
  private static void addJar(MessageDigest digest, Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .filter(entry -> !entry.isDirectory())
          .map(EngineVersion::line)
          .sorted()
          .forEach(line -> add(digest, line));
    }
  }

  private static String line(ZipEntry entry) {
    return entry.getName() + " " + entry.getSize() + " " + entry.getCrc();
  }

  private static void addFolder(MessageDigest digest, Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      add(digest, folder.relativize(file).toString().replace(File.separatorChar, '/'));
      byte[] bytes = Files.readAllBytes(file);
      add(digest, String.valueOf(bytes.length));
      digest.update(bytes);
    }
  }

  private static void add(MessageDigest digest, String line) {
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }
}
