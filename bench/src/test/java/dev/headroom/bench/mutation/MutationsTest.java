package dev.headroom.bench.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixty random changes of {@code congestion} and {@code sim}, each made alone, after which the
 * nearest tests are run, half an hour: {@code mvn -pl bench -am test -Pmutations
 * -Dtest=MutationsTest -Dsurefire.failIfNoSpecifiedTests=false}.
 *
 * <p>{@code -Dheadroom.mutation.count} says how many (60), {@code -Dheadroom.mutation.seed} which
 * (1). Some changes make no difference to any result, as where a list of candidates is cut earlier;
 * so three of sixty may go unnoticed. What did is printed.
 */
@Tag("mutation")
final class MutationsTest {
  private static final List<String> MODULES = List.of("congestion", "sim");
  private static final int COUNT = Integer.getInteger("headroom.mutation.count", 60);
  private static final long SEED = Long.getLong("headroom.mutation.seed", 1);
  private static final long LONGEST_MINUTES = 6;

  private final Path project = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path work;

  @Test
  void shouldBeNoticedBut3Of60() throws IOException, InterruptedException {
    List<Mutation> all = new ArrayList<>();
    for (String module : MODULES) {
      all.addAll(Mutations.of(project, module));
    }
    Collections.shuffle(all, new Random(SEED));
    List<String> unnoticed = new ArrayList<>();
    int made = 0;
    for (Mutation mutation : all) {
      if (made == COUNT) {
        break;
      }
      Path classes = Files.createDirectory(work.resolve("classes-" + mutation.hashCode()));
      if (!compile(mutation, classes)) {
        continue;
      }
      made++;
      String how = notice(mutation, classes);
      System.out.printf("%d of %d: %s: %s%n", made, COUNT, mutation, how);
      if (how.isEmpty()) {
        unnoticed.add(mutation.toString());
      }
    }
    assertThat(made).isEqualTo(COUNT);
    assertThat(unnoticed).hasSizeLessThanOrEqualTo(COUNT / 20);
  }

  /** What the first batch of tests that failed said; empty where all passed. */
  private String notice(Mutation mutation, Path classes) throws IOException, InterruptedException {
    for (NearTests.Batch batch : NearTests.of(project, mutation)) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
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
        return "no end";
      }
      if (run.exitValue() != 0) {
        try (Stream<String> lines = Files.lines(said)) {
          return lines
              .filter(line -> line.startsWith("noticed by "))
              .findFirst()
              .orElse("ended with " + run.exitValue());
        }
      }
    }
    return "";
  }

  private boolean compile(Mutation mutation, Path into) throws IOException {
    Path source =
        project.resolve(mutation.module()).resolve("src/main/java").resolve(mutation.file());
    Path changed = Files.createDirectories(into.resolve("source")).resolve(source.getFileName());
    Files.writeString(changed, mutation.in(Files.readString(source)));
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
              manager.getJavaFileObjects(changed))
          .call();
    }
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
