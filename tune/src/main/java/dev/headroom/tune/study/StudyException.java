package dev.headroom.tune.study;

/** Failure of a study whose message tells people what was wrong and what would be right. */
public final class StudyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StudyException(String message) {
    super(message);
  }

  public StudyException(String message, Throwable cause) {
    super(message, cause);
  }
}
