package dev.headroom.sim.rc;

import dev.headroom.congestion.Pint;
import dev.headroom.congestion.Signal;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint of WRITEs and SENDs at a host, as requester and as responder: handling of their packets.
 */
final class RcWriteEndpoint extends RcEndpoint {
  private final WriteQueuePairs pairs;
  private final @Nullable FeedbackReporter reporter;
  private final boolean echo;
  private final @Nullable ReceiverAdmission admission;

  RcWriteEndpoint(
      Host host,
      HostRegistry hosts,
      WriteQueuePairs pairs,
      Settings settings,
      SignalOverhead signalOverhead) {
    super(host, hosts, pairs, signalOverhead);
    this.pairs = pairs;
    echo = rc.marks().echo();
    reporter =
        FeedbackReporter.of(
            signalOverhead,
            DeclaredKnobs.read(settings, Pint.Settings.class).probability(),
            Rng.key(settings.get(RunKnobs.SEED), host.name + " pint"),
            host.events.keepsInsertionOrder(),
            host.partition.ns3 == null ? null : host.partition.ns3.libc());
    admission =
        signalOverhead.watches(Signal.CREDIT) ? new ReceiverAdmission(this, host, pairs) : null;
  }

  @Override
  public void post(int flow, long bytes, long nowPs) {
    WriteRequester writer = pairs.writerOf(flow, host);
    writer.post(flow, bytes, nowPs);
    activate(writer, nowPs);
  }

  @Override
  void activate(PacketSender sender, long nowPs) {
    if (!host.activate(sender, nowPs) && admission != null) {
      admission.requestCreditIfNeeded(sender, nowPs);
    }
  }

  @Override
  public void receive(Packet packet, long nowPs) {
    switch (packet.type) {
      case Packet.DATA -> arrived(packet, nowPs);
      case Packet.ACK -> acknowledged(packet, nowPs);
      case Packet.NAK -> onNak(packet, nowPs);
      case Packet.RNR_NAK -> notReady(packet, nowPs);
      case Packet.SELECTIVE_NAK -> onSelectiveNak(packet, nowPs);
      case Packet.ACCESS_NAK -> onAccessNak(packet, nowPs);
      default -> {
        if (admission == null || !admission.receive(packet, nowPs)) {
          receiveOfControl(packet, nowPs);
        }
      }
    }
  }

  // --- at the destination -----------------------------------------------------------------------

  private void arrived(Packet packet, long nowPs) {
    WriteResponder receiver = pairs.receiver(packet);
    if (!host.reaches(nowPs)) {
      sendAccessNak(packet, receiver, nowPs);
      return;
    }
    WriteResponder.Answer answer = receiver.take(packet, nowPs);
    boolean marked = packet.has(Packet.CE);
    host.hostCounters.markedPackets += marked ? 1 : 0;
    if (receiver.accepted()) {
      host.hostCounters.payloadDelivered += receiver.placed(packet);
      if (admission != null) {
        admission.placed(packet, receiver, nowPs);
      }
    } else if (receiver.hasTaken(packet)) {
      host.hostCounters.duplicates++;
    }
    int psn = receiver.responsePsn();
    if (!echo && receiver.shouldSendCnp(marked, nowPs)) {
      sendCnp(receiver.back, packet, nowPs);
    }
    if (answer == WriteResponder.Answer.NOTHING) {
      host.partition.pool.give(packet);
    } else {
      // The packet itself turns into its answer.
      packet.flags = (byte) (marked && echo ? Packet.CE : 0);
      packet.type = answer.packetType;
      int came = answer == WriteResponder.Answer.SELECTIVE_NAK ? packet.psn : 0;
      packet.psn = psn;
      host.hostCounters.naks += answer.isNak() ? 1 : 0;
      host.hostCounters.rnrNaks += answer == WriteResponder.Answer.RNR_NAK ? 1 : 0;
      reply(receiver.back, receiver.settings, packet, came, nowPs);
    }
    if (receiver.mayDeliver()) {
      deliver(receiver, nowPs);
    }
  }

  /** There is no memory for a packet that has come. */
  private void sendAccessNak(Packet packet, WriteResponder receiver, long nowPs) {
    if (receiver.entersError()) {
      sendAccessNak(receiver.back, receiver.settings, packet, receiver.expected(), nowPs);
    } else {
      host.partition.pool.give(packet);
    }
  }

