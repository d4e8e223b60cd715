package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.SwitchWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The text of one policy in every language, from nothing and against a configuration: a file each,
 * {@code golden/LANGUAGE.new.txt} and {@code golden/LANGUAGE.changed.txt}. {@code
 * -Dheadroom.golden=update} writes them.
 */
final class EmissionGoldenTest {
  private static final Path FOLDER =
      Path.of("src/test/resources/dev/headroom/formats/switches/write/golden");

  /** Data in DSCP 26 and class 3, lossless; CNPs in DSCP 48 and class 6, strict. */
  private static final Map<String, String> POLICY =
      Map.ofEntries(
          Map.entry("congestion.kmin", "250KB"),
          Map.entry("congestion.kmax", "1MB"),
          Map.entry("congestion.pmax", "0.1"),
          Map.entry("pfc.classes", "3"),
          Map.entry("pfc.headroom", "314KiB"),
          Map.entry("pfc.xonOffset", "3KiB"),
          Map.entry("fabric.switches.alpha", "0.125"),
          Map.entry("fabric.switches.reserved", "38KiB"),
          Map.entry("fabric.switches.mtu", "9216B"),
          Map.entry("fabric.links.cable", "40m"),
          Map.entry("fabric.switches.dscpMap", "26=3,48=6"),
          Map.entry("fabric.switches.scheduling", "strict:6 dwrr:0=50,3=50"),
          Map.entry("pfc.watchdog.action", "drop"),
          Map.entry("pfc.watchdog.pollInterval", "100ms"),
          Map.entry("pfc.watchdog.detectionTime", "200ms"),
          Map.entry("pfc.watchdog.restorationTime", "400ms"));

  /** The same with other marks, another share and a watchdog that waits longer. */
  private static Map<String, String> other() {
    Map<String, String> other = new TreeMap<>(POLICY);
    other.put("congestion.kmin", "400300B");
    other.put("congestion.pmax", "0.255");
    other.put("fabric.switches.scheduling", "strict:6 dwrr:0=40,3=60");
    other.put("fabric.switches.dscpMap", "26=3,46=6,48=6");
    other.put("pfc.watchdog.detectionTime", "300ms");
    return other;
  }

  static Stream<String> languages() {
    return EmittedCircleTest.languages();
  }

  @ParameterizedTest
  @MethodSource("languages")
  void shouldWriteThePolicy(String language) throws IOException {
    compare(language + ".new", emission(language, "", POLICY));
  }

  @ParameterizedTest
  @MethodSource("languages")
  void shouldWriteWhatChanges(String language) throws IOException {
    compare(
        language + ".changed",
        emission(language, EmittedCircleTest.configuration(language), other()));
  }

  private static Emission emission(String language, String before, Map<String, String> knobs) {
    SwitchWriter writer = EmittedCircleTest.writer(language);
    return new EmittedCircle(writer, before, new TreeMap<>(knobs)).emission();
  }

  private static void compare(String name, Emission emission) throws IOException {
    Path golden = FOLDER.resolve(name + ".txt");
    String text = text(emission);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  private static String text(Emission emission) {
    StringBuilder text = new StringBuilder();
    emission.changes().stream()
        .filter(change -> !change.isRefused())
        .map(DeviceChange::text)
        .forEach(line -> text.append("change: ").append(line).append('\n'));
    emission.refused().forEach(each -> text.append("refused: ").append(each.text()).append('\n'));
    emission.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    for (EmittedStep step : emission.steps()) {
      text.append("\n== ").append(step.step().title()).append('\n');
      part("do", step.commands(), text);
      part("check", step.checks(), text);
      part("undo", step.undo(), text);
      step.warnings().forEach(each -> text.append("warning: ").append(each).append('\n'));
      for (EmittedFile file : step.files()) {
        text.append("-- ").append(file.name()).append('\n').append(file.text());
      }
    }
    return text.toString();
  }

  private static void part(String name, List<String> lines, StringBuilder to) {
    to.append("-- ").append(name).append('\n');
    lines.forEach(line -> to.append(line).append('\n'));
  }
}
