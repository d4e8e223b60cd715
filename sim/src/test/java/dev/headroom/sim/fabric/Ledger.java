package dev.headroom.sim.fabric;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import dev.headroom.sim.packet.UetPacket;
import dev.headroom.sim.switching.Switch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A second set of books, kept by {@link Witness}es at the hosts, flow by flow. It knows the
 * transport only by its contract: what is placed is placed once, and all of it, in order unless the
 * receiver may place things as they come, and a SEND only where a receive request is posted.
 *
 * <p>What the source of a flow sends and receives is counted apart from what its destination does,
 * so each entry is written by one thread.
 */
public final class Ledger {
  private static final int PSN_MASK = 0xffffff;

  private final FlowProgram program;

  /** By part of the workload. */
  private final List<Contract> contracts;

  private final List<Map<Integer, Seen>> held = new ArrayList<>();
  private final long[] dataSent;
  private final End source;
  private final End destination;
  private final long[] placed;
  private final long[] placedAtPs;
  private final int[] expected;
  private final List<Set<Integer>> early = new ArrayList<>();
  private final List<Posted> posted = new ArrayList<>();
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

  /** Packets of each flow at one of its ends. */
  private record End(long[] sent, long[] received) {
    static End of(int flows) {
      return new End(new long[flows], new long[flows]);
    }
  }

  /** Receive requests of a queue pair: when each of them is there to be taken. */
  private static final class Posted {
    private final PriorityQueue<Long> fromPs = new PriorityQueue<>();

    boolean take(long nowPs) {
      Long first = fromPs.peek();
      if (first == null || first > nowPs) {
        return false;
      }
      fromPs.remove();
      return true;
    }
  }

  /**
   * @param parts settings of each part of the workload; those of the scenario where there are none
   */
  public Ledger(FlowProgram program, List<Settings> parts) {
    this.program = program;
    contracts = parts.stream().map(Contract::of).toList();
    int n = program.flows();
    dataSent = new long[n];
    source = End.of(n);
    destination = End.of(n);
    placed = new long[n];
    placedAtPs = new long[n];
    expected = new int[program.queuePairs()];
    for (int pair = 0; pair < program.queuePairs(); pair++) {
      early.add(new HashSet<>());
      held.add(new HashMap<>());
      posted.add(new Posted());
    }
    boolean[] known = new boolean[program.queuePairs()];
    for (int flow = 0; flow < n; flow++) {
      int pair = program.queuePair(flow);
      if (!known[pair]) {
        known[pair] = true;
        begin(pair, contract(flow));
      }
    }
  }

  private void begin(int pair, Contract contract) {
    expected[pair] = contract.firstPsn();
    for (long i = 0; i < contract.receiveQueue(); i++) {
      posted.get(pair).fromPs.add(0L);
    }
  }

  private Contract contract(int flow) {
    return contracts.get(contracts.size() == 1 ? 0 : program.part(flow));
  }

  /** A factory whose hosts are watched. */
  public DeviceFactory around(DeviceFactory hosts) {
    return (node, index, home) -> new Witness(hosts.make(node, index, home), index, this);
  }

  public void pulled(Packet packet, int host) {
    boolean data = packet.type == Packet.DATA;
    expect(data || packet.type == Packet.READ_REQUEST, "a host pulled an answer");
    if (data) {
      expect(packet.route.source() == program.source(packet.flow), "data left the wrong host");
      dataSent[packet.flow]++;
    }
    sent(packet, host);
  }

  public void answered(Packet packet, int host) {
    expect(packet.type != Packet.DATA, "data that a host did not pull");
    sent(packet, host);
  }

  private void sent(Packet packet, int host) {
    int flow = packet.flow;
    boolean forth = host == program.source(flow);
    expect(packet.route.source() == host, "a host sent what is not its own");
    expect(
        packet.route.destination() == (forth ? program.destination(flow) : program.source(flow)),
        "a packet was sent to a host that has nothing to do with its flow");
    (forth ? source : destination).sent[flow]++;
  }

  public void received(Seen packet, int host, boolean refused, long nowPs) {
    arrived(packet, host);
    taken(packet, Optional.of(refused), nowPs);
  }

  /** A packet that has waited for its host is taken; nobody can tell what becomes of it. */
  public void takenLate(Seen packet, long nowPs) {
    taken(packet, Optional.empty(), nowPs);
  }

