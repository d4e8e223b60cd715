package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/dependencies.md to the build: to what Maven resolved for each module that the program
 * is made of, and to the plugins and tools of the parent POM. With {@code -Dheadroom.golden=update}
 * the list between the markers is written anew; why a library is there people write.
 */
final class DependenciesPageTest {
  private static final Path PAGE = Path.of("../docs/dependencies.md");
  private static final Path PARENT = Path.of("../pom.xml");
  private static final String BEGIN = "<!-- from the build -->\n";
  private static final String END = "<!-- until here from the build -->\n";

  /** Such as {@code com.github.luben:zstd-jni:jar:1.5.7-9:compile -- module ...}. */
  private static final Pattern RESOLVED =
      Pattern.compile(
          "(?m)^\\s+([\\w.-]+):([\\w.-]+):jar:(?:[\\w.-]+:)?([\\w.-]+):(compile|runtime|provided|test)\\b");

  private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
  private static final Pattern PLUGIN =
      Pattern.compile(
          "<plugin>\\s*<groupId>[\\w.]+</groupId>\\s*<artifactId>([\\w-]+)</artifactId>\\s*<version>([\\w.]+)</version>");

  private record Artifact(String group, String name, String version)
      implements Comparable<Artifact> {
    @Override
    public int compareTo(Artifact other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return group + ":" + name + ":" + version;
    }
  }

  @Test
  void shouldListWhatTheBuildResolves() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    assertThat(to).as("the markers").isGreaterThanOrEqualTo(from);
    String right = page.substring(0, from) + list() + page.substring(to);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, right);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(right);
  }

  /** Each that a POM of ours names, and none that none does. */
  @Test
  void shouldSayWhyEachIsThere() throws IOException {
    TreeSet<String> named = new TreeSet<>();
    for (String module :
        all(MODULE.pattern(), Files.readString(PARENT)).stream()
            .map(match -> match.group(1))
            .distinct()
            .toList()) {
      String pom = Files.readString(Path.of("..", module, "pom.xml"));
      int from = pom.indexOf("<dependencies>");
      String wanted = from < 0 ? "" : pom.substring(from);
      all("<artifactId>([\\w.-]+)</artifactId>\\s*(?:<version>|<scope>|</dependency>)", wanted)
          .forEach(match -> named.add(match.group(1)));
    }
    String parent = Files.readString(PARENT);
    String common =
        parent.substring(parent.indexOf("</dependencyManagement>"), parent.indexOf("<build>"));
    all("<artifactId>([\\w-]+)</artifactId>", common).forEach(match -> named.add(match.group(1)));
    named.removeIf(name -> name.startsWith("headroom-"));

    assertThat(all("(?m)^\\| `([\\w.-]+)` \\|", why()).stream().map(match -> match.group(1)))
        .containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void shouldListPluginsAndToolsAsTheParentHasThem() throws IOException {
    String page = Files.readString(PAGE);
    String parent = Files.readString(PARENT);
    List<String> rows = new ArrayList<>();
    for (MatchResult plugin : all(PLUGIN.pattern(), parent)) {
      rows.add("| " + plugin.group(1) + " | " + plugin.group(2) + " | ");
    }
    for (String tool : List.of("errorprone", "nullaway", "google-java-format")) {
      MatchResult version = all("<" + tool + ".version>([\\w.]+)<", parent).getFirst();
      rows.add("| " + tool + " | " + version.group(1) + " | ");
    }

    assertThat(all("(?m)^\\| [\\w-]+ \\| [\\d.]+ \\| ", page).stream().map(MatchResult::group))
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String why() throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(0, page.indexOf(BEGIN));
  }

  /** Those of an ordinary build, without those of profiles. */
  private static List<String> modules() throws IOException {
    String parent = Files.readString(PARENT);
    return all(MODULE.pattern(), parent.substring(0, parent.indexOf("<profiles>"))).stream()
        .map(match -> match.group(1))
        .toList();
  }

  /** Artifacts with the modules that have them, those of the program apart from those of tests. */
  private static String list() throws IOException {
    Map<Artifact, List<String>> program = new TreeMap<>();
    Map<Artifact, List<String>> tests = new TreeMap<>();
    for (String module : modules()) {
      if (module.equals("bench")) {
        continue; // it may be built at the same time as this one, and is no part of the program
      }
      Path resolved = Path.of("..", module, "target", "dependencies.txt");
      for (MatchResult each : all(RESOLVED.pattern(), Files.readString(resolved))) {
        if (!each.group(1).equals("dev.headroom")) {
          boolean used = !each.group(4).equals("test");
          (used ? program : tests)
              .computeIfAbsent(
                  new Artifact(each.group(1), each.group(2), each.group(3)), _ -> new ArrayList<>())
              .add(module);
        }
      }
    }
    tests.keySet().removeAll(program.keySet());
    return table("On the class path of the program", program)
        + "\n"
        + table("Only on that of tests", tests);
  }

  private static String table(String title, Map<Artifact, List<String>> rows) {
    return rows.entrySet().stream()
        .map(row ->
            "| "
                + row.getKey().group()
                + " | "
                + row.getKey().name()
                + " | "
                + row.getKey().version()
                + " | "
                + String.join(", ", row.getValue())
                + " |\n")
        .collect(
            Collectors.joining(
                "",
                title + ":\n\n| group | artifact | version | modules |\n|---|---|---|---|\n",
                ""));
  }

  private static List<MatchResult> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().toList();
  }
}
