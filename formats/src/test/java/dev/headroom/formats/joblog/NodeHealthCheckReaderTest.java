package dev.headroom.formats.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Node Health Check wherever its words come to stand. */
final class NodeHealthCheckReaderTest {
  /**
   * Lines of mej/nhc#82, #134 and #147, NVIDIA/deepops#660 and Azure/azurehpc-health-checks#152,
   * and what slurmd, the journal and Slurm's tools have around them.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "ERROR:  nhc:  Health check failed:  check_hw_ib:  No IB port is ACTIVE (LinkUp 100 Gb/sec).~failed~check_hw_ib~No IB port is ACTIVE (LinkUp 100 Gb/sec).~",
        "20251110 10:00:00 [slurm] ERROR:  nhc:  Health check failed:  check_hw_ib:  No IB port mlx5_3:1 is ACTIVE (LinkUp 400 Gb/sec).~failed~check_hw_ib~No IB port mlx5_3:1 is ACTIVE (LinkUp 400 Gb/sec).~",
        "[2025-11-10T10:00:00.123] error: health_check failed: rc:1 output:ERROR:  nhc:  Health check failed:  check_hw_ib:  No IB port is ACTIVE (LinkUp 400 Gb/sec).~failed~check_hw_ib~No IB port is ACTIVE (LinkUp 400 Gb/sec).~",
        "Nov 10 10:00:00 b001 nhc[1234]: Health check failed:  check_hw_eth:  Ethernet device ib0 not detected.~failed~check_hw_eth~Ethernet device ib0 not detected.~",
        "NHC: nhc: Health check failed:  check_hw_ib:  No IB port is ACTIVE (LinkUp 400 Gb/sec).~failed~check_hw_ib~No IB port is ACTIVE (LinkUp 400 Gb/sec).~",
        "20190409 13:20:33 /usr/libexec/nhc/node-mark-offline b001 check_hw_ib:  No IB port is ACTIVE (LinkUp 100 Gb/sec).~failed~check_hw_ib~No IB port is ACTIVE (LinkUp 100 Gb/sec).~b001",
        "/usr/libexec/nhc/node-mark-offline:  Marking  wn-1-30 offline:  NHC: Watchdog timer unable to terminate hung NHC process 16263.~failed~~Watchdog timer unable to terminate hung NHC process 16263.~wn-1-30",
        "ERROR:  nhc:  Health check failed:  Check check_nv_gpu_count 2 returned 1~failed~check_nv_gpu_count~Check check_nv_gpu_count 2 returned 1~",
        "NHC: Check check_nv_ vagrant   2020-09-24T18:00:12 virtual-gpu01~failed~check_nv_~Check check_nv_~virtual-gpu01",
        "   Reason=NHC: check_hw_ib:  No IB port is ACTIVE (LinkUp 100 Gb/sec). [root@2019-04-09T13:20:33]~failed~check_hw_ib~No IB port is ACTIVE (LinkUp 100 Gb/sec).~",
        "SUCCESS:  nhc:  Health check passed:  check_ib_bw_gdr: IB write bandwidth test IB_WRITE_BW passed for IB=mlx5_ib3, IB BW=399.71 Gbps~passed~check_ib_bw_gdr~~",
        "20230429 16:10:57 [slurm] /usr/libexec/nhc/node-mark-online wn-1-30.local~all-passed~~~wn-1-30.local",
        "Node Health Check completed successfully (2s).~all-passed~~~",
        "Running check:  \"check_hw_ib 100\"~~~~",
        "/usr/libexec/nhc/node-mark-offline:  Not sure how to handle node state \"resv\" on b001~~~~",
      })
  void shouldTellTheCheck(String line, String result, String check, String why, String node) {
    FactSet facts = Read.allOf("health-check", line + "\n");
    Subject event = new Subject(SubjectKind.EVENT, "1");
    assertThat(facts.text(event, NodeHealthCheckReader.RESULT).optional().orElse(null))
        .isEqualTo(result);
    assertThat(facts.text(event, NodeHealthCheckReader.CHECK).optional().orElse(null))
        .isEqualTo(check);
    assertThat(facts.text(event, NodeHealthCheckReader.WHY).optional().orElse(null)).isEqualTo(why);
    assertThat(facts.text(event, NodeHealthCheckReader.NODE).optional().orElse(null))
        .isEqualTo(node);
  }

  /** {@code scontrol show node} names the node lines above the reason. */
  @Test
  void shouldTellTheNodeOfARecord() {
    FactSet facts =
        Read.allOf(
            "health-check",
            """
            NodeName=gpu-017 Arch=x86_64 CoresPerSocket=48
               NodeAddr=gpu-017 NodeHostName=gpu-017 Version=23.02.7
               State=IDLE+DRAIN ThreadsPerCore=2 TmpDisk=0 Weight=1
               Reason=NHC: check_hw_ib:  No IB port is ACTIVE (LinkUp 400 Gb/sec). [root@2025-02-12T10:01:02]
            """);
    Subject reason = new Subject(SubjectKind.EVENT, "4");
    assertThat(facts.text(reason, NodeHealthCheckReader.NODE).get()).isEqualTo("gpu-017");
    assertThat(facts.text(reason, NodeHealthCheckReader.WHY).get())
        .isEqualTo("No IB port is ACTIVE (LinkUp 400 Gb/sec).");
    assertThat(Read.text("NodeName=gpu-018 Arch=x86_64\n   State=IDLE\n").sections())
        .as("nobody drained it")
        .noneMatch(section -> section.kind().id().equals("health-check"));
  }

  /** With -o it has each node on a line of its own. */
  @Test
  void shouldTellEachNodeOfItsOwnLine() {
    String line =
        "NodeName=%s Arch=x86_64 State=IDLE+DRAIN Reason=NHC: %s:  it is down. [root@2025-02-12T10:01:02]\n";
    FactSet facts =
        Read.allOf(
            "health-check",
            line.formatted("gpu-017", "check_hw_ib") + line.formatted("gpu-018", "check_hw_eth"));
    for (int at = 1; at <= 2; at++) {
      Subject event = new Subject(SubjectKind.EVENT, String.valueOf(at));
      assertThat(facts.text(event, NodeHealthCheckReader.NODE).get())
          .isEqualTo("gpu-01" + (6 + at));
      assertThat(facts.text(event, NodeHealthCheckReader.CHECK).get())
          .isEqualTo(at == 1 ? "check_hw_ib" : "check_hw_eth");
    }
  }

  /** What is written about it, and other programs' checks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "NHC: the tool that drains nodes",
        "# NHC is started by slurmd every five minutes",
        "level=error msg=\"Health check failed: connection refused\"",
      })
  void shouldLeaveOthersAlone(String line) {
    assertThat(Read.text(line + "\n").sections())
        .extracting(section -> section.kind().id())
        .doesNotContain("health-check");
  }
}
