package dev.headroom.formats.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.KnobTexts;
import dev.headroom.formats.setting.SettingValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Settings of NICs as files and commands, read back as the driver or the tool reports them. */
final class NicEmitterTest {
  private static final double LINE = 400e9;
  private static final Pattern OPTION = Pattern.compile("--([\\w-]+) (\\S+)");

  private static NicIdentity nic(NicLanguage language) {
    return switch (language) {
      case IRDMA -> new NicIdentity("rocep24s0", "p1", Optional.empty(), LINE, 3, true);
      case BNXT -> new NicIdentity("bnxt_re0", "p1", Optional.empty(), LINE, 3, true);
      case AMD -> new NicIdentity("ionic_0", "p1", Optional.empty(), LINE, 3, true);
      default -> new NicIdentity("mlx5_0", "eth0", Optional.of("0000:14:00.0"), LINE, 3, true);
    };
  }

  private static SortedMap<String, String> knobs(long seed) {
    Random random = new Random(seed);
    SortedMap<String, String> knobs = new TreeMap<>();
    knobs.put("congestion.rateAi", 1_000 + random.nextInt(2_000_000) + "kbps");
    knobs.put("congestion.rateHai", 1 + random.nextInt(4000) + "Mbps");
    knobs.put("congestion.increaseTimer", 2_000 + random.nextInt(300_000) + "ns");
    knobs.put("congestion.alphaPeriod", 1_000 + random.nextInt(90_000) + "ns");
    knobs.put("congestion.decreasePeriod", 1 + random.nextInt(90) + "us");
    knobs.put("congestion.byteCounter", 64 + random.nextInt(32_000) + "B");
    knobs.put("congestion.fastRecovery", String.valueOf(1 + random.nextInt(20)));
    knobs.put("congestion.g", String.valueOf((1 + random.nextInt(900)) / 1000.0));
    knobs.put("congestion.initialAlpha", String.valueOf((1 + random.nextInt(990)) / 1000.0));
    knobs.put("congestion.minRate", 1 + random.nextInt(200) + "Mbps");
    knobs.put("congestion.minDecreaseFactor", String.valueOf((10 + random.nextInt(900)) / 1000.0));
    knobs.put("congestion.rateOnFirstCnp", String.valueOf((1 + random.nextInt(999)) / 1000.0));
    knobs.put("congestion.clampTarget", String.valueOf(random.nextBoolean()));
    knobs.put("congestion.clampTargetAfterIncrease", String.valueOf(random.nextBoolean()));
    knobs.put("congestion.cnpInterval", random.nextInt(60_000) + "ns");
    knobs.put("congestion.algorithm", random.nextBoolean() ? "dcqcn" : "none");
    knobs.put("transport.cnpClass", String.valueOf(random.nextInt(8)));
    knobs.put("transport.tcp.ecn", String.valueOf(random.nextBoolean()));
    knobs.put("transport.tcp.minTimeout", 1 + random.nextInt(300) + "ms");
    knobs.put("transport.tcp.tailProbe", String.valueOf(random.nextBoolean()));
    knobs.put("hosts.cpu.moderation", random.nextInt(200) + "us");
    knobs.keySet().removeIf(_ -> random.nextInt(4) == 0);
    return knobs;
  }

  private static Emission emit(NicLanguage language, Map<String, String> knobs, String text) {
    return NicEmitter.emit(
        language,
        WantedNic.of("n1", nic(language), knobs),
        text.isEmpty() ? Optional.empty() : Optional.of(host(text)));
  }

  private static HostFacts host(String text) {
    return HostFacts.of(
        "n1", List.of(FormatCatalogue.reader().read(FactSource.of("n1.txt"), text)));
  }

