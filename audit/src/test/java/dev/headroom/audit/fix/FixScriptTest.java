package dev.headroom.audit.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.FakeMachine.Ran;
import dev.headroom.audit.fix.FixPlan.Cable;
import dev.headroom.audit.fix.FixPlan.Planned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script on a {@link FakeMachine}, and in a network namespace of the kernel. */
final class FixScriptTest {
  private static final SettingChange ACS =
      new SettingChange(
          HostSetting.PCI_FIELD, List.of("0000:12:00.0", "ECAP_ACS+6.w"), "0000:000c", "isolation");

  /** Steps that depend on each other. */
  private static final List<FixStep> ROCE =
      List.of(
          SettingChange.of(HostSetting.PFC, "eth0", "0,0,0,1,0,0,0,0"),
          SettingChange.of(HostSetting.TRUST, "eth0", "dscp"),
          SettingChange.of(HostSetting.PAUSE, "eth0", "off"),
          SettingChange.of(HostSetting.FILE, "/sys/class/net/eth0/ecn/roce_np/enable/3", "1"),
          SettingChange.of(HostSetting.ROCE_TOS, "mlx5_0", "106"));

  private static final List<FixStep> OTHERS =
      List.of(
          SettingChange.of(HostSetting.SYSCTL, "net.core.rmem_max", "67108864"),
          SettingChange.of(HostSetting.MODULE_LOADED, "nvidia_peermem", "yes"),
          ACS,
          SettingChange.of(HostSetting.MTU, "eth0", "9000"),
          SettingChange.of(HostSetting.SERVICE_STOPPED, "irqbalance.service", "yes"),
          SettingChange.of(HostSetting.IRQ, "77", "0-3"),
          SettingChange.of(HostSetting.RING, "eth0", "8192"),
          new UnlimitedMemlock(),
          new SettingChange(
              HostSetting.FIRMWARE, List.of("0000:14:00.0", "PCI_WR_ORDERING"), "0", ""));

  /** Two NICs; the second is down. */
  private static final String NICS =
      """
      # ethtool -i eth0
      driver: mlx5_core
      version: 6.8
      # ethtool -i eth1
      driver: mlx5_core
      version: 6.8
      """;

  private static final String[] ALL = {"--apply", "--disruptive", "--switch-ready"};

  @TempDir private Path folder;
  private FakeMachine machine;

