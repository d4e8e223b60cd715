package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.check.DscpMapping;
import dev.headroom.sim.measure.FlowResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue pairs that are set with a window, a base RTT or a class for themselves. */
final class FlowTermsTest {
  private static final long BYTES = 4_096_000;
  private static final FlowOverrides NARROW = new FlowOverrides(8_192, 0);

  @ParameterizedTest
  @ValueSource(strings = {"write", "send", "read"})
  void shouldLimitAFlowByItsOwnWindowAsByTheWindowOfAll(String operation) {
    Lab all = lab(operation, FlowOverrides.NONE).set(TransportKnobs.WINDOW, "8KiB");
    FlowResult narrow = lab(operation, NARROW).run().flow(0);

    assertThat(narrow).isEqualTo(all.run().flow(0));
    assertThat(narrow.fctPs())
        .isGreaterThan(lab(operation, FlowOverrides.NONE).run().flow(0).fctPs());
  }

  @Test
  void shouldLeaveOthersAsTheyAre() {
    Lab lab = Lab.star(4, "100Gbps", "1us").flow(entry(0, 1, NARROW)).flow(entry(2, 3, NARROW));
    Lab mixed =
        Lab.star(4, "100Gbps", "1us")
            .flow(entry(0, 1, NARROW))
            .flow(entry(2, 3, FlowOverrides.NONE));

    assertThat(mixed.run().flow(0)).isEqualTo(lab.run().flow(0));
    assertThat(mixed.run().flow(1).fctPs()).isLessThan(lab.run().flow(1).fctPs() / 2);
  }

  @Test
  void shouldTellItsControlItsOwnBaseRttAndWindow() {
    Lab own = hpcc(new FlowOverrides(30_000, 3_000_000), "60KB", "6us");
    Lab all = hpcc(FlowOverrides.NONE, "30KB", "3us");

    assertThat(own.run().flows()).isEqualTo(all.run().flows());
    assertThat(hpcc(FlowOverrides.NONE, "60KB", "6us").run().flows())
        .isNotEqualTo(own.run().flows());
  }

  /**
   * An incast pauses its senders in class 3; a flow of one of them to an idle host waits with them,
   * and does not in a class of its own. Its ACKs come back past the incast in that class too.
   */
  @ParameterizedTest
  @ValueSource(strings = {"write", "send", "read"})
  void shouldNotHoldUpAFlowInAClassOfItsOwn(String operation) {
    assertThat(victim(operation, "ideal", FlowOverrides.NONE).slowdown()).isGreaterThan(4);
    assertThat(victim(operation, "ideal", FlowOverrides.NONE.in(4)).slowdown()).isLessThan(2.2);
  }

  /** What its NIC has read ahead for the incast waits in another line. */
  @ParameterizedTest
  @ValueSource(strings = {"write", "send", "read"})
  void shouldNotHoldItUpInsideADetailedHostEither(String operation) {
    FlowResult waits = victim(operation, "detailed", FlowOverrides.NONE);
    FlowResult goes = victim(operation, "detailed", FlowOverrides.NONE.in(4));
    assertThat(waits.slowdown()).isGreaterThan(4);
    assertThat(goes.slowdown()).isLessThan(2.6);
  }

  /** Two classes to two hosts: the NIC that sends both shares its wire by their weights. */
  @ParameterizedTest
  @CsvSource({"ideal, 1", "ideal, 3", "detailed, 1", "detailed, 3"})
  void shouldShareANicByTheWeightsOfClasses(String stages, int weight) {
    Lab.Outcome run =
        Lab.star(3, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(PcieKnobs.STAGES, stages)
            .set(PfcKnobs.PFC_CLASSES, "3,4")
            .set(ClassKnobs.HOST_SCHEDULING, "strict:none dwrr:3=%d,4=1".formatted(weight))
            .flow(entry(0, 1, FlowOverrides.NONE))
            .flow(entry(0, 2, FlowOverrides.NONE.in(4)))
            .run();
    double first = (double) run.flow(0).fctPs() / run.flow(1).fctPs();
    // Until the first is done it has weight of weight + 1, and the other one the rest after it.
    assertThat(first).isCloseTo((weight + 1.0) / (2 * weight), within(0.05));
  }

  private static FlowResult victim(String operation, String stages, FlowOverrides own) {
    Lab lab =
        Lab.star(10, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(PfcKnobs.PFC_CLASSES, "3,4")
            .set(PcieKnobs.STAGES, stages)
            .set(TransportKnobs.OPERATION, operation)
            .incast(8, 10_000_000)
            .flow(FlowList.Entry.at(1, 9, 1_000_000, 2 * Lab.MS).with(own));
    Lab.Outcome run = lab.run();
    assertThat(run.drops()).isZero();
    return run.flow(8);
  }

  @Test
  void shouldSendDataAndAcksOfAFlowInItsClass() {
    Lab.Outcome run =
        Lab.star(4, "100Gbps", "1us")
            .set(PfcKnobs.PFC_CLASSES, "3,4")
            .flow(entry(0, 1, FlowOverrides.NONE.in(4)))
            .flow(entry(2, 3, FlowOverrides.NONE))
            .run();
    for (int host = 0; host < 4; host++) {
      long[] sent = run.port(host, 0).bytes();
      assertThat(sent[host < 2 ? 4 : 3]).isPositive();
      assertThat(sent[host < 2 ? 3 : 4]).isZero();
    }
  }

  /** What would go wrong in the class of a flow is told beforehand, as of all. */
  @Test
  void shouldCheckTheClassesOfFlows() {
    Lab lab =
        Lab.star(2, "100Gbps", "1us")
            .set(ClassKnobs.SWITCH_DSCP_MAP, "24-31=3,34=5,*=0")
            .set(PfcKnobs.PFC_CLASSES, "3,4");
    Lab own = lab.flow(entry(0, 1, FlowOverrides.NONE.in(4)));

    Precheck check = Precheck.of(own.scenario());
    assertThat(check.hasClassMismatch()).isTrue();
    assertThat(check.classes()).extracting(DscpMapping::dscp).containsOnly(34);
  }

  private static Lab lab(String operation, FlowOverrides own) {
    return Lab.star(2, "100Gbps", "1us")
        .set(TransportKnobs.OPERATION, operation)
        .flow(entry(0, 1, own));
  }

  private static Lab hpcc(FlowOverrides own, String window, String rtt) {
    return Lab.star(3, "100Gbps", "1us")
        .set(CongestionKnobs.ALGORITHM, "hpcc")
        .set(Knobs.named("congestion.hpcc.window", ValueType.SIZE), window)
        .set(TransportKnobs.WINDOW, window)
        .set(ControllerKnobs.BASE_RTT, rtt)
        .flow(entry(0, 2, own))
        .flow(entry(1, 2, own));
  }

  private static FlowList.Entry entry(int source, int destination, FlowOverrides own) {
    return FlowList.Entry.at(source, destination, BYTES, 0).with(own);
  }
}
