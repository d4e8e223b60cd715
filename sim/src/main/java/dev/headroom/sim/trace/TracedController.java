package dev.headroom.sim.trace;

import static dev.headroom.sim.measure.TraceQuantity.ABSENT;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.DelegatingController;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * Controller that delegates everything to another one, and remembers its last answers and inputs.
 * It is never asked on its own account: asking for a rate moves timers on.
 */
final class TracedController extends DelegatingController {
  private final boolean receivesMarks;
  private final boolean receivesCnps;

  private long rateBps = ABSENT;
  private long windowBytes;
  private long rttPs = ABSENT;
  private long markedBytes;

  TracedController(Controller control) {
    super(control);
    Set<Signal> watched = control.watches();
    receivesMarks = watched.contains(Signal.ECN_ECHO);
    receivesCnps = watched.contains(Signal.CNP);
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
    return receivesMarks ? markedBytes : ABSENT;
  }

  boolean receivesCnps() {
    return receivesCnps;
  }

  // --- what is listened to ----------------------------------------------------------------------

  @Override
  public Controller itself() {
    return control;
  }

  @Override
  public long rateBps(long nowPs) {
    rateBps = super.rateBps(nowPs);
    return rateBps;
  }

  @Override
  public long windowBytes() {
    windowBytes = super.windowBytes();
    return windowBytes;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    measured(feedback.rttPs);
    markedBytes += feedback.markedBytes;
    super.acknowledged(nowPs, feedback);
  }

  @Override
  public void probed(long nowPs, long rttPs) {
    measured(rttPs);
    super.probed(nowPs, rttPs);
  }

  private void measured(long roundTripPs) {
    if (roundTripPs != Feedback.NONE) {
      rttPs = roundTripPs;
    }
  }
}
