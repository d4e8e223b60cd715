package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/images/architecture.svg} names every module, in the order of the dependencies. */
final class ArchitecturePictureTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<artifactId>headroom-(\\w+)</artifactId>");
  private static final Pattern BOX =
      Pattern.compile("<text class=\"name mid\" x=\"(\\d+)\" y=\"\\d+\">(\\w+)</text>");

  @Test
  void shouldNameEveryModuleToTheRightOfThoseItUses() throws IOException {
    Map<String, Integer> places = places();
    assertThat(places.keySet()).containsExactlyInAnyOrderElementsOf(modules());
    for (String module : modules()) {
      for (String used : usedBy(module)) {
        assertThat(places.get(used)).as(module + " uses " + used).isLessThan(places.get(module));
      }
    }
  }

  /** The middle of each module's box in the lower part of the picture. */
  private static Map<String, Integer> places() throws IOException {
    String picture = Files.readString(ROOT.resolve("docs/images/architecture.svg"));
    String order = picture.substring(picture.indexOf("<g class=\"order\">"));
    return BOX.matcher(order)
        .results()
        .collect(Collectors.toMap(box -> box.group(2), box -> Integer.parseInt(box.group(1))));
  }

  private static List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .distinct() // one may stand in several profiles
        .toList();
  }

  private static List<String> usedBy(String module) throws IOException {
    return DEPENDENCY
        .matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
        .results()
        .map(used -> used.group(1))
        .filter(used -> !used.equals(module))
        .toList();
  }
}
