package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Use of paths that go down and up again where links have failed. */
public enum ValleyRouting implements Keyword {
  /** Nothing takes them. */
  FORBID,
  /** Packets may take them. */
  ALLOW;

  @Override
  public String toString() {
    return word();
  }
}
