package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.UetPacket;

/**
 * Sending end in mode RUD, reliable and unordered: ACKs cover all packets up to a number, and some
 * beyond. What an ACK says was received is taken off what is in flight at once, acknowledged by
 * number or not (uet-htsim, {@code uec.cpp}).
 */
sealed class RudSender extends ReliableSender permits RodSender {
  private long receivedBytes;

  RudSender(FlowTuple route, UetSettings settings, Controller controller, long key) {
    super(route, settings, controller, key);
  }

  @Override
  void acknowledged(UetPacket ack, long nowPs) {
    onReceived();
    long news = Math.max(0, ack.receivedBytes - receivedBytes);
    receivedBytes += news;
    arrivedBytes(news);
    long rttPs = roundTrip(ack, nowPs);
    arrivedBefore(sequence(ack.psn));
    long base = sequence(ack.bitmapBase);
    for (long bits = ack.bitmap; bits != 0; bits &= bits - 1) {
      arrived(base + Long.numberOfTrailingZeros(bits));
    }
    reportAck(news, ack, rttPs, nowPs);
  }
}
