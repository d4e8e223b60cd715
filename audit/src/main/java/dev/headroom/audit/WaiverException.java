package dev.headroom.audit;

/** A file of waivers that cannot be used; the message names file, line, key and what is right. */
public final class WaiverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WaiverException(String file, int line, String what) {
    super(file + ":" + line + ": " + what);
  }
}
