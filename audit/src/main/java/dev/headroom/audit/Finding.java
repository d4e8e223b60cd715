package dev.headroom.audit;

import dev.headroom.audit.fix.Cure;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import java.util.List;

/**
 * Something that a rule found.
 *
 * @param rule the rule's id
 * @param host the host or switch it is about, as it calls itself
 * @param part which part of it: {@code mlx5_3}, {@code 0000:5d:00.0}; empty for all of it
 * @param what is the matter, in a sentence with the values
 * @param evidence the lines it was seen in; the first is the one that decides
 * @param cause why this hurts
 * @param source where the rule comes from
 * @param cure what the host would say of itself once fixed
 */
public record Finding(
    String rule,
    Severity severity,
    String host,
    String part,
    String what,
    List<Evidence> evidence,
    String cause,
    Fix fix,
    Price price,
    String source,
    Cure cure) {
  /** Keeps a copy. */
  public Finding {
    evidence = List.copyOf(evidence);
  }

  /** Host and part in one: {@code node7 mlx5_3}. */
  public String subject() {
    return part.isEmpty() ? host : host.isEmpty() ? part : host + " " + part;
  }

  public Finding with(Severity other) {
    return new Finding(rule, other, host, part, what, evidence, cause, fix, price, source, cure);
  }

  public Finding priced(Price known) {
    return new Finding(rule, severity, host, part, what, evidence, cause, fix, known, source, cure);
  }
}
