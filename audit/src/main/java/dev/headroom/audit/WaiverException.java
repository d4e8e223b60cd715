package dev.headroom.audit;

/**
 * Error for a file of waivers that cannot be used; the message names file, line, key and the
 * correct form.
 */
public final class WaiverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WaiverException(String file, int line, String what) {
    super(file + ":" + line + ": " + what);
  }
}