  @BeforeEach
  void makeMachine() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
    machine = new FakeMachine(folder);
  }

  private static FixPlan plan(List<FixStep> steps) {
    return FixPlan.of(
        steps.stream().map(step -> new Planned("node1", "eth0", false, "a.rule", step)).toList());
  }

  private static FixPlan everything() {
    return new FixPlan(
        Stream.concat(plan(ROCE).steps().stream(), plan(OTHERS).steps().stream()).toList(),
        Set.of(),
        List.of(),
        Map.of());
  }

  @Test
  void shouldPrintEachCommandAndTouchNothingUnlessTold() throws Exception {
    String before = machine.settings();
    Ran ran = machine.run(everything());
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains(
            "would  sysctl net.core.rmem_max: 212992 -> 67108864",
            "sysctl -q -w net.core.rmem_max=67108864",
            "leave  RoCE class of eth0: disruptive",
            "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0",
            "echo 0-3 > /proc/irq/77/smp_affinity_list",
            "nothing was changed");
    assertThat(machine.settings()).isEqualTo(before);
    assertThat(machine.journal()).doesNotExist();
    assertThat(machine.calls())
        .doesNotContain(" -w", " set ", "=0000", "modprobe", "--trust", "--pfc", "-A", "-G");
  }

  @Test
  void shouldChangeWhatItSaysOnceAndPutItBack() throws Exception {
    String before = machine.settings();
    Ran ran = machine.run(everything(), ALL);
    assertThat(ran.out()).doesNotContain("FAILED", "REFUSE");
    assertThat(ran.code()).isZero();
    assertThat(machine.settings())
        .contains(
            "sys/class/net/eth0/mtu=9000",
            "irq/77/smp_affinity_list=0-3",
            "acs=0011",
            "pause=off",
            "trust=dscp",
            "pfc=0 0 0 1 0 0 0 0",
            "tos=106",
            "ring=8192",
            "firmware=0",
            "irqbalance=inactive",
            "nvidia_peermem 1",
            "slurmd.service.d/90-headroom-memlock.conf=[Service]\nLimitMEMLOCK=infinity\n",
            "limits.d/90-headroom-memlock.conf=* soft memlock unlimited\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(machine.journal())))
        .isEqualTo("rw-------");

    String after = machine.settings();
    Ran again = machine.run(everything(), ALL);
    assertThat(again.out())
        .contains("nothing to do: each group is as wanted")
        .doesNotContain("done ", "would", "FAILED", "REFUSE");
    assertThat(again.code()).isZero();
    assertThat(machine.settings()).isEqualTo(after);

    Ran undone = machine.run(everything(), "--undo");
    assertThat(undone.out()).contains("back   mtu eth0: 1500").doesNotContain("FAILED", "leave");
    assertThat(machine.settings()).isEqualTo(before);
    assertThat(machine.run(everything(), "--undo").out()).startsWith("nothing to undo");
  }

  @Test
  void shouldStartServicesOfJobsBeforeLoginLimits() throws Exception {
    Ran ran = machine.run(plan(List.of(new UnlimitedMemlock())), ALL);
    assertThat(ran.out())
        .containsSubsequence(
            "done   unit_memlock slurmd.service: 8388608 -> infinity",
            "done   limits_memlock all-users: absent -> unlimited",
            "hand   Slurm gives jobs the limit of the shell",
            "hand   processes of slurmd.service keep the old limit until: systemctl restart")
        .doesNotContain("containerd");
  }

  @Test
  void shouldLeaveAWholeGroupThatDropsALinkUnlessTold() throws Exception {
    Ran ran = machine.run(everything(), "--apply");
    assertThat(ran.out())
        .contains("leave  MTU of eth0", "leave  RoCE class of eth0", "done   sysctl");
    assertThat(machine.settings()).contains("mtu=1500", "pause=on", "trust=pcp", "tos=0");
  }

  @ParameterizedTest
  @CsvSource({
    "mlnx_qos, mlnx-tools",
    "ethtool, ethtool",
    "cma_roce_tos, mlnx-tools",
  })
  void shouldRefuseAGroupBeforeItsFirstStepIfAToolIsMissing(String tool, String from)
      throws Exception {
    machine.remove(tool);
    String before = machine.settings();
    Ran ran = machine.run(plan(ROCE), ALL);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("REFUSE RoCE class of eth0: " + tool + " is missing (package " + from);
    assertThat(machine.settings()).isEqualTo(before);
    assertThat(machine.calls()).doesNotContain("--trust", "--pfc", "-A", "-t");
  }

  /** An undo needs the same tools. */
  @Test
  void shouldNotUndoHalfAGroupIfAToolIsMissing() throws Exception {
    machine.run(plan(ROCE), ALL);
    String after = machine.settings();
    machine.remove("ethtool");
    Ran ran = machine.run(plan(ROCE), "--undo");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("REFUSE ethtool is missing");
    assertThat(machine.settings()).isEqualTo(after);
  }

  @Test
  void shouldRestoreAGroupWhoseLastStepFails() throws Exception {
    String before = machine.settings();
    machine.keep("fail", "yes");
    Ran ran = machine.run(everything(), ALL);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .containsSubsequence(
            "done   trust eth0: pcp -> dscp",
            "FAILED pfc eth0: wanted 0,0,0,1,0,0,0,0, is 0,0,0,0,0,0,0,0",
            "back   trust eth0: pcp",
            "state: 'RoCE class of eth0' is as before",
            "done   mtu eth0: 1500 -> 9000");
    assertThat(machine.run(everything(), "--undo").code()).isZero();
    assertThat(machine.settings()).isEqualTo(before);
  }

  /** Each step of the group, and each signal that a terminal, an init or a shell sends. */
  @ParameterizedTest
  @CsvSource({
    "INT, ethtool -A*, 130",
    "TERM, mlnx_qos*--trust*, 143",
    "HUP, cma_roce_tos*-t*, 129",
    "INT, mlnx_qos*--pfc*, 130",
  })
  void shouldRestoreTheGroupInWhichItIsInterrupted(String signal, String call, int code)
      throws Exception {
    String before = machine.settings();
    machine.kill(signal, call);
    Ran ran = machine.run(plan(ROCE), ALL);
    assertThat(ran.code()).isEqualTo(code);
    assertThat(ran.out())
        .contains("interrupted (SIG" + signal, "state: 'RoCE class of eth0' is as before");
    assertThat(machine.settings()).isEqualTo(before);
    assertThat(machine.run(plan(ROCE), ALL).code()).isZero();
    assertThat(machine.settings()).contains("pfc=0 0 0 1", "trust=dscp", "pause=off", "tos=106");
  }

  /** A kill leaves no time: the next run restores. */
  @ParameterizedTest
  @ValueSource(
      strings = {"ethtool -A*", "mlnx_qos*--trust*", "cma_roce_tos*-t*", "mlnx_qos*--pfc*"})
  void shouldRestoreTheGroupOfAKilledRunFirst(String call) throws Exception {
    String before = machine.settings();
    machine.kill("KILL", call);
    assertThat(machine.run(plan(ROCE), ALL).code()).isEqualTo(137);
    assertThat(machine.settings()).isNotEqualTo(before);
    String half = machine.settings();
    assertThat(machine.run(plan(ROCE)).out())
        .startsWith("a run was cut short in the group 'RoCE class of eth0'");
    assertThat(machine.run(plan(ROCE), "--status").out()).startsWith("open   RoCE class of eth0");
    assertThat(machine.settings()).isEqualTo(half);

    Ran undone = machine.run(plan(ROCE), "--undo");
    assertThat(undone.out()).contains("its old values come back first");
    assertThat(machine.settings()).isEqualTo(before);

    Ran again = machine.run(plan(ROCE), ALL);
    assertThat(again.code()).isZero();
    machine.run(plan(ROCE), "--undo");
    assertThat(machine.settings()).isEqualTo(before);
  }

  @Test
  void shouldUndoAfterABootWhatOutlastsIt() throws Exception {
    String before = machine.settings();
    machine.run(everything(), ALL);
    String unit = machine.settings();
    assertThat(unit).contains("LimitMEMLOCK=infinity");
    // A boot resets registers, interfaces and modules, and numbers interrupts anew.
    machine.file("proc/sys/kernel/random/boot_id", "second-boot");
    machine.keep("acs", "001d");
    machine.file("sys/class/net/eth0/mtu", "1500");
    machine.keep("pause", "on");
    machine.keep("ring", "512");
    Ran ran = machine.run(everything(), "--undo");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains(
            "fine   mtu eth0 is 1500 as before",
            "gone   irq 77",
            "gone   ring eth0 is 512: the machine has booted since",
            "back   firmware 0000:14:00.0 PCI_WR_ORDERING: 1",
            "back   unit_memlock slurmd.service",
            "hand   something sets trust eth0 at boot: remove that too");
    machine.file("proc/irq/77/smp_affinity_list", "4-7");
    machine.keep("ring", "1024");
    machine.file("proc/sys/kernel/random/boot_id", "first-boot");
    assertThat(machine.settings()).isEqualTo(before);
  }

  @Test
  void shouldLeaveAValueThatSomethingElseSetSince() throws Exception {
    FixPlan mtu = plan(List.of(SettingChange.of(HostSetting.MTU, "eth0", "9000")));
    machine.run(mtu, ALL);
    machine.file("sys/class/net/eth0/mtu", "4200");
    Ran ran = machine.run(mtu, "--undo");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("leave  mtu eth0 is 4200", "its old value is 1500");
    assertThat(machine.settings()).contains("mtu=4200");
  }

  @Test
  void shouldAskForTheSwitchBeforePfcAndMtu() throws Exception {
    FixPlan plan =
        new FixPlan(
            everything().steps(),
            Set.of(),
            List.of(new Cable("node1", "eth0", "leaf1", "Ethernet3")),
            Map.of());
    String before = machine.settings();
    assertThat(machine.run(plan, "--disruptive").out())
        .contains("before asks: is PFC on for priority 3, with ECN marks, at the switch port of");
    Ran ran = machine.run(plan, "--apply", "--disruptive");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains(
            "REFUSE RoCE class of eth0: is PFC on for priority 3",
            "(leaf1 Ethernet3)",
            "REFUSE MTU of eth0: does the switch port of eth0 (leaf1 Ethernet3) take frames of 9018");
    machine.run(plan, "--undo");
    assertThat(machine.settings()).isEqualTo(before);
  }

  @Test
  void shouldLookAtLldpBeforeItAsks() throws Exception {
    machine.tool("lldptool", "printf 'IEEE 8021QAZ PFC TLV\\n\\t PFC enabled: 4 \\n'");
    machine.tool("lldpcli", "printf '    MFS:          1522\\n'");
    Ran refused = machine.run(everything(), ALL);
    assertThat(refused.out())
        .contains(
            "REFUSE RoCE class of eth0: the switch port of eth0 has PFC on for: 4",
            "REFUSE MTU of eth0: the switch port of eth0 takes frames of 1522 bytes");
    assertThat(machine.kept("trust")).isEqualTo("pcp");

    machine.tool("lldptool", "printf 'IEEE 8021QAZ PFC TLV\\n\\t PFC enabled: 3 4 \\n'");
    machine.tool("lldpcli", "printf '    MFS:          9236\\n'");
    Ran ran = machine.run(everything(), "--apply", "--disruptive");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("LLDP says that PFC is on for priority 3", "takes frames of 9236 bytes");
  }

  @Test
  void shouldNotSetPfcThatFirmwareTakesFromTheSwitch() throws Exception {
    machine.keep("dcbx", "Firmware controlled");
    Ran ran = machine.run(plan(ROCE), ALL);
    assertThat(ran.out()).contains("REFUSE RoCE class of eth0: firmware controls PFC of eth0");
    assertThat(machine.kept("trust")).isEqualTo("pcp");
  }

  @Test
  void shouldPutSwitchesFirstAndNotMixMachines() throws Exception {
    FixPlan plan =
        new FixPlan(
            List.of(
                new Planned("node1", "a.rule", ACS),
                new Planned("leaf1", "switch.ecn-off", ManualStep.of("set ecn to ecn_all")),
                new Planned("leaf2", "switch.ecn-off", ManualStep.of("set ecn to ecn_all"))),
            Set.of("leaf1", "leaf2"),
            List.of(new Cable("node1", "eth0", "leaf1", "Ethernet3")),
            Map.of());
    assertThat(FixScript.of(plan))
        .containsSubsequence("for_host 'leaf1' switch", "for_host 'leaf2' switch", "'node1' ''");
    assertThat(machine.run(plan).out())
        .startsWith("== node1\nfirst  leaf1: its part comes before")
        .doesNotContain("leaf2");
    assertThat(machine.run(plan, "--host", "leaf1").out())
        .isEqualTo(
            """
            == leaf1 (switch)
            hand   switch.ecn-off: set ecn to ecn_all
            nothing was read or changed: this is the part of another machine
            """);
  }

  @Test
  void shouldRefuseThePartOfAnotherMachine() throws Exception {
    FixPlan other = FixPlan.of(List.of(new Planned("node2", "a.rule", ACS)));
    String before = machine.settings();
    Ran ran = machine.run(other, "--apply");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).startsWith("no changes for node1.example: this file is for node2");
    Ran forced = machine.run(other, "--apply", "--host", "node2");
    assertThat(forced.code()).isEqualTo(2);
    assertThat(forced.out()).contains("run --apply on node2");
    assertThat(machine.run(other, "--host", "node2").out())
        .contains("step   pci_field 0000:12:00.0 ECAP_ACS+6.w", "setpci -s 0000:12:00.0");
    assertThat(machine.calls()).doesNotContain("setpci");
    assertThat(machine.settings()).isEqualTo(before);
    assertThat(machine.run(other, "--apply", "--this-is", "node2").code()).isZero();
    assertThat(machine.kept("acs")).isEqualTo("0011");
  }

  @Test
  void shouldNotApplyAPartOfNoMachineByItself() throws Exception {
    FixPlan unnamed = FixPlan.of(List.of(new Planned("", "a.rule", ACS)));
    assertThat(machine.run(unnamed, "--apply").out()).contains("--this-is ''");
    assertThat(machine.kept("acs")).isEqualTo("001d");
    assertThat(machine.run(unnamed, "--apply", "--this-is", "").code()).isZero();
    assertThat(machine.kept("acs")).isEqualTo("0011");
  }

  @Test
  void shouldNotTakeAHostOfNoSuchNameForOneInOrder() throws Exception {
    FixPlan other = FixPlan.of(List.of(new Planned("node2", "a.rule", ACS)));
    Ran ran = machine.run(other, "--host", "node3");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).contains("no changes for node3: this file is for node2");
    assertThat(machine.run(FixPlan.of(List.of())).out())
        .isEqualTo("nothing to change: the audit proposes no changes\n");
  }

  /** Of two hosts that are one up to the first dot, each gets its own part. */
  @Test
  void shouldTellHostsOfTwoDomainsApart() throws Exception {
    FixPlan both =
        FixPlan.of(
            List.of(
                new Planned("node1.example", "a.rule", ManualStep.of("swap the cable")),
                new Planned("node1.other", "a.rule", ManualStep.of("swap the optic"))));
    assertThat(machine.run(both).out()).contains("hand   a.rule: swap the cable\n");
    assertThat(machine.run(both, "--host", "node1.other").out())
        .contains("hand   a.rule: swap the optic\n");
    assertThat(machine.run(both, "--host", "node1").code()).isEqualTo(2);
  }

  @Test
  void shouldMakeTuningsOnlyIfAsked() throws Exception {
    String before = machine.settings();
    FixPlan plan =
        new FixPlan(
            List.of(
                new Planned(
                    "node1",
                    "",
                    true,
                    "tcp.receive-buffer-limit",
                    SettingChange.of(HostSetting.SYSCTL, "net.core.rmem_max", "67108864")),
                new Planned("node1", "a.rule", ACS)),
            Set.of(),
            List.of(),
            Map.of("node1", TuningProfile.THROUGHPUT.groups(TuningProfileTest.host(NICS))));
    Ran fixes = machine.run(plan, "--apply");
    assertThat(fixes.out())
        .contains("done   pci_field", "tuning sysctl net.core: only with --tunings");
    assertThat(machine.settings()).contains("rmem_max=212992", "cpu0/cpufreq/scaling_governor=pow");

    Ran ran = machine.run(plan, "--apply", "--tunings");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("skip   eth1 is not up");
    assertThat(machine.settings())
        .contains(
            "cpu0/cpufreq/scaling_governor=performance",
            "cpu1/cpufreq/scaling_governor=performance",
            // Near CPUs first, and the interrupt of events stays.
            "irq/76/smp_affinity_list=4-7",
            "irq/77/smp_affinity_list=4\n",
            "irq/78/smp_affinity_list=5\n",
            "irq/79/smp_affinity_list=0\n",
            "irqbalance=inactive",
            "nocache=off",
            "lro=on",
            "rmem_max=67108864");
    machine.run(plan, "--undo");
    assertThat(machine.settings()).isEqualTo(before);
  }

  @Test
  void shouldAuditAgainAndSayWhatIsLeft() throws Exception {
    FixPlan plan = FixPlan.of(List.of(new Planned("node1", "pcie.acs-redirect", ACS)));
    assertThat(machine.run(plan, "--apply").out())
        .contains("next   headroom is not in PATH: run headroom audit --only pcie.acs-redirect");
    machine.run(plan, "--undo");
    Path headroom = folder.resolve("user/headroom");
    Files.createDirectories(headroom.getParent());
    Files.writeString(headroom, "#!/bin/sh\necho \"finding by $*\"\nexit 1\n");
    Files.setPosixFilePermissions(headroom, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(machine.run(plan, "--apply").out())
        .contains(
            """
            audit  headroom audit --only pcie.acs-redirect
            finding by audit --only pcie.acs-redirect
            left   the findings above
            """);
    // Nothing changed, so there is nothing to look at again.
    assertThat(machine.run(plan, "--apply").out()).doesNotContain("finding by");
  }

  /** The kernel prints 4,5,6,7 as 4-7. A tuning may have put it on one of the CPUs. */
  @ParameterizedTest
  @CsvSource({"'4,5,6,7', fine", "'4-5,6-7', fine", "4-6, would", "'4-7,9', fine"})
  void shouldTakeCpusForAllThatListsThem(String wanted, String word) throws Exception {
    SettingChange change = SettingChange.of(HostSetting.IRQ, "77", wanted);
    assertThat(machine.run(plan(List.of(change))).out()).contains("\n" + word + "  ");
  }

  /** Two rules want the same, and a third another value: the first one counts. */
  @Test
  void shouldSetOneSettingOnce() {
    String script =
        FixScript.of(
            FixPlan.of(
                List.of(
                    new Planned(
                        "node1", "a.one", SettingChange.of(HostSetting.MTU, "eth0", "9000")),
                    new Planned(
                        "node1", "a.two", SettingChange.of(HostSetting.MTU, "eth0", "9000")),
                    new Planned(
                        "node1", "a.three", SettingChange.of(HostSetting.MTU, "eth0", "4200")))));
    assertThat(script)
        .containsOnlyOnce("change mtu")
        .contains("change mtu 'eth0' '' '9000' yes 'a.one, a.two");
  }

  @Test
  void shouldSayWhatIsLeftToHands() throws Exception {
    Ran ran = machine.run(plan(List.of(ManualStep.of("swap \\n the cable"))));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("hand   a.rule: swap \\n the cable\n");
  }

  @Test
  void shouldRefuseAGroupThatItCannotRead() throws Exception {
    FixPlan plan =
        plan(
            List.of(
                SettingChange.of(HostSetting.SYSCTL, "net.core.rmem_max", "1"),
                SettingChange.of(HostSetting.SYSCTL, "net.core.no_such", "1")));
    Ran ran = machine.run(plan, "--apply");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("REFUSE sysctl net.core: sysctl net.core.no_such cannot be read");
    assertThat(machine.settings()).contains("rmem_max=212992");
  }

  @Test
  void shouldRunNothingOfStrangeWords() throws Exception {
    String evil = "x'; touch " + folder.resolve("pwned") + "; echo '\n touch pwned \u2028 # $(id)";
    FixPlan plan =
        new FixPlan(
            List.of(
                new Planned("node1", "eth0", false, evil, ACS),
                new Planned("node1", evil, ManualStep.of(evil)),
                new Planned("node1", "a.b", SettingChange.of(HostSetting.MTU, "eth0", "9000")),
                new Planned("'; touch pwned; '", "a.rule", ACS)),
            Set.of("'; touch pwned; '"),
            List.of(new Cable("node1", "eth0", evil, evil)),
            Map.of());
    assertThat(machine.run(plan, ALL).code()).isZero();
    assertThat(machine.run(plan, "--host", "'; touch pwned; '").code()).isZero();
    assertThat(folder.resolve("pwned")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm\t-rf\t/\tx\ty",
        "file\t/etc/passwd\t-\told\tnew",
        "file\t/sys/../etc/passwd\t-\told\tnew",
        "mtu\t-x\t-\t1500\t9000"
      })
  void shouldRestoreNothingOfADamagedStateFile(String row) throws Exception {
    machine.file(
        "var/lib/headroom/changes",
        "G\tg1\tfirst-boot\tnow\ta group\nO\tg1\t" + row + "\nE\tg1\tapplied");
    Ran ran = machine.run(plan(ROCE), "--undo");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("the state file is damaged");
  }

  @Test
  void shouldNotFollowALinkInPlaceOfTheStateFile() throws Exception {
    Path target = Files.writeString(folder.resolve("target"), "mine\n");
    Files.createDirectories(machine.journal().getParent());
    Files.createSymbolicLink(machine.journal(), target);
    Ran ran = machine.run(plan(OTHERS), "--apply");
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.out()).contains("nothing is changed");
    assertThat(target).hasContent("mine");
  }

  /** The kernel's own settings, in a network namespace of which the test is root. */
  @Test
  void shouldWorkOnALinuxKernel() throws Exception {
    FixPlan plan =
        FixPlan.of(
            List.of(
                new Planned("here", "mtu", SettingChange.of(HostSetting.MTU, "lo", "9000")),
                new Planned(
                    "here",
                    "tcp.same-subnet",
                    SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.arp_ignore", "1")),
                new Planned(
                    "here",
                    "tcp.same-subnet",
                    SettingChange.of(HostSetting.SYSCTL, "net.ipv4.conf.all.arp_announce", "2"))));
    Path script = Files.writeString(folder.resolve("fix.sh"), FixScript.of(plan));
    String look =
        "cat /sys/class/net/lo/mtu; sysctl -n net.ipv4.conf.all.arp_ignore"
            + " net.ipv4.conf.all.arp_announce; ";
    String here = "sh " + script + " --this-is here --state " + folder.resolve("kept") + " ";
    Process process =
        new ProcessBuilder(
                "unshare",
                "--net",
                "--mount",
                "--map-root-user",
                "sh",
                "-c",
                "mount -t sysfs none /sys && command -v ip sysctl >/dev/null || exit 77; "
                    + look
                    + here
                    + "--apply --disruptive --switch-ready </dev/null; "
                    + look
                    + here
                    + "--undo; "
                    + look)
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Assumptions.assumeTrue(process.waitFor() != 77, "no namespaces, or no ip and sysctl");
    assertThat(out)
        .containsSubsequence(
            "65536\n0\n0\n",
            "done   mtu lo: 65536 -> 9000",
            "done   sysctl net.ipv4.conf.all.arp_ignore: 0 -> 1",
            "9000\n1\n2\n",
            "back   mtu lo: 65536",
            "65536\n0\n0\n");
  }
}
