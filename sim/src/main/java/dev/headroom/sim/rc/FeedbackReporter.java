package dev.headroom.sim.rc;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Signal;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.kernel.LibcRandom;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Reporter of ACKs, NAKs and timeouts to the controllers of a host. */
final class FeedbackReporter {
  /** {@code rand() % 65536}. */
  private static final int DRAWN = 1 << 16;

  private final Feedback feedback;
  private final boolean nacks;
  private final boolean losses;
  private final boolean rtt;
  private final boolean hosts;
  private final boolean telemetry;
  private final boolean loads;
  private final boolean rewinds;

  /** Share of the ACKs of whose load notice is taken, and what that is drawn from. */
  private final double sampled;

  private final long key;
  private long drawn;

  /** What that is drawn from instead, for each ACK; null without. */
  private final @Nullable LibcRandom libc;

  private FeedbackReporter(
      SignalOverhead signalOverhead,
      double sampled,
      long key,
      boolean rewinds,
      @Nullable LibcRandom libc) {
    feedback = new Feedback(signalOverhead.telemetryHops());
    nacks = signalOverhead.watches(Signal.NACK);
    losses = signalOverhead.watches(Signal.LOSS);
    rtt = signalOverhead.watches(Signal.RTT);
    hosts = signalOverhead.watches(Signal.HOST_DELAY);
    telemetry = signalOverhead.watches(Signal.TELEMETRY);
    loads = signalOverhead.watches(Signal.PINT);
    this.rewinds = rewinds;
    this.sampled = sampled;
    this.key = key;
    this.libc = libc;
  }

  /**
   * One for a host, or null where no controller wants to know more than that there are marks.
   *
   * @param sampled share of ACKs from which the load of the busiest link is read
   * @param key of the random numbers for that
   * @param rewinds whether what is to be sent again counts as not sent, as HPCC's simulator has it
   * @param libc what that simulator draws from, where draws are its own; else null
   */
  static @Nullable FeedbackReporter of(
      SignalOverhead signalOverhead,
      double sampled,
      long key,
      boolean rewinds,
      @Nullable LibcRandom libc) {
    return signalOverhead.reportsFeedback()
        ? new FeedbackReporter(signalOverhead, sampled, key, rewinds, libc)
        : null;
  }

  /**
   * An ACK or NAK was taken.
   *
   * @param unackedBefore what was acknowledged before it
   */
  void acknowledged(WriteRequester writer, Packet answer, long unackedBefore, long nowPs) {
    feedback.clear();
    if (rewinds && answer.type == Packet.NAK) {
      writer.goBack(nowPs);
    }
    writer.report(feedback, unackedBefore);
    if (rewinds) {
      feedback.sentUpTo = writer.bytesBeforeNext();
    }
    feedback.markedBytes = answer.has(Packet.CE) ? feedback.ackedBytes : 0;
    if (rewinds && answer.has(Packet.CE) && feedback.markedBytes == 0) {
      feedback.markedBytes = 1; // a mark counts there whatever else its ACK says
    }
    if (answer instanceof InstrumentedPacket packet) {
      read(packet, nowPs);
    }
    writer.controller.acknowledged(nowPs, feedback);
  }

  private void read(InstrumentedPacket packet, long nowPs) {
    if (telemetry) {
      feedback.telemetry.copy(packet.telemetry);
    }
    feedback.rttPs = nowPs - packet.sentPs;
    if (rtt) {
      feedback.hops = packet.hops;
    }
    if (hosts) {
      feedback.hostDelayPs = packet.heldPs;
    }
    if (loads && isSampled()) {
      feedback.pint = packet.pint;
    }
  }

  private boolean isSampled() {
    if (libc != null) {
      return libc.next() % DRAWN < (int) (DRAWN * sampled);
    }
    return sampled >= 1 || Rng.uniform(key, drawn++) < sampled;
  }

  /** A NAK that was just taken named a packet as missing. */
  void onNak(WriteRequester writer, long nowPs) {
    feedback.missingBytes = feedback.inFlightBytes;
    if (nacks) {
      writer.controller.refused(nowPs, feedback);
    }
    if (losses) {
      writer.controller.lost(nowPs, feedback);
    }
  }

  /** Nothing was heard for so long that everything is sent again. */
  void timedOut(RcRequester requester, long nowPs) {
    if (losses && requester instanceof WriteRequester writer) {
      feedback.clear();
      writer.report(feedback, writer.unacked());
      feedback.missingBytes = feedback.inFlightBytes;
      writer.controller.timedOut(nowPs, feedback);
    }
  }
}
