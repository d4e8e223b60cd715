package dev.headroom.collect.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.headroom.collect.MadeHost;
import dev.headroom.collect.Shells;
import dev.headroom.collect.Unpacked;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.allow.Lists;
import dev.headroom.collect.bundle.BundleFiles;
import dev.headroom.collect.machine.MachineCollector;
import dev.headroom.collect.machine.MachineView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The collector and the script, from one list, make one and the same bundle. */
@EnabledOnOs(OS.LINUX)
final class SameBundleTest {
  /** What differs between two readings of the same machine, one right after the other. */
  private static final Pattern MOVES =
      Pattern.compile(
          "headroom/(manifest|samples|environment)|proc/(interrupts|loadavg|meminfo|uptime|net/.*)"
              + "|proc/self/.*|proc/modules|.*/(numastat|meminfo|statistics/.*|counters/.*)"
              + "|.*/(scaling_.*|refcnt|free_hugepages)"
              + "|commands/(df|ip|lsmod|tc|dmesg|lscpu|numactl|nvidia-smi|rdma|ethtool|ls|.*show).*");

  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = Files.writeString(folder.resolve("s.sh"), ShellScript.of(AllowList.host(), "1"));
  }

  static Stream<List<String>> shells() {
    return Shells.here();
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldTakeTheSameOfThisMachine(List<String> shell) throws IOException, InterruptedException {
    NavigableMap<String, String> java = java(AllowList.host(), MachineView.local(), 1);
    NavigableMap<String, String> bundle = script(shell, "b0.tar.gz", "-q");
    NavigableMap<String, String> after = java(AllowList.host(), MachineView.local(), 1);
    for (int again = 1; again < 4 && !still(after).equals(still(java)); again++) {
      java = after; // interfaces came or went meanwhile, or processes
      bundle = script(shell, "b" + again + ".tar.gz", "-q");
      after = java(AllowList.host(), MachineView.local(), 1);
    }
    assumeThat(still(after)).as("this machine does not stand still").isEqualTo(still(java));

    assertThat(bundle.keySet()).isEqualTo(java.keySet());
    assertThat(still(bundle)).isEqualTo(still(java)).hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldTakeTheSameOfAMountedHost(List<String> shell)
      throws IOException, InterruptedException {
    MadeHost host = MadeHost.in(folder.resolve("host"));
    NavigableMap<String, String> java = java(AllowList.host(), MachineView.mounted(host.root()), 2);

    NavigableMap<String, String> bundle =
        script(
            shell,
            "b.tar",
            "-q",
            "--root",
            host.root().toString(),
            "--samples",
            "2",
            "--interval",
            "0");

    bundle.remove("headroom/manifest");
    bundle.remove("headroom/samples");
    java.remove("headroom/manifest");
    java.remove("headroom/samples");
    assertThat(bundle).isEqualTo(java);
    assertThat(bundle)
        .containsEntry("sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)\n")
        .containsEntry(
            "sys/bus/pci/devices/0000:5e:00.0/config", "\u00b3\u0015!\u0010\n\u0000\u00ff")
        .containsEntry(
            "samples/2/sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence", "7\n")
        .doesNotContainKeys(
            "sys/class/infiniband/mlx5_0/ports/1/gids/1",
            "sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/1",
            "sys/bus/pci/devices/0000:5e:00.0/vpd",
            "sys/bus/pci/devices/0000:5e:00.0/resource");
    assertThat(bundle.get("headroom/links"))
        .contains("/sys/class/net/eth0/device -> ../../../0000:5e:00.0\n");
  }

  /**
   * A link in a mounted host that leads out of it would show files of the machine that reads it.
   */
  @ParameterizedTest
  @MethodSource("shells")
  void shouldNotBeLedOutOfAMountedHost(List<String> shell)
      throws IOException, InterruptedException {
    Path outside = folder.resolve("outside");
    MadeHost away = MadeHost.in(outside);
    away.file("mtu", "666\n");
    MadeHost host = MadeHost.in(folder.resolve("host"));
    host.link("sys/class/net/evil0", outside.toString());
    host.link("etc/sysctl.conf", outside.resolve("mtu").toString());
    host.link("proc/net/dev", outside.resolve("mtu").toString());

    NavigableMap<String, String> java = java(AllowList.host(), MachineView.mounted(host.root()), 1);
    NavigableMap<String, String> bundle =
        script(shell, "b.tar", "-q", "--root", host.root().toString());

    assertThat(java).doesNotContainValue("666\n");
    assertThat(bundle.keySet()).isEqualTo(java.keySet());
  }

  /** Values of a word go into commands only if they are plain names. */
  @ParameterizedTest
  @MethodSource("shells")
  void shouldRunTheSameCommandsForEachDevice(List<String> shell)
      throws IOException, InterruptedException {
    for (String name : List.of("mlx5_0", "eth0:1", "-x", "a b", "eth0;$(touch x)")) {
      Files.createDirectories(folder.resolve("class").resolve(name).resolve("device"));
    }
    AllowList list =
        Lists.of(
            "[redact]\nnever names SECRET\nwords words ^mlx5_0$\n"
                + "[each]\nib "
                + folder
                + "/class/*/device\n[counter commands]\necho counter {ib}\n"
                + "[commands]\nprintf %s {ib}\necho a b\nexpr 1 = 2\nnot-here -x\necho mlx5_0 nobody ; redact=words\n");
    Files.writeString(script, ShellScript.of(list, "1"));
    NavigableMap<String, String> java = java(list, MachineView.local(), 1);

    NavigableMap<String, String> bundle = script(shell, "b.tar.zst", "-q");

    assertThat(commands(bundle)).isEqualTo(commands(java));
    assertThat(commands(bundle))
        .containsEntry("commands/printf__s_mlx5_0", "mlx5_0")
        .containsEntry("commands/echo_counter_eth0:1", "counter eth0:1\n")
        .containsEntry("commands/echo_mlx5_0_nobody", "mlx5_0 <removed>\n")
        .hasSize(7);
    assertThat(bundle.get("headroom/manifest"))
        .contains("absent\tnot-here\n")
        .containsPattern("command\tcommands/expr_1___2\t1\t\\d+\\.\\d\\d\texpr 1 = 2\n");
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldStopACommandAtItsLimit(List<String> shell) throws IOException, InterruptedException {
    AllowList list = Lists.of("[redact]\nnever names SECRET\n[commands]\nsleep 30\n");
    Files.writeString(script, ShellScript.of(list, "1").replace("10 sleep 30", "1 sleep 30"));

    Map<String, String> bundle = script(shell, "b.tar", "-q");

    assertThat(bundle.get("headroom/manifest")).contains("command\tcommands/sleep_30\t124\t");
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldMakeANewFileThatOnlyItsMakerReads(List<String> shell)
      throws IOException, InterruptedException {
    Files.writeString(script, ShellScript.of(Lists.of("[redact]\nnever names SECRET\n"), "1"));
    script(shell, "b.tar", "-q");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("b.tar"))))
        .isEqualTo("rw-------");

    Path victim = folder.resolve("victim");
    Path link = Files.createSymbolicLink(folder.resolve("l.tar"), victim);
    Shells.Said said = Shells.run(shell, script, scratch(), "-o", link.toString());
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.text()).contains("the file must not exist");
    assertThat(victim).doesNotExist();
    Shells.Said again =
        Shells.run(shell, script, scratch(), "-o", folder.resolve("b.tar").toString());
    assertThat(again.status()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldTakeNamedVariablesOnly(List<String> shell) throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of(
            "NCCL_IB_HCA", "mlx5_0,mlx5_1",
            "NCCL_DEBUG", "INFO",
            "HSA_X_TOKEN", "hush",
            "AWS_SECRET_ACCESS_KEY", "hush",
            "PASSWORD", "hush",
            "XNCCL_Y", "hush",
            "FI_PROVIDER", "tcp;ofi_rxm",
            "OMPI_MCA_plm_rsh_agent", "sshpass -p hush ssh",
            "NCCL_AUTH", "Bearer hush",
            "UCX_X", "user:hush@proxy");
    Path file = folder.resolve("b.tar");
    Shells.Said said =
        Shells.run(shell, script, with(scratch(), environment), "-q", "-o", file.toString());

    assertThat(said.text()).isEmpty();
    MachineView here = MachineView.local();
    MachineView place =
        new MachineView(here.root(), true, here.home(), here.self(), here.user(), environment);
    String java = java(AllowList.host(), place, 1).get("headroom/environment");
    assertThat(java)
        .isEqualTo(
            """
            FI_PROVIDER=tcp;ofi_rxm
            NCCL_DEBUG=INFO
            NCCL_IB_HCA=mlx5_0,mlx5_1
            OMPI_MCA_plm_rsh_agent=<removed>
            """);
    assertThat(Unpacked.of(file).get("headroom/environment")).contains(java).doesNotContain("hush");
  }

  @Test
  void shouldListWithoutTaking() throws IOException, InterruptedException {
    Shells.Said said = Shells.run(List.of("/bin/sh"), script, scratch(), "--dry-run");

    assertThat(said.text()).contains("file /proc/cmdline\n", "command uname -a\n");
    assertThat(Files.exists(folder.resolve("tmp"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldSayWhatIsWrongWithAnArgument(List<String> shell)
      throws IOException, InterruptedException {
    for (String[] wrong :
        new String[][] {
          {"--frob"},
          {"--samples", "3"},
          {"--interval", "x"},
          {"--with-fabric", "nope"},
          {"--root", "/nowhere"},
          {"-o"},
          {"-o", "b.rar"}
        }) {
      Shells.Said said = Shells.run(shell, script, scratch(), wrong);
      assertThat(said.status()).as(said.text()).isEqualTo(2);
      assertThat(said.text()).startsWith("collect: ");
    }
  }

  private NavigableMap<String, String> java(AllowList list, MachineView place, int samples)
      throws IOException, InterruptedException {
    Path file = folder.resolve("java-" + System.nanoTime() + ".tar.zst");
    BundleFiles.write(
        file,
        new MachineCollector(list, place, "1", text -> {})
            .collect(Set.of(), samples, Duration.ZERO));
    return Unpacked.of(file);
  }

  private NavigableMap<String, String> script(List<String> shell, String name, String... arguments)
      throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    Files.createDirectories(folder.resolve("tmp"));
    String[] all =
        Stream.concat(Stream.of(arguments), Stream.of("-o", file.toString()))
            .toArray(String[]::new);
    Shells.Said said = Shells.run(shell, script, scratch(), all);
    assertThat(said.status()).as(said.text()).isZero();
    assertThat(said.text()).isEmpty();
    assertThat(folder.resolve("tmp")).as("left behind").isEmptyDirectory();
    return Unpacked.of(file);
  }

  private Map<String, String> scratch() {
    return Map.of("TMPDIR", folder.resolve("tmp").toString());
  }

  private Map<String, String> with(Map<String, String> one, Map<String, String> other)
      throws IOException {
    Files.createDirectories(folder.resolve("tmp"));
    Map<String, String> both = new TreeMap<>(one);
    both.putAll(other);
    return both;
  }

  private static Map<String, String> commands(NavigableMap<String, String> bundle) {
    NavigableMap<String, String> commands = new TreeMap<>(bundle);
    commands.keySet().removeIf(name -> !name.startsWith("commands/"));
    return commands;
  }

  private static Map<String, String> still(NavigableMap<String, String> bundle) {
    NavigableMap<String, String> still = new TreeMap<>(bundle);
    still.keySet().removeIf(name -> MOVES.matcher(name).matches());
    return still;
  }
}
