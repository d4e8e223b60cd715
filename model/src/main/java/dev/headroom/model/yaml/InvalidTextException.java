package dev.headroom.model.yaml;

/** Error for a text that is no valid value of its key. */
final class InvalidTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String right;

  /**
   * @param what is wrong
   * @param right what would be right
   */
  InvalidTextException(String what, String right) {
    super(what);
    this.right = right;
  }

  String right() {
    return right;
  }
}
