package dev.headroom.sim.delivery;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.Sender;
import dev.headroom.sim.host.TransportEnd;

/** What becomes of the senders of one host: flows, completions, timers. */
public abstract class DeliveringEnd<S extends DeliveringSender> extends TransportEnd {
  private final Deliveries<S> connections;

  /**
   * @param watchesWire whether it asks to see {@linkplain #leaving packets leave}
   */
  protected DeliveringEnd(Host host, Hosts hosts, Deliveries<S> connections, boolean watchesWire) {
    super(host, hosts, watchesWire);
    this.connections = connections;
  }

  @Override
  public final void post(int flow, long bytes, long nowPs) {
    S sender = connections.senderOf(flow, host.port().rateBps());
    sender.post(flow, bytes);
    host.activate(sender, nowPs);
    watch(sender, nowPs); // it may have to ask for credit first
  }

  @Override
  public void sent(Sender sender, Packet packet, boolean again, long nowPs) {
    host.tally.dataPackets++;
    host.tally.retransmissions += again ? 1 : 0;
    sender.controller.sent(nowPs, packet.bytes);
    watch((DeliveringSender) sender, nowPs);
  }

  /** A sender has heard of its receiver: it may be done with flows, or able to send. */
  protected final void heard(S sender, long nowPs) {
    if (!sender.failure().isEmpty()) {
      return; // an answer that comes too late
    }
    PostedFlows.Posted done = sender.takeCompleted();
    while (done != null) {
      hosts.completed(done.flow, done.repeats(), 0, host, nowPs);
      done = sender.takeCompleted();
    }
    host.activate(sender, nowPs);
    watch(sender, nowPs);
  }

  /** A packet of a flow has been placed for the first time; returns whether it was the last. */
  protected final boolean place(Packet packet) {
    host.tally.payloadDelivered += packet.payload;
    return connections.place(packet.flow);
  }

  /** Sends what a packet has been turned into back to where it came from. */
  protected final void answer(Packet packet, int frameBytes, int priority, long nowPs) {
    packet.payload = 0;
    packet.priority = (byte) priority;
    packet.bytes = (short) frameBytes;
    host.tally.ackPackets++;
    host.port().offer(packet, nowPs);
  }

  /** The deadline of a sender may have passed. */
  protected void retry(S sender, long nowPs) {
    if (nowPs >= sender.timerPs) {
      sender.timerPs = Long.MAX_VALUE;
    }
    while (sender.deadlinePs() <= nowPs) {
      int before = sender.timeoutsInARow();
      sender.timeOut(nowPs);
      host.tally.timeouts += sender.timeoutsInARow() - before; // none where it only asks for credit
    }
    host.activate(sender, nowPs);
    watch(sender, nowPs);
  }

  /** Sees to it that somebody looks when a deadline has passed. */
  protected final void watch(DeliveringSender sender, long nowPs) {
    long deadlinePs = sender.deadlinePs();
    if (deadlinePs < sender.timerPs) {
      sender.timerPs = Math.max(nowPs, deadlinePs);
      host.home.events.schedule(sender.timerPs, EventKind.RETRY, sender.queuePair);
    }
  }
}
