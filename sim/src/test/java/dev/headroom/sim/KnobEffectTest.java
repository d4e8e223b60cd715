package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Brought;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.Tap;
import dev.headroom.sim.fabric.UnfitScenarioException;
import dev.headroom.sim.measure.RunResult;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No knob does nothing: for each there is a scenario in which another value changes what comes out.
 */
final class KnobEffectTest {
  /**
   * What came of a run, as far as anybody can see.
   *
   * @param psns packet sequence numbers that hosts received, added up
   */
  private record Seen(
      String digest, long endPs, long completionPs, int samples, int looks, long psns) {}

  private static final KnobPlaces PLACES = KnobPlaces.all();

  /** All but those that have one value only, or act by what a reader lets them bring along. */
  static Stream<String> knobs() {
    return Knobs.all().stream()
        .filter(knob -> knob.type().words().size() != 1 && !Brought.isName(knob))
        .map(Knob::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("knobs")
  void shouldChangeWhatComesOut(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    KnobPlaces.Place place = PLACES.of(knob);
    Seen before = seen(place.lab().get());
    assertThat(seen(place.lab().get().set(knob, place.value()))).as(name).isNotEqualTo(before);
    assertThat(seen(place.lab().get())).as("it was the knob").isEqualTo(before);
  }

  static Stream<String> knobsOfNodes() {
    return Knobs.ofNodes().stream().filter(knob -> !Brought.isName(knob)).map(Knob::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("knobsOfNodes")
  void shouldDoTheSameWhereItIsSetForEachNode(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    KnobPlaces.Place place = PLACES.of(knob);
    assertThat(seen(place.lab().get().at("*", knob, place.value())))
        .isEqualTo(seen(place.lab().get().set(knob, place.value())));
  }

  private static Seen seen(Lab lab) {
    try {
      return ran(lab);
    } catch (UnfitScenarioException refused) {
      return new Seen("refused: " + refused.getMessage(), 0, 0, 0, 0, 0);
    }
  }

  private static Seen ran(Lab lab) {
    Scenario scenario = lab.scenario();
    AtomicLong psns = new AtomicLong();
    Assembly assembly =
        Assembly.of(
            scenario,
            1,
            false,
            hosts -> Tap.around(hosts, (packet, nowPs) -> psns.addAndGet(packet.psn)),
            Progress.SILENT);
    RunResult result =
        Simulation.run(
            scenario,
            assembly,
            new CpuClock(),
            new RunOptions(1, 1, false),
            flow -> {},
            Progress.SILENT);
    return new Seen(
        result.digest(),
        result.endPs(),
        result.completionTimePs(),
        result.samples().count(),
        result.traces().count() * result.traces().flows().size(),
        psns.get());
  }
}
