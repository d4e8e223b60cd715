package dev.headroom.audit.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a job's watchdogs say in several files, in several tries, of several groups. */
final class WatchdogLinesTest {
  private static final String WAITS =
      "[rank%1$d]:[E626 06:24:44.9 ProcessGroupNCCL.cpp:616] [Rank %1$d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%2$d, OpType=%3$s, NumelIn=100, NumelOut=100, Timeout(ms)=600000) ran for 600020 milliseconds before timing out.\n";
  private static final String STATE =
      "[rank%1$d]:[E626 06:24:45.1 ProcessGroupNCCL.cpp:1785] [PG ID 1 PG GUID 1(%3$s) Rank %1$d] Exception (either an error or timeout) detected by watchdog at work: %2$d, last enqueued NCCL work: %2$d, last completed NCCL work: %2$d.\n";

  private static String waits(int rank, int number) {
    return WAITS.formatted(rank, number, "ALLREDUCE");
  }

  private static List<String> found(String... files) {
    List<SourceReading> readings = new ArrayList<>();
    for (String file : files) {
      readings.add(
          FormatCatalogue.reader().read(FactSource.of("rank" + readings.size() + ".err"), file));
    }
    return Audit.of(
            List.of(HostFacts.of("job", readings)),
            List.of(RuleCatalogue.named("job.collective-timeout").orElseThrow()))
        .getFirst()
        .findings()
        .stream()
        .map(Finding::message)
        .toList();
  }

  /** A file for each rank, as launchers write them: the same line of each is another rank's. */
  @Test
  void shouldCompareFilesOfOneRankEach() {
    assertThat(found(waits(0, 808), waits(1, 807), waits(2, 808)))
        .singleElement()
        .asString()
        .contains("number 807 (ALLREDUCE) by rank 1, number 808 (ALLREDUCE) by ranks 0, 2");
  }

  /** Numbers begin anew with each try of the job. */
  @Test
  void shouldNotCompareOneTryWithTheNext() {
    String first = waits(0, 808) + waits(1, 808) + waits(2, 808);
    String second = waits(0, 500) + waits(1, 500) + waits(2, 500);
    assertThat(found(first + second)).singleElement().asString().doesNotContain("different");
    assertThat(found(first + second.replace("SeqNum=500", "SeqNum=499").replaceFirst("499", "500")))
        .singleElement()
        .asString()
        .contains("number 499 (ALLREDUCE) by ranks 1, 2, number 500 (ALLREDUCE) by rank 0");
  }

  /** A rank that hangs in two groups at the same number has waited for two collectives. */
  @Test
  void shouldTakeTheGroupFromTheLineThatFollows() {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 2; rank++) {
      log.append(WAITS.formatted(rank, 1, "ALLREDUCE")).append(STATE.formatted(rank, 1, "tp"));
      log.append(WAITS.formatted(rank, 1, "COALESCED")).append(STATE.formatted(rank, 1, "dp"));
    }
    assertThat(found(log.toString())).singleElement().asString().doesNotContain("different");
  }
}
