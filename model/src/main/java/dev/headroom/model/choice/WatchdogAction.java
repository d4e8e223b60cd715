package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Action of a switch's PFC watchdog on a queue that is paused for too long. */
public enum WatchdogAction implements Keyword {
  /** Nothing. */
  OFF,
  /** It drops what is in the queue, and what comes for it or from there. */
  DROP,
  /** It sends although it is paused. */
  FORWARD;

  @Override
  public String toString() {
    return word();
  }
}
