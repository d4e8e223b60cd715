package dev.headroom.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * That random scenarios turn every knob there is, and run every workload with every parameter that
 * it has: what they never touch no property test looks at. A new knob has a place in one of the
 * {@code Random...} classes, or stands here with the reason why not.
 */
final class DrawnKnobsTest {
  private static final long SCENARIOS = 2_000;
  private static final long HOPS = 100_000;

  /** Knobs that no random scenario turns, and why. */
  private static final Map<String, String> NOT_TURNED =
      Map.of(
          RunKnobs.PROBE_PERIOD.name(), "Judge samples or not: that must not matter",
          RunKnobs.TRACED.name(), "Judge traces where it samples",
          RunKnobs.TRACE_STEP.name(), "Judge looks as often as it samples",
          NicKnobs.MODEL.name(), "it is what it brings; links may be too fast for it",
          SwitchKnobs.MODEL.name(), "likewise");

  /** Parameters of workloads that no random scenario turns, and why. */
  private static final Map<String, String> NOT_TOLD = Map.of();

  private static List<Scenario> drawn = List.of();

  @BeforeAll
  static void draw() {
    drawn =
        LongStream.rangeClosed(1, SCENARIOS)
            .mapToObj(seed -> RandomScenario.drawn(seed, HOPS))
            .toList();
  }

  @Test
  void shouldTurnEveryKnob() {
    Set<String> turned = new HashSet<>();
    for (Scenario scenario : drawn) {
      List<Settings> all = new ArrayList<>(scenario.parts());
      all.add(scenario.settings());
      scenario.overrides().forEach(override -> all.add(override.settings()));
      all.forEach(settings -> turned.addAll(turned(Knobs.all(), settings)));
    }
    assertThat(without(Knobs.all(), turned)).isEqualTo(NOT_TURNED.keySet());
  }

  @Test
  void shouldTellEveryWorkloadEverythingItCanBeTold() {
    Map<String, Set<String>> told = new HashMap<>();
    for (Scenario scenario : drawn) {
      for (FlowProgram program : Pieces.of(scenario).programs()) {
        Settings parameters = program.recipe().parameters();
        told.computeIfAbsent(program.recipe().kind(), _ -> new HashSet<>())
            .addAll(
                Workloads.named(program.recipe().kind())
                    .map(workload -> turned(workload.parameters(), parameters))
                    .orElse(Set.of()));
      }
    }
    Set<String> untold = new TreeSet<>();
    for (Workload workload : Workloads.all()) {
      without(workload.parameters(), told.getOrDefault(workload.name(), Set.of()))
          .forEach(name -> untold.add(workload.name() + " " + name));
    }
    assertThat(untold).isEqualTo(NOT_TOLD.keySet());
  }

  @Test
  void shouldLetEverythingBreakThatCan() {
    Set<Class<?>> broken =
        drawn.stream()
            .flatMap(scenario -> scenario.failures().stream())
            .map(FailureEvent::getClass)
            .collect(Collectors.toSet());
    assertThat(broken)
        .contains(
            LinkEvent.class,
            LinkQuality.class,
            PauseStorm.class,
            InterruptStorm.class,
            SlowReceiver.class,
            NicFreeze.class);
    Set<String> worn = new HashSet<>();
    drawn.forEach(scenario ->
        scenario.wear().forEach(link -> worn.addAll(turned(WearKnobs.ALL, link.settings()))));
    assertThat(without(WearKnobs.ALL, worn)).isEmpty();
  }

  /** A schedule by itself, beside listed flows, beside a generator's, and with what is its own. */
  @Test
  void shouldRunSchedulesBesideOthers() {
    assertThat(drawn).anyMatch(scenario -> isAlone(scenario.flows()));
    assertThat(drawn)
        .anyMatch(scenario ->
            !isAlone(scenario.flows())
                && !scenario.flows().schedules().isEmpty()
                && !scenario.parts().isEmpty());
    assertThat(drawn).anyMatch(scenario -> scenario.flows().schedules().size() > 1);
    for (Workload workload : Workloads.all()) {
      assertThat(drawn)
          .as(workload.name() + " beside others")
          .anyMatch(scenario ->
              Pieces.of(scenario).programs().size() > 1
                  && Pieces.of(scenario).programs().stream()
                      .anyMatch(program -> program.recipe().kind().equals(workload.name())));
    }
  }

  private static boolean isAlone(FlowProgram flows) {
    return flows instanceof ScheduledFlows;
  }

  @Test
  void shouldGiveListedFlowsTermsOfTheirOwn() {
    assertThat(terms()).anyMatch(FlowOverrides::hasClass);
    assertThat(terms()).anyMatch(terms -> terms.windowBytes() > 0);
    assertThat(terms()).anyMatch(terms -> terms.baseRttPs() > 0);
    assertThat(drawn)
        .anyMatch(scenario ->
            scenario.flows().flows() > 0
                && LongStream.range(0, scenario.flows().flows())
                    .anyMatch(flow -> scenario.flows().fixedPorts((int) flow) >= 0));
  }

  private static Stream<FlowOverrides> terms() {
    return drawn.stream().flatMap(scenario -> scenario.flows().allOverrides().stream());
  }

  /** The names of knobs that have another value than their default. */
  private static Set<String> turned(List<Knob<?>> knobs, Settings settings) {
    return knobs.stream()
        .filter(knob -> settings.isSet(knob) && isTurned(knob, settings))
        .map(Knob::name)
        .collect(Collectors.toSet());
  }

  private static <T> boolean isTurned(Knob<T> knob, Settings settings) {
    return !settings.find(knob).equals(knob.fallback());
  }

  private static Set<String> without(List<Knob<?>> knobs, Set<String> turned) {
    return knobs.stream()
        .map(Knob::name)
        .filter(name -> !turned.contains(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
