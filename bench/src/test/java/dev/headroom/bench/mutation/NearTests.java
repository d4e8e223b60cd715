package dev.headroom.bench.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests that are near to a class: those of its package, then those that name it, and in the end
 * the digests of all mechanisms. Long ones of whatever scenario, and those of other modules, are
 * not.
 */
final class NearTests {
  private static final String DIGESTS = "dev.headroom.sim.DigestsTest";
  private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest)\\b");
  private static final List<String> FAR = List.of("/fuzz/", "AllocationTest");

  private NearTests() {}

  /**
   * Tests of one module that run together.
   *
   * @param module folder of the module
   * @param classes with their packages
   */
  record Batch(String module, List<String> classes) {}

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  static List<Batch> of(Path project, Mutation mutation) throws IOException {
    Path root = project.resolve(mutation.module()).resolve("src/test/java");
    String type = mutation.typeName();
    String ownPackage = packageOf(type);
    Pattern named =
        Pattern.compile("\\b" + Pattern.quote(type.substring(type.lastIndexOf('.') + 1)) + "\\b");
    List<String> own = new ArrayList<>();
    List<String> naming = new ArrayList<>();
    List<Path> sources;
    try (Stream<Path> all = Files.walk(root)) {
      sources = all.filter(path -> path.toString().endsWith("Test.java")).sorted().toList();
    }
    for (Path source : sources) {
      String text = Files.readString(source);
      if (!TEST.matcher(text).find() || FAR.stream().anyMatch(source.toString()::contains)) {
        continue;
      }
      String name = root.relativize(source).toString();
      name = name.substring(0, name.length() - ".java".length()).replace('/', '.');
      if (name.equals(DIGESTS)) {
        continue;
      }
      if (packageOf(name).equals(ownPackage)) {
        own.add(name);
      } else if (named.matcher(text).find()) {
        naming.add(name);
      }
    }
    return Stream.of(
            new Batch("sim", List.of(DIGESTS)),
            new Batch(mutation.module(), own),
            new Batch(mutation.module(), naming))
        .filter(batch -> !batch.classes().isEmpty())
        .toList();
  }
}
