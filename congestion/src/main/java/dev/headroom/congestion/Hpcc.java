package dev.headroom.congestion;

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
 *            W from U as {@link ReferenceWindow} says, updating once a round trip
 *   rate     W/T
 * </pre>
 *
 * T is {@link Path#baseRttPs}, and should be a little more than the longest base RTT of the fabric.
 * The flow starts at line rate with W = line T. Example: at 100 Gb/s and 13 us W = 162,500 bytes; a
 * link with a queue of 81,250 bytes that sends at its rate has u = 0.5 + 1 = 1.5 and cuts W to
 * 0.95/1.5 of itself.
 *
 * <p>As the authors' simulator ({@code rdma-hw.cc}, mode 3) and not the paper: the first ACK is
 * only remembered; W stays between that of the least rate and that of the line. Of a way that
 * differs from the one before (the paper's path ID, section 4.1) the first ACK is only remembered
 * too. A link that was read twice at the same time tells nothing.
 */
public final class Hpcc extends Controller {
  private final long lineBps;
  private final double rttPs;
  private final int packetBytes;
  private final ReferenceWindow window;
  private final Telemetry last = new Telemetry(Telemetry.MOST_HOPS);

  private double load;
  private long updateAfter = Feedback.NONE;

  public Hpcc(HpccSettings settings, Path path) {
    lineBps = path.lineBps();
    rttPs = path.baseRttPs();
    packetBytes = path.packetBytes();
    window = new ReferenceWindow(settings, path);
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.TELEMETRY);
  }

  @Override
  public long rateBps(long nowPs) {
    return Math.min(lineBps, (long) Path.bps(window.bytes(), rttPs));
  }

  @Override
  public long windowBytes() {
    return Math.max(packetBytes, (long) window.bytes());
  }

  @Override
  public boolean movesScheduledSend() {
    return true;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    Telemetry telemetry = feedback.telemetry;
    if (telemetry.continues(last)) {
      if (!measure(telemetry)) {
        return;
      }
      boolean update = feedback.ackedUpTo > updateAfter;
      window.react(load, update);
      if (update) {
        updateAfter = feedback.sentUpTo;
      }
    } else if (updateAfter == Feedback.NONE) {
      updateAfter = feedback.sentUpTo;
    }
    last.copy(telemetry);
  }

  /** U: bytes in flight on the busiest link over what fills it, as of the last ACK. */
  public double load() {
    return load;
  }

  private boolean measure(Telemetry now) {
    double most = -1;
    double tau = 0;
    for (int hop = 0; hop < now.hops(); hop++) {
      double elapsed = (double) (now.atPs(hop) - last.atPs(hop));
      if (elapsed <= 0) {
        continue;
      }
      double bps = (double) now.rateBps(hop);
      double queue = (double) Math.min(now.queueBytes(hop), last.queueBytes(hop));
      double sent = (double) (now.sentBytes(hop) - last.sentBytes(hop));
      double here = queue / Path.bytes(bps, rttPs) + Path.bps(sent, elapsed) / bps;
      if (here > most) {
        most = here;
        tau = elapsed;
      }
    }
    if (most < 0) {
      return false;
    }
    double weight = Math.min(tau, rttPs) / rttPs;
    load = (1 - weight) * load + weight * most;
    return true;
  }
}
