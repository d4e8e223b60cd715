package dev.headroom.tune.space;

/** Error in the declaration of a dimension. */
final class SpaceProblemException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String right;

  /**
   * An error.
   *
   * @param key the key to blame, below the dimension; blank for the whole dimension
   * @param what what is wrong
   * @param right what would be right
   */
  SpaceProblemException(String key, String what, String right) {
    super(what);
    this.key = key;
    this.right = right;
  }

  String key() {
    return key;
  }

  String what() {
    return String.valueOf(getMessage());
  }

  String right() {
    return right;
  }
}
