package dev.headroom.sim;

import java.util.Arrays;

/**
 * Max-min fair rates of endless flows on fixed paths, by progressive filling (Bertsekas and
 * Gallager, Data Networks, section 6.5.2): all rates grow alike until a link is full; its flows
 * stop there, the others go on.
 */
final class MaxMin {
  private MaxMin() {}

  /**
   * @param links the links of each flow, by number
   * @param capacity of each link
   * @return the rate of each flow, in the unit of the capacities
   */
  static double[] rates(int[][] links, double[] capacity) {
    double[] rate = new double[links.length];
    boolean[] stopped = new boolean[links.length];
    double[] left = capacity.clone();
    int[] flows = new int[capacity.length];
    for (int[] path : links) {
      for (int link : path) {
        flows[link]++;
      }
    }
    for (int going = links.length; going > 0; ) {
      double growth = Double.MAX_VALUE;
      for (int link = 0; link < left.length; link++) {
        if (flows[link] > 0) {
          growth = Math.min(growth, left[link] / flows[link]);
        }
      }
      for (int link = 0; link < left.length; link++) {
        left[link] -= growth * flows[link];
      }
      for (int flow = 0; flow < links.length; flow++) {
        if (!stopped[flow]) {
          rate[flow] += growth;
          if (Arrays.stream(links[flow]).anyMatch(link -> left[link] <= 1e-9 * capacity[link])) {
            stopped[flow] = true;
            going--;
            for (int link : links[flow]) {
              flows[link]--;
            }
          }
        }
      }
    }
    return rate;
  }
}
