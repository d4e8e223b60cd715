package dev.headroom.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.unit.Time;
import org.junit.jupiter.api.Test;

final class DefaultSamplingTest {

  @Test
  void shouldLeaveAPeriodThatWasAskedFor() {
    Scenario scenario = MadeRun.permutation64().set("run.probes", "7us").scenario();
    assertThat(DefaultSampling.added(scenario)).isSameAs(scenario);
  }

  @Test
  void shouldSampleSomeHundredTimesOverTheLeastTime() {
    Scenario scenario = MadeRun.incast64().scenario();
    long periodPs = period(scenario).ps();
    assertThat(DefaultSampling.leastPs(scenario) / periodPs).isBetween(150L, 400L);
  }

  @Test
  void shouldSampleLessOftenOnLargeFabrics() {
    Scenario scenario = MadeRun.fatTree8192().scenario();
    assertThat(DefaultSampling.leastPs(scenario) / period(scenario).ps()).isBetween(10L, 40L);
  }

  private static Time period(Scenario scenario) {
    return DefaultSampling.added(scenario).settings().find(RunKnobs.PROBE_PERIOD).orElseThrow();
  }
}
