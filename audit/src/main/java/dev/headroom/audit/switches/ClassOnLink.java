package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.host.Qos;
import dev.headroom.formats.fact.Known;
import java.util.Optional;

/** A DSCP that is one priority on the host and another class on the switch. */
final class ClassOnLink extends LinkRule {
  ClassOnLink() {
    super(
        Card.error("link.class-differs")
            .title("host and switch put RDMA's DSCP into the same class")
            .needs(JOINED, "mlnx_qos of the host", SwitchRule.ANY)
            .cause(
                "The host pauses and is paused in one priority, the switch counts and pauses another:"
                    + " RDMA is lossless on neither side of the link.")
            .modes(25, 26)
            .source("IEEE 802.1Q-2022, 36; article S1:60, S3:159"));
  }

  @Override
  void judge(Links.Link link, Judgement to) {
    Optional<Qos> qos =
        Qos.of(link.host()).stream().filter(each -> each.name().equals(link.nic())).findFirst();
    if (qos.isEmpty()) {
      to.needs(link.host().name(), "mlnx_qos -i " + link.nic());
      return;
    }
    int dscp = Qos.dscp(link.host()).orElse(Qos.USUAL_DSCP);
    Known<Long> here = qos.get().priority(dscp);
    Known<Long> there = link.qos().trafficClass(link.port(), dscp);
    if (!here.isSaid() || !there.isSaid()) {
      to.needs(link.host().name(), "what both ends do with DSCP " + dscp);
      return;
    }
    if (here.get().equals(there.get())) {
      to.pass();
      return;
    }
    to.find(
            link.host().name(),
            link.nic(),
            "DSCP %d is priority %d here and class %d at %s %s (joined by %s)"
                .formatted(
                    dscp, here.get(), there.get(), link.qos().name(), link.port(), link.by()))
        .seen(SwitchQos.seen(here, there))
        .seen(link.seen())
        .fix(() ->
            Fix.advice(
                "make "
                    + link.qos().dscpMap()
                    + " of the switch and mlnx_qos --dscp2prio of the host agree"))
        .report();
  }
}
