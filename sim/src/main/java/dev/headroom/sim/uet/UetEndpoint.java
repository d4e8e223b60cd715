package dev.headroom.sim.uet;

import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.sim.delivery.PacketDeliveryEndpoint;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import org.jspecify.annotations.Nullable;

/** Endpoint of Ultra Ethernet's transport at a host: handling of its packets, timers and credit. */
final class UetEndpoint extends PacketDeliveryEndpoint<UetSender> {
  private final UetContexts contexts;
  private final @Nullable CreditPacer pacer;
  private final MessageSettings messageSettings;
  private final boolean isReliable;
  private boolean grantPending;

  /**
   * @param pacer hands out the rate of the host's port; null where receivers grant no credit
   */
  UetEndpoint(Host host, HostRegistry hosts, UetContexts contexts, @Nullable CreditPacer pacer) {
    super(host, hosts, contexts, false);
    this.contexts = contexts;
    this.pacer = pacer;
    messageSettings = contexts.settings().messageSettings();
    isReliable = contexts.settings().isReliable();
  }

  @Override
  public void receive(Packet arrived, long nowPs) {
    UetPacket packet = (UetPacket) arrived;
    switch (packet.type) {
      case Packet.DATA -> {
        if (packet.has(UetPacket.TRIMMED)) {
          trimmed(packet, nowPs);
        } else {
          data(packet, nowPs);
        }
      }
      case Packet.ACK -> acknowledged(packet, nowPs);
      case Packet.NAK -> onNack(packet, nowPs);
      case UetPacket.OUT_OF_ORDER -> outOfOrder(packet, nowPs);
      case UetPacket.CREDIT -> granted(packet, nowPs);
      case UetPacket.CREDIT_REQUEST -> onCreditRequest(packet, nowPs);
      default -> receiveOfReads(packet, nowPs);
    }
  }

  // --- receiving --------------------------------------------------------------------------------

  private void data(UetPacket packet, long nowPs) {
    CreditPacer own = pacer;
    if (own != null) {
      own.onPacket(packet.has(Packet.CE));
    }
    UetReceiver receiver = contexts.receiver(packet, own);
    UetReceiver.Answer answer = receiver.take(packet);
    int flow = packet.flow;
    boolean ends = false;
    if (receiver.placed()) {
      if (!isReliable) {
        contexts.unreportedPayload(flow, packet.payload);
      }
      ends = place(packet);
    }
    addPullTarget(receiver, packet.creditBytes, nowPs);
    switch (answer) {
      case ACK -> {
        receiver.acknowledge(packet);
        reply(receiver.reverseTuple, packet, nowPs);
      }
      case OUT_OF_ORDER -> {
        receiver.refuseOutOfOrder(packet);
        reply(receiver.reverseTuple, packet, nowPs);
      }
      case NOTHING -> host.partition.pool.give(packet);
    }
    if (ends) {
      delivered(flow, nowPs);
      if (!isReliable) {
        hosts.completed(flow, 0, 0, host, nowPs); // nobody else will ever know
      }
    }
  }

  private void trimmed(UetPacket packet, long nowPs) {
    if (!isReliable) {
      host.partition.pool.give(packet);
      return;
    }
    CreditPacer own = pacer;
    if (own != null) {
      own.onTrimmedPacket(packet.has(UetPacket.LAST_HOP));
    }
    UetReceiver receiver = contexts.receiver(packet, own);
    if (receiver.has(packet)) {
      receiver.acknowledge(packet);
    } else {
      addPullTarget(receiver, packet.creditBytes, nowPs);
      retryRequests(receiver, packet.payload, nowPs);
      receiver.turnIntoNack(packet);
    }
    reply(receiver.reverseTuple, packet, nowPs);
  }

  /** Sends an answer on the way that the packet came: its entropy value leads back, too. */
  private void reply(FlowTuple back, UetPacket answer, long nowPs) {
    answer.follow(back, answer.value);
    answer(answer, messageSettings.framing().ack(), messageSettings.ackClass(), nowPs);
  }

  // --- credit -----------------------------------------------------------------------------------

  private void addPullTarget(UetReceiver receiver, long upToBytes, long nowPs) {
    CreditPacer own = pacer;
    if (own != null && receiver.credit != null) {
      own.onPullTarget(receiver.credit, upToBytes);
      scheduleGrant(own, nowPs);
    }
  }

