package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FormatSection;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.UnreadSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HostsReaderTest {
  private final HostsReader reader = new HostsReader(FormatCatalogue.reader());

  @Test
  void shouldJoinTheSourcesOfEachHost() throws IOException {
    List<HostFacts> hosts =
        reader.read(
            SourceStream.of(
                List.of(
                    MachineSource.of("gpu-1", "sys/class/infiniband/mlx5_0/fw_ver", "28.39.1002\n"),
                    MachineSource.of(
                        "gpu-1",
                        "commands/ethtool_-S_eth0",
                        "NIC statistics:\n     rx_discards_phy: 7\n"),
                    MachineSource.of(
                        "gpu-2", "sys/class/infiniband/mlx5_0/fw_ver", "28.40.1000\n"))));

    assertThat(hosts).extracting(HostFacts::name).containsExactly("gpu-1", "gpu-2");
    assertThat(hosts)
        .extracting(host -> host.rdmaDevices().getFirst().firmware().get())
        .containsExactly("28.39.1002", "28.40.1000");
    NetDevice netdev = hosts.getFirst().netDevices().getFirst();
    assertThat(netdev.name()).isEqualTo("eth0");
    assertThat(netdev.counter("rx_discards_phy").get()).isEqualTo(7);
    assertThat(netdev.counter("rx_discards_phy").findEvidence().orElseThrow().location())
        .isEqualTo("gpu-1/commands/ethtool_-S_eth0:2");
  }

  /** As NCCL reads them: what is set already stays. */
  @Test
  void shouldTakeTheEnvironmentBeforeNcclsOwnFiles() throws IOException {
    HostFacts host =
        reader
            .read(
                SourceStream.of(
                    List.of(
                        MachineSource.of(
                            "n1", "etc/nccl.conf", "NCCL_A=etc\nNCCL_B=etc\nNCCL_C=etc\n"),
                        MachineSource.of("n1", "headroom/environment", "NCCL_A=env\n"),
                        MachineSource.of(
                            "n1", "home/me/.nccl.conf", "NCCL_A=home\nNCCL_B=home\n"))))
            .getFirst();
    assertThat(List.of("NCCL_A", "NCCL_B", "NCCL_C"))
        .extracting(name -> host.environment(name).get())
        .containsExactly("env", "home", "etc");
  }

  @Test
  void shouldMakeNoHostOfWhatCouldNotBeReadBeforeTheFirst() throws IOException {
    SourceStream sources =
        visitor -> {
          visitor.visitUnread(new UnreadSource("gpu-1/etc/editor", "is a link that leads out"));
          visitor.visit(
              MachineSource.of("gpu-1", "sys/class/infiniband/mlx5_0/fw_ver", "28.39.1002\n"));
        };

    assertThat(reader.read(sources))
        .singleElement()
        .satisfies(host -> {
          assertThat(host.name()).isEqualTo("gpu-1");
          assertThat(host.readings())
              .first()
              .satisfies(
                  note -> assertThat(note.notes()).containsExactly("is a link that leads out"));
        });
  }

  @Test
  void shouldNameEachHostsOwnFileWhereManySayTheSame() throws IOException {
    List<MachineSource> sources = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String firmware = i == 6 ? "28.40.1000\n" : "28.39.1002\n";
      sources.add(MachineSource.of("gpu-" + i, "sys/class/infiniband/mlx5_0/fw_ver", firmware));
      sources.add(
          MachineSource.of("gpu-" + i, "commands/uname_-a", "a line that no reader knows, 12\n"));
    }

    List<HostFacts> hosts = reader.read(SourceStream.of(sources));

    for (int i = 0; i < 8; i++) {
      HostFacts host = hosts.get(i);
      ReportedValue<String> firmware = host.rdmaDevices().getFirst().firmware();
      String place = "gpu-" + i + "/sys/class/infiniband/mlx5_0/fw_ver:1";
      assertThat(firmware.get()).isEqualTo(i == 6 ? "28.40.1000" : "28.39.1002");
      assertThat(firmware.findEvidence().orElseThrow().location()).isEqualTo(place);
      assertThat(host.facts().all()).extracting(each -> each.evidence().location()).contains(place);
      assertThat(host.readings().getLast().facts())
          .extracting(each -> each.evidence().location())
          .containsOnly(place);
      assertThat(host.readings().getFirst().sections())
          .flatExtracting(FormatSection::unrecognized)
          .allMatch(line -> line.location().startsWith("gpu-" + host.name().substring(4)));
    }
  }

  @Test
  void shouldTellTwoFilesOfOneNameApart() throws IOException {
    List<MachineSource> sources = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      sources.add(new Copy("copy" + i + "/sys/class/infiniband/mlx5_0/fw_ver"));
    }

    FactSet facts = reader.read(SourceStream.of(sources)).getFirst().facts();

    assertThat(facts.all(Subject.rdma("mlx5_0"), "firmware"))
        .extracting(each -> each.evidence().source().name().substring(0, 5))
        .containsExactly("copy0", "copy1", "copy2", "copy3", "copy4");
  }

  /** Whoever packs files has them in an order of their own, and hosts in between one another. */
  @Test
  void shouldReadTheSameInWhicheverOrderFilesCome() throws IOException {
    List<MachineSource> sources = new ArrayList<>();
    for (String host : List.of("gpu-1", "gpu-2", "gpu-3")) {
      sources.add(
          MachineSource.of(host, "commands/uname_-a", "Linux gpu 6.8.0-45-generic x86_64\n"));
      sources.add(MachineSource.of(host, "a.txt", "net.core.rmem_max = 1\n"));
      sources.add(MachineSource.of(host, "b.txt", "net.core.rmem_max = 2\n"));
      sources.add(MachineSource.of(host, "sys/class/infiniband/mlx5_0/fw_ver", "28.39.1002\n"));
    }
    List<String> facts = said(reader.read(SourceStream.of(sources)));
    assertThat(facts).hasSizeGreaterThan(8);
    for (int seed = 0; seed < 8; seed++) {
      Collections.shuffle(sources, new Random(seed));
      List<HostFacts> hosts = reader.read(SourceStream.of(sources));
      assertThat(hosts).extracting(HostFacts::name).containsExactly("gpu-1", "gpu-2", "gpu-3");
      assertThat(said(hosts)).isEqualTo(facts);
      assertThat(hosts.getFirst().sysctl("net.core.rmem_max").get()).isEqualTo("1");
    }
  }

  private static List<String> said(List<HostFacts> hosts) {
    return hosts.stream()
        .flatMap(host -> host.facts().all().stream())
        .map(String::valueOf)
        .toList();
  }

  /** What the kernel has counts, not what a file would have it be after the next boot. */
  @Test
  void shouldTakeWhatTheKernelHasBeforeWhatFilesSay() throws IOException {
    MachineSource file =
        MachineSource.of(
            "n",
            "etc/sysctl.d/90-rdma.conf",
            "net.core.rmem_max = 67108864\n-net.core.default_qdisc = fq_codel\n");
    MachineSource kernel = MachineSource.of("n", "proc/sys/net/core/rmem_max", "212992\n");

    HostFacts running = reader.read(SourceStream.of(List.of(file, kernel))).getFirst();
    HostFacts filed = reader.read(SourceStream.of(List.of(file))).getFirst();
    assertThat(running.sysctl("net.core.rmem_max").get()).isEqualTo("212992");
    assertThat(filed.sysctl("net.core.rmem_max").get()).isEqualTo("67108864");
    // With a minus, where it is no error if the kernel does not have it: procps has such a file.
    assertThat(filed.sysctl("net.core.default_qdisc").get()).isEqualTo("fq_codel");
  }

  /** What a job may pin is not what systemd may. */
  @Test
  void shouldNotTakeTheLimitsOfProcessOneForAJobs() throws IOException {
    String heading = "Limit                     Soft Limit           Hard Limit           Units\n";
    MachineSource first =
        MachineSource.of(
            "n",
            "proc/1/limits",
            heading
                + "Max locked memory         unlimited            unlimited            bytes\n");
    MachineSource job =
        MachineSource.of(
            "n",
            "proc/self/limits",
            heading
                + "Max locked memory         65536                65536                bytes\n");

    for (List<MachineSource> order : List.of(List.of(first, job), List.of(job, first))) {
      HostFacts host = reader.read(SourceStream.of(order)).getFirst();
      assertThat(host.limit("memlock").get()).isEqualTo("65536");
      assertThat(host.unitOfLimit("memlock")).contains("bytes");
      assertThat(host.isLimitOfFirstProcess("memlock")).isFalse();
    }
    HostFacts alone = reader.read(SourceStream.of(List.of(first))).getFirst();
    assertThat(alone.limit("memlock").get()).isEqualTo("unlimited");
    assertThat(alone.isLimitOfFirstProcess("memlock")).isTrue();
    MachineSource shown =
        MachineSource.of(
            "",
            "x.txt",
            "# cat /proc/1/limits\n"
                + heading
                + "Max locked memory  8388608  8388608  bytes\n# ulimit -l\n64\n");
    HostFacts pasted = reader.read(SourceStream.of(List.of(shown))).getFirst();
    assertThat(pasted.limit("memlock").get()).isEqualTo("64");
    assertThat(pasted.unitOfLimit("memlock")).contains("kbytes");
  }

  @Test
  void shouldListWhatWasNotRead() throws IOException {
    List<HostFacts> hosts =
        reader.read(visitor ->
            visitor.visitUnread(new UnreadSource("b.tar/x", "is a link; links are not followed")));

    assertThat(hosts.getFirst().readings().getFirst().notes())
        .containsExactly("is a link; links are not followed");
  }

  @Test
  void shouldReadTheLinksOfABundle() throws IOException {
    HostFacts host =
        reader
            .read(
                SourceStream.of(
                    List.of(
                        MachineSource.of(
                            "gpu-1",
                            "headroom/links",
                            """
                            /sys/bus/pci/devices/0000:12:00.0 -> ../../../devices/pci0000:10/0000:10:01.0/0000:12:00.0
                            /sys/bus/pci/devices/0000:12:00.0/driver -> ../../../../bus/pci/drivers/mlx5_core
                            /sys/class/infiniband/mlx5_0/device -> ../../../0000:12:00.0
                            """))))
            .getFirst();

    PciDevice nic = host.pci().device("12:00.0").orElseThrow();
    assertThat(nic.driver().get()).isEqualTo("mlx5_core");
    assertThat(host.facts().text(nic.subject(), "parent").get()).isEqualTo("0000:10:01.0");
    assertThat(host.rdmaDevices().getFirst().pci().get()).isEqualTo("0000:12:00.0");
  }

  /** The same file of the same host, found in several places. */
  private record Copy(String origin) implements MachineSource {
    private static final byte[] TEXT = "28.39.1002\n".getBytes(StandardCharsets.UTF_8);

    @Override
    public String host() {
      return "gpu-0";
    }

    @Override
    public int sample() {
      return 1;
    }

    @Override
    public String path() {
      return "sys/class/infiniband/mlx5_0/fw_ver";
    }

    @Override
    public OptionalLong size() {
      return OptionalLong.of(TEXT.length);
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(TEXT);
    }
  }
}
