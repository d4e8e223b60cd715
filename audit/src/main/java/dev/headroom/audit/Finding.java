package dev.headroom.audit;

import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.SecretFilter;
import java.util.List;
import java.util.Map;

/**
 * Fault or weakness that a rule found.
 *
 * @param rule the rule's id
 * @param place where it is
 * @param message is the matter, in a sentence with the values
 * @param evidence the lines it was seen in; the first is the one that decides
 * @param reason why that is worth saying
 * @param remedy what to do about it
 * @param cost what it costs
 */
public record Finding(
    String rule,
    Severity severity,
    Place place,
    String message,
    List<Evidence> evidence,
    Reason reason,
    Remedy remedy,
    Cost cost) {
  /**
   * Place in a cluster.
   *
   * @param host the host or switch it is about, as it calls itself
   * @param part which part of it: {@code mlx5_3}, {@code 0000:5d:00.0}; empty for all of it
   */
  public record Place(String host, String part) {}

  /**
   * Reason to look after a finding.
   *
   * @param cause why this hurts
   * @param source where the rule comes from
   */
  public record Reason(String cause, String source) {}

  /**
   * Remedy of a finding.
   *
   * @param factEdits what the host would say of itself once fixed
   */
  public record Remedy(Fix fix, FactEdits factEdits) {}

  /**
   * Cost of a finding, and what it is worked out from.
   *
   * @param model how it is now, where what one host says does not tell: settings of the simulator
   *     by name
   */
  public record Cost(Price price, Map<String, String> model) {
    public Cost {
      model = Map.copyOf(model);
    }
  }

  /** Keeps copies, of lines without what would let somebody in: reports are passed on. */
  public Finding {
    evidence = evidence.stream().map(SecretFilter::redact).toList();
  }

  /** Host and part in one: {@code node7 mlx5_3}. */
  public String subject() {
    return place.part().isEmpty()
        ? place.host()
        : place.host().isEmpty() ? place.part() : place.host() + " " + place.part();
  }

  public Finding with(Severity other) {
    return new Finding(rule, other, place, message, evidence, reason, remedy, cost);
  }

  /** The same of a machine of another name. */
  Finding of(String machine) {
    return new Finding(
        rule, severity, new Place(machine, place.part()), message, evidence, reason, remedy, cost);
  }

  public Finding priced(Price known) {
    return new Finding(
        rule, severity, place, message, evidence, reason, remedy, new Cost(known, cost.model()));
  }
}
