package dev.headroom.audit.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logs that lie together: which are of one run of a job. */
final class JobRunsTest {

  /** A rank that says who it is, and a channel to the next rank. */
  private static String log(String host, int pid, int rank, int ranks, String transport) {
    String at = "%s:%d:%d [0] NCCL INFO ".formatted(host, pid, pid + 1);
    return at
        + "comm 0x5 rank %d nranks %d cudaDev 0 nvmlDev 0 busId 5000 commId 0x7 - Init COMPLETE%n"
            .formatted(rank, ranks)
        + at
        + "Channel 00/0 : %d[0] -> %d[0] [send] via %s%n"
            .formatted(rank, (rank + 1) % ranks, transport);
  }

  private static List<JobLog> runs(String... logs) throws IOException {
    List<MachineSource> files = new ArrayList<>();
    for (String log : logs) {
      files.add(MachineSource.of("logs", "try" + files.size() + ".log", log));
    }
    return JobRuns.of(
        new HostsReader(FormatCatalogue.reader()).read(SourceStream.of(files)).getFirst());
  }

  @Test
  void shouldTellTriesOfOneJobApart() throws IOException {
    List<JobLog> runs =
        runs(
            log("n1", 10, 0, 2, "NET/IB/0/GDRDMA") + log("n2", 10, 1, 2, "NET/IB/0/GDRDMA"),
            log("n1", 20, 0, 2, "NET/Socket/0") + log("n2", 20, 1, 2, "NET/Socket/0"));

    assertThat(runs).extracting(JobLog::part).containsExactly("try0.log", "try1.log");
    assertThat(runs).extracting(each -> each.net().size()).containsExactly(2, 2);
    assertThat(runs.getFirst().net(JobLog.Channel::isSocket)).isEmpty();
    assertThat(runs.getLast().net(JobLog.Channel::isSocket)).hasSize(2);
  }

  @Test
  void shouldJoinTheFilesOfEachProcess() throws IOException {
    List<JobLog> runs = runs(log("n1", 10, 0, 2, "NET/IB/0"), log("n2", 11, 1, 2, "NET/IB/0"));

    assertThat(runs)
        .singleElement()
        .satisfies(run -> {
          assertThat(run.part()).isEmpty();
          assertThat(run.net()).hasSize(2);
        });
  }

  @Test
  void shouldNotMixJobsOfOtherSizes() throws IOException {
    assertThat(runs(log("n1", 10, 0, 2, "NET/IB/0"), log("n2", 11, 1, 4, "NET/IB/0"))).hasSize(2);
  }

  @Test
  void shouldPutErrorsToTheRunOfTheirProcess() throws IOException {
    List<JobLog> runs =
        runs(
            log("n1", 10, 0, 2, "NET/IB/0"),
            log("n1", 20, 0, 2, "NET/IB/0"),
            "n1:20:21 [0] NCCL WARN Call to ibv_open_device failed\n",
            "n9:30:31 [0] NCCL WARN Call to ibv_open_device failed\n");

    assertThat(runs)
        .extracting(JobLog::part)
        .containsExactly("try0.log", "try1.log and 1 more", "try3.log");
  }
}
