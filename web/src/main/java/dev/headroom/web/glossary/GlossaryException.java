package dev.headroom.web.glossary;

/** Error in the glossary's file: {@code FILE:LINE: what; what would be right}. */
final class GlossaryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GlossaryException(String file, int line, String what) {
    super(file + ":" + line + ": " + what);
  }
}
