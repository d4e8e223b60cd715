package dev.headroom.audit;

import java.time.LocalDate;

/**
 * Decision to accept a finding until a date.
 *
 * @param rules whose findings, with {@code *} for any letters
 * @param subjects of which host and part, with {@code *} likewise
 * @param reason why
 * @param expires the last day on which it counts
 * @param place where it stands: {@code waivers.yaml:3}
 */
public record Waiver(
    WildcardPattern rules,
    WildcardPattern subjects,
    String reason,
    LocalDate expires,
    String place) {

  /** The first as it was written. */
  public String rule() {
    return rules.toString();
  }

  /** The second as it was written. */
  public String subject() {
    return subjects.toString();
  }

  boolean fits(Finding finding) {
    return rules.matches(finding.rule())
        && (subjects.matches(finding.subject())
            || subjects.matches(finding.place().host())
            || subjects.matches(finding.place().part()));
  }
}
