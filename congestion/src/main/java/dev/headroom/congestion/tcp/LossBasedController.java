package dev.headroom.congestion.tcp;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * Common part of Reno, CUBIC and DCTCP: slow start, one reduction per window for all losses or
 * marks, and the response to a timeout (RFC 5681, section 3; RFC 3168, section 6.1.2).
 *
 * <pre>
 *   window under threshold    W += min(acked, packet)              slow start
 *   loss, or mark             once a window: reduce
 *   timeout                   threshold = reduced window, W = one packet
 *   another before any ACK    W = one packet, the threshold stays as it is
 * </pre>
 *
 * A window is over when what had been sent at its reduction is acknowledged; until then W does not
 * grow. It does not grow either while the application leaves it unused. Reductions start from W, as
 * Linux does, not from the bytes in flight. Inflation by duplicate ACKs is left to the transport,
 * which counts what is in flight (RFC 6675). Not paced: the rate is the line's.
 */
public abstract class LossBasedController extends Controller {
  private final long lineBps;
  private final double packetBytes;
  private final double mostBytes;

  private double window;
  private double threshold = Double.MAX_VALUE;
  private long reducedAt = Feedback.NONE;

  /** Whether nothing was acknowledged since the last timeout. */
  private boolean silent;

  public LossBasedController(TcpWindowSettings windows, Path path) {
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    mostBytes = TcpWindowSettings.MOST_PACKETS * packetBytes;
    window = windows.initialPackets() * packetBytes;
  }

  /** Grows the window by an ACK beyond slow start. */
  abstract void grow(long nowPs, Feedback feedback);

  /** The window after a loss, in bytes; it may not be less than two packets. */
  abstract double afterLoss();

  /** The window after a mark, in bytes. */
  double afterMark() {
    return afterLoss();
  }

  /** Whatever the algorithm wants to note of an ACK first. */
  void note(long nowPs, Feedback feedback) {}

  /** Whatever the algorithm wants to note of a timeout. */
  void noteTimeout() {}

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.LOSS, Signal.RTT, Signal.ECN_ECHO);
  }

  @Override
  public long rateBps(long nowPs) {
    return lineBps;
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    silent &= feedback.ackedBytes == 0;
    note(nowPs, feedback);
    if (reducedAt != Feedback.NONE && feedback.ackedUpTo >= reducedAt) {
      reducedAt = Feedback.NONE;
    }
    if (reducedAt != Feedback.NONE) {
      return;
    }
    if (feedback.markedBytes > 0) {
      reduce(afterMark(), feedback);
    } else if (feedback.appLimited) {
      return;
    } else if (slowStart()) {
      setWindow(window + Math.min((double) feedback.ackedBytes, packetBytes));
    } else {
      grow(nowPs, feedback);
    }
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    if (reducedAt == Feedback.NONE) {
      reduce(afterLoss(), feedback);
    }
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    if (!silent) {
      threshold = Math.max(2 * packetBytes, afterLoss());
      noteTimeout();
    }
    silent = true;
    setWindow(packetBytes);
    reducedAt = Feedback.NONE;
  }

  private void reduce(double bytes, Feedback feedback) {
    threshold = Math.max(2 * packetBytes, bytes);
    setWindow(threshold);
    reducedAt = feedback.sentUpTo;
  }

  /** Whether the window doubles each round trip. */
  public final boolean slowStart() {
    return window < threshold;
  }

  public final double window() {
    return window;
  }

  final double packetBytes() {
    return packetBytes;
  }

  public final void setWindow(double bytes) {
    window = RangeCheck.clamp(bytes, packetBytes, mostBytes);
  }

  /** Reno's growth: a packet for every window acknowledged. */
  final void growByPacket(Feedback feedback) {
    setWindow(window + packetBytes * feedback.ackedBytes / window);
  }
}