  private void deliver(WriteResponder receiver, long nowPs) {
    int flow = receiver.takeDelivered();
    while (flow != WriteResponder.NONE) {
      hosts.delivered(flow, host, nowPs);
      flow = receiver.takeDelivered();
    }
  }

  // --- at the source ----------------------------------------------------------------------------

  private void acknowledged(Packet packet, long nowPs) {
    WriteRequester writer = pairs.writer(packet.route.queuePair());
    if (writer == null || writer.isFinished()) {
      host.partition.pool.give(packet);
      return;
    }
    boolean news = take(writer, packet, nowPs);
    host.partition.pool.give(packet);
    if (news) {
      complete(writer, nowPs);
    }
    if (reporter != null) {
      host.move(writer, nowPs);
    }
    if (news || reporter != null) {
      activate(writer, nowPs);
    }
    host.trySendAsNs3(nowPs);
  }

  /** Takes what an ACK or NAK acknowledges, echoes and reports; returns whether it was news. */
  private boolean take(WriteRequester writer, Packet answer, long nowPs) {
    long before = writer.unacked();
    boolean news = writer.acknowledge(answer.psn, nowPs);
    if (answer.has(Packet.CE)) {
      writer.congested(nowPs);
    }
    if (reporter != null) {
      reporter.acknowledged(writer, answer, before, nowPs);
    }
    return news;
  }

  private void onNak(Packet packet, long nowPs) {
    WriteRequester writer = takeNak(packet, nowPs);
    if (writer != null) {
      countNak(writer);
      writer.goBack(nowPs);
      schedule(writer, nowPs);
      if (reporter != null) {
        reporter.onNak(writer, nowPs);
        host.move(writer, nowPs);
      }
      activate(writer, nowPs);
    }
  }

  private void onSelectiveNak(Packet packet, long nowPs) {
    int came = packet.payload;
    WriteRequester writer = takeNak(packet, nowPs);
    if (writer != null) {
      countNak(writer);
      writer.arrived(came);
      activate(writer, nowPs);
    }
  }

  /** The other end may not reach its memory. */
  private void onAccessNak(Packet packet, long nowPs) {
    int why = packet.payload;
    WriteRequester writer = takeNak(packet, nowPs);
    if (writer != null) {
      writer.denyRemotely(why);
    }
  }

  private void notReady(Packet packet, long nowPs) {
    int psn = packet.psn;
    WriteRequester writer = takeNak(packet, nowPs);
    if (writer == null) {
      return;
    }
    boolean open = writer.failure().isEmpty();
    long resumePs = writer.notReady(psn, nowPs);
    if (open) {
      boolean gaveUp = !writer.failure().isEmpty();
      host.hostCounters.rnrNaksReceived += gaveUp ? 0 : 1;
      host.hostCounters.rnrRetriesExceeded += gaveUp ? 1 : 0;
    }
    if (resumePs == Long.MAX_VALUE) {
      activate(writer, nowPs);
    } else {
      host.events.schedule(resumePs, EventKind.RESUME, writer.queuePair);
      schedule(writer, nowPs);
    }
  }

  /** A packet is missing at the other end; nothing is heard in error state. */
  private void countNak(WriteRequester writer) {
    host.hostCounters.naksReceived += writer.failure().isEmpty() ? 1 : 0;
  }

  /** Takes what a NAK acknowledges and echoes; returns who it is for, or null. */
  private @Nullable WriteRequester takeNak(Packet nak, long nowPs) {
    WriteRequester writer = pairs.writer(nak.route.queuePair());
    if (writer == null || writer.isFinished()) {
      host.partition.pool.give(nak);
      return null;
    }
    if (take(writer, nak, nowPs)) {
      complete(writer, nowPs);
    }
    host.partition.pool.give(nak);
    return writer;
  }

  private void complete(WriteRequester writer, long nowPs) {
    QueuePairFlow oldest = writer.oldest();
    takeCompletions(writer, nowPs);
    if (oldest != null && writer.isFinished()) {
      pairs.forget(writer, oldest.firstSequence);
    }
  }

  @Override
  void timedOut(RcRequester requester, long nowPs) {
    if (reporter != null) {
      reporter.timedOut(requester, nowPs);
      host.move(requester, nowPs);
    }
  }
}
