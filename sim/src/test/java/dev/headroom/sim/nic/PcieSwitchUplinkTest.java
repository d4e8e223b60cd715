package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.pcie.PcieUplink;
import dev.headroom.sim.Lab;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** NICs of a server that share one PCIe link to their root complex. */
final class PcieSwitchUplinkTest {
  private static final ResultTable LINKS =
      ResultTable.of(
          "shared-links",
          PcieSwitchUplinkTest.class,
          "four NICs of 100 Gb/s",
          "pcie-bench's model, Gb/s",
          "run, Gb/s");

  private static final int RAILS = 4;

  /** Two servers with four NICs of 100 Gb/s each, in slots of Gen4 x16. */
  private static Lab servers() {
    return Lab.shape(
            "rail-optimized",
            "fabric.servers=2",
            "fabric.rails=4",
            "fabric.serversPerPod=2",
            "fabric.spines=1",
            "fabric.links.rate=100Gbps")
        .set(PcieKnobs.STAGES, "detailed")
        .set(PcieKnobs.GENERATION, "4")
        .set(CongestionKnobs.ALGORITHM, "none");
  }

  private static Lab sharing(String nics) {
    return servers().set(UplinkKnobs.SHARING, nics);
  }

  /** 10 MB from each NIC of one server to its peer of the other. */
  private static Lab.Outcome run(Lab lab) {
    for (int rail = 0; rail < RAILS; rail++) {
      lab.flow(rail, RAILS + rail, 10_000_000, 0);
    }
    return lab.run(RunOptions.DEFAULT);
  }

  private static double gbps(Lab lab) {
    return RAILS * 80e9 / run(lab).run().completionTimePs();
  }

  private static double linkGbps(String... more) {
    Settings own = Settings.DEFAULTS.parse(PcieKnobs.GENERATION, "4");
    for (int i = 0; i < more.length; i += 2) {
      own = own.parse(knob(more[i]), more[i + 1]);
    }
    PcieUplink uplink = PcieUplink.of(own);
    return uplink.upBps() * 4096 / uplink.link().writeBytes(4096) / 1e9;
  }

  private static Knob<?> knob(String name) {
    return Knobs.named(name).orElseThrow();
  }

  /** pcie-bench's model: Gen4 x16 carries 208 Gb/s of writes of 4 KiB in TLPs of 256 B. */
  @Test
  void shouldShareWhatTheUplinkCarries() {
    assertThat(linkGbps()).isEqualTo(208, within(0.5));
    assertThat(gbps(sharing("1"))).isEqualTo(RAILS * 97.5, within(6.0));
    double shared = gbps(sharing("4"));
    assertThat(shared).isEqualTo(linkGbps(), within(0.02 * linkGbps()));
    LINKS.row("on one link of Gen4 x16", Cells.number(linkGbps(), 1), Cells.number(shared, 1));
    assertThat(gbps(sharing("2")))
        .as("two links, each for two NICs that have 97 Gb/s to give")
        .isEqualTo(RAILS * 97.5, within(6.0));
    assertThat(gbps(sharing("4").set(UplinkKnobs.UPLINK_LANES, "8"))).isEqualTo(104, within(2.5));
  }

  @Test
  void shouldShareFairly() {
    List<FlowResult> flows = run(sharing("4")).flows();
    double first = flows.stream().mapToLong(FlowResult::completedPs).min().orElseThrow();
    double last = flows.stream().mapToLong(FlowResult::completedPs).max().orElseThrow();
    assertThat(last / first).isLessThan(1.02);
  }

  /** The receiver's link is the narrow one: its NICs pause their switches and nothing is lost. */
  @Test
  void shouldPauseSwitchesWhereTheReceiverIsHeldUp() {
    Lab.Outcome outcome = run(servers().at("host-1-rail-*", UplinkKnobs.SHARING, "4"));
    assertThat(outcome.run().counts().pauses()).isPositive();
    assertThat(outcome.drops()).isZero();
    assertThat(RAILS * 80e9 / outcome.run().completionTimePs())
        .isEqualTo(linkGbps(), within(0.05 * linkGbps()));
  }

  @Test
  void shouldLeaveToNicsWhatOthersDoNotTake() {
    double left = linkGbps("hosts.pcie.othersWrite", "100Gbps");
    assertThat(left).isEqualTo(linkGbps() - 100, within(0.1));
    Lab lab = servers().at("host-1-rail-*", UplinkKnobs.SHARING, "4");
    double beside = gbps(lab.at("host-1-rail-*", UplinkKnobs.OTHERS_WRITE, "100Gbps"));
    assertThat(beside).isEqualTo(left, within(0.05 * left));
    LINKS.row("beside 100 Gb/s of others", Cells.number(left, 1), Cells.number(beside, 1));
    assertThat(gbps(servers().set(UplinkKnobs.OTHERS_READ, "150Gbps")))
        .as("each NIC has a link of its own, and a noisy neighbour there")
        .isEqualTo(RAILS * (linkGbps() - 150), within(0.06 * RAILS * 60));
  }

  /** GPUs below the same switch do not need the uplink, unless ACS sends all up to it. */
  @Test
  void shouldNotNeedTheUplinkForGpusBelowTheSwitch() {
    Lab direct = sharing("4").set(PcieKnobs.MEMORY, "gpu");
    assertThat(gbps(direct)).isEqualTo(RAILS * 97.5, within(6.0));
    Lab redirected = sharing("4").set(PcieKnobs.MEMORY, "gpu").set(IommuKnobs.ACS, "redirect");
    assertThat(gbps(redirected)).isEqualTo(linkGbps(), within(0.04 * linkGbps()));
  }

  @Test
  void shouldNeverBeSlowerWithWiderUplinksOrFewerNicsOnThem() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 12; trial++) {
      long seed = random.nextLong();
      long four = random("4", "4", seed);
      assertThat(random("4", "8", seed)).as("wider, seed %d", seed).isLessThanOrEqualTo(more(four));
      assertThat(random("2", "4", seed)).as("fewer, seed %d", seed).isLessThanOrEqualTo(more(four));
    }
  }

  private static long more(long ps) {
    return ps + ps / 50;
  }

  private static long random(String nics, String lanes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Lab lab = sharing(nics).set(UplinkKnobs.UPLINK_LANES, lanes);
    for (int i = 0; i < 12; i++) {
      int source = random.nextInt(8);
      lab.flow(source, (source + 1 + random.nextInt(7)) % 8, random.nextInt(1, 400_000), 0);
    }
    return lab.run(RunOptions.DEFAULT).run().completionTimePs();
  }

  @Test
  void shouldGiveTheSameBitsHoweverItIsCut() {
    String one = digest(1, 1);
    assertThat(digest(2, 4)).isEqualTo(one);
    assertThat(digest(1, 5)).isEqualTo(one);
  }

  private static String digest(int threads, int partitions) {
    Lab lab = sharing("2").set(UplinkKnobs.UPLINK_LANES, "8");
    for (int i = 0; i < 40; i++) {
      lab.flow(i % 8, (i + 1 + i % 5) % 8 == i % 8 ? (i + 1) % 8 : (i + 1 + i % 5) % 8, 60_000, 0);
    }
    return lab.run(new RunOptions(threads, partitions, false)).run().digest();
  }
}
