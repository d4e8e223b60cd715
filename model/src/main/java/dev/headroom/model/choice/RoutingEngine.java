package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Routing engine of an InfiniBand subnet manager. */
public enum RoutingEngine implements Keyword {
  /** Shortest ones. */
  MIN_HOP,
  /** Those that go up and then down towards hosts, which leave no circle. */
  UP_DOWN;

  @Override
  public String toString() {
    return word();
  }
}
