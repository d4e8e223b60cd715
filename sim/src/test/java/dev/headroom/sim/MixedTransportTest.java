package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a workload with transports, controls and classes of their own. */
final class MixedTransportTest {
  private static final long MB = 1_000_000;

  private static Settings brought(String transport) {
    return Presets.named(transport).orElseThrow().settings().only(Knobs.ofParts());
  }

  private static Settings inClass(int priority) {
    return Settings.DEFAULTS.with(TransportKnobs.TRAFFIC_CLASS, "" + priority);
  }

  private static Lab star(int hosts) {
    return Lab.star(hosts, "100Gbps", "500ns").set(CongestionKnobs.ALGORITHM, "none");
  }

  /** Who is set apart in what changes nothing goes as if nobody were. */
  @Test
  void shouldChangeNothingByItself() {
    Lab together = star(8).set(CongestionKnobs.ALGORITHM, "dcqcn");
    Lab apart = star(8).set(CongestionKnobs.ALGORITHM, "dcqcn");
    apart.part(Settings.DEFAULTS.with(TransportKnobs.RETRY_COUNT, "6"));
    together.incast(7, MB);
    apart.incast(7, MB);
    apart.part(Settings.DEFAULTS.with(TransportKnobs.RETRY_COUNT, "5"));
    for (int host = 0; host < 7; host++) {
      together.flow(host, host + 1, MB, 0);
      apart.flow(host, host + 1, MB, 0);
    }
    assertThat(apart.run().run().digest()).isEqualTo(together.run().run().digest());
  }

  /** Packets of InfiniBand have no DSCP that a lane could have two of. */
  @Test
  void shouldCarryTwoServiceLevelsOnOneLane() {
    Lab lab =
        Lab.star(3, "100Gbps", "500ns")
            .set(Presets.named("infiniband").orElseThrow().settings())
            .set(InfinibandKnobs.SL2VL, "0,1,0,1,0,1,2,3");
    lab.part(inClass(3)).flow(0, 2, MB, 0);
    lab.part(inClass(5)).flow(1, 2, MB, 0);
    Lab.Outcome both = lab.run();
    assertThat(both.flows()).allMatch(FlowResult::finished);
    assertThat(both.drops()).isZero();
  }

  /** One after another, so that nothing is in the way of any. */
  @ParameterizedTest
  @ValueSource(strings = {"tcp", "iwarp", "srd", "falcon", "uec"})
  void shouldTakeAsLongAsAlone(String transport) {
    Lab lab = star(2);
    lab.part(Settings.DEFAULTS).flow(0, 1, MB, 0);
    lab.part(brought(transport)).flow(0, 1, MB, 10 * Lab.MS);
    lab.part(Settings.DEFAULTS.parse(CongestionKnobs.ALGORITHM, "timely"))
        .flow(0, 1, MB, 20 * Lab.MS);
    lab.part(
            brought(transport)
                .parse(CongestionKnobs.ALGORITHM, "none")
                .with(TcpKnobs.HANDSHAKE, false))
        .flow(0, 1, MB, 30 * Lab.MS);
    Lab.Outcome mixed = lab.run();
    assertThat(mixed.flows()).allMatch(FlowResult::finished);
    assertThat(mixed.flow(0).fctPs()).isEqualTo(mixed.flow(0).idealFctPs());
    assertThat(mixed.flow(3).fctPs()).isEqualTo(mixed.flow(3).idealFctPs());
    assertThat(mixed.flow(1).slowdown()).isBetween(1.0, 1.2);
    assertThat(mixed.drops()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"3:1, 0.75", "1:1, 0.5", "1:7, 0.125"})
  void shouldShareANicByWeight(String weights, double share) {
    String[] each = weights.split(":", -1);
    Lab lab =
        star(3)
            .set(ClassKnobs.HOST_SCHEDULING, "dwrr:3=%s,4=%s".formatted(each[0], each[1]))
            .set(PfcKnobs.PFC_CLASSES, "3,4")
            .set(RunKnobs.STOP, "2ms");
    lab.part(Settings.DEFAULTS).flow(0, 1, 1L << 40, 0).flow(0, 1, 1L << 40, 0);
    lab.part(inClass(4).with(TransportKnobs.MTU, "1024")).flow(0, 2, 1L << 40, 0);
    Lab.Outcome run = lab.run();
    double three = run.port(0, 0).bytes()[3];
    double four = run.port(0, 0).bytes()[4];
    assertThat(three / (three + four)).isCloseTo(share, within(0.01));
  }

  @Test
  void shouldSendStrictClassesFirst() {
    Lab lab = star(3).set(ClassKnobs.HOST_SCHEDULING, "strict:4").set(PfcKnobs.PFC_CLASSES, "3,4");
    lab.part(Settings.DEFAULTS).flow(0, 1, 10 * MB, 0);
    lab.part(inClass(4)).flow(0, 2, 10 * MB, 0);
    Lab.Outcome run = lab.run();
    assertThat(run.flow(1).slowdown()).isBetween(1.0, 1.01);
    assertThat(run.flow(0).slowdown()).isCloseTo(2, within(0.01));
  }

  /**
   * An incast in the class of RDMA pauses its senders; a flow of one of them to an idle host waits
   * in that class, and does not in another.
   */
  @ParameterizedTest
  @ValueSource(strings = {"3", "4"})
  void shouldNotHoldUpOtherClasses(String ofVictim) {
    Lab lab = star(10).set(PfcKnobs.PFC_CLASSES, "3,4");
    lab.part(Settings.DEFAULTS).incast(8, 10 * MB);
    lab.part(inClass(Integer.parseInt(ofVictim))).flow(1, 9, MB, 2 * Lab.MS);
    Lab.Outcome run = lab.run();
    assertThat(run.run().counts().pauses()).isPositive();
    assertThat(run.drops()).isZero();
    if ("3".equals(ofVictim)) {
      assertThat(run.flow(8).slowdown()).isGreaterThan(4);
    } else {
      assertThat(run.flow(8).slowdown()).isLessThan(2.2); // a half of the NIC, or more
    }
  }

  /**
   * Switches mark where somebody heeds marks, and TCP takes no notice that did not ask for them.
   */
  @Test
  void shouldMarkOnlyWhoHeedsMarks() {
    Lab lab = star(10).set(CongestionKnobs.ALGORITHM, "dcqcn");
    lab.part(Settings.DEFAULTS).incast(4, 5 * MB);
    lab.part(brought("tcp")).flow(5, 0, 5 * MB, 0).flow(6, 0, 5 * MB, 0);
    Lab.Outcome run = lab.run();
    long[] marks = run.port(10, 0).marks();
    assertThat(marks[3]).isPositive();
    assertThat(marks[0]).isZero();
    assertThat(run.flows()).allMatch(FlowResult::finished);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldNotDependOnPartitions(int partitions) {
    assertThat(digest(partitions)).isEqualTo(digest(1));
  }

  private static String digest(int partitions) {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=2", "fabric.hostsPerLeaf=4");
    lab.part(Settings.DEFAULTS).incast(15, MB);
    lab.part(brought("tcp")).incast(15, MB);
    lab.part(brought("srd")).incast(15, MB);
    lab.part(Settings.DEFAULTS.parse(CongestionKnobs.ALGORITHM, "hpcc")).incast(15, MB);
    return lab.run(new RunOptions(1, partitions, false)).run().digest();
  }
}
