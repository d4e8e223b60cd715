package dev.headroom.audit.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.FixScript.Planned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The script runs against a tree of files and tools of our own that only look like a host's: each
 * keeps its settings in a file, prints them as the real one does, and notes how it was called.
 */
final class FixScriptTest {
  private static final SettingChange ACS =
      new SettingChange(
          HostSetting.PCI_FIELD, List.of("0000:12:00.0", "ECAP_ACS+6.w"), "0000:000c", "isolation");

  private static final List<FixStep> STEPS =
      List.of(
          SettingChange.of(HostSetting.SYSCTL, "net.core.rmem_max", "67108864"),
          SettingChange.of(HostSetting.MODULE_LOADED, "nvidia_peermem", "yes"),
          ACS,
          SettingChange.of(HostSetting.MTU, "eth0", "9000"),
          SettingChange.of(HostSetting.PAUSE, "eth0", "off"),
          SettingChange.of(HostSetting.TRUST, "eth0", "dscp"),
          SettingChange.of(HostSetting.PFC, "eth0", "0,0,0,1,0,0,0,0"),
          SettingChange.of(HostSetting.ROCE_TOS, "mlx5_0", "106"),
          SettingChange.of(HostSetting.IRQ, "77", "0-3"),
          SettingChange.of(
              HostSetting.FILE, "/sys/kernel/mm/transparent_hugepage/enabled", "always"),
          SettingChange.of(HostSetting.RING, "eth0", "8192"),
          new SettingChange(
              HostSetting.FIRMWARE, List.of("0000:14:00.0", "PCI_WR_ORDERING"), "0", ""));

  @TempDir private Path folder;
  private Path root;
  private Path tools;
  private Path state;

  @BeforeEach
  void makeHost() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
    root = Files.createDirectories(folder.resolve("root"));
    tools = Files.createDirectories(folder.resolve("tools"));
    state = Files.createDirectories(folder.resolve("state"));
    file("sys/class/net/eth0/mtu", "1500");
    file("proc/irq/77/smp_affinity_list", "4-7");
    file("proc/modules", "mlx5_core 1 0 - Live 0x0");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    keep("sysctl", "212992");
    keep("acs", "001d");
    keep("pause", "on");
    keep("trust", "pcp");
    keep("pfc", "0 0 0 0 0 0 0 0");
    keep("tos", "0");
    keep("ring", "1024");
    keep("firmware", "1");
    tool("hostname", "echo node1.example");
    tool("sysctl", "case $1 in -n) cat $S/sysctl ;; *) echo ${3#*=} > $S/sysctl ;; esac");
    tool("modprobe", "echo \"$1 1 0 - Live 0x0\" >> $R/proc/modules");
    tool(
        "setpci",
        """
        case $3 in
          *=*) v=${3#*=}; m=0x${v#*:}; v=0x${v%:*}; o=0x$(cat $S/acs)
               printf '%04x\\n' $(( (o & ~m) | (v & m) )) > $S/acs ;;
          *) cat $S/acs ;;
        esac
        """);
    tool("ip", "[ \"$*\" = \"link set dev $4 mtu $6\" ] && echo $6 > $R/sys/class/net/$4/mtu");
    tool(
        "ethtool",
        """
        case $1 in
          -a) printf 'Pause parameters for eth0:\\nAutonegotiate:\\toff\\nRX:\\t\\t%s\\nTX:\\t\\t%s\\n' $(cat $S/pause) $(cat $S/pause) ;;
          -A) echo $4 > $S/pause ;;
          -g) printf 'Pre-set maximums:\\nRX:\\t8192\\nCurrent hardware settings:\\nRX:\\t%s\\nTX:\\t1024\\n' $(cat $S/ring) ;;
          -G) echo $4 > $S/ring ;;
        esac
        """);
    tool(
        "mlnx_qos",
        """
        case ${3:-} in
          --trust) echo $4 > $S/trust ;;
          --pfc) echo $4 | tr , ' ' > $S/pfc ;;
          *) printf 'DCBX mode: OS controlled\\nPriority trust state: %s\\nPFC configuration:\\n\\tpriority    0   1   2   3   4   5   6   7\\n\\tenabled     %s\\n' "$(cat $S/trust)" "$(cat $S/pfc)" ;;
        esac
        """);
    tool("cma_roce_tos", "if [ \"${3:-}\" = -t ]; then echo $4 > $S/tos; else cat $S/tos; fi");
    tool(
        "mlxconfig",
        """
        case $3 in
          q) printf 'Configurations:\\n  %s    per_mkey(%s)\\n' $4 $(cat $S/firmware) | sed 's/per_mkey(\\(.*\\))/\\1/' ;;
          *) echo ${5#*=} > $S/firmware ;;
        esac
        """);
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private void keep(String name, String value) throws IOException {
    Files.writeString(state.resolve(name), value + "\n");
  }

