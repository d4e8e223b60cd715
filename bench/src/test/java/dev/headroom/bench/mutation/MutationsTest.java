package dev.headroom.bench.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixty random changes of {@code congestion} and {@code sim}, each made alone, after which tests
 * are run, the nearest first: {@code mvn -pl bench -am test -Pmutations -Dtest=MutationsTest
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 *
 * <p>{@code -Dheadroom.mutation.count} says how many (60), {@code -Dheadroom.mutation.seed} which
 * (1), {@code -Dheadroom.mutation.from} and {@code .to} which of these to make, from 1, where not
 * all: each is told as soon as it is known, so what was cut off goes on with the next. A seed takes
 * the same changes as long as their lines stay as they are, whatever else is changed.
 *
 * <p>Some changes make no difference to any result, as where a list of candidates is cut earlier;
 * so three of sixty may go unnoticed. What did is printed.
 */
@Tag("mutation")
final class MutationsTest {
  private static final List<String> MODULES = List.of("congestion", "sim");
  private static final int COUNT = Integer.getInteger("headroom.mutation.count", 60);
  private static final int FROM = Integer.getInteger("headroom.mutation.from", 1);
  private static final int TO = Integer.getInteger("headroom.mutation.to", COUNT);
  private static final long SEED = Long.getLong("headroom.mutation.seed", 1);

  /** What all tests of a change take at the most: they take ten minutes where none fails. */
  private static final long LONGEST_MINUTES = 40;

  private final Path project = Path.of("..").toAbsolutePath().normalize();
  private final NearTests tests = new NearTests(project);

  @TempDir private Path work;

  @Test
  void shouldBeNoticedBut3Of60() throws IOException, InterruptedException {
    List<Mutation> all = new ArrayList<>();
    for (String module : MODULES) {
      all.addAll(Mutations.of(project, module, classPath(work)));
    }
    all.sort(Comparator.comparing(MutationsTest::turn));
    List<String> unnoticed = new ArrayList<>();
    int made = 0;
    for (Mutation mutation : all) {
      if (made == TO) {
        break;
      }
      Path classes = Files.createTempDirectory(work, "classes");
      if (!compile(mutation, classes)) {
        continue;
      }
      made++;
      if (made < FROM) {
        continue;
      }
      String how = notice(mutation, classes);
      System.out.printf(
          "%d of %d: %s: %s%n", made, COUNT, mutation, how.isEmpty() ? "NOT NOTICED" : how);
      if (how.isEmpty()) {
        unnoticed.add(mutation.toString());
      }
    }
    assertThat(made).isEqualTo(TO);
    assertThat(unnoticed).hasSizeLessThanOrEqualTo((TO - FROM + 1) / 20);
  }

  /** A number as if at random, which is a change's own, whatever others there are. */
  private static UUID turn(Mutation mutation) {
    return UUID.nameUUIDFromBytes((SEED + " " + mutation.place()).getBytes(StandardCharsets.UTF_8));
  }

  /** What the first test that failed said; empty where all passed. */
  private String notice(Mutation mutation, Path classes) throws IOException, InterruptedException {
    for (NearTests.Batch batch : tests.of(mutation)) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-cp"));
      command.add(classPath(classes));
      command.add(TestRun.class.getName());
      command.addAll(batch.classes());
      Path said = work.resolve("said.txt");
      Process run =
          new ProcessBuilder(command)
              .directory(project.resolve(batch.module()).toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!run.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        run.destroyForcibly().waitFor();
        return "noticed: no end";
      }
      if (run.exitValue() != 0) {
        try (Stream<String> lines = Files.lines(said)) {
          return lines
              .filter(line -> line.startsWith("noticed by "))
              .findFirst()
              .orElse("noticed: ended with " + run.exitValue());
        }
      }
    }
    return "";
  }

  /** Compiles the changed class, and those into which the compiler has copied the constant. */
  private boolean compile(Mutation mutation, Path into) throws IOException {
    Path source =
        project.resolve(mutation.module()).resolve("src/main/java").resolve(mutation.file());
    Path changed = Files.createDirectories(into.resolve("source")).resolve(source.getFileName());
    Files.writeString(changed, mutation.in(Files.readString(source)));
    List<Path> sources = new ArrayList<>(List.of(changed));
    if (!mutation.constant().isEmpty()) {
      sources.addAll(naming(mutation.constant()));
      sources.remove(source);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-nowarn", "-proc:none", "-d", into.toString(), "-cp", classPath(into));
      return compiler
          .getTask(
              new StringWriter(),
              manager,
              ignored -> {},
              options,
              null,
              manager.getJavaFileObjectsFromPaths(sources))
          .call();
    }
  }

  private List<Path> naming(String constant) throws IOException {
    Pattern named = Pattern.compile("\\b" + constant + "\\b");
    List<Path> found = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> all = Files.walk(project.resolve(module).resolve("src/main/java"))) {
        for (Path path : all.filter(path -> path.toString().endsWith(".java")).toList()) {
          if (named.matcher(Files.readString(path)).find()) {
            found.add(path);
          }
        }
      }
    }
    return found;
  }

  /** The changed class before all others, and the tests of both modules. */
  private String classPath(Path changed) {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.concat(
            Stream.of(changed.toString()),
            Stream.concat(
                MODULES.stream()
                    .map(module ->
                        project.resolve(module).resolve("target/test-classes").toString()),
                Stream.of(own)))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
