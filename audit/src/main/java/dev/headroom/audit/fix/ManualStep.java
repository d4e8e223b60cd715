package dev.headroom.audit.fix;

/**
 * Manual step of a fix: seat a card, change a BIOS setting, make a decision.
 *
 * @param command the advice as a sentence, beginning with a small letter
 */
public record ManualStep(String command, boolean needsRoot, Disruption disruption)
    implements FixStep {
  /** Something that needs no root and disturbs nothing. */
  public static ManualStep of(String sentence) {
    return new ManualStep(sentence, false, Disruption.NONE);
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
