package dev.headroom.audit.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.Rules;
import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.fact.Source;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job or a test of one connection printed, pasted as it is, and what is made of it. */
final class JobOutputTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "job.perftest-failed~creating CUDA Ctx;making it the current CUDA Ctx;Couldn't allocate MR with error=14;failed to create mr~nvidia-peermem",
        "job.perftest-failed~initializing CUDA;Couldn't allocate MR;Failed to create MR;ERRNO: Bad address.~nvidia-peermem",
        "job.perftest-failed~Couldn't allocate MR with error=93;failed to create mr~DMA-BUF",
        "job.perftest-failed~Couldn't allocate MR;failed to create mr~MemoryLock",
        "job.perftest-failed~                    RDMA_Write BW Test; Link type       : Ethernet;Failed to modify QP 50 to RTR; Unable to Connect the HCA's through the link~show_gids of both ends",
        "job.perftest-failed~                    RDMA_Write BW Test; Link type       : Ethernet;ethernet_read_keys: Couldn't read remote address~the other end's output",
        "nccl.iommu-translates~n1:7:7 [0] NCCL INFO RCCL version 2.22;n1:7:7 [0] /src/init.cc:179 NCCL WARN Missing \"iommu=pt\" from kernel command line~iommu=pt",
        "nccl.ib-disabled~n1:7:9 [0] NCCL INFO NCCL_IB_DISABLE set by environment to 1.;n1:7:9 [0] NCCL INFO Using network Socket~NCCL_IB_DISABLE",
        "nccl.version-mismatch~n1:7:7 [0] NCCL INFO NCCL version 2.20.5+cuda12.4;n2:7:7 [0] NCCL INFO NCCL version 2.19.3+cuda12.3~same image",
      })
  void shouldAdvise(String rule, String lines, String advice) {
    assertThat(found(rule, lines))
        .singleElement()
        .satisfies(finding -> assertThat(finding.fix().toString()).contains(advice));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "nccl.iommu-translates~[    0.612345] iommu: Default domain type: Passthrough;n1:7:7 [0] /src/init.cc:179 NCCL WARN Missing \"iommu=pt\" from kernel command line",
        "nccl.ib-disabled~n1:7:9 [0] NCCL INFO NCCL_IB_DISABLE set by environment to 1.;n1:7:9 [0] NCCL INFO Using network AWS Libfabric",
        "nccl.version-mismatch~NCCL version 2.27.5+cuda12.9;n1:7:7 [0] NCCL INFO NCCL version 2.27.5 compiled with CUDA 12.9",
        "gpudirect.distance~GPU5\tNV18\tNV18\tNV18\tNV18\tNV18\t X \tNV18\tNV18\tSYS\tSYS\tPXB\t56-111\t1\tN/A;NIC0\tPXB\tSYS\tSYS\tSYS\tSYS\tSYS\tSYS\tSYS\t X \tSYS\tSYS",
      })
  void shouldSayNothing(String rule, String lines) {
    assertThat(found(rule, lines)).isEmpty();
  }

  /** A call that came back with an error makes more of words that nobody knows. */
  @ParameterizedTest
  @CsvSource({
    "n1:7:7 [0] NCCL INFO Using network IB, info",
    "n1:7:7 [0] NCCL INFO transport/shm.cc:551 -> 2, warning",
  })
  void shouldWeighUnknownWarnings(String other, String severity) {
    assertThat(found("nccl.unknown-warning", "n1:7:7 [0] x.cc:9 NCCL WARN Never heard of;" + other))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity().key()).isEqualTo(severity));
  }

  private static List<Finding> found(String rule, String lines) {
    String text = lines.replace(";", "\n") + "\n";
    HostFacts host =
        HostFacts.of("node", List.of(Catalogue.reader().read(Source.of("job.txt"), text)));
    return Audit.of(List.of(host), List.of(Rules.named(rule).orElseThrow())).getFirst().findings();
  }
}
