package dev.headroom.audit.fix;

/**
 * Manual step of a fix: seat a card, change a BIOS setting, make a decision.
 *
 * @param now the advice as a sentence, beginning with a small letter
 */
public record Advice(String now, boolean root, Disruption disruption) implements Step {
  /** Something that needs no root and disturbs nothing. */
  public static Advice of(String sentence) {
    return new Advice(sentence, false, Disruption.NONE);
  }

  @Override
  public String afterReboot() {
    return "";
  }

  @Override
  public String securityCost() {
    return "";
  }
}
