package dev.headroom.wire.capture;

import java.io.IOException;

/**
 * Exception for a file that is not a capture, or stops being one. The message says where, what and
 * what is right.
 */
public final class CaptureException extends IOException {
  private static final long serialVersionUID = 1L;

  CaptureException(String message) {
    super(message);
  }
}
