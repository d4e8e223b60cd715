package dev.headroom.audit.host;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.audit.rulefile.RuleFile;
import dev.headroom.audit.rulefile.RuleKind;
import java.util.List;
import java.util.stream.Stream;

/** All rules about the host around the NIC. */
public final class HostRules {
  private HostRules() {}

  public static List<Rule> all() {
    List<Rule> log = table("kernel-log.yaml", MachineLogRule.KIND);
    return Stream.of(
            machine(),
            table("gpu-status.yaml", StatusRule.KIND),
            table("machine-status.yaml", StatusRule.KIND),
            table("counters.yaml", CounterRule.KIND),
            QosRules.all(),
            CongestionRules.all(),
            table("settings.yaml", SysctlRule.KIND),
            log,
            List.<Rule>of(new UnknownKernelLines(log)),
            table("fabric-manager-log.yaml", MachineLogRule.KIND),
            table("device-plugin-log.yaml", MachineLogRule.KIND),
            table("opensm-log.yaml", MachineLogRule.KIND),
            table("gpu-tools.yaml", MachineLogRule.KIND),
            table("event-log.yaml", SystemEventRule.KIND),
            UnlikeSiblings.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Rule> table(String file, RuleKind kind) {
    return RuleFile.builtIn(HostRules.class, file, kind);
  }

  private static List<Rule> machine() {
    return List.of(
        new PeerMemory(),
        new TopologyDistance(),
        new PeerAccess(),
        new GpuWithoutNvlink(),
        new FabricState(),
        new FailedDiagnostics(),
        FailedHealthChecks.ofNetwork(),
        FailedHealthChecks.ofNode(),
        new GpuErrorMetrics(),
        new DevlinkHealth(),
        new MemoryLockLimit(),
        new ConfiguredLimits(),
        new IommuTranslation(),
        new InterruptNumaNode(),
        new SameSubnet(),
        new RdmaOutsideLossless(),
        new HugePages(),
        new GpuFallback(),
        new CpuGovernor(),
        new GpuClocks(),
        new GpuPowerLimit(),
        new NouveauDriver(),
        new TcpRetransmissions());
  }
}
