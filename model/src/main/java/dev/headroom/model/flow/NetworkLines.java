package dev.headroom.model.flow;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Lines of a schedule that cross the network, each with the flows that carry its messages. Flows
 * are numbered from 0, those of a line in a row, lines in the order of the schedule: with three
 * flows on the first of them and two on the second, flow 4 is the second line's last. A line is
 * known here by its <em>place</em> among those that go over the network.
 */
public final class NetworkLines {
  private final int[] lines;

  /** The first flow of each, and behind them the number of all flows. */
  private final int[] firstFlows;

  /** Where each line of the schedule is among these, or -1. */
  private final int[] places;

  /**
   * @param all lines of the schedule
   * @param goesOver whether a line goes over the network; such a line has flows
   * @param flows how many flows a line has
   */
  public NetworkLines(int all, IntPredicate goesOver, IntUnaryOperator flows) {
    lines = IntStream.range(0, all).filter(goesOver).toArray();
    places = new int[all];
    Arrays.fill(places, -1);
    firstFlows = new int[lines.length + 1];
    for (int place = 0; place < lines.length; place++) {
      places[lines[place]] = place;
      firstFlows[place + 1] = firstFlows[place] + flows.applyAsInt(lines[place]);
    }
  }

  /** How many there are. */
  public int count() {
    return lines.length;
  }

  /** Flows of all of them. */
  public int flows() {
    return firstFlows[lines.length];
  }

  /** The place of a line of the schedule, or -1 if it does not go over the network. */
  public int place(int line) {
    return places[line];
  }

  /** The place of the line that a flow is of. */
  public int placeOfFlow(int flow) {
    int found = Arrays.binarySearch(firstFlows, flow);
    return found >= 0 ? found : -found - 2;
  }

  /** The line at a place. */
  public int line(int place) {
    return lines[place];
  }

  /** The first flow of the line at a place. */
  public int firstFlow(int place) {
    return firstFlows[place];
  }
}
