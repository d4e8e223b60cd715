package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Choice of a path for a cell. */
public enum CellChoice implements Keyword {
  /** All in turn. */
  ROUND_ROBIN,
  /** The one with the least queued, in grades. */
  QUEUE;

  @Override
  public String toString() {
    return word();
  }
}
