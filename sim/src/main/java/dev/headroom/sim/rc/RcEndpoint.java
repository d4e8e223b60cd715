package dev.headroom.sim.rc;

import dev.headroom.congestion.Signal;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.host.TransportEndpoint;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Endpoint of reliable connections at a host, for any verb: answers, notifications, retries. */
abstract sealed class RcEndpoint extends TransportEndpoint permits RcWriteEndpoint, RcReadEndpoint {
  final RcSettings rc;
  private final int ackFrame;
  private final int cnpFrame;
  private final int cnpClass;
  private final long shortTimeoutPs;
  private final RcQueuePairs pairs;
  private final boolean carries;
  private final boolean onCredit;
  private final boolean timesHosts;
  private final @Nullable RttProbes probes;

  RcEndpoint(Host host, HostRegistry hosts, RcQueuePairs pairs, SignalOverhead signalOverhead) {
    super(
        host,
        hosts,
        signalOverhead.watches(Signal.PROBE) || signalOverhead.watches(Signal.HOST_DELAY));
    this.pairs = pairs;
    rc = pairs.rc;
    ackFrame = rc.messageSettings().framing().ack();
    cnpFrame = rc.messageSettings().framing().control().cnp();
    cnpClass = rc.marks().cnpClass();
    shortTimeoutPs = rc.retries().shortTimeoutPs();
    carries = signalOverhead.hasPacketFields();
    onCredit = signalOverhead.watches(Signal.CREDIT);
    timesHosts = signalOverhead.watches(Signal.HOST_DELAY);
    probes = signalOverhead.watches(Signal.PROBE) ? new RttProbes(this, host, pairs) : null;
  }

  /** Something about a sender changed: it may be able to send now. */
  void activate(PacketSender sender, long nowPs) {
    host.activate(sender, nowPs);
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public final void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    if (packet.type == Packet.DATA) {
      host.hostCounters.dataPackets++;
      host.hostCounters.retransmissions += again ? 1 : 0;
      if (carries) {
        ((InstrumentedPacket) packet).depart(nowPs);
      }
    } else {
      host.hostCounters.readRequests++;
    }
    int credit = again ? 0 : packet.payload;
    sender.controller.sent(nowPs, onCredit ? credit : sender.lastBytes);
    if (probes != null) {
      probes.follow(sender, packet, nowPs);
    }
    if (shortTimeoutPs != Long.MAX_VALUE && sender instanceof RcRequester requester) {
      requester.sent(nowPs, sender.nextSendPs);
      schedule(requester, nowPs);
    }
  }

  /** NICs take the time of a packet at the wire. */
  @Override
  public final void departs(Packet packet, long nowPs) {
    if (carries && packet.type == Packet.DATA) {
      ((InstrumentedPacket) packet).depart(nowPs);
    }
  }

  @Override
  public final void transmitting(long nowPs) {
    if (probes != null) {
      probes.send(nowPs);
    }
  }

  @Override
  public final void leaving(Packet packet, long nowPs) {
    if (timesHosts && packet instanceof InstrumentedPacket answer) {
      answer.heldPs = nowPs - answer.heldPs;
    } else if (packet.type == Packet.PROBE) {
      ((InstrumentedPacket) packet).depart(nowPs);
    }
  }

  /** Sends a CNP to where a marked packet came from. */
  final void sendCnp(FlowTuple back, Packet marked, long nowPs) {
    Packet cnp = fresh();
    address(cnp, back, marked);
    cnp.type = Packet.CNP;
    cnp.priority = (byte) cnpClass;
    cnp.bytes = (short) cnpFrame;
    host.hostCounters.cnpPackets++;
    host.port().offer(cnp, nowPs);
  }

  /**
   * Sends an ACK or NAK that was made of the packet that called for it.
   *
   * @param own what the queue pair is set with
   * @param came the packet that a selective NAK names; 0 in others
   */
  final void reply(FlowTuple back, RcSettings own, Packet answer, int came, long nowPs) {
    address(answer, back, answer);
    answer.payload = came;
    answer.priority = (byte) own.messageSettings().ackClass();
    answer.bytes = (short) ackFrame;
    if (timesHosts) {
      ((InstrumentedPacket) answer).heldPs = nowPs; // until it leaves: when it came
    }
    host.hostCounters.ackPackets++;
    host.port().offer(answer, own.acks().hostClass(), nowPs);
  }

