package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NcclJobsTest {
  private static final Path LOGS = Path.of("..", "..", "shared", "fixtures", "nccl_log");

  @Test
  void shouldTellTransportsApart() {
    NcclJobs jobs =
        Read.host(
                """
                n1:4016:4653 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA
                n1:4016:4653 [0] NCCL INFO Channel 01/0 : 0[0] -> 8[0] [send] via NET/IBext_v8/1(3)
                n1:4016:4653 [0] NCCL INFO Channel 02 : 0[1b000] -> 1[4c000] via SHM/direct/direct
                n1:4016:4653 [0] NCCL INFO Channel 03/1 : 0[0] -> 1[1] via P2P/CUMEM/read comm 0x7f nRanks 16
                2024-11-05T10:00:00.1Z n2:77:78 [1] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [receive] via NET/Socket/0
                n2:77:78 [1] net_ib.cc:795 NCCL WARN NET/IB : Got completion with status=12
                """)
            .nccl();

    assertThat(jobs.transports())
        .isEqualTo(
            Map.of(
                "NET/IB/GDRDMA", 1, "NET/IBext_v8", 1, "SHM", 1, "P2P/CUMEM", 1, "NET/Socket", 1));
    assertThat(jobs.channels())
        .filteredOn(NcclChannel::isSocket)
        .extracting(NcclChannel::host)
        .containsExactly("n2");
    assertThat(jobs.warnings())
        .extracting(Fact::value)
        .containsExactly("NET/IB : Got completion with status=12");
  }

  /** The same job three times, and one on AMD, as grep counts their lines. */
  @ParameterizedTest
  @CsvSource({
    "moc_2node_4xH100_4nic_gdrdma.log, NET/IB/GDRDMA",
    "moc_2node_4xH100_4nic_rdma.log, NET/IB",
    "moc_2node_4xH100_4nic_tcp.log, NET/Socket",
    "mlperf51_mangoboost_MI325X_2node_rccl.log, NET/IB/GDRDMA"
  })
  void shouldCountChannelsOfRealJobs(String name, String most) throws IOException {
    Path log = LOGS.resolve(name);
    Assumptions.assumeTrue(Files.exists(log), "the logs are not here");
    NcclJobs jobs;
    try (InputStream in = Files.newInputStream(log)) {
      jobs =
          HostFacts.of("job", List.of(FormatCatalogue.reader().read(FactSource.of(name), in)))
              .nccl();
    }
    List<String> lines =
        Files.readAllLines(log).stream().filter(line -> line.matches(".* via NET/.*")).toList();
    long direct = lines.stream().filter(line -> line.contains("GDRDMA")).count();

    assertThat(jobs.channels()).filteredOn(NcclChannel::isNetwork).hasSameSizeAs(lines);
    assertThat(jobs.channels()).filteredOn(NcclChannel::isGpuDirect).hasSize((int) direct);
    assertThat(jobs.transports()).containsKey(most);
    if (name.contains("MI325X")) {
      assertThat(lines).hasSize(964);
      assertThat(lines.size() - direct).isEqualTo(192);
    }
  }

  @Test
  void shouldSayRatesFromTwoReadingsOnly() {
    String samples = "1\t1793700000\t100.00\tboot-a\n2\t1793700010\t110.00\tboot-a\n";
    Subject port = Subject.port("mlx5_0", "1");

    assertThat(rates(samples, "5", "25").perSecond(port, "symbol_error").get()).isEqualTo(2.0);
    assertThat(rates(samples, "5", "3").perSecond(port, "symbol_error").toString())
        .contains("decreased from 5 to 3");
    assertThat(
            rates(samples.replace("110.00\tboot-a", "10.00\tboot-b"), "5", "25")
                .perSecond(port, "symbol_error")
                .toString())
        .contains("rebooted between");
    assertThat(rates("", "5", "25").perSecond(port, "symbol_error").toString())
        .contains("a second reading");
  }

  private static CounterRates rates(String samples, String first, String second) {
    String path = "sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error";
    return HostFacts.of(
            "host",
            List.of(
                Read.file("b/headroom/samples", samples),
                FormatCatalogue.reader().read(new FactSource(path, 1, Optional.empty()), first),
                FormatCatalogue.reader().read(new FactSource(path, 2, Optional.empty()), second)))
        .rates();
  }
}
