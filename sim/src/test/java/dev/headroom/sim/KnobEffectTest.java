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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
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
   * @param psns packet sequence numbers that hosts received, added up
   */
  private record Seen(String digest, String measured, long psns) {
    /** As {@code knobs.tsv} has it. */
    String told() {
      return String.join("\t", digest, measured, psns + "");
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
    Seen before = seen(place.lab().get());
    Seen after = seen(place.lab().get().set(knob, place.value()));
    assertThat(after).as(name).isNotEqualTo(before);
    assertThat(seen(place.lab().get())).as("it was the knob").isEqualTo(before);
    NOW.put(name, after.told());
    if (!UPDATE) {
      assertThat(after.told()).as("as in knobs.tsv").isEqualTo(BEFORE.get(name));
    }
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

  static Stream<String> knobsOfNodes() {
    return Knobs.ofNodes().stream().filter(knob -> !ImpliedPresets.isName(knob)).map(Knob::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("knobsOfNodes")
  void shouldDoTheSameWhereItIsSetForEachNode(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    KnobPlaces.Place place = PLACES.of(knob);
    // Which classes are to lose nothing, a count asks of the settings of all, not of each node's.
    assertThat(seen(place.lab().get().at("*", knob, place.value()), "counts"))
        .isEqualTo(seen(place.lab().get().set(knob, place.value()), "counts"));
  }

  private static Seen seen(Lab lab) {
    return seen(lab, "");
  }

  private static Seen seen(Lab lab, String but) {
    try {
      return ran(lab, but);
    } catch (UnrunnableScenarioException refused) {
      return new Seen("refused: " + refused.getMessage(), "", 0);
    }
  }

  private static Seen ran(Lab lab, String but) {
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
    return new Seen(result.digest(), new Measured(result, flows).without(but), psns.get());
  }
}
