package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Loss recovery and reordering scheme, such as go-back-N or selective repeat. */
public enum LossRecovery implements Keyword {
  /** The receiver drops what is not the next, the sender goes back to what is missing. */
  GO_BACK_N,
  /**
   * The receiver places what comes and says nothing of gaps, since reordering is expected; the
   * sender goes back after a timeout.
   */
  OUT_OF_ORDER,
  /**
   * The receiver places what comes and says what it got, the sender sends again what is missing:
   * IRN (Mittal et al., SIGCOMM 2018).
   */
  SELECTIVE_REPEAT;

  @Override
  public String toString() {
    return word();
  }
}
