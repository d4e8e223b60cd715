package dev.headroom.audit.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State of a job that runs or hangs: NCCL's RAS and inspector, and the load of its GPUs. */
final class RunningJobTest {
  private static RuleOutcome outcome(String rule, String text) {
    HostFacts host =
        HostFacts.of("job", List.of(FormatCatalogue.reader().read(FactSource.of("job.txt"), text)));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named(rule).orElseThrow())).getFirst();
  }

  private static List<Finding> found(String rule, String text) {
    return outcome(rule, text).findings();
  }

  private static String rank(int rank, int allReduces, int asyncError) {
    return """
    {
      "rank": %d,
      "host": "10.0.0.%d",
      "pid": 100,
      "cuda_dev": 0,
      "nvml_dev": 0,
      "status": {
        "init_state": 0,
        "async_error": %d,
        "finalize_called": false,
        "destroy_flag": false,
        "abort_flag": false
      },
      "collective_counts": {
        "AllReduce": %d
      }
    }\
    """
        .formatted(rank, rank + 1, asyncError, allReduces);
  }

  private static String json(int missing, String ranks, String missingRanks) {
    return """
    {
      "nccl_version": "2.28.3",
      "cuda_runtime_version": 13000,
      "cuda_driver_version": 13000,
      "timestamp": "2026-01-01 10:00:00",
      "communicators_count": 1,
      "communicators": [
        {
          "hash": "0xfa93daea854b060b",
          "size": 3,
          "ranks_count": 2,
          "missing_ranks_count": %d,
          "ranks": [
    %s
          ],
          "missing_ranks": [%s]
        }
      ]
    }
    """
        .formatted(missing, ranks, missingRanks);
  }

  @Test
  void shouldReadTheJsonOfRas() {
    String gone =
        "{\"rank\": 2, \"host\": \"10.0.0.3\", \"pid\": 7, \"status\": {\"unresponsive\": true, \"considered_dead\": true}}";
    String sick = json(1, rank(0, 640, 0) + ",\n" + rank(1, 641, 6), gone);
    assertThat(found("nccl.ras-ranks-missing", sick))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.message()).contains("1 of its ranks", "rank 2 on 10.0.0.3"));
    assertThat(found("nccl.ras-ranks-apart", sick))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("AllReduce", "640, 641"));
    assertThat(found("nccl.ras-errors", sick))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("rank 1 has async_error 6"));
  }

  @ParameterizedTest
  @CsvSource({"nccl.ras-ranks-missing", "nccl.ras-ranks-apart", "nccl.ras-errors"})
  void shouldPassAHealthyJob(String rule) {
    String healthy = json(0, rank(0, 640, 0) + ",\n" + rank(1, 640, 7), "");
    assertThat(found(rule, healthy)).isEmpty();
    assertThat(outcome(rule, healthy).passed()).isOne();
  }

  private static String record(int rank, int number, int bytes) {
    return "{\"header\":{\"id\":\"0x7f8c\",\"rank\":%d,\"n_ranks\":2,\"nnodes\":1},\"metadata\":{\"hostname\":\"n1\"},\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":%d,\"coll_msg_size_bytes\":%d,\"coll_exec_time_us\":60}}\n"
        .formatted(rank, number, bytes);
  }

  @Test
  void shouldCompareTheRecordsOfTheInspector() {
    String rule = "nccl.inspector-ranks-apart";
    assertThat(found(rule, record(0, 8, 4096) + record(1, 8, 4096) + record(0, 9, 4096))).isEmpty();
    assertThat(found(rule, record(0, 8, 4096) + record(1, 5, 4096)))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.message())
                .isEqualTo("rank 1 completed number 5, and others number 8"));
    assertThat(found(rule, record(0, 8, 4096) + record(1, 8, 8192)))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.message()).contains("rank 0 has 4096 bytes", "rank 1 has 8192"));
  }

  private static final String RUNNING =
      "\nn1:1:2 [0] NCCL INFO comm 0x1 rank 0 nranks 2 cudaDev 0 - Init COMPLETE\n";

  private static String dmon(int watts, int busy, int pcie) {
    return """
    # gpu   pwr gtemp    sm   mem rxpci txpci
    # Idx     W     C     %%     %%  MB/s  MB/s
        0   %1$d    36   %2$d     0   %3$d     0
        0   %1$d    36   %2$d     0   %3$d     0
    """
        .formatted(watts, busy, pcie);
  }

  @ParameterizedTest
  @CsvSource({"118, 100, 1, 1", "540, 100, 1, 0", "118, 60, 1, 0", "118, 100, 9000, 0"})
  void shouldKnowKernelsThatWait(int watts, int busy, int pcie, int findings) {
    assertThat(found("job.gpus-waiting", dmon(watts, busy, pcie) + RUNNING)).hasSize(findings);
  }

  /**
   * Without a job's log one GPU proves nothing, and one sample of several is a note. After the
   * job's end nothing waits for a peer.
   */
  @Test
  void shouldNeedARunningJob() {
    assertThat(found("job.gpus-waiting", dmon(118, 100, 1))).isEmpty();
    String ended = RUNNING + "n1:1:2 [0] NCCL INFO comm 0x1 rank 0 nranks 2 - Destroy COMPLETE\n";
    assertThat(found("job.gpus-waiting", dmon(118, 100, 1) + ended)).isEmpty();
    String row = "    1   118    36   100     0     0     0\n";
    assertThat(found("job.gpus-waiting", dmon(118, 100, 1) + row + row)).hasSize(1);
    assertThat(found("job.gpus-waiting", dmon(118, 100, 1) + row))
        .singleElement()
        .satisfies(note -> assertThat(note.severity()).isEqualTo(Severity.INFO));
  }

  @Test
  void shouldReadMetricsOfDcgm() {
    String metrics =
        """
        DCGM_FI_DEV_GPU_UTIL{gpu="0"} 100
        DCGM_FI_DEV_POWER_USAGE{gpu="0"} 112.4
        DCGM_FI_PROF_PCIE_RX_BYTES{gpu="0"} 20000
        DCGM_FI_DEV_GPU_UTIL{gpu="1"} 0
        DCGM_FI_DEV_POWER_USAGE{gpu="1"} 71.0
        """;
    assertThat(found("job.gpus-waiting", metrics + RUNNING))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.message()).contains("GPU 0 is at 100 %", "no kernel runs on GPU 1"));
  }
}
