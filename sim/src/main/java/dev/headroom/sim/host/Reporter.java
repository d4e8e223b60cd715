package dev.headroom.sim.host;

import dev.headroom.congestion.Feedback;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.fabric.InstrumentedPacket;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.transport.Writer;
import org.jspecify.annotations.Nullable;

/** Tells the controllers of a host what its acknowledgements brought back. */
final class Reporter {
  private final Feedback feedback;

  private Reporter(Instruments instruments) {
    feedback = new Feedback(instruments.telemetryHops());
  }

  /** One for a host, or null where no controller wants to know more than that of marks. */
  static @Nullable Reporter of(Instruments instruments) {
    return instruments.areCarried() ? new Reporter(instruments) : null;
  }

  /**
   * An ACK or NAK was taken.
   *
   * @param unackedBefore what was acknowledged before it
   */
  void acknowledged(Writer writer, Packet ack, long unackedBefore, long nowPs) {
    InstrumentedPacket packet = (InstrumentedPacket) ack;
    feedback.clear();
    writer.report(feedback, unackedBefore);
    feedback.telemetry.copy(packet.telemetry);
    writer.controller.acknowledged(nowPs, feedback);
  }
}
