package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.pci.PciTopology;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.rdma.IbstatusReader;
import dev.headroom.formats.read.OutputCompleteness;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rule that reports an RDMA-capable NIC without an RDMA device in the kernel. */
final class NoRdmaDevices extends HostRule {
  private static final String IBSTATUS = "ibstatus, or ls /sys/class/infiniband";
  private static final String LSPCI = "lspci";

  NoRdmaDevices() {
    super(
        RuleInfo.error("rdma.no-devices")
            .title("a machine with RDMA NICs has RDMA devices")
            .inputs(IBSTATUS, LSPCI)
            .cause(
                "/sys/class/infiniband is empty. The RDMA part of the driver (mlx5_ib, bnxt_re, "
                    + "irdma) is not loaded, failed, or was built for another kernel. Programs "
                    + "that use RDMA fail, or fall back to TCP. In a container the devices may "
                    + "belong to another network namespace.")
            .modes(1)
            .source("rdma-core, infiniband-diags/scripts/ibstatus; open-mpi users' list, 2012-12"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Evidence> refused =
        host.facts().all(IbstatusReader.REFUSAL, IbstatusReader.WITHOUT_FILES).stream()
            .filter(fact -> fact.value().equals("*"))
            .map(Fact::evidence)
            .toList();
    List<Evidence> empty =
        host.facts().all(Subject.host(), OutputCompleteness.NO_DEVICES).stream()
            .map(Fact::evidence)
            .toList();
    List<PciDevice> nics = PciTopology.of(host).rdmaFunctions();
    if (refused.isEmpty() && empty.isEmpty()) {
      if (host.rdmaPorts().isEmpty() && !isListed(host)) {
        to.missingInput(host.name(), IBSTATUS);
      } else {
        to.pass();
      }
    } else if (nics.isEmpty()) {
      to.missingInput(host.name(), LSPCI);
    } else {
      to.finding(
              host.name(),
              "",
              (refused.isEmpty() ? "/sys/class/infiniband has" : "ibstatus finds")
                  + " no RDMA device, but lspci has "
                  + nics.stream().map(PciDevice::address).collect(Collectors.joining(", ")))
          .addEvidence(
              Stream.of(refused.stream(), empty.stream(), lines(nics))
                  .flatMap(each -> each)
                  .toList())
          .fix(() ->
              Fix.advice(
                  "lsmod | grep -e _ib -e bnxt_re -e irdma, and modprobe mlx5_ib (or the NIC's "
                      + "own driver); if dmesg reports symbol or version errors, reinstall the "
                      + "driver for the running kernel (mlnxofedinstall --add-kernel-support, or "
                      + "the distribution's rdma-core)"))
          .report();
    }
  }

  private static boolean isListed(HostFacts host) {
    return host.rdmaDevices().stream()
        .anyMatch(device -> host.facts().text(device.subject(), "listed").isReported());
  }

  private static Stream<Evidence> lines(List<PciDevice> nics) {
    return nics.stream()
        .map(PciDevice::kind)
        .map(ReportedValue::findEvidence)
        .flatMap(each -> each.stream());
  }
}
