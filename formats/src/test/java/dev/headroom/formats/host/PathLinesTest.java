package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.read.SourceReading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of the kernel as terminals show them say what they say in a bundle. */
final class PathLinesTest {
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("/sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE");
    FILES.put("/sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)");
    FILES.put("/sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error", "12");
    FILES.put("/sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence", "49");
    FILES.put(
        "/sys/class/infiniband/mlx5_0/ports/1/gids/3", "0000:0000:0000:0000:0000:ffff:0a00:0001");
    FILES.put("/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/3", "RoCE v2");
    FILES.put("/sys/bus/pci/devices/0000:5e:00.0/current_link_speed", "32.0 GT/s PCIe");
    FILES.put("/sys/class/net/eth0/mtu", "9000");
    FILES.put("/sys/module/nvidia/version", "550.54.15");
    FILES.put("/proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456");
    FILES.put("/proc/sys/kernel/core_pattern", "|/usr/bin/keep:%p /var/core");
  }

  private static List<String> bundle() {
    return FILES.entrySet().stream()
        .flatMap(file -> said(Read.file("b" + file.getKey(), file.getValue() + "\n")).stream())
        .toList();
  }

  private static List<String> said(SourceReading reading) {
    return reading.facts().stream()
        .filter(fact -> !fact.key().equals("command") && !fact.key().equals("file"))
        .map(PathLinesTest::words)
        .toList();
  }

  private static String words(Fact fact) {
    return fact.subject() + " " + fact.key() + " " + fact.value();
  }

  private static String each(String pattern) {
    return FILES.entrySet().stream()
        .map(file -> pattern.formatted(file.getKey(), file.getValue()))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s:%s\n",
        "==> %s <==\n%s\n\n",
        "$ cat %s\n%s\n",
        "[root@gpu-1 ~]# head -1 %s\n%s\n",
      })
  void shouldSayWhatTheFilesOfABundleSay(String pattern) {
    SourceReading reading = Read.text(each(pattern));

    assertThat(reading.sections()).allSatisfy(each -> assertThat(each.unrecognized()).isEmpty());
    assertThat(said(reading).stream().filter(fact -> !fact.startsWith("host ")))
        .containsExactlyElementsOf(
            bundle().stream().filter(fact -> !fact.startsWith("host ")).toList());
  }

  @Test
  void shouldReadSeveralFilesThatOneCommandShows() {
    HostFacts host =
        Read.host(
            """
            $ cat /sys/class/net/eth0/mtu /sys/class/net/eth1/mtu
            9000
            1500
            """);

    assertThat(host.facts().text(Subject.netdev("eth1"), "mtu").get()).isEqualTo("1500");
  }

  /** As in prometheus/node_exporter#966, where somebody went by the tree of PCI. */
  @Test
  void shouldFindAPortBelowItsBridges() {
    HostFacts host =
        Read.host(
            """
            # grep -s . /sys/devices/pci0000:05/0000:05:02.0/0000:07:00.0/infiniband/i40iw*/ports/1/counters/*
            /sys/devices/pci0000:05/0000:05:02.0/0000:07:00.0/infiniband/i40iw0/ports/1/counters/link_downed:N/A (no PMA)
            /sys/devices/pci0000:05/0000:05:02.0/0000:07:00.0/infiniband/i40iw0/ports/1/counters/port_rcv_errors:7
            /sys/devices/pci0000:05/0000:05:02.0/0000:07:00.0/current_link_width:8
            """);

    assertThat(host.rdmaPorts().getFirst().counter("port_rcv_errors").get()).isEqualTo(7);
    assertThat(host.rdmaPorts().getFirst().counter("link_downed").isReported()).isFalse();
    assertThat(host.pci().device("07:00.0").orElseThrow().linkWidth().get()).isEqualTo(8);
  }

  @Test
  void shouldReadLinesOfSeveralMachines() {
    SourceReading reading =
        Read.text(
            """
            $ pdsh -w gpu-[1-2] grep . /sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error
            gpu-2: /sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error:7
            gpu-1: /sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error:0
            """);

    assertThat(said(reading))
        .contains("port mlx5_0/1 counter.symbol_error 7", "port mlx5_0/1 counter.symbol_error 0");
  }

  /** What a command shows in more lines than files, nobody can share out among them. */
  @Test
  void shouldNotGuessWhoseLinesTheyAre() {
    HostFacts host =
        Read.host("$ cat /sys/class/net/eth0/mtu /sys/class/net/eth1/mtu\n9000\n1500\n9000\n");

    assertThat(host.facts().firstFactsOf(Subject.netdev("eth0"))).isEmpty();
  }

  /** As coreutils and busybox say it; the second of two files may fail alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        $ cat /sys/class/infiniband/mlx5_0/ports/1/state
        cat: /sys/class/infiniband/mlx5_0/ports/1/state: No such file or directory
        $ cat /sys/class/net/eth0/speed
        cat: /sys/class/net/eth0/speed: Invalid argument
        """,
        """
        $ cat /sys/class/infiniband/mlx5_0/ports/1/state /sys/class/net/eth1/mtu
        cat: can't open '/sys/class/infiniband/mlx5_0/ports/1/state': No such file or directory
        9000
        """,
        """
        $ cat /sys/class/net/eth1/mtu /sys/class/net/eth0/speed
        cat: /sys/class/net/eth0/speed: Invalid argument
        9000
        """,
        """
        $ head -n 1 /sys/class/net/eth0/speed /sys/class/infiniband/mlx5_0/ports/1/state
        ==> /sys/class/net/eth0/speed <==
        head: error reading '/sys/class/net/eth0/speed': Invalid argument

        ==> /sys/class/infiniband/mlx5_0/ports/1/state <==
        head: error reading '/sys/class/infiniband/mlx5_0/ports/1/state': Input/output error
        """
      })
  void shouldNotTakeWhatTheShellSaysForAValue(String text) {
    SourceReading reading = Read.text(text);

    assertThat(reading.sections()).allSatisfy(each -> assertThat(each.unrecognized()).isEmpty());
    assertThat(said(reading).stream().filter(fact -> !fact.startsWith("host ")))
        .containsExactlyElementsOf(
            text.contains("9000") ? List.of("netdev eth1 mtu 9000") : List.of());
  }

  /** It would take minutes if each line were followed to the end. */
  @Test
  void shouldFollowNoLogWhoseLinesHavePathsInThem() {
    String log = "2026-01-01 10:00:00 INFO: [plugin:kernel] copying /proc/sys/kernel/osrelease\n";
    assertThat(said(Read.text(log.repeat(30_000)))).isEmpty();
  }
}
