package dev.headroom.audit.rdma;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.formats.fact.Thing;
import java.util.List;
import java.util.stream.Stream;

/** All rules about RDMA devices and the counters of ports and interfaces. */
public final class RdmaRules {
  private static final String COUNTERS =
      "NVIDIA, Understanding mlx5 Linux Counters and Status Parameters; Linux"
          + " Documentation/ABI/stable/sysfs-class-infiniband";

  private RdmaRules() {}

  public static List<Rule> all() {
    return Stream.concat(ports().stream(), counters().stream()).toList();
  }

  private static List<Rule> ports() {
    return List.of(
        new GidIndex(),
        new GidRoutable(),
        new GidSparse(),
        new NoGids(),
        new ProviderAbi(),
        new NotOpened(),
        new NoDevices(),
        new PortDown(),
        new RateBelowSiblings(),
        new BelowCapability(),
        new LinkFlaps(),
        new BondDegraded(),
        new BondMode(),
        new ActiveMtu(),
        new MtuFacts());
  }

  private static List<Rule> counters() {
    return List.of(
        port(
            "counters.out-of-sequence",
            "packets arrive in order",
            "Packets were lost or overtook each other on the way: with go-back-N everything after the gap is sent again.",
            "packets arrived out of sequence",
            "see whether switches drop (rule counters.discards, show counters there) or spread packets; adaptive routing needs NICs that place out of order",
            0,
            CounterNames.OUT_OF_SEQUENCE),
        port(
            "counters.packet-sequence-errors",
            "receivers report no gaps",
            "The far end sent NAKs: it missed packets of ours.",
            "receivers answered with NAKs for a gap",
            "look for drops and errors on the way to the peers",
            0,
            CounterNames.SEQUENCE_NAKS),
        port(
            "counters.ack-timeouts",
            "acknowledgements come in time",
            "A whole timeout passed without an answer: packets or their ACKs were lost, or the peer died. Each costs up to seconds.",
            "acknowledgements timed out",
            "look at links and at pauses; a timeout is longer than any queue",
            0,
            CounterNames.ACK_TIMEOUTS),
        port(
            "counters.rnr-retries",
            "receivers have buffers posted",
            "The far end had no receive request posted and said so (RNR NAK): the sender waits before it tries again, up to 0.66 s each time.",
            "receivers were not ready",
            "raise the depth of the peer's receive queues, or look what keeps its CPU",
            0,
            CounterNames.NOT_READY),
        port(
            "counters.retries-exhausted",
            "no connection gives up",
            "A queue pair tried as often as it may and heard nothing, or only that the receiver was not ready: it ended with completion error 12 or 13, and with it the job.",
            "connections gave up",
            "see whether the peers are alive and reached (link, MTU, GID, class); then counters of lost packets on both ends and the switches",
            0,
            CounterNames.RETRIES_EXHAUSTED),
        port(
            "counters.out-of-buffer",
            "packets find a receive buffer",
            "Packets were dropped for want of a receive buffer.",
            "packets found no buffer",
            "raise ring sizes (ethtool -G) and receive depths; see which CPUs serve the interrupts",
            0,
            CounterNames.OUT_OF_BUFFER),
        port(
            "counters.adaptive-retransmissions",
            "NICs need not send again early",
            "The NIC sent packets again before the timeout, which it does when it thinks them lost.",
            "packets were sent again by adaptive retransmission",
            "look for loss on the way, as for out_of_sequence",
            0,
            List.of("roce_adp_retrans")),
        port(
            "counters.slow-restarts",
            "senders do not fall back to their slowest rate",
            "After a loss or a timeout the NIC starts slowly anew.",
            "senders restarted slowly",
            "look for the losses behind it",
            0,
            List.of("roce_slow_restart")),
        port(
            "counters.symbol-errors",
            "links have no symbol errors",
            "Bits come wrong more often than FEC can mend: cable, optic or connector.",
            "symbol errors",
            "clean and reseat the connector, exchange cable or optic, then see whether the counter moves",
            0,
            List.of("symbol_error")),
        port(
            "counters.receive-errors",
            "ports take packets without errors",
            "Packets came malformed, with a bad checksum, or found no buffer of the virtual lane.",
            "packets came with errors",
            "see symbol errors and the far end of the link; a few date from when the link came up",
            100,
            CounterNames.RECEIVE_ERRORS),
        port(
            "counters.discards",
            "ports discard nothing",
            "A packet waited too long for a port that was down or congested.",
            "packets were discarded",
            "look for a slow or paused receiver behind this port",
            0,
            List.of("port_xmit_discards")),
        port(
            "counters.link-integrity",
            "links recover nothing by themselves",
            "The physical layer had to train again or ran over its error threshold.",
            "the link had to recover",
            "exchange cable or optic",
            0,
            List.of("link_error_recovery", "local_link_integrity_errors")),
        counter(
            Card.info("counters.congestion-notified"),
            Thing.PORT,
            "no congestion is notified",
            "Receivers saw marked packets and asked senders to slow down. That is DCQCN at work; with np_cnp_sent high and pauses too, it does not hold the queues.",
            "congestion was notified",
            "nothing by itself; compare with pauses, and with the switch's Kmin",
            1_000_000,
            CounterNames.NOTIFIED),
        counter(
            Card.warning("counters.pauses").modes(27),
            Thing.NETDEV,
            "nobody pauses this interface",
            "Whoever pauses cannot take more: a slow receiver, or a switch before it whose ECN marks too late. Rates fall and nothing is lost, so nothing else shows it.",
            "pause frames were received",
            "find who pauses: the switch's counters by port; then its Kmin, or the host behind it",
            0,
            CounterNames.PAUSES_RECEIVED),
        counter(
            Card.warning("counters.pauses-sent").modes(27),
            Thing.NETDEV,
            "this host does not pause the network",
            "The NIC cannot hand packets to memory as fast as they come: PCIe, IOMMU, memory or a receive queue on the wrong socket.",
            "pause frames were sent",
            "see the rules on PCIe, NUMA and IOMMU of this host",
            0,
            CounterNames.PAUSES_SENT),
        counter(
            Card.warning("counters.interface-drops").modes(25, 28),
            Thing.NETDEV,
            "interfaces drop nothing on the wire side",
            "The NIC's buffer ran over: of a lossless class that means the pause came too late or not at all.",
            "packets were dropped in the NIC",
            "see that PFC is on for the class RDMA uses on both ends, and buffers for the cable's length",
            0,
            CounterNames.DROPPED),
        counter(
            Card.warning("counters.crc-errors"),
            Thing.NETDEV,
            "frames come whole",
            "Frames with a wrong checksum: cable, optic or connector.",
            "frames came broken",
            "clean and reseat the connector, exchange cable or optic",
            0,
            CounterNames.BROKEN),
        counter(
            Card.warning("pcie.stalled-writes"),
            Thing.NETDEV,
            "the NIC's writes are not held up on PCIe",
            "The NIC waited for PCIe credits: the host takes data more slowly than the wire brings it.",
            "the NIC waited for PCIe",
            "see the rules on PCIe: link, payload, IOMMU, NUMA",
            0,
            List.of("outbound_pci_stalled_wr_events", "outbound_pci_stalled_wr")));
  }

  private static Rule port(
      String id,
      String title,
      String cause,
      String what,
      String advice,
      long tolerated,
      List<String> names) {
    Card.Draft draft = Card.warning(id);
    if (id.equals("counters.out-of-sequence") || id.equals("counters.discards")) {
      draft.modes(25, 32);
    }
    return counter(draft, Thing.PORT, title, cause, what, advice, tolerated, names);
  }

  private static Rule counter(
      Card.Draft draft,
      Thing thing,
      String title,
      String cause,
      String what,
      String advice,
      long tolerated,
      List<String> names) {
    String needs =
        "the counter "
            + names.getFirst()
            + (thing == Thing.PORT
                ? " of RDMA ports"
                : " of interfaces (ethtool -S; ip -s -s link tells some)");
    return new CounterRule(
        draft.title(title).needs(needs).cause(cause).source(COUNTERS),
        thing,
        names,
        tolerated,
        what,
        advice);
  }
}
