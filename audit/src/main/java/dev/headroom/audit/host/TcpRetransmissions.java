package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.Locale;

/** Rule that reports a host with many TCP retransmissions, over all its connections since boot. */
final class TcpRetransmissions extends HostRule {
  private static final String NEEDS =
      "the counters TcpRetransSegs and TcpOutSegs of the kernel (nstat -az, netstat -s)";

  /** Below this many segments a share says nothing. */
  private static final long FEW = 100_000;

  private static final double MUCH = 1e-3;

  TcpRetransmissions() {
    super(
        RuleInfo.info("tcp.sends-again")
            .title("TCP retransmits less than a thousandth of its segments")
            .inputs(NEEDS)
            .cause(
                "If a share p of segments is lost, one connection reaches about 1.22 MSS / (RTT "
                    + "sqrt(p)). At a thousandth, 0.2 ms and 8.9 KB that is 14 Gb/s on any link.")
            .source(
                "RFC 3649, 1 (response function of standard TCP); Linux"
                    + " Documentation/networking/snmp_counter"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<Long> again = counter(host, "TcpRetransSegs");
    ReportedValue<Long> sent = counter(host, "TcpOutSegs");
    if (!again.isReported() || !sent.isReported()) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    double share = (double) again.get() / Math.max(1, sent.get());
    if (sent.get() < FEW || share < MUCH) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            "",
            String.format(
                Locale.ROOT, "TCP retransmitted %.2f %% of its segments since boot", 100 * share))
        .addEvidence(again.findEvidence().stream().toList())
        .addEvidence(sent.findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "find the affected hosts (ss -ti shows retrans of each connection), and check "
                    + "interface and switch for drops"))
        .report();
  }

  private static ReportedValue<Long> counter(HostFacts host, String name) {
    return host.facts().number(Subject.host(), RdmaKeys.counter(name));
  }
}
