package dev.headroom.app.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What commands of Maven name: modules, profiles, plugins, test classes and system properties. */
final class MavenProject {
  private static final Set<String> PHASES =
      Set.of(
          "clean", "validate", "compile", "test-compile", "test", "package", "verify", "install");
  private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
  private static final Pattern PLUGIN = Pattern.compile("<artifactId>(\\w+)-maven-plugin</");
  private static final Pattern PROFILE =
      Pattern.compile("(?s)<profile>\\s*<id>(.*?)</id>(.*?)</profile>");
  private static final Pattern EXCLUDED = Pattern.compile("<headroom.test.excludedGroups>(.*?)</");
  private static final Pattern CLASS_TAG =
      Pattern.compile("(?m)^@Tag\\(\"(\\w+)\"\\)(?=(?:\\R@.*)*\\R(?:public )?(?:final )?class)");
  private static final Pattern PROPERTY =
      Pattern.compile("\"(headroom\\.[\\w.]+)\"|<(headroom\\.[\\w.]+)>");

  private final Set<String> modules = new HashSet<>();
  private final Set<String> plugins = new HashSet<>();

  /** The tags that each profile leaves out; empty where it changes nothing about tests. */
  private final Map<String, Set<String>> profiles = new HashMap<>();

  private final Set<String> excluded;

  /** Files of test classes by module. */
  private final Map<String, List<Path>> tests = new HashMap<>();

  private final Set<String> properties = new HashSet<>();

  MavenProject(Path root) throws IOException {
    String parent = Files.readString(root.resolve("pom.xml"));
    MODULE.matcher(parent).results().forEach(module -> modules.add(module.group(1)));
    excluded = excluded(parent);
    readPom(parent);
    for (String module : modules) {
      readPom(Files.readString(root.resolve(module).resolve("pom.xml")));
      readSources(module, root.resolve(module).resolve("src"));
    }
  }

  private void readPom(String pom) {
    PLUGIN.matcher(pom).results().forEach(plugin -> plugins.add(plugin.group(1)));
    for (MatchResult profile : PROFILE.matcher(pom).results().toList()) {
      profiles.merge(
          profile.group(1),
          excluded(profile.group(2)),
          (first, second) -> first.isEmpty() ? second : first);
    }
    addProperties(pom);
  }

  private static Set<String> excluded(String pom) {
    Matcher tags = EXCLUDED.matcher(pom);
    return tags.find() ? Set.of(tags.group(1).split(" *\\| *")) : Set.of();
  }

  private void readSources(String module, Path sources) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        addProperties(Files.readString(file));
        if (file.startsWith(sources.resolve("test"))) {
          found.add(file);
        }
      }
    }
    tests.put(module, found);
  }

  private void addProperties(String text) {
    PROPERTY
        .matcher(text)
        .results()
        .forEach(each -> properties.add(each.group(1) == null ? each.group(2) : each.group(1)));
  }

  /** What a command names that does not exist, or would not run. */
  List<String> problems(List<String> arguments) throws IOException {
    List<String> problems = new ArrayList<>();
    Set<String> chosenModules = new HashSet<>();
    Set<String> left = new HashSet<>(excluded);
    List<String> chosenTests = List.of();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (word.equals("-pl") && i + 1 < arguments.size()) {
        chosenModules.addAll(List.of(arguments.get(++i).split(",")));
      } else if (word.startsWith("-P")) {
        for (String profile : word.substring(2).split(",")) {
          if (!profiles.containsKey(profile)) {
            problems.add("no profile " + profile);
          } else if (!profiles.get(profile).isEmpty()) {
            left = new HashSet<>(profiles.get(profile));
          }
        }
      } else if (word.startsWith("-Dtest=")) {
        chosenTests = List.of(word.substring("-Dtest=".length()).split(","));
      } else if (word.startsWith("-D")) {
        String name = word.substring(2).replaceFirst("=.*", "");
        if (name.startsWith("headroom.") && !properties.contains(name)) {
          problems.add("no program reads the property " + name);
        }
      } else if (word.contains(":") && !plugins.contains(word.replaceFirst(":.*", ""))) {
        problems.add("no plugin for " + word);
      } else if (!word.startsWith("-") && !word.contains(":") && !PHASES.contains(word)) {
        problems.add("no phase " + word);
      }
    }
    if (chosenModules.stream().anyMatch(CommandModel::isPlaceholder)) {
      return problems;
    }
    chosenModules.stream()
        .filter(module -> !modules.contains(module))
        .forEach(module -> problems.add("no module " + module));
    for (String test : chosenTests) {
      problems.addAll(testProblems(test, chosenModules.isEmpty() ? modules : chosenModules, left));
    }
    return problems;
  }

  private List<String> testProblems(String test, Set<String> in, Set<String> left)
      throws IOException {
    String name = test.replaceFirst("#.*", "");
    // A name without a package is of any package.
    String path = (name.contains(".") ? "" : "**.") + name;
    Pattern file =
        Pattern.compile(
            ".*/src/test/java/"
                + path.replace('.', '/')
                    .replace("**", "..")
                    .replace("*", "[^/]*")
                    .replace("..", ".*")
                + "\\.java");
    List<Path> found =
        in.stream()
            .flatMap(module -> tests.getOrDefault(module, List.of()).stream())
            .filter(each -> file.matcher(each.toString()).matches())
            .toList();
    if (found.isEmpty()) {
      return List.of("no test " + name + " in " + String.join(", ", in));
    }
    List<String> problems = new ArrayList<>();
    for (Path each : found) {
      Matcher tag = CLASS_TAG.matcher(Files.readString(each));
      if (found.size() == 1 && tag.find() && left.contains(tag.group(1))) {
        problems.add(name + " has the tag " + tag.group(1) + ", and no -P runs it");
      }
    }
    return problems;
  }

  static boolean isProgram(Path file) throws IOException {
    return Arrays.equals(Arrays.copyOf(Files.readAllBytes(file), 2), new byte[] {'#', '!'});
  }
}
