package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.rdma.IbstatReader;
import java.util.List;

/** Rule that reports an RDMA device that ibstat lists and cannot read. */
final class UnreadableDevice extends HostRule {
  private static final String IBSTAT = "ibstat";

  /** The name that old versions try where no device exists. */
  private static final String FALLBACK = "mthca0";

  UnreadableDevice() {
    super(
        RuleInfo.error("rdma.device-gone")
            .title("ibstat can read each RDMA device")
            .inputs(IBSTAT)
            .cause(
                "The device is listed, and its files are gone or unreadable: its driver lost "
                    + "it, its firmware stopped, or it left the PCIe bus. In a container the "
                    + "device may belong to another namespace. Jobs that name it do not start.")
            .source("rdma-core, infiniband-diags/ibstat.c; leptonai/gpud#752"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Fact> gone = host.facts().all(Subject.host(), IbstatReader.UNREADABLE);
    gone.forEach(fact ->
        to.finding(
                host.name(),
                fact.value(),
                fact.value().equals(FALLBACK)
                    ? "ibstat finds no RDMA device"
                    : "ibstat cannot read the device, so it is gone")
            .addEvidence(fact.evidence())
            .fix(() ->
                Fix.advice(
                    "compare ls /sys/class/infiniband with lspci, and look in dmesg for "
                        + "mlx5_core or the NIC's driver (health, fallen off, probe failed), "
                        + "AER and DPC; reload the driver on a drained node, or power cycle the "
                        + "machine if lspci lacks the card"))
            .report());
    if (!gone.isEmpty()) {
      return;
    }
    boolean read =
        host.facts().subjects(SubjectKind.RDMA).stream()
            .anyMatch(device -> host.facts().text(device, "present").isReported());
    if (read) {
      to.pass();
    } else {
      to.missingInput(host.name(), IBSTAT);
    }
  }
}
