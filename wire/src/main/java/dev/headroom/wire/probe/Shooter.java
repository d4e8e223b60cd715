package dev.headroom.wire.probe;

import java.io.IOException;
import java.util.List;

/** Sender of rounds of packets from a source to a sink, which collects their results at both. */
final class Shooter {
  private final Source source;
  private final Sink sink;
  private int sequence = 1;
  private long sent;

  Shooter(Source source, Sink sink) {
    this.source = source;
    this.sink = sink;
  }

  Source.Means means() {
    return source.means();
  }

  /** Packets sent so far. */
  long sent() {
    return sent;
  }

  /** The most packets of a round. */
  int most(long gapNs) {
    return Volley.most(gap(gapNs));
  }

  /** Sends these, in this order. */
  Outcome fire(List<Shot> shots) throws IOException, InterruptedException {
    return fire(shots, 0);
  }

  /**
   * Sends these, in this order, which must be no more than {@link #most}.
   *
   * @param gapNs between two of them, at least
   */
  Outcome fire(List<Shot> shots, long gapNs) throws IOException, InterruptedException {
    Volley volley = new Volley(sequence, gap(gapNs), shots);
    sequence += shots.size();
    Outcome outcome = new Outcome(shots);
    sink.begin(shots.size(), volley.lastsNs());
    Source.Fired fired = source.fire(volley);
    // What the sender does not let go has not arrived, as what the next one drops.
    sent += fired.sent();
    fired.answers().forEach(outcome::answered);
    for (Sink.Arrival each : sink.end()) {
      int shot = each.sequence() - volley.first();
      if (shot >= 0 && shot < shots.size()) {
        outcome.arrived(shot, each.trafficClass());
      }
    }
    return outcome;
  }

  private long gap(long gapNs) {
    return Math.max(gapNs, source.means().leastGapNs());
  }
}