  /**
   * Says that memory may not be reached here.
   *
   * @param nak made of the packet that called for it, or a fresh one with its flow
   * @param psn the first packet that was not taken, or the response that does not come
   */
  final void sendAccessNak(FlowTuple back, RcSettings own, Packet nak, int psn, long nowPs) {
    nak.flags = 0;
    nak.type = Packet.ACCESS_NAK;
    nak.psn = psn;
    reply(back, own, nak, host.flaw().code(), nowPs);
  }

  @Override
  public final boolean onAccessDenied(PacketSender sender, long nowPs) {
    if (sender instanceof WriteRequester writer) {
      writer.enterError(WorkCompletionError.LOCAL_PROTECTION, host.flaw());
      return true;
    }
    if (sender instanceof ReadResponder responder) {
      Packet nak = fresh();
      nak.flow = responder.flowToAnswer();
      responder.entersError();
      sendAccessNak(responder.route(), responder.settings, nak, responder.next(), nowPs);
      return true;
    }
    return false; // a READ request carries nothing; what it asks for will find no memory
  }

  /** Sends a packet of congestion control's own: of the size of a CNP. */
  final void sendControl(Packet packet, FlowTuple along, int priority, long nowPs) {
    packet.follow(along);
    packet.payload = 0;
    packet.priority = (byte) priority;
    packet.bytes = (short) cnpFrame;
    host.port().offer(packet, nowPs);
  }

  /** Addresses an answer back to where another packet came from. */
  private static void address(Packet answer, FlowTuple back, Packet from) {
    answer.flow = from.flow;
    answer.payload = 0;
    answer.follow(back);
  }

  // --- receiving --------------------------------------------------------------------------------

  /** Takes a packet that has nothing to do with the verb. */
  final void receiveOfControl(Packet packet, long nowPs) {
    if (packet.type == Packet.CNP) {
      onCnp(packet, nowPs);
    } else if (probes != null && packet.type == Packet.PROBE) {
      probes.sendReply(packet, nowPs);
    } else if (probes != null && packet.type == Packet.PROBE_ANSWER) {
      probes.onReply(packet, nowPs);
    } else {
      throw new IllegalStateException("a packet of type " + packet.type + " without a request");
    }
  }

  private void onCnp(Packet cnp, long nowPs) {
    PacketSender source = pairs.source(cnp.route.queuePair());
    if (source != null) {
      host.hostCounters.cnpsHandled++;
      source.congested(nowPs);
    }
    host.partition.pool.give(cnp);
  }

  final void takeCompletions(RcRequester requester, long nowPs) {
    QueuePairFlow done = requester.takeCompleted();
    while (done != null) {
      hosts.completed(done.flow, done.retransmissions, done.cnps, host, nowPs);
      done = requester.takeCompleted();
    }
  }

  // --- retrying ---------------------------------------------------------------------------------

  /** The retransmission deadline may have passed. */
  final void retry(RcRequester requester, long nowPs) {
    requester.timerPending = false;
    long deadline = requester.deadlinePs();
    if (deadline == Long.MAX_VALUE) {
      return;
    }
    if (deadline <= nowPs) {
      host.hostCounters.timeouts++;
      requester.timeOut(nowPs);
      boolean gaveUp = !requester.failure().isEmpty();
      host.hostCounters.ackTimeouts += gaveUp ? 0 : 1;
      host.hostCounters.ackRetriesExceeded += gaveUp ? 1 : 0;
      timedOut(requester, nowPs);
      activate(requester, nowPs);
      host.trySendAsNs3(nowPs); // it may have failed, and held others up with its full window
    }
    schedule(requester, nowPs);
  }

  /** A requester has heard nothing for so long that it sends again, or has given up. */
  abstract void timedOut(RcRequester requester, long nowPs);

  /**
   * Sees to it that somebody looks at its deadline, if it has one; no later than it could be when
   * only few packets are left in flight.
   */
  final void schedule(RcRequester requester, long nowPs) {
    if (!requester.timerPending && requester.isTimerArmed()) {
      requester.timerPending = true;
      long lookPs = Math.min(requester.deadlinePs(), nowPs + shortTimeoutPs);
      host.events.schedule(lookPs, EventKind.RETRY, requester.queuePair);
    }
  }
}
