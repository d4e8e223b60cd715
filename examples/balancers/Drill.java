import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.NextHops;
import dev.headroom.sim.plugin.SwitchView;

/**
 * DRILL(d, 1) of Ghorbani et al., SIGCOMM 2017: of d hops at random and the best of the last time,
 * the one with the least queued.
 */
final class Drill extends LoadBalancer {
  /**
   * @param choices hops that are looked at for each packet
   */
  record Settings(int choices) {
    static Settings defaults() {
      return new Settings(2);
    }
  }

  private final int choices;
  private final SwitchView at;
  private int remembered = -1;

  Drill(Settings settings, SwitchView at) {
    choices = settings.choices();
    this.at = at;
  }

  @Override
  public int choose(DataPacket packet, NextHops hops, long nowPs) {
    int best = at.draw(hops.count());
    for (int i = 1; i < choices; i++) {
      best = lesser(hops, best, at.draw(hops.count()));
    }
    for (int hop = 0; hop < hops.count(); hop++) {
      if (hops.port(hop) == remembered) {
        best = lesser(hops, best, hop);
      }
    }
    remembered = hops.port(best);
    return best;
  }

  private static int lesser(NextHops hops, int one, int other) {
    return hops.queuedBytes(other) < hops.queuedBytes(one) ? other : one;
  }
}
