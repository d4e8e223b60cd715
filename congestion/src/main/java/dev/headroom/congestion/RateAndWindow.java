package dev.headroom.congestion;

/**
 * What {@link Hpcc} and {@link HpccPint} steer: a rate R, and the window W = R T that keeps the
 * base round trip T full at that rate, never less than a packet.
 */
abstract class RateAndWindow extends Controller {
  final long lineBps;

  /** At the rate of the line, in whole bytes as the authors' simulator has it. */
  final double bdpBytes;

  private final int packetBytes;

  /** R, from the line's rate on. */
  long rateBps;

  /** The byte whose acknowledgement ends the round trip; {@link Feedback#NONE} before the first. */
  long updateAfter = Feedback.NONE;

  RateAndWindow(Path path) {
    lineBps = path.lineBps();
    bdpBytes = Math.floor(path.bdpBytes());
    packetBytes = path.packetBytes();
    rateBps = lineBps;
  }

  @Override
  public final long rateBps(long nowPs) {
    return rateBps;
  }

  @Override
  public final long windowBytes() {
    return Math.max(packetBytes, (long) (bdpBytes * rateBps / lineBps));
  }
}
