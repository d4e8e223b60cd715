package dev.headroom.run.claims;

/**
 * Reason why a claim's verdict is weaker than others: the measurement rests on a default or input
 * of this program.
 *
 * @param kind what is its own
 * @param why whom a default follows, or which inputs were chosen and why
 */
public record ClaimCaveat(Kind kind, String why) {

  /** What can be. */
  public enum Kind {
    OWN_DEFAULT("own default", "Tests only a default of this program, which follows "),
    OWN_INPUT("own inputs", "Measured with inputs that this program chose: ");

    private final String words;
    private final String sentence;

    Kind(String words, String sentence) {
      this.words = words;
      this.sentence = sentence;
    }

    /** In short, as it stands behind a verdict. */
    public String words() {
      return words;
    }
  }

  /** In a sentence, as it stands before a verdict. */
  public String sentence() {
    return kind.sentence + why;
  }
}
