package dev.headroom.sim.rc;

import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * RTT probes of a host: a small packet in the class of the data, which queues with the data and is
 * answered by the other NIC at once. It takes its time from the NIC's transmitter on, as NVIDIA's
 * RTT requests do; its answer is in the class of ACKs.
 */
final class RttProbes {
  private final RcEndpoint end;
  private final Host host;
  private final RcQueuePairs pairs;

  /** Who is to send one as soon as its packet is out. */
  private @Nullable PacketSender next;

  private int flowOfNext;

  RttProbes(RcEndpoint end, Host host, RcQueuePairs pairs) {
    this.end = end;
    this.host = host;
    this.pairs = pairs;
  }

  /** A packet of a sender is about to leave: its controller may want a probe to follow it. */
  void follow(PacketSender sender, Packet packet, long nowPs) {
    if (sender.controller.probe(nowPs)) {
      next = sender;
      flowOfNext = packet.flow;
    }
  }

  /** The transmitter has taken that packet. */
  void send(long nowPs) {
    PacketSender sender = next;
    if (sender == null) {
      return;
    }
    next = null;
    Packet probe = end.fresh();
    probe.type = Packet.PROBE;
    probe.psn = 0;
    probe.flow = flowOfNext;
    end.sendControl(
        probe,
        sender.route(),
        pairs.attributes(flowOfNext).rc.messageSettings().dataClass(),
        nowPs);
  }

  /** A probe has come. */
  void sendReply(Packet probe, long nowPs) {
    FlowTuple back = pairs.reverseTuple(probe);
    probe.type = Packet.PROBE_ANSWER;
    probe.flags = 0;
    end.sendControl(
        probe, back, pairs.attributes(probe.flow).rc.messageSettings().ackClass(), nowPs);
  }

  /** The answer to one has come. */
  void onReply(Packet answer, long nowPs) {
    PacketSender sender = pairs.source(answer.route.queuePair());
    if (sender != null) {
      sender.controller.probed(nowPs, nowPs - ((InstrumentedPacket) answer).sentPs);
      host.move(sender, nowPs);
    }
    host.partition.pool.give(answer);
  }
}
