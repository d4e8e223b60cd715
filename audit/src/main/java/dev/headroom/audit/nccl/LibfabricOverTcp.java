package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.regex.Pattern;

/** Rule that reports libfabric providers without RDMA under the OFI plugin of NCCL. */
final class LibfabricOverTcp extends JobRule {
  static final String ID = "nccl.libfabric-over-tcp";

  /**
   * As the plugin prints it of all ages, {@code Selected Provider is sockets}. Providers are those
   * of fi_provider(7); a utility provider stands behind a semicolon, {@code tcp;ofi_rxm}.
   */
  private static final Pattern CHOSEN =
      Pattern.compile("NET/OFI Selected [Pp]rovider is (?:tcp|sockets|udp|net)\\b");

  private static final Pattern OTHER =
      Pattern.compile("NET/OFI Selected [Pp]rovider is (?!tcp|sockets|udp|net\\b)\\w");

  private static final int MOST = 3;

  LibfabricOverTcp() {
    super(
        RuleInfo.error(ID)
            .title("libfabric uses an RDMA provider")
            .inputs(LOG + ", with the line 'Selected provider is'")
            .cause(
                "The OFI plugin starts on any provider, and NCCL then names the plugin as its "
                    + "network. With the provider tcp all traffic between nodes uses TCP sockets. "
                    + "libfabric found no RDMA provider: the device, its driver or its library is "
                    + "missing where the job runs, or FI_PROVIDER names another one.")
            .modes(4)
            .source(
                "aws/aws-ofi-nccl, src/nccl_ofi_net.cpp; libfabric, fi_provider(7), fi_tcp(7); "
                    + "AWS, Get started with EFA and NCCL"));
  }

  /** The lines that say so. */
  static List<Evidence> lines(JobLog log) {
    return log.lines(CHOSEN);
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Evidence> chosen = lines(log);
    if (chosen.isEmpty()) {
      if (!log.lines(OTHER).isEmpty()) {
        to.pass();
      } else {
        to.notApplicable(host.name(), "no line of the OFI plugin names a provider");
      }
      return;
    }
    boolean several = log.hasSeveralNodes();
    to.finding(
            host.name(),
            log.part(),
            several
                ? "libfabric chose TCP, and all traffic between nodes uses it"
                : "libfabric chose TCP; on several nodes all traffic between them uses it")
        .severity(several ? Severity.ERROR : Severity.WARNING)
        .addEvidence(chosen.stream().limit(MOST).toList())
        .fix(() ->
            Fix.advice(
                "run fi_info where the job runs, and compare its providers with the NICs (efa on "
                    + "AWS, cxi on Slingshot, verbs;ofi_rxm on InfiniBand and RoCE); make the "
                    + "device files available in the container; then set FI_PROVIDER to that "
                    + "provider, so that the job does not start without it"))
        .report();
  }
}