  /**
   * A sender that can send nothing asks for credit. One that gives up where nobody answers is told
   * at once where it stands, as uet-htsim acknowledges such a request at once: its turn may come
   * much later.
   */
  private void onCreditRequest(UetPacket request, long nowPs) {
    UetReceiver receiver = contexts.receiver(request, pacer);
    addStalledPullTarget(receiver, request.creditBytes, nowPs);
    if (contexts.settings().hasRetryLimit() && receiver.credit != null) {
      sendCredit(receiver, receiver.credit, request, nowPs);
    } else {
      host.partition.pool.give(request);
    }
  }

  private void addStalledPullTarget(UetReceiver receiver, long upToBytes, long nowPs) {
    CreditPacer own = pacer;
    if (own != null && receiver.credit != null) {
      own.onStalledPullTarget(receiver.credit, upToBytes);
      scheduleGrant(own, nowPs);
    }
  }

  private void retryRequests(UetReceiver receiver, int payload, long nowPs) {
    CreditPacer own = pacer;
    if (own != null && receiver.credit != null) {
      own.addRetransmissionCredit(receiver.credit, messageSettings.framing().dataFrame(payload, 0));
      scheduleGrant(own, nowPs);
    }
  }

  private void scheduleGrant(CreditPacer own, long nowPs) {
    if (!grantPending && own.nextGrantPs() != CreditPacer.NEVER) {
      grantPending = true;
      host.events.schedule(Math.max(nowPs, own.nextGrantPs()), EventKind.GRANT, host.index);
    }
  }

  @Override
  protected boolean grantsCredit() {
    return pacer != null;
  }

  /** The port could take more: somebody is granted credit. */
  @Override
  public void grant(long nowPs) {
    grantPending = false;
    CreditPacer own = pacer;
    if (own == null || own.nextGrantPs() > nowPs) {
      return;
    }
    CreditPacer.Sender to = own.grant(nowPs);
    sendCredit(contexts.receiver(to.number), to, (UetPacket) fresh(), nowPs);
    scheduleGrant(own, nowPs);
  }

  /** Tells a sender how much it has been granted since the start. */
  private void sendCredit(
      UetReceiver receiver, CreditPacer.Sender to, UetPacket packet, long nowPs) {
    packet.type = UetPacket.CREDIT;
    packet.flags = 0;
    packet.creditBytes = to.grantedBytes();
    packet.payload = 0;
    packet.flow = receiver.flow();
    packet.priority = (byte) messageSettings.ackClass();
    packet.bytes = (short) messageSettings.framing().ack();
    packet.follow(receiver.reverseTuple, 0);
    host.port().offer(packet, nowPs);
  }

  // --- sending ----------------------------------------------------------------------------------

  /** It says what credit is wanted, and somebody has to look for its answer. */
  @Override
  public void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    super.sent(sender, packet, again, nowPs);
    if (sender instanceof ReliableSender context) {
      context.request((UetPacket) packet);
    }
  }

  private void acknowledged(UetPacket ack, long nowPs) {
    if (contexts.sender(ack.route.queuePair()) instanceof ReliableSender sender) {
      sender.acknowledged(ack, nowPs);
      onFeedback(sender, nowPs);
    }
    host.partition.pool.give(ack);
  }

  private void onNack(UetPacket nack, long nowPs) {
    if (contexts.sender(nack.route.queuePair()) instanceof ReliableSender sender) {
      sender.onNack(nack, nowPs);
      onFeedback(sender, nowPs);
    }
    host.partition.pool.give(nack);
  }

  private void outOfOrder(UetPacket nack, long nowPs) {
    if (contexts.sender(nack.route.queuePair()) instanceof RodSender sender) {
      sender.outOfOrder(nack, nowPs);
      onFeedback(sender, nowPs);
    }
    host.partition.pool.give(nack);
  }

  private void granted(UetPacket credit, long nowPs) {
    if (contexts.sender(credit.route.queuePair()) instanceof ReliableSender sender) {
      sender.credited(credit.creditBytes, nowPs);
      host.activate(sender, nowPs);
    }
    host.partition.pool.give(credit);
  }

  /** The packet sent longest ago may have been given up; or credit is asked for once more. */
  @Override
  protected void retry(UetSender sender, long nowPs) {
    super.retry(sender, nowPs);
    if (sender instanceof ReliableSender context && context.takeRequest()) {
      UetPacket request = (UetPacket) fresh();
      context.fillRequest(request);
      host.port().offer(request, nowPs);
    }
  }
}
