package dev.headroom.model.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.unit.Time;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What heat and lost light do to a link over time, against the formulas by hand. */
final class ModuleLifeTest {
  private static final long MS = 1_000_000_000L;

  private static ModuleLife life(String told) {
    String text =
        "fabric: {topology: single, hosts: 2, wear: [{link: host-0/*"
            + (told.isEmpty() ? "" : ", " + told)
            + "}]}\nworkload: permutation\n";
    Scenario scenario =
        switch (ScenarioReader.read(text, "s.yaml", List.of())) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
        };
    return scenario.wear().getFirst().life();
  }

  @Test
  void shouldBeginAsWarmAsItsPowerMakesIt() {
    assertThat(life("").by(0).temperature().lastC()).isEqualTo(35 + 1.8 * 17, within(1e-9));
    assertThat(life("load: 0").by(MS).temperature().lastC()).isEqualTo(35 + 1.8 * 16, within(1e-9));
    assertThat(life("airflow: 64%, inlet: 20").by(0).temperature().lastC())
        .isEqualTo(20 + 1.8 / 0.8 * 17, within(1e-9));
    assertThat(life("").failures()).isEmpty();
  }

  @Test
  void shouldWarmAsAnExponentialOfTime() {
    ModuleLife life = life("airflow: 64%, from: 1ms, timeConstant: 2ms");
    double warm = 35 + 1.8 * 17;
    double target = 35 + 1.8 / 0.8 * 17;
    assertThat(life.by(MS).temperature().lastC()).isEqualTo(warm, within(1e-9));
    assertThat(life.by(3 * MS).temperature().lastC())
        .isEqualTo(target + (warm - target) * Math.exp(-1), within(1e-6));
  }

  @Test
  void shouldGoDownAtItsAlarmAndComeUpOnceItHasCooled() {
    ModuleLife life = life("airflow: 25%, from: 1ms, timeConstant: 1ms, relink: 1us, flaps: 3");
    double warm = 35 + 1.8 * 17;
    double hot = 35 + 1.8 * 2 * 17;
    double off = 35 + 1.8 * 2 * 1.5;
    double down = 1 + Math.log((hot - warm) / (hot - 75));
    double up = down + Math.log((75 - off) / (70 - off));
    double again = up + Math.log((hot - 70) / (hot - 75));
    List<LinkEvent> events =
        life.failures().stream()
            .filter(LinkEvent.class::isInstance)
            .map(LinkEvent.class::cast)
            .toList();
    assertThat(events).hasSize(7); // three flaps, and the one after which it stays down
    assertThat(events.get(0).at().ps() / (double) MS).isCloseTo(down, within(1e-6));
    assertThat(events.get(1).at().ps() / (double) MS).isCloseTo(up, within(1e-6));
    assertThat(events.get(2).at().ps() / (double) MS).isCloseTo(again, within(1e-6));
    LinkWear wear = life.by(100 * MS);
    assertThat(wear.uptime().flaps()).isEqualTo(4);
    assertThat(wear.uptime().up()).isFalse();
  }

  @Test
  void shouldFallToAShareOfItsRateFromItsWarningOn() {
    ModuleLife life = life("inlet: 40, derateTo: 25%");
    assertThat(life.failures()).singleElement().isEqualTo(new LinkQuality(Time.ZERO, 0, 0.25, 0));
    assertThat(life.by(MS).uptime().deratedPs()).isEqualTo(MS);
  }

  @Test
  void shouldLoseBitsWhereLightIsLost() {
    double[] residual =
        List.of("lost: 1", "lost: 1.8", "lost: 2").stream()
            .mapToDouble(told ->
                life(told).failures().stream()
                    .filter(LinkQuality.class::isInstance)
                    .mapToDouble(failure -> ((LinkQuality) failure).bitErrors())
                    .max()
                    .orElse(0))
            .toArray();
    assertThat(residual[0]).isZero();
    assertThat(residual[1]).isPositive();
    assertThat(residual[2]).isGreaterThan(10 * residual[1]);
  }

  @Test
  void shouldLoseLockWhenThreeCodewordsInARowAreBeyondRepair() {
    ModuleLife life = life("lost: 3, relink: 1ms, flaps: 2");
    LinkWear wear = life.by(MS);
    double u = ReedSolomon.KP4.uncorrectable(life.stages().getFirst().bitErrors());
    double mean = (1 - u * u * u) / ((1 - u) * u * u * u);
    LinkEvent first =
        (LinkEvent)
            life.failures().stream().filter(LinkEvent.class::isInstance).findFirst().orElseThrow();
    double codewords = first.at().ps() * ReedSolomon.KP4.perSecond(400e9) / 1e12;
    assertThat(codewords).isCloseTo(mean, within(1e-3 * mean + 1));
    assertThat(wear.uptime().flaps()).isPositive();
    assertThat(wear.correction().uncorrected())
        .isCloseTo(codewords * u, within(1e-3 * codewords * u + 1));
  }

  @Test
  void shouldEndEvenWhereItSwingsBetweenTwoRatesForEver() {
    ModuleLife life =
        life("inlet: 42, idlePower: 1, derateTo: 10%, timeConstant: 1ns, hysteresis: 1");
    assertThat(life.stages()).hasSizeBetween(1000, 10_000);
    assertThat(life.failures()).isNotEmpty();
  }
}
