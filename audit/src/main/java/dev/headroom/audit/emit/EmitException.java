package dev.headroom.audit.emit;

/** Error for a plan that cannot be made of its inputs; the message says why and what would help. */
public final class EmitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EmitException(String message) {
    super(message);
  }
}
