package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;

/**
 * Credit-based flow control at one port: what its transmitter may send, what its input buffers
 * grant, and the flow control packets on their way here. They take their turn on the wire between
 * packets, before data, hold it as long as their bytes take, and stay in order with what was sent
 * before and after them.
 */
final class CreditLink {
  final CreditSender sender;
  final CreditGranter granter;
  private final Port port;
  private final CreditSettings settings;
  private final PauseFifo coming = new PauseFifo();

  CreditLink(Port port, CreditSettings settings) {
    this.port = port;
    this.settings = settings;
    sender = new CreditSender(port, settings);
    granter = new CreditGranter(port, settings, sender);
  }

  /** The link is up from the start: each end knows what the other has granted. */
  void connect(CreditLink other) {
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      sender.grant(priority, other.granter.told(priority), 0);
    }
  }

  /** What a flow control packet says of a class, in one word. */
  static long word(int sentBlocks, int limit) {
    return (long) sentBlocks * CreditSettings.MODULO + limit;
  }

  CreditSettings settings() {
    return settings;
  }

  /** A flow control packet sent by the peer is on its way. */
  void comeFrom(Port from, long atPs, int priority, long word) {
    if (from.home == port.home) {
      enter(atPs, priority, word);
    } else {
      from.home.postPause(atPs, priority, word, port);
    }
  }

  private void enter(long atPs, int priority, long word) {
    if (coming.add(atPs, priority, word)) {
      port.home.events.schedule(atPs, EventKind.PAUSE, port.id);
    }
  }

  /** One that was sent from another partition: lost if the link has gone down since. */
  void enterFromAfar(long atPs, int priority, long word) {
    if (!port.link.wasDownSince(atPs - port.peer().link.credits().granter.flightPs())) {
      enter(atPs, priority, word);
    }
  }

  /** One has come. */
  void arrive(long nowPs) {
    if (coming.isEmpty() || coming.effectPs() > nowPs) {
      return; // lost when the link went down
    }
    int priority = coming.priority();
    long word = coming.quanta();
    coming.remove();
    if (!coming.isEmpty()) {
      port.home.events.schedule(coming.effectPs(), EventKind.PAUSE, port.id);
    }
    granter.sync(priority, (int) (word / CreditSettings.MODULO), nowPs);
    sender.grant(priority, (int) (word % CreditSettings.MODULO), nowPs);
  }

  /**
   * Takes a packet that the device wants to send and that stands in no queue: true if it may leave
   * now, else it waits at the head of its class.
   */
  boolean letsGo(Packet packet, Lane lane, long nowPs) {
    if (sender.fits(packet)) {
      return true;
    }
    lane.append(packet);
    sender.hold(lane, nowPs);
    return false;
  }

  /** A packet leaves. */
  void leaves(Packet packet) {
    if (settings.covers(packet.priority)) {
      sender.spend(packet);
      granter.sent();
    }
  }

  /** The link went down: what is on the wire is lost. */
  void cut() {
    coming.clear();
    sender.cut();
    granter.cut();
  }

  /** Whether a flow control packet for a class is on its way here; for the books. */
  boolean isComing(int priority) {
    return coming.holds(priority, false);
  }
}
