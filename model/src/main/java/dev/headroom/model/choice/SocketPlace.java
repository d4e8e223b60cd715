package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The socket of the program, its queues and what of its data lies in host memory. */
public enum SocketPlace implements Word {
  /** The NIC's own. */
  NEAR,
  /** Another. */
  FAR;

  @Override
  public String toString() {
    return word();
  }
}
