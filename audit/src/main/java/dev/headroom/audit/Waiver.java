package dev.headroom.audit;

import java.time.LocalDate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A decision to live with a finding until a day.
 *
 * @param rule whose findings, with {@code *} for any letters
 * @param subject of which host and part, with {@code *} likewise
 * @param reason why
 * @param expires the last day on which it counts
 * @param place where it stands: {@code waivers.yaml:3}
 */
public record Waiver(String rule, String subject, String reason, LocalDate expires, String place) {

  boolean fits(Finding finding) {
    return matches(rule, finding.rule())
        && (matches(subject, finding.subject())
            || matches(subject, finding.host())
            || matches(subject, finding.part()));
  }

  private static boolean matches(String glob, String text) {
    String pattern =
        Pattern.compile("\\*")
            .splitAsStream(glob + "\n")
            .map(piece -> Pattern.quote(piece.replace("\n", "")))
            .collect(Collectors.joining(".*"));
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).matches();
  }
}
