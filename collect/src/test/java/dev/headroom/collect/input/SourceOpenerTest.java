package dev.headroom.collect.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.headroom.collect.MadeHost;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.bundle.BundleFiles;
import dev.headroom.collect.machine.CollectedData;
import dev.headroom.collect.machine.MachineCollector;
import dev.headroom.collect.machine.MachineView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceOpenerTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"b.tar", "b.tar.gz", "b.tar.xz", "b.tar.zst", "unnamed", "b.txt"})
  void shouldOpenWhateverItIsCalled(String name) throws IOException {
    byte[] tar = Archives.tar("headroom-a/proc/cmdline", "quiet\n", "headroom-a/x.log", "hi\n");
    Path file = Archives.write(folder.resolve(name), tar);

    Visited visited = Visited.of(file, ReadLimits.STANDARD);

    assertThat(visited.texts())
        .containsOnly(entry("a:proc/cmdline", "quiet\n"), entry("a:x.log", "hi\n"));
    assertThat(visited.visitUnread()).isEmpty();
  }

  @Test
  void shouldOpenAZip() throws IOException {
    Path file = folder.resolve("b.zip");
    Files.write(file, Archives.zip("a/proc/cmdline", "quiet\n", "nccl.log", "NCCL\n"));

    assertThat(Visited.of(file, ReadLimits.STANDARD).texts())
        .containsOnly(entry("a:proc/cmdline", "quiet\n"), entry(":nccl.log", "NCCL\n"));
  }

  @Test
  void shouldReadASinglePackedFile() throws IOException {
    Path file =
        Archives.write(folder.resolve("nccl.log.gz"), "NCCL\n".getBytes(StandardCharsets.US_ASCII));

    assertThat(Visited.of(file, ReadLimits.STANDARD).texts())
        .containsOnly(entry(":nccl.log", "NCCL\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "headroom-gpu-1/sys/class/net/eth0/mtu, gpu-1, 1, sys/class/net/eth0/mtu",
    "headroom-gpu-1/samples/2/commands/ethtool_-S_eth0, gpu-1, 2, commands/ethtool_-S_eth0",
    "sosreport-gpu-1-2024-05-06-abcdefg/sos_commands/pci/lspci_-nnvv, gpu-1, 1, commands/lspci_-nnvv",
    "sosreport-gpu-1-03141592-2024-05-06-abcdefg/sys/class/dmi, gpu-1, 1, sys/class/dmi",
    "sosreport-tux.123456-20171224185433/sos_commands/host/hostname, tux, 1, commands/hostname",
    "sosreport-host0-2024-05-06-abcdefg-obfuscated/lspci, host0, 1, lspci",
    "sonic_dump_leaf-1_20261121_100000/dump/lldpctl, leaf-1, 1, dump/lldpctl",
    "sonic_dump_leaf-1_20261121_100000/etc/sonic/config_db.json, leaf-1, 1, etc/sonic/config_db.json",
    "sysinfo-snapshot-v3.7.8-gpu-1-20261121-100000/ethtool_S/ethtool_S_eth0, gpu-1, 1, ethtool_S/ethtool_S_eth0",
    "nvsm-health-dgx-1-20261121100000/lspci.txt, dgx-1, 1, lspci.txt",
    "rack3/node7/lspci.txt, rack3, 1, node7/lspci.txt",
    "rack3/node7/sys/class/net, node7, 1, sys/class/net",
    "./a.txt, '', 1, a.txt",
    "/abs/proc/cmdline, abs, 1, proc/cmdline",
  })
  void shouldTellWhoseAPathIs(String name, String host, int sample, String path) {
    assertThat(SourceNaming.clean(name).map(SourceNaming::of))
        .contains(new SourceNaming(host, sample, path));
  }

  @Test
  void shouldGiveTheSameFromAMachineABundleAndAFolder() throws IOException, InterruptedException {
    MadeHost host = MadeHost.in(folder.resolve("gpu-1"));
    CollectedData collected =
        new MachineCollector(AllowList.host(), MachineView.mounted(host.root()), "1", text -> {})
            .collect(Set.of(), 2, Duration.ZERO);
    BundleFiles.write(folder.resolve("b.tar.zst"), collected);

    Visited live = Visited.of(SourceOpener.of(collected));
    Visited bundle = Visited.of(folder.resolve("b.tar.zst"), ReadLimits.STANDARD);

    assertThat(bundle.texts()).isEqualTo(live.texts());
    assertThat(live.texts())
        .containsEntry(
            "gpu-1:sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence 2", "7\n");
    Visited tree = Visited.of(folder.resolve("gpu-1"), ReadLimits.STANDARD);
    assertThat(tree.texts()).containsEntry("gpu-1:etc/hostname", "gpu-1\n");
    assertThat(tree.texts().get("gpu-1:headroom/links"))
        .contains(
            "/sys/class/net/eth0 -> ../../devices/pci0000:5d/0000:5d:00.0/0000:5e:00.0/net/eth0\n");
    assertThat(tree.visitUnread()).isEmpty();
  }

  @Test
  void shouldOpenAFolderOfAllSorts() throws IOException {
    Archives.write(folder.resolve("a.tar.gz"), Archives.tar("headroom-a/proc/cmdline", "a\n"));
    Archives.write(folder.resolve("b.tar.zst"), Archives.tar("headroom-b/proc/cmdline", "b\n"));
    Files.writeString(folder.resolve("loose.txt"), "c\n");
    Files.writeString(folder.resolve("broken.tar.gz"), "not packed\n");

    Visited visited = Visited.of(folder, ReadLimits.STANDARD);

    assertThat(visited.texts())
        .containsOnly(
            entry("a:proc/cmdline", "a\n"),
            entry("b:proc/cmdline", "b\n"),
            entry(":loose.txt", "c\n"),
            entry(":broken.tar.gz", "not packed\n"));
    assertThat(SourceOpener.open(folder)).hasSize(4);
  }

  /** A sosreport of one host was audited as six, for archives of programs below its /var. */
  @Test
  void shouldTakeArchivesInAHostsTreeForItsOwn() throws IOException {
    Path report = folder.resolve("sosreport-gpu-1-2024-05-06-abcdefg");
    Files.createDirectories(report.resolve("proc"));
    Files.createDirectories(report.resolve("var/cache"));
    Files.writeString(report.resolve("proc/cmdline"), "quiet\n");
    Archives.write(report.resolve("var/cache/x.tgz"), Archives.tar("notes.txt", "n\n"));
    Archives.write(report.resolve("proc/kallsyms.tgz"), Archives.tar("kallsyms", "k\n"));

    assertThat(SourceOpener.open(report)).hasSize(1);
    assertThat(Visited.of(report, ReadLimits.STANDARD).texts())
        .containsOnlyKeys("gpu-1:proc/cmdline", "gpu-1:notes.txt", "gpu-1:kallsyms");
    assertThat(SourceOpener.open(folder)).hasSize(1);
    assertThat(Visited.of(folder, ReadLimits.STANDARD).hosts()).containsExactly("gpu-1");
  }

  @Test
  void shouldOpenAnArchiveInAnArchiveAndNoneInThat() throws IOException {
    String third = latin(Archives.tar("headroom-c/proc/cmdline", "c\n"));
    String second = latin(Archives.tar("headroom-b/proc/cmdline", "b\n", "third.tar", third));
    Path file =
        Archives.write(folder.resolve("f.tar"), Archives.tar("second.tar", second, "last", "d\n"));

    Visited visited = Visited.of(file, ReadLimits.STANDARD);

    assertThat(visited.texts()).containsOnly(entry("b:proc/cmdline", "b\n"), entry(":last", "d\n"));
    assertThat(visited.visitUnread())
        .singleElement()
        .asString()
        .contains("second.tar: third.tar: is an archive nested in archives");
  }

  @Test
  void shouldSayWhatIsCutShort() throws IOException {
    Path whole =
        Archives.write(
            folder.resolve("w.tar.gz"), Archives.tar("a/proc/cmdline", "x".repeat(100_000)));
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.tar.gz");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));

    assertThat(Visited.of(cut, ReadLimits.STANDARD).visitUnread())
        .singleElement()
        .asString()
        .startsWith(cut.toString())
        .contains("truncated");
  }

  @Test
  void shouldSayThatThereIsNothing() {
    assertThatThrownBy(() -> SourceOpener.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void shouldGiveTheLinksOfAnUnpackedReportToItsHost() throws IOException {
    for (String host : List.of("gpu-1", "gpu-2")) {
      Path report = folder.resolve("sosreport-%s-2024-05-06-abcdefg".formatted(host));
      Files.createDirectories(report.resolve("sos_commands/pci"));
      Files.writeString(report.resolve("sos_commands/pci/lspci_-nnvv"), host + "\n");
      Files.writeString(report.resolve("version.txt"), "sosreport: 4.7.0\n");
      Files.createSymbolicLink(report.resolve("lspci"), Path.of("sos_commands/pci/lspci_-nnvv"));
    }
    Path one = folder.resolve("sosreport-gpu-1-2024-05-06-abcdefg");

    assertThat(Visited.of(one, ReadLimits.STANDARD).texts())
        .containsOnlyKeys(
            "gpu-1:commands/lspci_-nnvv", "gpu-1:version.txt", "gpu-1:headroom/links");
    assertThat(Visited.of(folder, ReadLimits.STANDARD).hosts()).containsExactly("gpu-1", "gpu-2");
  }

  @Test
  void shouldKeepAReportTogetherThatHasNoTreeOfItsHost() throws IOException {
    Path report = folder.resolve("sysinfo-snapshot-v3.7.8-gpu-1-20261121-100000");
    for (String name : List.of("commands_txt_output/ibstat.txt", "firmware/mlxconfig_x")) {
      Files.createDirectories(report.resolve(name).getParent());
      Files.writeString(report.resolve(name), "x\n");
    }

    assertThat(Visited.of(report, ReadLimits.STANDARD).texts())
        .containsOnlyKeys("gpu-1:commands_txt_output/ibstat.txt", "gpu-1:firmware/mlxconfig_x");
  }

  @Test
  void shouldKeepPackedFilesWithTheLooseOnesBesideThem() throws IOException {
    byte[] log = "NCCL\n".getBytes(StandardCharsets.US_ASCII);
    Path report = folder.resolve("sonic_dump_leaf-1_20261121_100000");
    Files.createDirectories(report.resolve("log"));
    Archives.write(report.resolve("log/syslog.gz"), log);
    Archives.write(folder.resolve("nccl.log.gz"), log);
    Files.writeString(folder.resolve("lspci.txt"), "x\n");
    Archives.write(folder.resolve("gpu-9.tar.gz"), Archives.tar("gpu-9/proc/cmdline", "quiet\n"));

    assertThat(Visited.of(report, ReadLimits.STANDARD).texts())
        .containsOnlyKeys("leaf-1:log/syslog");
    assertThat(Visited.of(folder, ReadLimits.STANDARD).texts())
        .containsOnlyKeys(":lspci.txt", ":nccl.log", "leaf-1:log/syslog", "gpu-9:proc/cmdline");
    assertThat(Visited.of(folder, ReadLimits.STANDARD).hosts())
        .containsExactly("", "leaf-1", "gpu-9");
  }

  @Test
  void shouldNameAFewLinksThatLeadOutAndCountTheOthers() throws IOException {
    Files.createDirectories(folder.resolve("etc/alternatives"));
    for (int i = 0; i < 30; i++) {
      Files.createSymbolicLink(folder.resolve("etc/alternatives/a" + i), Path.of("/usr/bin/a" + i));
    }

    assertThat(Visited.of(folder, ReadLimits.STANDARD).visitUnread())
        .hasSize(6)
        .last()
        .asString()
        .endsWith("25 more of its links lead outside; none was followed");
  }
}
