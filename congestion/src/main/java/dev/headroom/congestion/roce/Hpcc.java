package dev.headroom.congestion.roce;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.Telemetry;
import java.util.Set;

/**
 * HPCC: Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, algorithm 1. HPCC++
 * (draft-miao-ccwg-hpcc) is this loop on telemetry of any make, be it INT, IOAM or IFA.
 *
 * <pre>
 *   ACK      for each link i:  tx = (sent[i] - sent'[i]) / (at[i] - at'[i])     ' : the ACK before
 *                              u  = min(queue[i], queue'[i]) / (B[i] T) + tx / B[i]
 *            the greatest u and the tau = min(at[i] - at'[i], T) that belongs to it
 *            U = (1 - tau/T) U + (tau/T) u
 *            R from U as {@link ReferenceRate} says, updating once a round trip
 *   window   W = R T
 * </pre>
 *
 * T is {@link Path#baseRttPs}, and should be a little more than the longest base RTT of the fabric.
 * The flow starts at line rate with W = line T. Example: at 100 Gb/s and 13 us W = 162,500 bytes; a
 * link with a queue of 81,250 bytes that sends at its rate has u = 0.5 + 1 = 1.5 and cuts W to
 * 0.95/1.5 of itself.
 *
 * <p>As the authors' simulator ({@code rdma-hw.cc}, mode 3) and not the paper: U starts at 1; the
 * first ACK is only remembered; R stays between the least rate and the line. With {@link
 * HpccSettings#perLink} each link has its own U and reference, and the least rate counts. Of a way
 * that differs from the one before (the paper's path ID, section 4.1) the first ACK is only
 * remembered too. A link that was read twice at the same time tells nothing.
 */
public final class Hpcc extends HpccController {
  private static final double PS_PER_NS = 1e3;
  private static final double SECONDS_PER_NS = 1e-9;

  private final HpccSettings settings;
  private final double rttNs;
  private final ReferenceRate[] references;
  private final double[] loads;
  private final Telemetry last = new Telemetry(Telemetry.MOST_HOPS);

  /** Whether the last acknowledgement set the rate, be it to what it was. */
  private boolean reacted;

  public Hpcc(HpccSettings settings, Path path) {
    super(settings, path);
    this.settings = settings;
    rttNs = path.baseRttPs() / PS_PER_NS;
    int links = settings.perLink() ? Telemetry.MOST_HOPS : 1;
    references = new ReferenceRate[links];
    loads = new double[links];
    for (int link = 0; link < links; link++) {
      references[link] = new ReferenceRate(settings, path);
      loads[link] = 1;
    }
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.TELEMETRY);
  }

  @Override
  public boolean movesScheduledSend() {
    return reacted;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    Telemetry telemetry = feedback.telemetry;
    boolean update = feedback.ackedUpTo > updateAfter;
    reacted = false;
    if (update && telemetry.isSpoilt()) {
      if (updateAfter == Feedback.NONE) {
        last.copy(telemetry);
      }
      updateAfter =
          Math.max(
              updateAfter,
              feedback.sentUpTo); // a round trip is over, though nothing is known of it
    }
    if (telemetry.isSpoilt() || telemetry.hops() == 0 || !(update || settings.fastReact())) {
      return;
    }
    if (updateAfter == Feedback.NONE || !telemetry.continues(last)) {
      last.copy(telemetry);
      if (updateAfter == Feedback.NONE && feedback.sentUpTo > 0) { // not while all is sent again
        updateAfter = feedback.sentUpTo;
      }
      return;
    }
    if (settings.perLink()) {
      reactToEach(telemetry, update);
    } else {
      reactToBusiest(telemetry, update);
    }
    if (update) {
      updateAfter = Math.max(updateAfter, feedback.sentUpTo);
    }
  }

  /** U: bytes in flight on the busiest link over what fills it, as of the last ACK. */
  public double load() {
    double most = loads[0];
    for (double load : loads) {
      most = Math.max(most, load);
    }
    return most;
  }

  private void reactToBusiest(Telemetry now, boolean update) {
    double most = 0;
    double tauNs = 0;
    boolean any = false;
    for (int hop = 0; hop < now.hops(); hop++) {
      double elapsedNs = elapsedNs(now, hop);
      if (elapsedNs <= 0 || passesOver(now, hop, update)) {
        continue;
      }
      any = true;
      double here = load(now, hop, elapsedNs);
      if (here > most) {
        most = here;
        tauNs = elapsedNs;
      }
      last.copy(now, hop);
    }
    reacted = any;
    if (any) {
      loads[0] = average(loads[0], most, tauNs);
      rateBps = references[0].react(loads[0], update);
    }
  }

  private void reactToEach(Telemetry now, boolean update) {
    long least = lineBps;
    boolean any = false;
    for (int hop = 0; hop < now.hops(); hop++) {
      double elapsedNs = elapsedNs(now, hop);
      if (elapsedNs <= 0 || passesOver(now, hop, update)) {
        least = Math.min(least, references[hop].bps());
        continue;
      }
      any = true;
      loads[hop] = average(loads[hop], load(now, hop, elapsedNs), elapsedNs);
      least = Math.min(least, references[hop].react(loads[hop], update));
      last.copy(now, hop);
    }
    reacted = any;
    if (any) {
      rateBps = least;
    }
  }

  private double elapsedNs(Telemetry now, int hop) {
    return now.elapsedPs(last, hop) / PS_PER_NS;
  }

  private boolean passesOver(Telemetry now, int hop, boolean update) {
    return settings.sampled() && !update && now.queueBytes(hop) == 0;
  }

  private double load(Telemetry now, int hop, double elapsedNs) {
    double bps = (double) now.rateBps(hop);
    double bits = (double) (now.sentSince(last, hop) * 8);
    double queue = (double) Math.min(now.queueBytes(hop), last.queueBytes(hop));
    return bits / (elapsedNs * SECONDS_PER_NS) / bps + queue * lineBps / bps / fullWindow;
  }

  private double average(double before, double load, double elapsedNs) {
    double tauNs = Math.min(elapsedNs, rttNs);
    return (before * (rttNs - tauNs) + load * tauNs) / rttNs;
  }
}
