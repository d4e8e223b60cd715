package dev.headroom.sim.trace;

import static dev.headroom.sim.measure.Quantity.ABSENT;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * A controller that is asked and told as it would be alone; what it answered last and was told is
 * remembered. It is never asked on its own account: asking for a rate moves timers on.
 */
final class TracedControl extends Controller {
  private final Controller control;
  private final boolean hearsMarks;
  private final boolean hearsCnps;

  private long rateBps = ABSENT;
  private long windowBytes;
  private long rttPs = ABSENT;
  private long markedBytes;

  TracedControl(Controller control) {
    this.control = control;
    Set<Signal> watched = control.watches();
    hearsMarks = watched.contains(Signal.ECN_ECHO);
    hearsCnps = watched.contains(Signal.CNP);
    windowBytes = control.windowBytes();
  }

  // --- what is remembered -----------------------------------------------------------------------

  /** The rate at which a packet might leave, as of when that was last asked; absent before. */
  long lastRateBps() {
    return rateBps;
  }

  /** The window, as of when that was last asked; absent where there is none. */
  long lastWindowBytes() {
    return windowBytes == UNLIMITED ? ABSENT : windowBytes;
  }

  /** The last round trip that was measured; absent before the first. */
  long lastRttPs() {
    return rttPs;
  }

  /** Bytes acknowledged with a mark so far; absent where it does not watch for marks. */
  long markedBytes() {
    return hearsMarks ? markedBytes : ABSENT;
  }

  boolean hearsCnps() {
    return hearsCnps;
  }

  // --- what is passed on ------------------------------------------------------------------------

  @Override
  public Controller itself() {
    return control;
  }

  @Override
  public long rateBps(long nowPs) {
    rateBps = control.rateBps(nowPs);
    return rateBps;
  }

  @Override
  public long controlledBps(long nowPs) {
    return control.controlledBps(nowPs);
  }

  @Override
  public long sentAtBps(long nowPs) {
    return control.sentAtBps(nowPs);
  }

  @Override
  public long windowBytes() {
    windowBytes = control.windowBytes();
    return windowBytes;
  }

  @Override
  public long creditBytes() {
    return control.creditBytes();
  }

  @Override
  public long requestBytes(long backlogBytes) {
    return control.requestBytes(backlogBytes);
  }

  @Override
  public Set<Signal> watches() {
    return control.watches();
  }

  @Override
  public boolean movesScheduledSend() {
    return control.movesScheduledSend();
  }

  @Override
  public void sent(long nowPs, int bytes) {
    control.sent(nowPs, bytes);
  }

  @Override
  public void congested(long nowPs) {
    control.congested(nowPs);
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    measured(feedback.rttPs);
    markedBytes += feedback.markedBytes;
    control.acknowledged(nowPs, feedback);
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    control.refused(nowPs, feedback);
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    control.lost(nowPs, feedback);
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    control.timedOut(nowPs, feedback);
  }

  @Override
  public void credited(long nowPs, long upToBytes) {
    control.credited(nowPs, upToBytes);
  }

  @Override
  public boolean probe(long nowPs) {
    return control.probe(nowPs);
  }

  @Override
  public void probed(long nowPs, long rttPs) {
    measured(rttPs);
    control.probed(nowPs, rttPs);
  }

  private void measured(long roundTripPs) {
    if (roundTripPs != Feedback.NONE) {
      rttPs = roundTripPs;
    }
  }
}
