package dev.headroom.web.job;

import java.io.Serial;

/** Exception for a run that is not taken because too many wait already. */
public final class QueueFullException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  QueueFullException(int waiting) {
    super(waiting + " runs wait already; try again when one of them is done");
  }
}
