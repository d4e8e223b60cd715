package dev.headroom.model.fabric;

import java.util.Arrays;
import java.util.List;

/**
 * Oversubscription of a fabric: how many times the capacity of its upper tiers the hosts can send.
 */
public final class Oversubscription {
  private Oversubscription() {}

  /**
   * The product over all tiers of switches of the rate of their links down by that of their links
   * up, as far as that is over 1; 1 for a fabric that is not oversubscribed, or has one tier.
   */
  public static double of(Fabric fabric) {
    List<Node> nodes = fabric.nodes();
    int tiers = nodes.stream().mapToInt(Node::tier).max().orElse(0) + 1;
    double[] down = new double[tiers];
    double[] up = new double[tiers];
    for (Link link : fabric.linksAsBuilt()) {
      int a = nodes.get(link.a()).tier();
      int b = nodes.get(link.b()).tier();
      if (a != b) {
        up[Math.min(a, b)] += link.rate().bps();
        down[Math.max(a, b)] += link.rate().bps();
      }
    }
    double[] ratios = new double[tiers];
    Arrays.setAll(
        ratios, tier -> tier > 0 && up[tier] > 0 ? Math.max(1, down[tier] / up[tier]) : 1);
    return Arrays.stream(ratios).reduce(1, (x, y) -> x * y);
  }
}
