package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.ImpliedPresets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.Tap;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No knob does nothing: for each there is a scenario in which another value changes what comes out;
 * and what comes out then is what {@code knobs.tsv} says, so that no mechanism which a knob can set
 * in motion changes unseen.
 */
final class KnobEffectTest {
  /**
   * What came of a run, as far as anybody can see.
   *
   * @param uncounted what was measured without counts
   * @param psns packet sequence numbers that hosts received, added up
   */
  private record Seen(String digest, String measured, String uncounted, long psns) {
    /** As {@code knobs.tsv} has it. */
    String told() {
      return String.join("\t", digest, measured, psns + "");
    }

    Seen withoutCounts() {
      return new Seen(digest, "", uncounted, psns);
    }
  }

  private static final Path TABLE = Path.of("src/test/resources/knobs.tsv");
  private static final boolean UPDATE = Boolean.getBoolean("headroom.update");
  private static final String HEAD =
      "# What comes of the runs of KnobEffectTest: knob, digest, what was measured, PSNs."
          + " To write it anew: -Dtest=KnobEffectTest -Dheadroom.update=true";

  private static final KnobPlaces PLACES = KnobPlaces.all();
  private static final Map<String, String> BEFORE = UPDATE ? Map.of() : table();
  private static final Map<String, String> NOW = new ConcurrentSkipListMap<>();

  /** Of scenarios as they are, by what they are made of, and with each knob: many share a run. */
  private static final Map<List<Object>, Seen> PLAIN = new HashMap<>();

  private static final Map<String, Seen> WITH_KNOB = new HashMap<>();

  /** All but those that have one value only, or act by what a reader lets them bring along. */
  static Stream<String> knobs() {
    return Knobs.all().stream()
        .filter(knob -> knob.type().words().size() != 1 && !ImpliedPresets.isName(knob))
        .map(Knob::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("knobs")
  void shouldChangeWhatComesOut(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    KnobPlaces.Place place = PLACES.of(knob);
    Seen before = plain(name, place);
    Seen after = withKnob(knob, place);
    assertThat(after).as(name).isNotEqualTo(before);
    NOW.put(name, after.told());
    if (!UPDATE) {
      assertThat(after.told()).as("as in knobs.tsv").isEqualTo(BEFORE.get(name));
    }
  }

  /** What comes without the knob; at its first run it comes twice, so that it is the knob. */
  private static Seen plain(String name, KnobPlaces.Place place) {
    List<Object> parts = place.lab().get().madeOf();
    Seen known = PLAIN.get(parts);
    if (known != null) {
      return known;
    }
    Seen before = seen(place.lab().get());
    assertThat(seen(place.lab().get())).as("%s: it was the knob", name).isEqualTo(before);
    PLAIN.put(parts, before);
    return before;
  }

  private static Seen withKnob(Knob<?> knob, KnobPlaces.Place place) {
    Seen known = WITH_KNOB.get(knob.name());
    if (known == null) {
      known = seen(place.lab().get().set(knob, place.value()));
      WITH_KNOB.put(knob.name(), known);
    }
    return known;
  }

  private static Map<String, String> table() {
    try (Stream<String> lines = Files.lines(TABLE)) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", 2))
          .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1]));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @AfterAll
  static void writeAnew() throws IOException {
    if (UPDATE) {
      List<String> lines = new ArrayList<>(List.of(HEAD));
      NOW.forEach((name, sum) -> lines.add(name + "\t" + sum));
      Files.write(TABLE, lines);
    }
  }

  private static Stream<String> knobsOfNodes(boolean third) {
    List<String> names =
        Knobs.ofNodes().stream()
            .filter(knob -> !ImpliedPresets.isName(knob))
            .map(Knob::name)
            .toList();
    return IntStream.range(0, names.size()).filter(i -> i % 3 == 0 == third).mapToObj(names::get);
  }

  static Stream<String> everyThirdKnobOfNodes() {
    return knobsOfNodes(true);
  }

  static Stream<String> otherKnobsOfNodes() {
    return knobsOfNodes(false);
  }

  @Tag("whole")
  @ParameterizedTest(name = "{0}")
  @MethodSource("otherKnobsOfNodes")
  void shouldDoTheSameWhereTheOthersAreSetForEachNode(String name) {
    shouldDoTheSameWhereItIsSetForEachNode(name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everyThirdKnobOfNodes")
  void shouldDoTheSameWhereItIsSetForEachNode(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    KnobPlaces.Place place = PLACES.of(knob);
    // Which classes are to lose nothing, a count asks of the settings of all, not of each node's.
    assertThat(seen(place.lab().get().at("*", knob, place.value())).withoutCounts())
        .isEqualTo(withKnob(knob, place).withoutCounts());
  }

  private static Seen seen(Lab lab) {
    try {
      return ran(lab);
    } catch (UnrunnableScenarioException refused) {
      return new Seen("refused: " + refused.getMessage(), "", "", 0);
    }
  }

  private static Seen ran(Lab lab) {
    Scenario scenario = lab.scenario();
    AtomicLong psns = new AtomicLong();
    List<FlowResult> flows = new ArrayList<>();
    SimulationSetup assembly =
        SimulationSetup.of(
            scenario,
            1,
            false,
            hosts -> Tap.around(hosts, (packet, nowPs) -> psns.addAndGet(packet.psn)),
            ProgressListener.SILENT);
    RunResult result =
        Simulation.run(
            scenario,
            assembly,
            new CpuClock(),
            new RunOptions(1, 1, true),
            flows::add,
            ProgressListener.SILENT);
    Measured measured = new Measured(result, flows);
    return new Seen(result.digest(), measured.toString(), measured.without("counts"), psns.get());
  }
}
