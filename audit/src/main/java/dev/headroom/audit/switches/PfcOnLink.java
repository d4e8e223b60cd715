package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.host.Qos;
import dev.headroom.formats.fact.Known;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Priorities that are lossless on one end of a link only. */
final class PfcOnLink extends LinkRule {
  PfcOnLink() {
    super(
        Card.error("link.pfc-differs")
            .title("host and switch have PFC on for the same priorities")
            .needs(JOINED, "mlnx_qos of the host", SwitchRule.ANY)
            .cause(
                "A pause for a priority that the other end does not listen to changes nothing: it goes on"
                    + " sending, and packets are dropped.")
            .modes(25, 28)
            .source("IEEE 802.1Q-2022, 36.1.3"));
  }

  @Override
  void judge(Links.Link link, Judgement to) {
    Optional<Qos> qos =
        Qos.of(link.host()).stream().filter(each -> each.name().equals(link.nic())).findFirst();
    Known<SortedSet<Integer>> there = link.qos().lossless(link.port());
    if (qos.isEmpty() || !there.isSaid()) {
      to.needs(link.host().name(), "mlnx_qos -i " + link.nic() + " and PFC of " + link.port());
      return;
    }
    TreeSet<Integer> here = new TreeSet<>(qos.get().lossless());
    if (there.get().containsAll(here) && (!here.isEmpty() || there.get().isEmpty())) {
      to.pass();
      return;
    }
    to.find(
            link.host().name(),
            link.nic(),
            "PFC is on for %s here and for %s at %s %s (joined by %s)"
                .formatted(here, there.get(), link.qos().name(), link.port(), link.by()))
        .seen(SwitchQos.seen(there))
        .seen(link.seen())
        .fix(() -> Fix.advice("switch PFC on for the same priorities on both ends"))
        .report();
  }
}
