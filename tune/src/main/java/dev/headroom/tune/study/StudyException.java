package dev.headroom.tune.study;

/** Error in a study's parts, or in its folder: what is wrong, and what would be right. */
public final class StudyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String part;

  public StudyException(String message) {
    super(message);
    part = "";
  }

  public StudyException(String message, Throwable cause) {
    this("", message, cause);
  }

  /**
   * Error in one part of a study.
   *
   * @param part its name in {@link Study}: {@code knobs}, {@code devices} or {@code runs}
   */
  StudyException(String part, String message) {
    super(message);
    this.part = part;
  }

  /** The same with what led to it. */
  StudyException(String part, String message, Throwable cause) {
    super(message, cause);
    this.part = part;
  }

  /** The part of the study that is wrong, as above; blank for others. */
  public String part() {
    return part;
  }
}
