package dev.headroom.congestion.tcp;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * Sender's congestion control that uet-htsim, the simulator of the Ultra Ethernet consortium, calls
 * {@code dctcp} ({@code uec.cpp}: {@code updateCwndOnAck_DCTCP}, {@code updateCwndOnNack_DCTCP}).
 * It answers each mark by itself: there is no alpha, the smoothed share of marks that DCTCP goes by
 * (Alizadeh et al., SIGCOMM 2010).
 *
 * <pre>
 *   not marked   W += acked m/W        a packet m each round trip
 *   marked       W -= acked/3
 *   NACK, loss   W -= bytes missing
 * </pre>
 *
 * The window starts at 1.5 BDP and is m at least; no greatest one. Example: with every second ACK
 * marked the window rests where m/W = 1/3, at three packets; with one in fifteen at 42.
 */
public final class DctcpUet extends Controller {
  /** In BDP. */
  private static final double FIRST_WINDOW = 1.5;

  private final long lineBps;
  private final double packetBytes;
  private double window;

  public DctcpUet(Path path) {
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    window = Math.max(packetBytes, FIRST_WINDOW * path.bdpBytes());
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.ECN_ECHO, Signal.NACK, Signal.LOSS);
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
    double acked = feedback.ackedBytes;
    shrink(acked * feedback.receiverPenalty);
    if (feedback.markedBytes > 0) {
      shrink(acked / 3);
    } else {
      window += acked * packetBytes / window;
    }
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    shrink(feedback.missingBytes);
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    shrink(feedback.missingBytes);
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    shrink(feedback.missingBytes);
  }

  private void shrink(double bytes) {
    window = Math.max(packetBytes, window - bytes);
  }
}
