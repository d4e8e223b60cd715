package dev.headroom.audit.rdma;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;

/** A link that went down more often than cables are pulled. */
final class LinkFlaps extends PortRule {
  private static final int OFTEN = 5;

  LinkFlaps() {
    super(
        Card.warning("link.flaps")
            .title("links do not go down and up")
            .needs("the counter link_downed of RDMA ports")
            .cause(
                "Each time every queue pair through the port times out, and jobs may end with"
                    + " error 12. A few are reboots and cables pulled; many are a bad cable, optic or"
                    + " port.")
            .modes(36)
            .source("InfiniBand Architecture Specification 1.7, 16.1.3.5 (LinkDownedCounter)"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, Judgement to) {
    Known<Long> downs = port.counter("link_downed");
    if (!downs.isSaid()) {
      to.needs(host.name(), "the counter link_downed of RDMA ports");
      return;
    }
    boolean now = CounterRule.growth(port.counterSamples("link_downed")).orElse(0L) > 0;
    if (downs.get() <= OFTEN && !now) {
      to.pass();
      return;
    }
    to.find(
            host.name(),
            name(port),
            downs.get() == 255
                ? "its link went down 255 times or more (the counter ends there)"
                : "its link went down " + downs.get() + " times")
        .severity(now ? Severity.ERROR : Severity.WARNING)
        .seen(downs.where().stream().toList())
        .fix(() ->
            Fix.advice("exchange cable or transceiver, then see whether the counter still moves"))
        .report();
  }
}
