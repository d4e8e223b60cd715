package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.GapModel;
import dev.headroom.audit.gap.GapProgress;
import dev.headroom.audit.gap.NcclTestsTable;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.run.cache.RunCache;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a sick server costs a job that it takes part in. */
final class SickJobTest {
  /** With a table of what two such servers give. */
  private final Healthy healthy =
      Healthy.host().with("nccl_tests.txt", "1073741824 ", "88.48   88.48", "93.33  140.00");

  /** Redirection at the bridge above the second NIC alone. */
  private final Healthy redirected =
      healthy.with(
          "lspci.txt", "12:00.0 PCI bridge", "ReqRedir- CmpltRedir- U", "ReqRedir+ CmpltRedir- U");

  /** Two such servers with two GPUs and two NICs each. */
  private static Gap gap(HostFacts one, HostFacts other) {
    List<HostFacts> all = List.of(one, other);
    Cluster cluster =
        new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow().first(2), 2, false);
    return new GapModel(
            NcclTestsTable.of(all).orElseThrow(),
            Collective.ALL_REDUCE,
            cluster,
            all,
            Healthy.findings(all),
            Optional.empty())
        .gap(GapProgress.SILENT, RunCache.none());
  }

  @Test
  void shouldFindNothingBetweenHealthyServers() {
    Gap gap = gap(healthy.facts("node1"), healthy.facts("node2"));
    assertThat(gap.causes()).isEmpty();
    assertThat(gap.row().found()).isEqualTo(gap.row().fixed());
    // All of a tree of two hosts goes over two NICs of 400 Gb/s once each way: 96 GB/s, of which
    // the
    // bus bandwidth of four GPUs is 1.5 times.
    assertThat(gap.row().fixed()).isCloseTo(144, within(7.0));
  }

  /** 141 of 393 Gb/s pass a root complex (Stellar, SIGCOMM 2025); a ring is as slow as one link. */
  @Test
  void shouldBlameTheOneBridgeThatRedirects() {
    Gap gap = gap(redirected.facts("node1"), healthy.facts("node2"));
    assertThat(gap.causes())
        .extracting(cause -> cause.first().subject())
        .containsExactly("node1 0000:12:00.0");
    assertThat(gap.row().found() / gap.row().fixed()).isBetween(0.3, 0.6);
    assertThat(gap.causes().getFirst().fixedGBps()).isEqualTo(gap.row().fixed());
    assertThat(gap.verdict()).isEqualTo(Gap.Verdict.NOTHING_MISSING);
  }

  /** Half of the NICs carry all of it. */
  @Test
  void shouldPriceNicsThatTheJobLeavesOut() {
    String log = healthy.text("nccl.log").replace(" [1]mlx5_1:1/RoCE", "");
    Healthy half = healthy.withFile("nccl.log", log);
    Gap gap = gap(half.facts("node1"), half.facts("node2"));
    assertThat(gap.causes())
        .extracting(cause -> cause.first().rule())
        .containsExactly("nccl.nics-left-out");
    assertThat(gap.row().found() / gap.row().fixed()).isCloseTo(0.5, within(0.05));
    assertThat(gap.causes().getFirst().fixedGBps()).isEqualTo(gap.row().fixed());
  }
}
