package dev.headroom.wire.probe;

import java.io.IOException;
import java.util.List;

/** Sender of rounds of packets from a source to a sink, which collects their results at both. */
final class ProbeSender {
  private final ProbeSource source;
  private final ProbeSink probeSink;
  private int sequence = 1;
  private long sent;

  ProbeSender(ProbeSource source, ProbeSink probeSink) {
    this.source = source;
    this.probeSink = probeSink;
  }

  ProbeSource.Means means() {
    return source.means();
  }

  /** Packets sent so far. */
  long sent() {
    return sent;
  }

  /** The most packets of a round. */
  int most(long gapNs) {
    return ProbeBurst.most(gap(gapNs));
  }

  /** Sends these, in this order. */
  ProbeOutcome sendProbes(List<Probe> probes) throws IOException, InterruptedException {
    return sendProbes(probes, 0);
  }

  /**
   * Sends these, in this order, which must be no more than {@link #most}.
   *
   * @param gapNs between two of them, at least
   */
  ProbeOutcome sendProbes(List<Probe> probes, long gapNs) throws IOException, InterruptedException {
    ProbeBurst probeBurst = new ProbeBurst(sequence, gap(gapNs), probes);
    sequence += probes.size();
    ProbeOutcome outcome = new ProbeOutcome(probes);
    probeSink.begin(probes.size(), probeBurst.lastsNs());
    ProbeSource.Fired fired = source.sendBurst(probeBurst);
    // What the sender does not let go has not arrived, as what the next one drops.
    sent += fired.sent();
    fired.answers().forEach(outcome::onReply);
    for (ProbeSink.Arrival each : probeSink.end()) {
      int shot = each.sequence() - probeBurst.first();
      if (shot >= 0 && shot < probes.size()) {
        outcome.arrived(shot, each.trafficClass());
      }
    }
    return outcome;
  }

  private long gap(long gapNs) {
    return Math.max(gapNs, source.means().leastGapNs());
  }
}
