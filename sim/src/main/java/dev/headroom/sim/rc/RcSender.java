package dev.headroom.sim.rc;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/** A sender of a reliable connection, at either end of it. */
public abstract sealed class RcSender extends PacketSender permits RcRequester, ReadResponder {
  final RcSettings settings;
  final MessageSettings messageSettings;
  final SequenceNumbering numbering;

  RcSender(FlowTuple route, RcSettings settings, Controller controller) {
    super(route, controller);
    this.settings = settings;
    messageSettings = settings.messageSettings();
    numbering = settings.numbering();
  }

  /** Gives a packet of a flow its class and address. */
  final void address(Packet packet, int flow) {
    packet.priority = (byte) messageSettings.dataClass();
    packet.follow(route());
    packet.flow = flow;
  }

  /** What goes on the wire for a sequence number. */
  final int psnOf(long sequence) {
    return numbering.of(numbering.first() + sequence);
  }
}
