package dev.headroom.audit;

import dev.headroom.audit.fix.Cure;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Secrets;
import java.util.List;
import java.util.Map;

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
 * @param model how it is now, where what one host says does not tell: settings of the simulator by
 *     name
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
    Cure cure,
    Map<String, String> model) {
  /** Keeps copies, of lines without what would let somebody in: reports are passed on. */
  public Finding {
    evidence = evidence.stream().map(Secrets::without).toList();
    model = Map.copyOf(model);
  }

  /** Host and part in one: {@code node7 mlx5_3}. */
  public String subject() {
    return part.isEmpty() ? host : host.isEmpty() ? part : host + " " + part;
  }

  public Finding with(Severity other) {
    return new Finding(
        rule, other, host, part, what, evidence, cause, fix, price, source, cure, model);
  }

  /** The same of a machine of another name. */
  Finding of(String machine) {
    return new Finding(
        rule, severity, machine, part, what, evidence, cause, fix, price, source, cure, model);
  }

  public Finding priced(Price known) {
    return new Finding(
        rule, severity, host, part, what, evidence, cause, fix, known, source, cure, model);
  }
}