  public void arrived(Seen packet, int host) {
    expect(packet.destination() == host, "a packet came to the wrong host");
    int flow = packet.flow();
    (host == program.source(flow) ? source : destination).received[flow]++;
    boolean forTheSource =
        switch (packet.type()) {
          case Packet.CNP,
              Packet.ACK,
              Packet.READ_REQUEST,
              Packet.RNR_NAK,
              Packet.SELECTIVE_NAK,
              Packet.PROBE_ANSWER,
              Packet.CLEAR_TO_SEND ->
              true;
          case Packet.NAK, Packet.ACCESS_NAK ->
              contract(flow).unordered() || !contract(flow).reading();
          case TcpPacket.SYN_ACK, TcpPacket.MPA_REPLY -> !contract(flow).reading();
          case TcpPacket.SYN, TcpPacket.MPA_REQUEST, TcpPacket.HANDSHAKE_ACK ->
              contract(flow).reading();
          case UetPacket.CREDIT, UetPacket.OUT_OF_ORDER -> true;
          default -> false;
        };
    expect(
        host == (forTheSource ? program.source(flow) : program.destination(flow)),
        "an answer came to a host that did not ask");
  }

  private void taken(Seen packet, Optional<Boolean> refused, long nowPs) {
    if (packet.type() != Packet.DATA) {
      return;
    }
    int flow = packet.flow();
    Contract contract = contract(flow);
    int pair = program.queuePair(flow);
    if (contract.unordered()) {
      placeUnordered(packet, pair, nowPs);
      return;
    }
    if (contract.tcp()) {
      placeStream(packet, pair, nowPs);
      return;
    }
    if (contract.numberBytes() > 0) {
      placeNumbered(packet, pair, nowPs);
      return;
    }
    int ahead = (packet.psn() - expected[pair]) & PSN_MASK;
    boolean due = ahead < contract.reach() && !early.get(pair).contains(packet.psn());
    boolean placeable = due && hasReceiveRequest(contract, pair, packet.flags(), nowPs);
    expect(!refused.orElse(false) || due, "an RNR NAK for a packet that was not due");
    expect(
        !refused.orElse(false) || !placeable,
        "a SEND was refused although a receive request is posted");
    if (!placeable) {
      return;
    }
    early.get(pair).add(packet.psn());
    while (early.get(pair).remove(expected[pair])) {
      expected[pair] = (expected[pair] + 1) & PSN_MASK;
    }
    placed[flow] += packet.payload();
    placedAtPs[flow] = nowPs;
    boolean last = (packet.flags() & Packet.LAST_OF_FLOW) != 0 && contract.reach() == 1;
    boolean complete = placed[flow] == program.bytes(flow);
    expect(last ? complete : placed[flow] <= program.bytes(flow), "flow " + flow + " ends wrongly");
  }

  /** In order; what a sender goes back to may begin where no packet began, and end further on. */
  private void placeNumbered(Seen packet, int pair, long nowPs) {
    int flow = packet.flow();
    long each = contract(flow).numberBytes();
    int numbers = (int) Math.max(1, Math.ceilDiv(packet.payload(), each));
    int before = expected[pair] - packet.psn();
    if (before < 0 || before >= numbers) {
      return;
    }
    expected[pair] = packet.psn() + numbers;
    placed[flow] += packet.payload() - before * each;
    placedAtPs[flow] = nowPs;
    boolean last = (packet.flags() & Packet.LAST_OF_FLOW) != 0;
    boolean complete = placed[flow] == program.bytes(flow);
    expect(last ? complete : placed[flow] <= program.bytes(flow), "flow " + flow + " ends wrongly");
  }

  /** Packets are placed as they come, each once; in mode ROD of Ultra Ethernet in turn. */
  private void placeUnordered(Seen packet, int pair, long nowPs) {
    boolean whole = (packet.flags() & UetPacket.TRIMMED) == 0;
    int ahead = packet.psn() - expected[pair];
    Contract contract = contract(packet.flow());
    boolean due = contract.inTurn() ? ahead == 0 : ahead < contract.window();
    if (whole && due && early.get(pair).add(packet.psn())) {
      while (early.get(pair).contains(expected[pair])) {
        expected[pair]++;
      }
      int flow = packet.flow();
      placed[flow] += packet.payload();
      placedAtPs[flow] = nowPs;
      expect(placed[flow] <= program.bytes(flow), "flow " + flow + " ends wrongly");
    }
  }

