package dev.headroom.congestion;

/** No congestion control: always at line rate, whatever is reported. */
public final class LineRate extends Controller {
  private final long lineBps;

  public LineRate(long lineBps) {
    this.lineBps = lineBps;
  }

  @Override
  public long rateBps(long nowPs) {
    return lineBps;
  }

  @Override
  public void sent(long nowPs, int bytes) {}

  @Override
  public void congested(long nowPs) {}
}
