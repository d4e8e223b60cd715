package dev.headroom.sim.fabric;

import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.measure.DropCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A second set of books, kept by {@link Witness}es at the hosts, flow by flow. It knows the
 * transport only by its contract: what is placed is in order, once, and all of it.
 *
 * <p>What a flow sends is counted at its source and what it receives at its destination, so each
 * entry is written by one thread.
 */
public final class Ledger {
  private static final int PSN_MASK = 0xffffff;

  private final FlowProgram program;
  private final long[] dataSent;
  private final long[] dataReceived;
  private final long[] answersSent;
  private final long[] answersReceived;
  private final long[] placed;
  private final int[] expected;
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

  public Ledger(FlowProgram program, int initialPsn) {
    this.program = program;
    int n = program.flows();
    dataSent = new long[n];
    dataReceived = new long[n];
    answersSent = new long[n];
    answersReceived = new long[n];
    placed = new long[n];
    expected = new int[program.queuePairs()];
    Arrays.fill(expected, initialPsn);
  }

  /** A factory whose hosts are watched. */
  public DeviceFactory around(DeviceFactory hosts) {
    return (node, index, home) -> new Witness(hosts.make(node, index, home), index, this);
  }

  void pulled(Packet packet, int host) {
    expect(packet.type == Packet.DATA && packet.source == host, "a host sent what is not its own");
    expect(packet.source == program.source(packet.flow), "data left the wrong host");
    dataSent[packet.flow]++;
  }

  void answered(Packet packet, int host) {
    expect(packet.type != Packet.DATA && packet.source == host, "a host answered for another");
    answersSent[packet.flow]++;
  }

  void received(Seen packet, int host) {
    expect(packet.destination() == host, "a packet came to the wrong host");
    int flow = packet.flow();
    if (packet.type() != Packet.DATA) {
      expect(program.source(flow) == host, "an answer came to a host that did not ask");
      answersReceived[flow]++;
      return;
    }
    dataReceived[flow]++;
    int pair = program.queuePair(flow);
    if (packet.psn() != expected[pair]) {
      return;
    }
    expected[pair] = (expected[pair] + 1) & PSN_MASK;
    placed[flow] += packet.payload();
    boolean last = (packet.flags() & Packet.LAST_OF_FLOW) != 0;
    boolean complete = placed[flow] == program.bytes(flow);
    expect(last ? complete : placed[flow] <= program.bytes(flow), "flow " + flow + " ends wrongly");
  }

  /** What of a packet is looked at after the host has made something else of it. */
  record Seen(int destination, int flow, int type, int psn, int payload, int flags) {}

  /** Payload of a flow that was placed, in order and once. */
  public long placed(int flow) {
    return placed[flow];
  }

  public long dataSent() {
    return Arrays.stream(dataSent).sum();
  }

  /** What does not add up when the network stands still: by flow and in all. */
  public List<String> faults(Network network) {
    long[] data = new long[dataSent.length];
    long[] answers = new long[data.length];
    Books.forEachOnWire(network, (packet, port) -> count(packet, data, answers));
    Books.forEachQueued(
        network,
        (packet, port) -> {
          if (port.device instanceof Switch) {
            count(packet, data, answers);
          }
        });
    List<String> all = new ArrayList<>(faults);
    long lost = 0;
    for (int flow = 0; flow < data.length; flow++) {
      long lostData = dataSent[flow] - dataReceived[flow] - data[flow];
      long lostAnswers = answersSent[flow] - answersReceived[flow] - answers[flow];
      if (lostData < 0 || lostAnswers < 0) {
        all.add(
            "flow %d received %d data packets and %d answers more than were sent"
                .formatted(flow, -lostData, -lostAnswers));
      }
      lost += lostData + lostAnswers;
    }
    long dropped = 0;
    for (Partition partition : network.partitions()) {
      for (DropCause cause : DropCause.values()) {
        dropped += partition.drops(cause);
      }
    }
    if (lost != dropped) {
      all.add("%d packets vanished, of which %d for a cause".formatted(lost, dropped));
    }
    return all;
  }

  private static void count(Packet packet, long[] data, long[] answers) {
    if (packet.type == Packet.DATA) {
      data[packet.flow]++;
    } else {
      answers[packet.flow]++;
    }
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds && faults.size() < 20) {
      faults.add(otherwise);
    }
  }
}
