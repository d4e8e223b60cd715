package dev.headroom.app.control;

/** What is wrong with a control that a user brought; the message names file, line and remedy. */
public final class ControlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ControlException(String message) {
    super(message);
  }

  ControlException(String message, Throwable cause) {
    super(message, cause);
  }
}
