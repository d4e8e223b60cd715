package dev.headroom.tune.sweep;

import java.io.Serial;

/** Exception for bad input of a sweep: its message says where, what, and what would be right. */
public final class SweepException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public SweepException(String message) {
    super(message);
  }
}