  /** What the driver or the tool says once the emission is in force. */
  private static String report(NicLanguage language, Emission emission) {
    List<StatementEdit> edits = emission.edits();
    return switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS, BNXT -> files(edits);
      case IRDMA ->
          files(edits.stream().filter(each -> each.place().startsWith("/sys/")).toList())
              + "/sys/module/irdma/parameters/dcqcn_cc_cfg_valid:1\n"
              + edits.stream()
                  .filter(each -> each.place().startsWith("/etc/"))
                  .map(each -> each.text().replaceFirst("options irdma (\\w+)=", "$1:"))
                  .map(each -> "/sys/module/irdma/parameters/" + each + "\n")
                  .collect(Collectors.joining());
      case MLXCONFIG ->
          "$ mlxconfig -d 0000:14:00.0 -e query\n\nDevice #1:\n----------\n\n"
              + "Device type:        ConnectX7\nDevice:             0000:14:00.0\n\n"
              + "Configurations:                    Default        Current        Next Boot\n"
              + edits.stream()
                  .map(each -> each.text().split("="))
                  .map(each ->
                      "        %-40s 1        %s        %s\n".formatted(each[0], each[1], each[1]))
                  .collect(Collectors.joining());
      case AMD -> nicctl(edits);
      case SYSCTL ->
          "$ sysctl -a\n"
              + edits.stream().map(each -> each.text() + "\n").collect(Collectors.joining());
      case ETHTOOL -> "";
    };
  }

  private static String files(List<StatementEdit> edits) {
    return edits.stream()
        .map(each -> each.place() + ":" + each.text() + "\n")
        .collect(Collectors.joining());
  }

  private static String nicctl(List<StatementEdit> edits) {
    StringBuilder text = new StringBuilder("$ sudo nicctl show dcqcn\n\n");
    text.append("NIC : 42424650-4c32-3533-3330-323934000000 (0000:f6:00.0)\n")
        .append("-".repeat(60))
        .append("\n\n      ROCE device                                : ionic_0\n");
    for (StatementEdit edit : edits) {
      Matcher option = OPTION.matcher(edit.text());
      assertThat(option.matches()).isTrue();
      text.append(
          "      %-42s : %s\n".formatted(AmdSettings.label(option.group(1)), option.group(2)));
    }
    return text.toString();
  }

  private static void check(NicLanguage language, long seed) {
    SortedMap<String, String> knobs = knobs(seed);
    Emission emission = emit(language, knobs, "");
    String report = report(language, emission);
    String as = language + " " + knobs + "\n" + emission.changes() + "\n" + report;
    assertThat(emission.steps()).as(as).hasSizeLessThan(2);
    if (emission.isEmpty()) {
      return;
    }
    List<SettingValue> values = NicSettings.allOf(host(report), nic(language));
    for (DeviceChange change : emission.changes()) {
      if (!change.isRefused()) {
        String expected =
            change.exactness() instanceof Exactness.Rounded rounded
                ? rounded.achieved()
                : change.wanted();
        assertThat(values)
            .as(change + " " + as)
            .anyMatch(value ->
                value.setting().name().equals(change.setting())
                    && value
                        .knobValue()
                        .filter(text -> KnobTexts.areEqual(change.knob(), text, expected))
                        .isPresent());
      }
    }
    assertThat(emit(language, knobs, report).edits()).as(as).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = NicLanguage.class, mode = EnumSource.Mode.EXCLUDE, names = "ETHTOOL")
  void shouldReadBackWhatItWrites(NicLanguage language) {
    for (int seed = 0; seed < 20; seed++) {
      check(language, seed);
    }
  }

  @Tag("whole")
  @ParameterizedTest
  @EnumSource(value = NicLanguage.class, mode = EnumSource.Mode.EXCLUDE, names = "ETHTOOL")
  void shouldReadBackManyPolicies(NicLanguage language) {
    for (int seed = 20; seed < 300; seed++) {
      check(language, seed);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MLX5_DEBUGFS | congestion.g             | 0.0048828125 | echo 1019 > /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_dce_tcp_g",
        "MLX5_SYSFS   | congestion.increaseTimer | 300us        | echo 300 > /sys/class/net/eth0/ecn/roce_rp/rpg_time_reset",
        "MLX5_SYSFS   | congestion.rateOnFirstCnp| 0.25         | echo 100000 > /sys/class/net/eth0/ecn/roce_rp/rate_to_set_on_first_cnp",
        "MLX5_SYSFS   | congestion.algorithm     | dcqcn        | echo 1 > /sys/class/net/eth0/ecn/roce_rp/enable/3",
        "MLXCONFIG    | transport.cnpClass       | 6            | mlxconfig -y -d mlx5_0 set CNP_DSCP_P1=48 CNP_802P_PRIO_P1=6",
        "BNXT         | congestion.cnpInterval   | 32us         | echo 0x20 > /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/min_time_bet_cnp",
        "AMD          | congestion.rateAi        | 160Mbps      | nicctl update dcqcn -r ionic_0 -i 1 --ai-rate 160",
        "ETHTOOL      | hosts.cpu.moderation     | 16us         | ethtool -C eth0 rx-usecs 16",
      })
  void shouldWriteTheCommand(NicLanguage language, String knob, String value, String command) {
    assertThat(emit(language, Map.of(knob, value), "").steps().getFirst().commands())
        .contains(command);
  }

  @Test
  void shouldWriteFilesOfModprobeAndSysctl() {
    assertThat(
            emit(
                    NicLanguage.IRDMA,
                    Map.of("congestion.increaseTimer", "55us", "congestion.byteCounter", "150KB"),
                    "")
                .files())
        .containsExactly(
            new EmittedFile(
                "zz-headroom-irdma.conf",
                "/etc/modprobe.d/zz-headroom-irdma.conf",
                "options irdma dcqcn_cc_cfg_valid=1\noptions irdma dcqcn_T=55\noptions irdma dcqcn_B=150000\n"));
    assertThat(emit(NicLanguage.SYSCTL, Map.of("transport.tcp.ecn", "true"), "").files())
        .extracting(EmittedFile::text)
        .containsExactly("net.ipv4.tcp_ecn = 1\n");
  }

  /** A file of its own beside the user's options; one of an earlier plan is kept for the undo. */
  @Test
  void shouldWriteOptionsOfModulesIntoAFileOfItsOwn() {
    assertThat(emit(NicLanguage.IRDMA, Map.of("congestion.increaseTimer", "55us"), "").steps())
        .singleElement()
        .satisfies(step -> {
          String file = "/etc/modprobe.d/zz-headroom-irdma.conf";
          assertThat(step.commands())
              .contains("cat zz-headroom-irdma.conf >> " + file)
              .contains("sed -i '/^options irdma dcqcn_T *=/d' " + file)
              .anyMatch(each -> each.contains("cp -p " + file));
          assertThat(step.undo().getFirst()).contains("mv " + file + ".before-", " " + file + ";");
        });
  }

  /** A file that users and other plans have lines in, too. */
  @Test
  void shouldAddToTheFileOfSysctl() {
    assertThat(
            emit(NicLanguage.SYSCTL, Map.of("transport.tcp.ecn", "true"), "")
                .steps()
                .getFirst()
                .commands())
        .containsSubsequence(
            "sed -i '/^net\\.ipv4\\.tcp_ecn *=/d' /etc/sysctl.d/90-headroom.conf",
            "cat 90-headroom.conf >> /etc/sysctl.d/90-headroom.conf",
            "sysctl --system");
  }

  @Test
  void shouldSayWhatItsUndoLeaves() {
    assertThat(
            emit(
                    NicLanguage.MLX5_SYSFS,
                    Map.of("congestion.increaseTimer", "100us", "congestion.rateAi", "40Mbps"),
                    "/sys/class/net/eth0/ecn/roce_rp/rpg_time_reset:300\n")
                .steps()
                .getFirst()
                .warnings())
        .anyMatch(each ->
            each.contains("its undo leaves the new values of")
                && each.contains("rpg_ai_rate")
                && !each.contains("rpg_time_reset"));
  }

  /** Only what differs, with the way back. */
  @Test
  void shouldWriteWhatDiffers() {
    Emission emission =
        emit(
            NicLanguage.MLX5_SYSFS,
            Map.of("congestion.increaseTimer", "100us", "congestion.rateAi", "40Mbps"),
            """
            /sys/class/net/eth0/ecn/roce_rp/rpg_time_reset:300
            /sys/class/net/eth0/ecn/roce_rp/rpg_ai_rate:40
            """);
    assertThat(emission.steps()).hasSize(1);
    assertThat(emission.steps().getFirst().commands())
        .containsExactly("echo 100 > /sys/class/net/eth0/ecn/roce_rp/rpg_time_reset");
    assertThat(emission.steps().getFirst().undo())
        .containsExactly("echo 300 > /sys/class/net/eth0/ecn/roce_rp/rpg_time_reset");
  }

  /** The kernel's driver has no files in configfs: a host has to show them. */
  @Test
  void shouldWriteFilesOfBroadcomWhereTheyAre() {
    Map<String, String> knobs = Map.of("transport.cnpClass", "6");
    Emission kernel =
        emit(NicLanguage.BNXT, knobs, "$ ethtool -i p1\ndriver: bnxt_en\nversion: 6.8.0\n");
    assertThat(kernel.steps()).isEmpty();
    assertThat(kernel.refused())
        .extracting(DeviceChange::text)
        .singleElement()
        .asString()
        .startsWith(
            "n1 transport.cnpClass 6 is refused: bnxt_re: no input shows the files of Broadcom's own"
                + " driver, /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc");
    Emission own =
        emit(
            NicLanguage.BNXT,
            knobs,
            "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/cnp_dscp:0x1a\n");
    assertThat(own.steps().getFirst().commands())
        .contains("echo 0x30 > /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/cnp_dscp");
    assertThat(own.steps().getFirst().undo())
        .contains("echo 0x1a > /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/cnp_dscp");
  }

  @Test
  void shouldNameWhatCannotBeSaid() {
    Emission emission =
        emit(NicLanguage.AMD, Map.of("congestion.g", "0.5", "congestion.fastRecovery", "40"), "");
    assertThat(emission.refused())
        .extracting(DeviceChange::text)
        .containsExactlyInAnyOrder(
            "n1 congestion.fastRecovery 40 is refused: AMD nicctl: rate-increase-threshold takes 1 to 31",
            "n1 congestion.g 0.5 is refused: AMD nicctl: it has no setting for it");
  }

  /** AMD's CNPs leave with DSCP 46; in debugfs a priority of CNPs switches their DSCP off. */
  @Test
  void shouldSayTheTraps() {
    assertThat(emit(NicLanguage.AMD, Map.of("congestion.rateAi", "160Mbps"), "").notes())
        .anyMatch(note -> note.contains("DSCP 46 by default, not 48"));
    Emission debugfs = emit(NicLanguage.MLX5_DEBUGFS, Map.of("transport.cnpClass", "6"), "");
    assertThat(debugfs.steps().getFirst().commands())
        .containsExactly("echo 48 > /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/np_cnp_dscp");
    assertThat(debugfs.notes()).anyMatch(note -> note.contains("np_cnp_prio is not written"));
  }

  private static boolean isThere(String program) {
    return List.of("/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/").stream()
        .anyMatch(folder -> Files.isExecutable(Path.of(folder + program)));
  }

  private static String run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() + "\n" + Files.readString(out);
  }

  /** systemd takes the units that make settings last. */
  @Test
  void shouldWriteUnitsThatSystemdTakes(@TempDir Path folder)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(isThere("systemd-analyze"), "systemd-analyze is not here");
    List<String> command = new ArrayList<>(List.of("systemd-analyze", "verify"));
    for (NicLanguage language : List.of(NicLanguage.MLX5_SYSFS, NicLanguage.BNXT)) {
      for (EmittedFile file : emit(language, knobs(1), "").files()) {
        Path unit = folder.resolve(file.name());
        Files.writeString(unit, file.text());
        command.add(unit.toString());
      }
    }
    assertThat(command).hasSizeGreaterThan(3);
    String result = run(folder, command);
    assertThat(result.lines().filter(line -> line.contains("headroom-"))).as(result).isEmpty();
    Path wrong = folder.resolve("headroom-wrong.service");
    Files.writeString(wrong, "[Service]\nExecStart=nothing\nTypo=1\n");
    assertThat(run(folder, List.of("systemd-analyze", "verify", wrong.toString())))
        .contains("headroom-wrong");
  }

  /** In a network namespace of its own, the kernel takes the file of sysctl. */
  @Test
  void shouldWriteSysctlThatTheKernelTakes(@TempDir Path folder)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(isThere("unshare") && isThere("sysctl"), "unshare is not here");
    List<String> inside = List.of("unshare", "--user", "--map-root-user", "--net");
    List<String> probe = new ArrayList<>(inside);
    probe.addAll(List.of("sysctl", "-w", "net.ipv4.tcp_ecn=1"));
    Assumptions.assumeTrue(run(folder, probe).startsWith("0\n"), "no namespaces here");
    EmittedFile file =
        emit(
                NicLanguage.SYSCTL,
                Map.of("transport.tcp.ecn", "true", "transport.tcp.tailProbe", "false"),
                "")
            .files()
            .getFirst();
    Path conf = folder.resolve(file.name());
    Files.writeString(conf, file.text());
    List<String> load = new ArrayList<>(inside);
    load.addAll(List.of("sysctl", "--load", conf.toString()));
    String result = run(folder, load);
    assertThat(result).startsWith("0\n").contains("net.ipv4.tcp_ecn = 1");
  }

  /** mlxconfig prints a word and its number; in a shell, a bracket after a word is an error. */
  @Test
  void shouldTakeBackFlagsOfTheFirmwareByNumber() {
    String shown =
        """
        $ mlxconfig -d 0000:14:00.0 -e query

        Device #1:
        ----------

        Device type:        ConnectX7
        Device:             0000:14:00.0

        Configurations:                    Default        Current        Next Boot
                CLAMP_TGT_RATE_P1          False(0)       True(1)        True(1)
        """;
    Emission emission =
        emit(NicLanguage.MLXCONFIG, Map.of("congestion.clampTarget", "false"), shown);
    assertThat(emission.steps().getFirst().commands())
        .containsExactly("mlxconfig -y -d mlx5_0 set CLAMP_TGT_RATE_P1=0");
    assertThat(emission.steps().getFirst().undo())
        .containsExactly("mlxconfig -y -d mlx5_0 set CLAMP_TGT_RATE_P1=1");
  }

  /** CNPs of AMD's NICs have DSCP 46, which the map has in class 6; 48 is elsewhere in it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "46=6,48=2 | 46 | -",
        "46=6,48=2 | 12 | 46",
        "46=5      | 46 | 48",
        "default   | 48 | -",
      })
  void shouldGiveCnpsADscpOfTheirClass(String map, String now, String written) {
    String shown =
        """
        $ nicctl show dcqcn

        NIC : 42424650-4c32-3533-3330-323934000000 (0000:f6:00.0)
        ------------------------------------------------------------

              ROCE device                                : ionic_0
              DSCP value used for CNP                    : %s
        """
            .formatted(now);
    Emission emission =
        emit(NicLanguage.AMD, Map.of("transport.cnpClass", "6", "hosts.dscpMap", map), shown);
    assertThat(emission.edits())
        .extracting(StatementEdit::text)
        .isEqualTo(written.equals("-") ? List.of() : List.of("--cnp-dscp " + written));
  }

  /**
   * Without a file in modprobe.d there is none to remove, and no reason to load the module anew.
   */
  @Test
  void shouldTakeBackFilesOfIrdmaAlone() {
    Emission emission =
        emit(
            NicLanguage.IRDMA,
            Map.of("congestion.algorithm", "timely"),
            "/sys/kernel/config/irdma/rocep24s0/roce_timely_enable:0\n");
    assertThat(emission.steps().getFirst().commands())
        .contains("echo 1 > /sys/kernel/config/irdma/rocep24s0/roce_timely_enable");
    assertThat(emission.steps().getFirst().undo()).noneMatch(each -> each.contains("modprobe"));
  }

  @Test
  void shouldReadWhatEthtoolShows() {
    String shown =
        """
        $ ethtool -c eth0
        Coalesce parameters for eth0:
        Adaptive RX: on  TX: on
        rx-usecs: 8
        rx-frames: n/a
        $ ethtool -g eth0
        Ring parameters for eth0:
        Pre-set maximums:
        RX:		8192
        Current hardware settings:
        RX:		1024
        """;
    Emission emission =
        emit(
            NicLanguage.ETHTOOL,
            Map.of(
                "hosts.cpu.moderation", "16us",
                "hosts.cpu.moderationFrames", "64",
                "hosts.cpu.adaptive", "true",
                "hosts.cpu.ring", "4096"),
            shown);
    assertThat(emission.steps().getFirst().commands())
        .containsExactlyInAnyOrder(
            "ethtool -C eth0 rx-usecs 16 rx-frames 64", "ethtool -G eth0 rx 4096");
    assertThat(emission.steps().getFirst().undo())
        .containsExactlyInAnyOrder("ethtool -C eth0 rx-usecs 8", "ethtool -G eth0 rx 1024");
  }
}