  private void tool(String name, String body) throws IOException {
    Path tool = tools.resolve(name);
    Files.writeString(
        tool,
        "#!/bin/sh\nS='%s'\nR='%s'\necho \"%s $*\" >> $S/calls\n%s\n"
            .formatted(state, root, name, body));
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private record Ran(int code, String out) {}

  private Ran run(List<Planned> plan, String... options) throws Exception {
    Path script = folder.resolve("fix.sh");
    Files.writeString(script, FixScript.of(plan));
    List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HEADROOM_PATH", tools + ":/usr/bin:/bin");
    builder.environment().put("HEADROOM_ROOT", root.toString());
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
  }

  private List<Planned> plan() {
    return STEPS.stream().map(step -> new Planned("node1", "a.rule", step)).toList();
  }

  private String settings() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path part : List.of(root, state)) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          if (!file.endsWith("calls") && !file.endsWith("proc/modules")) {
            all.append(file.getFileName()).append('=').append(Files.readString(file));
          }
        }
      }
    }
    return all.toString();
  }

  private Path oldValues() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("headroom-old-values-"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void shouldTouchNothingUnlessTold() throws Exception {
    String before = settings();
    Ran ran = run(plan());
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("would  sysctl net.core.rmem_max: 212992 -> 67108864", "disruptive");
    assertThat(settings()).isEqualTo(before);
    assertThat(Files.readString(state.resolve("calls")))
        .doesNotContain(" -w", " set ", "=", "modprobe", "--", "ethtool -A", "ethtool -G");
  }

  @Test
  void shouldChangeWhatItSaysAndPutItBack() throws Exception {
    String before = settings();
    Ran ran = run(plan(), "--apply", "--disruptive");
    assertThat(ran.out()).doesNotContain("FAILED", "skip");
    assertThat(ran.code()).isZero();
    assertThat(settings())
        .contains(
            "mtu=9000",
            "smp_affinity_list=0-3",
            "acs=0011",
            "pause=off",
            "trust=dscp",
            "pfc=0 0 0 1 0 0 0 0",
            "tos=106",
            "ring=8192",
            "firmware=0",
            "sysctl=67108864");
    Path kept = oldValues();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");

    file("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
    Ran again = run(plan(), "--apply", "--disruptive");
    assertThat(again.out()).doesNotContain("done", "would", "FAILED");

    Ran undone = run(plan(), "--undo", kept.toString());
    assertThat(undone.out()).contains("back   mtu eth0: 1500").doesNotContain("FAILED");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    assertThat(settings()).isEqualTo(before);
  }

  @Test
  void shouldLeaveWhatDropsALinkUnlessTold() throws Exception {
    Ran ran = run(plan(), "--apply");
    assertThat(ran.out()).contains("leave  mtu eth0", "leave  pause eth0", "done   sysctl");
    assertThat(settings()).contains("mtu=1500", "pause=on", "sysctl=67108864");
  }

  @Test
  void shouldDoNothingOnAnotherHost() throws Exception {
    Ran ran = run(List.of(new Planned("node2", "a.rule", ACS)), "--apply");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            "no changes for node1.example: this file is for node2 (--host NAME selects one of them)\n");
    assertThat(settings()).contains("acs=001d");
  }

  @Test
  void shouldNotTakeAHostOfNoSuchNameForOneInOrder() throws Exception {
    Ran ran = run(List.of(new Planned("node2", "a.rule", ACS)), "--host", "node3");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).contains("no changes for node3: this file is for node2");
    assertThat(run(List.of()).out())
        .isEqualTo("nothing to change: the audit proposes no changes\n");
  }

  /** Of two hosts that are one up to the first dot, each gets its own part. */
  @Test
  void shouldTellHostsOfTwoDomainsApart() throws Exception {
    List<Planned> both =
        List.of(
            new Planned("node1.example", "a.rule", ManualStep.of("swap the cable")),
            new Planned("node1.other", "a.rule", ManualStep.of("swap the optic")));
    assertThat(run(both).out()).isEqualTo("hand   a.rule: swap the cable\n");
    assertThat(run(both, "--host", "node1.other").out())
        .isEqualTo("hand   a.rule: swap the optic\n");
    assertThat(run(both, "--host", "node1").code()).isEqualTo(2);
  }

  /** The kernel prints 4,5,6,7 as 4-7. */
  @ParameterizedTest
  @CsvSource({"'4,5,6,7', fine", "'4-5,6-7', fine", "4-6, would", "'4-7,9', would"})
  void shouldTakeCpusForAllThatListsThem(String wanted, String word) throws Exception {
    SettingChange change = SettingChange.of(HostSetting.IRQ, "77", wanted);
    assertThat(run(List.of(new Planned("", "a.rule", change))).out()).startsWith(word);
  }

  @Test
  void shouldSayWhatIsLeftToHands() throws Exception {
    Ran ran = run(List.of(new Planned("node1", "a.rule", ManualStep.of("swap \\n the cable"))));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).isEqualTo("hand   a.rule: swap \\n the cable\n");
  }

  @Test
  void shouldSayWhatItCannotRead() throws Exception {
    Ran ran =
        run(
            List.of(new Planned("", "a.rule", SettingChange.of(HostSetting.MTU, "eth9", "9000"))),
            "--apply",
            "--disruptive");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("skip   mtu eth9: cannot be read here");
  }

  @Test
  void shouldRunNothingOfStrangeWords() throws Exception {
    String evil = "x'; touch " + folder.resolve("pwned") + "; echo '\n touch pwned \u2028 # $(id)";
    Ran ran =
        run(
            List.of(
                new Planned("node1", evil, ACS),
                new Planned("node1", evil, ManualStep.of(evil)),
                new Planned("'; touch pwned; '", "a.rule", ACS)),
            "--apply");
    assertThat(ran.code()).isZero();
    assertThat(folder.resolve("pwned")).doesNotExist();
  }

  @Test
  void shouldRefuseAnOldValuesFileOfSomethingElse() throws Exception {
    Path other = folder.resolve("other");
    Files.writeString(other, "rm\t-rf\t/\tx\n");
    Ran ran = run(plan(), "--undo", other.toString());
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("not a setting: rm");
  }
}
