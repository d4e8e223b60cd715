package dev.headroom.app.glossary;

/** Error in the glossary's file: {@code FILE:LINE: what; what would be right}. */
final class GlossaryFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GlossaryFault(String file, int line, String what) {
    super(file + ":" + line + ": " + what);
  }
}
