package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of the kernel's log that report trouble, and lines that look like it and do not. */
final class KernelLogTest {
  private static final String UNKNOWN = "kernel.unknown-messages";

  private static String at(String line) {
    return "[  204.000000] " + line + "\n";
  }

  private static List<String> rules(String log) {
    return Pasted.findings(log).stream().map(Finding::rule).distinct().toList();
  }

  /** One line, and one that differs in what makes it a fault. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "rdma.out-of-doorbells|mlx5_core 0000:18:00.0: mlx5_cmd_check:795:(pid 5): ALLOC_UAR(0x802) op_mod(0x0) failed, status limits exceeded(0x8), syndrome (0x5a7939)|mlx5_core 0000:18:00.0: mlx5_cmd_check:795:(pid 5): ALLOC_UAR(0x802) op_mod(0x0) failed, status bad parameter(0x3), syndrome (0x1)",
        "rdma.out-of-memory-keys|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:800:(pid 5): CREATE_MKEY(0x200) op_mod(0x0) failed, status no resources(0xf), syndrome (0x18af6), err(-12)|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:800:(pid 5): CREATE_MKEY(0x200) op_mod(0x0) failed, status bad parameter(0x3), syndrome (0x2), err(-22)",
        "rdma.nic-limits|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:800:(pid 5): CREATE_CQ(0x400) op_mod(0x0) failed, status limits exceeded(0x8), syndrome (0x1), err(-12)|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:800:(pid 5): CREATE_MKEY(0x200) op_mod(0x0) failed, status limits exceeded(0x8), syndrome (0x1), err(-12)",
        "gpudirect.peermem-invalid|nvidia_peermem: disagrees about version of symbol ib_register_peer_memory_client|nvidia-peermem nv_get_p2p_free_callback:127 ERROR detected invalid context, skipping further processing",
        "gpu.xid-other|NVRM: Xid (PCI:0000:18:00): 137, pid=5, NVLink FLA privilege error|NVRM: Xid (PCI:0000:18:00): 43, pid=5, name=python, Ch 00000010",
        "gpu.nvswitch-nonfatal|nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress non-posted PRIV error (First)|nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 12028, Severity 0 Engine instance 32 Sub-engine instance 00",
        "gpu.amd-memory-error|amdgpu 0000:18:00.0: amdgpu: 2 uncorrectable hardware errors detected in umc block|amdgpu 0000:18:00.0: amdgpu: 0 uncorrectable hardware errors detected in umc block",
        "link.nic-firmware-error|ionic 0000:18:00.0: FW heartbeat stalled at 3447|ionic 0000:18:00.0: FW heartbeat restored at 3448",
        "pcie.slot-link-down|pcieport 0000:17:01.0: pciehp: Slot(3): Link Down|pcieport 0000:17:01.0: pciehp: Slot(3): Link Up",
        "kernel.memory-error|EDAC MC0: 1 UE memory read error on CPU_SrcID#0|EDAC MC0: Giving out device to module i10nm_edac controller Intel_10nm Socket#0",
        "kernel.machine-check|mce: [Hardware Error]: CPU 4: Machine Check: 0 Bank 7: Uncorrected|mce: CPU0: Thermal monitoring enabled (TM1)",
        "kernel.hung-task|INFO: task nvidia-smi:1234 blocked for more than 120 seconds.|INFO: lockdep is turned off.",
        "kernel.cpu-stuck|watchdog: BUG: soft lockup - CPU#28 stuck for 22s! [pt_main_thread:123]|watchdog: Delayed init of the lockup detector failed: 0",
        "kernel.crash-in-library|a.out[1]: segfault at 7 ip 0 sp 0 error 4 in libucp.so.0.0.0[7f+1]|a.out[1]: segfault at 7 ip 0 sp 0 error 4 in libc.so.6[7f+1]",
        "kernel.crashed-program|a.out[1]: segfault at 7 ip 0 sp 0 error 4 in libc.so.6[7f+1]|a.out[1]: segfault at 7 ip 0 sp 0 error 4 in libmlx5.so.1[7f+1]",
        "gid.add-failed|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:803:(pid 5): SET_ROCE_ADDRESS(0x761) op_mod(0x0) failed, status bad parameter(0x3), syndrome (0x63c66), err(-22)|mlx5_core 0000:18:00.0: RoCE is disabled",
      })
  void shouldTellFaultsApart(String rule, String sick, String well) {
    assertThat(Pasted.findings(rule, at(sick))).hasSize(1);
    assertThat(Pasted.findings(rule, at(well))).isEmpty();
  }

  /** The one that fits is named, and no second one for the same line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "link.nic-register-refused|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:838:(pid 5): ACCESS_REG(0x805) op_mod(0x1) failed, status bad parameter(0x3), syndrome (0x6c4d48), err(-22)",
        "link.nic-command-refused|mlx5_core 0000:18:00.0: mlx5_cmd_out_err:838:(pid 5): ACCESS_REG(0x805) op_mod(0x1) failed, status internal error(0x1), syndrome (0x1), err(-5)",
        "gpu.reset-in-log|NVRM: GPU0 GspRmAlloc: GspRmAlloc failed: hClient=0xc1e00006; Reset required [NV_ERR_RESET_REQUIRED] (0x00000062)",
        "gpu.program-error|NVRM: Xid (PCI:0000:18:00): 13, pid=1, Graphics SM Warp Exception on (GPC 7, TPC 7, SM 0): Illegal Instruction Parameter",
        "kernel.out-of-memory|Out of memory: Killed process 1234 (python) total-vm:100kB",
        "tcp.martian-source|IPv4: martian source 10.0.0.5 from 10.0.1.7, on dev ens1f0np0",
      })
  void shouldNameOneRule(String rule, String line) {
    assertThat(rules(at(line))).containsExactly(rule);
  }

  @Test
  void shouldWeighFewCallbacksOfPeermemAsANote() {
    String line =
        at(
            "nvidia-peermem nv_get_p2p_free_callback:127 ERROR detected invalid context, skipping further processing");
    assertThat(Pasted.findings(line))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("gpudirect.peermem-callback");
          assertThat(finding.severity()).isEqualTo(Severity.INFO);
          assertThat(finding.remedy().fix().steps().toString()).doesNotContain("drain");
        });
    assertThat(Pasted.findings(line.repeat(40)))
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void shouldNameTheDevicesOfLines() {
    String log =
        IntStream.of(1, 2, 1, 3, 4)
            .mapToObj(bus -> at("mlx5_core 0000:%d8:00.1 eth%d: Link down".formatted(bus, bus)))
            .collect(Collectors.joining());
    assertThat(Pasted.findings("link.flaps-in-log", log))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.place().part())
              .isEqualTo("0000:18:00.1, 0000:28:00.1, 0000:38:00.1 and 1 more");
          assertThat(finding.message()).isEqualTo("links went down (5 lines)");
        });
  }

  @Test
  void shouldGroupLinesThatNoRuleKnowsByDriverAndDevice() {
    String log =
        at("bnxt_en 0000:18:00.0 eth0: Unable to allocate ring 5")
            + at("bnxt_en 0000:28:00.0 eth1: Unable to allocate ring 7")
            + at("bnxt_en 0000:18:00.0 eth0: Unable to allocate ring 6")
            + at("irdma 0000:38:00.0: something was lost")
            + at("bnxt_en 0000:18:00.0 eth0: NIC Link is Up, 100000 Mbps");
    List<Finding> findings = Pasted.findings(UNKNOWN, log);
    assertThat(findings)
        .extracting(finding -> finding.place().part() + ": " + finding.message())
        .containsExactly(
            "bnxt_en: no rule covers 3 messages of bnxt_en (0000:18:00.0: 2, 0000:28:00.0: 1)",
            "irdma: no rule covers a message of irdma (0000:38:00.0)");
    assertThat(findings).allMatch(finding -> finding.severity() == Severity.WARNING);
    assertThat(findings.getFirst().evidence()).as("one example of each kind").hasSizeLessThan(3);
  }

  /** The level tells of trouble where no word does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kern  :err   : [  204.000000] mlx5_core 0000:18:00.0: new words of an odd thing|WARNING",
        "3,17,204000000,-;mlx5_core 0000:18:00.0: new words of an odd thing|WARNING",
        "<3>[  204.000000] mlx5_core 0000:18:00.0: new words of an odd thing|WARNING",
        "kern  :crit  : [  204.000000] newdriver 0000:18:00.0: new words of an odd thing|INFO",
        "kern  :info  : [  204.000000] mlx5_core 0000:18:00.0: new words of an odd thing|",
        "6,17,204000000,-;mlx5_core 0000:18:00.0: new words of an odd thing|",
      })
  void shouldHeedTheLevel(String line, Severity severity) {
    assertThat(Pasted.findings(UNKNOWN, line + "\n"))
        .extracting(Finding::severity)
        .isEqualTo(severity == null ? List.of() : List.of(severity));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "perf: interrupt took too long (2501 > 2500), lowering kernel.perf_event_max_sample_rate to 79750",
        "ERST: Error Record Serialization Table (ERST) support is initialized.",
        "RAS: Correctable Errors collector initialized.",
        "MCE: In-kernel MCE decoding enabled.",
        "mce: CPU0: Thermal monitoring enabled (TM1)",
        "pcieport 0000:17:01.0: DPC: error containment capabilities: Int Msg #0, RPExt+ PoisonedTLP+",
        "pcieport 0000:17:01.0: AER: enabled with IRQ 42",
        "nvidia: module verification failed: signature and/or required key missing - tainting kernel",
        "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build",
        "nvidia-nvlink: Nvlink Core is being initialized, major device number 510",
        "mlx5_core 0000:18:00.0: mlx5_pcie_event:301:(pid 900): PCIe slot advertised sufficient power (75W).",
        "mlx5_core 0000:18:00.0: Port module event: module 0, Cable plugged",
        "mlx5_core 0000:18:00.0: Rate limit: 127 rates are supported, range: 0Mbps to 195312Mbps",
        "mlx5_core 0000:18:00.0: E-Switch: Total vports 2, per vport: max uc(128) max mc(2048)",
        "mlx5_core 0000:18:00.0: mlx5e: IPSec ESP acceleration enabled",
        "mlx5_cmd_out_err: 353031 callbacks suppressed",
        "ice 0000:18:00.0: The DDP package was successfully loaded: ICE OS Default Package version 1.3.36.0",
        "bnxt_en 0000:18:00.0 eth0: Broadcom BCM57508 NetXtreme-E found at mem 21dffe10000, node addr 0",
        "ena 0000:00:05.0: Elastic Network Adapter (ENA) v2.12.0g",
        "amdgpu 0000:18:00.0: amdgpu: RAS: optional ras ta ucode is not available",
        "DMAR: Host address width 52",
        "AMD-Vi: Interrupt remapping enabled",
        "EDAC MC0: Giving out device to module i10nm_edac controller Intel_10nm Socket#0 IMC#0",
        "ACPI BIOS Error (bug): Could not resolve symbol [_SB.PC00], AE_NOT_FOUND (20230628/psargs-330)",
        "usb 1-14: device descriptor read/64, error -71",
        "acpi PNP0A08:00: _OSC: platform does not support [AER LTR DPC]",
        "pci 0000:17:00.0: BAR 7: failed to assign [io  size 0x1000]",
        "nvme nvme0: Shutdown timeout set to 8 seconds",
        "systemd[1]: Failed to start something",
        "infiniband mlx5_0: registered",
      })
  void shouldLeaveNormalLinesAlone(String line) {
    assertThat(rules(at(line))).isEmpty();
    assertThat(rules("[    0.000000] Linux version 6.8.0\n" + at(line))).isEmpty();
  }

  /** A site's rule makes a line known. */
  @Test
  void shouldPassALogWithoutTrouble() {
    List<RuleOutcome> outcomes =
        Audit.of(
            List.of(Pasted.host(at("mlx5_core 0000:18:00.0: firmware version: 28.41.1000"))),
            dev.headroom.audit.rules.RuleCatalogue.all());
    assertThat(outcomes)
        .filteredOn(outcome -> outcome.ruleInfo().id().equals(UNKNOWN))
        .allMatch(outcome -> outcome.passed() == 1);
  }

  /** Somebody cut off the times. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EDAC MC0: 1 UE memory read error on CPU_SrcID#0_MC#0_Chan#0_DIMM#0",
        "VFS: file-max limit 1000000 reached",
        "nf_conntrack: nf_conntrack: table full, dropping packet",
        "watchdog: BUG: soft lockup - CPU#28 stuck for 22s! [pt_main_thread:123]",
        "infiniband mlx5_0: create_mkey_warn:158:(pid 0): async reg mr failed. status -121",
        "Out of memory: Killed process 1234 (python) total-vm:100kB",
        "pt_main_thread[25]: segfault at 7f79 ip 00007f7c sp 00007f7c error 4 in libnccl.so.2[7f7c+d3]",
        "amdgpu 0000:c3:00.0: amdgpu: 2 uncorrectable hardware errors detected in umc block",
        "irdma 0000:38:00.0: requesting reset",
      })
  void shouldReadLinesWithoutATime(String line) {
    assertThat(rules(line + "\n")).hasSize(1);
  }
}
