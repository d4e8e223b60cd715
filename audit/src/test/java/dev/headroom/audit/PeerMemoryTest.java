package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Without nvidia-peermem DMA-BUF may serve: what of the host decides that, and what if it is
 * silent.
 */
final class PeerMemoryTest {
  private static final String MODULES =
      "Module                  Size  Used by\nnvidia              56811520  2\nmlx5_ib               450560  0\n";
  private static final String OPEN =
      "filename:       /lib/modules/6.8.0/nvidia.ko\nversion:        560.35.03\nlicense:        Dual MIT/GPL\n";
  private static final String CLOSED =
      "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\n";

  private static RuleOutcome judged(String kernel, String driver) throws IOException {
    return judged(MODULES, kernel, driver);
  }

  private static RuleOutcome judged(String modules, String kernel, String driver)
      throws IOException {
    List<MachineSource> files =
        List.of(
            MachineSource.of("node1", "commands/lsmod", modules),
            MachineSource.of(
                "node1",
                "commands/uname_-a",
                "Linux node1 " + kernel + " #1 SMP x86_64 GNU/Linux\n"),
            MachineSource.of("node1", "commands/modinfo_nvidia", driver));
    return Audit.of(
            new HostsReader(FormatCatalogue.reader()).read(SourceStream.of(files)),
            List.of(RuleCatalogue.named("gpudirect.peermem").orElseThrow()))
        .getFirst();
  }

  @Test
  void shouldPassWhereDmaBufServes() throws IOException {
    assertThat(judged("6.8.0-40-generic", OPEN).passed()).isEqualTo(1);
    assertThat(judged("5.14.0-427.el9.x86_64", OPEN).passed()).isEqualTo(1);
  }

  @Test
  void shouldFailWhereItCannot() throws IOException {
    assertThat(judged("6.8.0-40-generic", CLOSED).findings())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.severity()).isEqualTo(Severity.ERROR);
          assertThat(each.evidence()).anyMatch(line -> line.text().startsWith("NVRM version"));
        });
    assertThat(judged("5.4.0-190-generic", OPEN).findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR);
    assertThat(judged("6.8.0", OPEN.replace("560.35", "510.47")).findings()).hasSize(1);
  }

  @Test
  void shouldWarnAndSayWhatWouldTell() throws IOException {
    assertThat(judged("6.8.0-40-generic", "").findings())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.severity()).isEqualTo(Severity.WARNING);
          assertThat(each.message()).contains("modinfo nvidia").doesNotContain("uname");
        });
    assertThat(judged("4.18.0-553.el8_10.x86_64", OPEN).findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
  }

  private static final String EFA =
      """
      [ec2-user@ip-10-0-1-5 ~]$ lsmod
      Module                  Size  Used by
      efa                   114688  0
      nvidia_uvm           1540096  0
      nvidia              56770560  9 nvidia_uvm
      ib_uverbs             180224  1 efa
      ib_core               430080  2 ib_uverbs,efa
      efa_nv_peermem         16384  0
      """;
  private static final String AMAZON = "5.10.220-209.869.amzn2.x86_64";

  /** EFA reaches GPU memory by a module of its own, and by no other. */
  @Test
  void shouldPassWithThePeerMemoryOfEfa() throws IOException {
    assertThat(judged(EFA, AMAZON, CLOSED).passed()).isEqualTo(1);

    String without = EFA.replace("efa_nv_peermem         16384  0\n", "");
    assertThat(judged(without, AMAZON, CLOSED).findings())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.place().part()).isEqualTo("efa_nv_peermem");
          assertThat(each.remedy().fix().steps().getFirst().command())
              .isEqualTo("modprobe 'efa_nv_peermem'");
        });
    assertThat(judged(without + "nvidia_peermem         16384  0\n", AMAZON, CLOSED).findings())
        .hasSize(1);
  }

  /** What a filter leaves out may be loaded all the same. */
  @Test
  void shouldNotJudgeByAFilteredList() throws IOException {
    String filtered =
        """
        $ lsmod | grep -w nvidia
        nvidia              56770560  9 nvidia_uvm
        $ lsmod | grep ib_core
        ib_core               430080  2 mlx5_ib
        """;
    assertThat(judged(filtered, "5.4.0-150-generic", CLOSED).findings()).isEmpty();
  }

  /** A NIC of another vendor beside EFA has no use for EFA's module. */
  @Test
  void shouldWantNvidiasOwnBesideAnotherNic() throws IOException {
    assertThat(judged(EFA + "mlx5_ib               450560  0\n", AMAZON, CLOSED).findings())
        .extracting(finding -> finding.place().part())
        .containsExactly("nvidia_peermem");
  }

  /** Grace and Blackwell run the open kernel modules alone. */
  @Test
  void shouldKnowTheModulesByTheGpu() throws IOException {
    String gpus =
        "$ nvidia-smi -L\nGPU 0: NVIDIA %s (UUID: GPU-5a1b2c3d-0000-0000-0000-000000000000)\n";
    for (String product : List.of("GB200", "GH200 480GB", "B200", "GB300")) {
      assertThat(judged("6.8.0-1013-nvidia-64k", gpus.formatted(product)).passed())
          .as(product)
          .isEqualTo(1);
    }
    assertThat(judged("6.8.0", gpus.formatted("H100 80GB HBM3")).findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
    assertThat(judged("6.8.0", gpus.formatted("B200") + CLOSED).findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR);
  }
}
