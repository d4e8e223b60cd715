package dev.headroom.prove.evidence;

/**
 * Exception for evidence that does not hold: changed, cut in the middle, or not evidence at all.
 */
public final class EvidenceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EvidenceException(String message) {
    super(message);
  }
}
