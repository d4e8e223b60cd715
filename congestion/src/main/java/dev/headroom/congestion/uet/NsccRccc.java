package dev.headroom.congestion.uet;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import java.util.EnumSet;
import java.util.Set;

/**
 * NSCC and RCCC at once (UE specification 1.0, transport layer): a packet leaves when the window of
 * {@link Nscc}, for the fabric, and the credit of {@link Rccc}, for the receiver, both allow it. A
 * request for credit is for no more than the window holds and a packet ({@code computePullTarget}
 * of uet-htsim). Packets trimmed at the last switch are RCCC's business: NSCC's {@linkplain
 * Nscc.Settings#receiverCredits settings} must say so.
 */
public final class NsccRccc extends Controller {
  private final Nscc window;
  private final Rccc credit;
  private final long packetBytes;

  public NsccRccc(Nscc window, Rccc credit, Path path) {
    this.window = window;
    this.credit = credit;
    packetBytes = path.packetBytes();
  }

  @Override
  public Set<Signal> watches() {
    Set<Signal> both = EnumSet.copyOf(window.watches());
    both.addAll(credit.watches());
    return both;
  }

  @Override
  public long rateBps(long nowPs) {
    return window.rateBps(nowPs);
  }

  @Override
  public long windowBytes() {
    return window.windowBytes();
  }

  @Override
  public long creditBytes() {
    return credit.creditBytes();
  }

  @Override
  public long requestBytes(long backlogBytes) {
    return credit.requestBytes(Math.min(backlogBytes, window.windowBytes() + packetBytes));
  }

  @Override
  public void sent(long nowPs, int bytes) {
    credit.sent(nowPs, bytes);
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    window.acknowledged(nowPs, feedback);
    credit.acknowledged(nowPs, feedback);
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    window.refused(nowPs, feedback);
    credit.refused(nowPs, feedback);
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    window.lost(nowPs, feedback);
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    window.timedOut(nowPs, feedback);
  }

  @Override
  public void credited(long nowPs, long upToBytes) {
    credit.credited(nowPs, upToBytes);
  }

  /** Makes the two halves of each controller. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    Rccc.Settings rccc = controlConfig.settings(Rccc.Settings.class);
    return ControlType.each(
            Nscc.Settings.class,
            (nscc, path) -> new NsccRccc(new Nscc(nscc, path), new Rccc(rccc, path), path),
            Nscc.Companion.RCCC)
        .factory(controlConfig);
  }
}
