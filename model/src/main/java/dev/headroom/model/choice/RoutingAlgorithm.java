package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Algorithm by which a switch chooses one of several next hops. */
public enum RoutingAlgorithm implements Keyword {
  ECMP(Choice.FOR_ALL),
  E_ECMP(Choice.FOR_ALL),
  LINEAR(Choice.FOR_ALL),
  RESILIENT(Choice.FOR_ALL),
  FLOWLET(Choice.NOW_AND_THEN),
  ADAPTIVE(Choice.PER_PACKET),
  ADAPTIVE_REMOTE(Choice.PER_PACKET),
  SPRAY(Choice.PER_PACKET),
  ROUND_ROBIN(Choice.PER_PACKET),
  CELLS(Choice.PER_CELL),
  OWN(Choice.NOW_AND_THEN);

  private enum Choice {
    /** The same for all packets of a queue pair. */
    FOR_ALL,
    /** For a packet, or for several in a row. */
    NOW_AND_THEN,
    PER_PACKET,
    PER_CELL
  }

  private final Choice choice;

  RoutingAlgorithm(Choice choice) {
    this.choice = choice;
  }

  /** Whether all packets of a queue pair go one way, as long as routes stay. */
  public boolean isOneWay() {
    return choice == Choice.FOR_ALL;
  }

  /** Whether it chooses for each packet of data, so that one may overtake another. */
  public boolean isPerPacket() {
    return choice == Choice.PER_PACKET;
  }

  /** Whether it may choose anew for a packet, and need not. */
  public boolean mayChooseAnew() {
    return choice == Choice.NOW_AND_THEN;
  }

  @Override
  public String toString() {
    return word();
  }
}
