package dev.headroom.audit.fabric;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.formats.fact.Thing;
import java.util.List;

/** All rules about InfiniBand fabrics. */
public final class FabricRules {
  private static final String COUNTERS =
      "InfiniBand Architecture Specification 1.7, 16.1.4 (PortCounters)";

  private FabricRules() {}

  public static List<Rule> all() {
    return List.of(
        new LinkNarrow(),
        new LinkSlow(),
        new Uplinks(),
        new DiagnosticErrors(),
        new AdaptiveRouting(),
        new FabricBitErrors(),
        port(
            "fabric.symbol-errors",
            "links of the fabric carry symbols unharmed",
            "Symbols arrive broken: a bad cable, transceiver or contact. Packets with them are dropped.",
            "symbol errors at ports of the fabric",
            "clean or change cable and transceiver of these ports",
            "SymbolErrorCounter"),
        port(
            "fabric.receive-errors",
            "ports of the fabric receive whole packets",
            "Packets arrived with a bad CRC or length and were dropped.",
            "broken packets at ports of the fabric",
            "look at cable and transceiver of the link behind each port",
            "PortRcvErrors"),
        port(
            "fabric.discards",
            "ports of the fabric drop nothing on the way out",
            "Packets waited longer than a switch lets them: the port was congested or its peer is down.",
            "ports of the fabric dropped packets on the way out",
            "look for a slow receiver behind these ports, and for links that went down",
            "PortXmitDiscards"),
        port(
            "fabric.link-downs",
            "links of the fabric stay up",
            "Each time a link goes down its traffic waits for the subnet manager to route around it.",
            "links of the fabric went down",
            "look at the cable of these ports; clear counters and read them again",
            "LinkDownedCounter"),
        port(
            "fabric.link-integrity",
            "links of the fabric recover nothing by themselves",
            "The physical layer had to train again or ran over its error threshold: nothing was carried meanwhile, and it comes before links go down.",
            "links of the fabric had to recover",
            "clean or change cable and transceiver of these ports",
            "LinkErrorRecoveryCounter",
            "LocalLinkIntegrityErrors"));
  }

  private static Rule port(
      String id, String title, String cause, String what, String advice, String... counters) {
    return new CounterRule(
        Card.warning(id)
            .title(title)
            .needs(
                "perfquery -x of the fabric's ports, twice for a rate; ibqueryerrors, or ibdiagnet2.db_csv")
            .cause(cause)
            .source(COUNTERS),
        Thing.SWITCH_PORT,
        List.of(counters),
        0,
        what,
        advice);
  }
}