  /** TCP's applications get bytes in order: what comes beyond a gap waits. */
  private void placeStream(Seen packet, int pair, long nowPs) {
    if (packet.psn() - expected[pair] < 0) {
      return;
    }
    held.get(pair).putIfAbsent(packet.psn(), packet);
    Seen next = held.get(pair).remove(expected[pair]);
    while (next != null) {
      int flow = next.flow();
      placed[flow] += next.payload();
      placedAtPs[flow] = nowPs;
      expected[pair] += next.length();
      boolean last = (next.flags() & Packet.LAST_OF_FLOW) != 0;
      boolean complete = placed[flow] == program.bytes(flow);
      expect(
          last ? complete : placed[flow] <= program.bytes(flow), "flow " + flow + " ends wrongly");
      next = held.get(pair).remove(expected[pair]);
    }
  }

  private boolean hasReceiveRequest(Contract contract, int pair, int flags, long nowPs) {
    if (contract.receiveQueue() < 0) {
      return true;
    }
    if ((flags & Packet.FIRST_OF_MESSAGE) != 0 && !posted.get(pair).take(nowPs)) {
      return false;
    }
    if ((flags & Packet.LAST_OF_MESSAGE) != 0) {
      posted.get(pair).fromPs.add(nowPs + contract.repostPs());
    }
    return true;
  }

  /** What of a packet is looked at after the host has made something else of it. */
  public record Seen(
      int destination, int flow, int type, int psn, int payload, int flags, int length) {}

  /** Payload of a flow that was placed, in order and once. */
  public long placed(int flow) {
    return placed[flow];
  }

  /** When something of a flow was last placed; 0 if never. */
  public long placedAtPs(int flow) {
    return placedAtPs[flow];
  }

  public long dataSent() {
    return Arrays.stream(dataSent).sum();
  }

  /** What does not add up when the network stands still: by flow and in all. */
  public List<String> faults(SimulatedNetwork network) {
    End onTheWay = End.of(dataSent.length);
    ConservationCheck.forEachOnWire(network, (packet, port) -> count(packet, onTheWay));
    ConservationCheck.forEachQueued(
        network,
        (packet, queue) -> {
          if (queue.port.device instanceof Switch || Witness.waitsForCredit(packet, queue.port)) {
            count(packet, onTheWay);
          }
        });
    network.switches().forEach(hop -> hop.forEachHeld(packet -> count(packet, onTheWay)));
    List<String> all = new ArrayList<>(faults);
    long lost = 0;
    for (int flow = 0; flow < dataSent.length; flow++) {
      long forth = source.sent[flow] - destination.received[flow] - onTheWay.sent[flow];
      long back = destination.sent[flow] - source.received[flow] - onTheWay.received[flow];
      if (forth < 0 || back < 0) {
        all.add(
            "flow %d: %d packets more than were sent came to its destination, %d to its source"
                .formatted(flow, -forth, -back));
      }
      lost += forth + back;
    }
    long dropped = 0;
    for (Partition partition : network.partitions()) {
      dropped -= partition.bareCellsLost();
      for (DropCause cause : DropCause.values()) {
        dropped += partition.drops(cause);
      }
    }
    boolean losesLate =
        contracts.stream().anyMatch(Contract::losesLate)
            || Stream.of(network.ports())
                .anyMatch(ConservationCheck::forgets); // what it never let go
    if (losesLate ? lost > dropped : lost != dropped) {
      all.add("%d packets vanished, of which %d for a cause".formatted(lost, dropped));
    }
    return all;
  }

  /** Counts a packet as sent by its flow's source, or else as on its way to be received there. */
  private void count(Packet packet, End onTheWay) {
    if (packet instanceof Cell cell && cell.whole == null) {
      return; // the last one of each packet stands for it
    }
    boolean forth = packet.route.source() == program.source(packet.flow);
    (forth ? onTheWay.sent : onTheWay.received)[packet.flow]++;
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds && faults.size() < 20) {
      faults.add(otherwise);
    }
  }
}
