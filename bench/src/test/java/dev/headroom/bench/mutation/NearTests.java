package dev.headroom.bench.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests of a change, the nearest first: those of its package, those that name its class, the
 * digests of all mechanisms and knobs, then those that compare whole runs with a simulator's, byte
 * for byte, or with what must hold of any scenario, and in the end all others of {@code sim}.
 */
final class NearTests {
  private static final List<String> DIGESTS =
      List.of("dev.headroom.sim.DigestsTest", "dev.headroom.sim.KnobEffectTest");
  private static final String PROPERTIES = "dev.headroom.sim.fuzz.PropertyTest";
  private static final List<String> BYTE_FOR_BYTE =
      List.of(
          "dev.headroom.bench.validation.HpccValidationTest"
              + "#flowsPausesAndTheDeepestQueueAreTheSame(java.lang.String)",
          "dev.headroom.bench.validation.HpccValidationTest"
              + "#flowsAndPausesAreTheSame(java.lang.String)",
          "dev.headroom.bench.validation.ControlsValidationTest");

  /** They measure memory, slowly. */
  private static final List<String> OF_MEMORY = List.of("dev.headroom.sim.AllocationTest");

  private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest)\\b");

  private final Path project;

  NearTests(Path project) {
    this.project = project;
  }

  /**
   * Tests that run together, one class after the other.
   *
   * @param module folder of their module
   * @param classes with their packages, or single methods of them
   */
  record Batch(String module, List<String> classes) {}

  /** A class of tests, and its text. */
  private record TestClass(String name, String text) {
    boolean isIn(String packageName) {
      return packageOf(name).equals(packageName);
    }

    /** Whether it runs single parts, rather than whole scenarios. */
    boolean isQuick() {
      return !packageOf(name).equals("dev.headroom.sim") && !name.contains(".fuzz.");
    }
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  private List<TestClass> tests(String module) throws IOException {
    Path root = project.resolve(module).resolve("src/test/java");
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> path.toString().endsWith("Test.java"))
          .sorted()
          .map(path -> {
            String name = root.relativize(path).toString();
            name = name.substring(0, name.length() - ".java".length()).replace('/', '.');
            return new TestClass(name, read(path));
          })
          .filter(test -> TEST.matcher(test.text).find())
          .toList();
    }
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  List<Batch> of(Mutation mutation) throws IOException {
    String type = mutation.typeName();
    Pattern named =
        Pattern.compile("\\b" + Pattern.quote(type.substring(type.lastIndexOf('.') + 1)) + "\\b");
    List<String> near = new ArrayList<>();
    List<String> naming = new ArrayList<>();
    for (TestClass test : tests(mutation.module())) {
      boolean isNamed = named.matcher(test.text).find();
      if (DIGESTS.contains(test.name) || test.name.equals(PROPERTIES)) {
        continue;
      }
      if (test.isQuick() && (isNamed || test.isIn(packageOf(type)))) {
        near.add(isNamed ? 0 : near.size(), test.name);
      } else if (isNamed) {
        naming.add(test.name);
      }
    }
    List<String> others = new ArrayList<>(tests("sim").stream().map(TestClass::name).toList());
    others.removeAll(near);
    others.removeAll(naming);
    List<String> whole = new ArrayList<>(DIGESTS);
    whole.addAll(naming);
    whole.add(PROPERTIES);
    others.removeAll(whole);
    others.removeAll(OF_MEMORY);
    return Stream.of(
            new Batch(mutation.module(), near),
            new Batch("sim", whole),
            new Batch("bench", BYTE_FOR_BYTE),
            new Batch("sim", others))
        .filter(batch -> !batch.classes().isEmpty())
        .toList();
  }
}
