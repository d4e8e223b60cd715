package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;

/**
 * Common part of {@link Hpcc} and {@link HpccPint}: a rate R, and the window W = R T that fills the
 * base round trip T at that rate, never less than a packet.
 */
abstract class HpccController extends Controller {
  final long lineBps;

  /** W at the rate of the line; 0: none. */
  final double fullWindow;

  private final boolean windowed;
  private final int packetBytes;

  /** R, from the line's rate on. */
  long rateBps;

  /** The byte whose acknowledgement ends the round trip; {@link Feedback#NONE} before the first. */
  long updateAfter = Feedback.NONE;

  public HpccController(HpccSettings settings, Path path) {
    lineBps = path.lineBps();
    fullWindow = settings.fullWindow(path);
    windowed = settings.windowed() && fullWindow > 0;
    packetBytes = path.packetBytes();
    rateBps = lineBps;
  }

  @Override
  public final long rateBps(long nowPs) {
    return rateBps;
  }

  @Override
  public final long windowBytes() {
    return windowed ? Math.max(packetBytes, (long) (fullWindow * rateBps / lineBps)) : UNLIMITED;
  }
}
