package dev.headroom.audit.fix;

/**
 * What a person has to do: seat a card, turn a switch of the BIOS, decide.
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
