package dev.headroom.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Comparison of two audits of the same cluster, before and after a change such as an upgrade.
 *
 * @param appeared findings that were not there before
 * @param gone findings that are not there any more
 * @param changed findings of the same rule and subject that now say something else, or weigh
 *     otherwise: as they are now
 * @param worsened those of {@code changed} that weigh more than before
 * @param sourceGone findings that are gone because what they were seen in is not there any more
 * @param same how many stayed as they were
 */
public record AuditDiff(
    List<Finding> appeared,
    List<Finding> gone,
    List<Finding> changed,
    List<Finding> worsened,
    List<Finding> sourceGone,
    int same) {

  /**
   * Compares by rule, host and part; of several that share these, those that say the same are the
   * same. Where each audit is of one machine it is one machine, whatever its folders are called.
   */
  public static AuditDiff of(AuditReport before, AuditReport after) {
    UnaryOperator<String> nameNow = namesNow(before.hosts(), after.hosts());
    Map<Key, List<Finding>> old = byKey(before, nameNow);
    Map<Key, List<Finding>> now = byKey(after, UnaryOperator.identity());
    List<Finding> appeared = new ArrayList<>();
    List<Finding> changed = new ArrayList<>();
    List<Finding> risen = new ArrayList<>();
    int same = 0;
    for (Map.Entry<Key, List<Finding>> each : now.entrySet()) {
      List<Finding> were = old.getOrDefault(each.getKey(), new ArrayList<>());
      List<Finding> other = new ArrayList<>();
      for (Finding is : each.getValue()) {
        if (took(were, is)) {
          same++;
        } else {
          other.add(is);
        }
      }
      for (Finding is : other) {
        if (were.isEmpty()) {
          appeared.add(is);
          continue;
        }
        Finding was = alike(were, is);
        were.remove(was);
        changed.add(is);
        if (!was.severity().atLeast(is.severity())) {
          risen.add(is);
        }
      }
    }
    List<Finding> gone = new ArrayList<>();
    List<Finding> unseen = new ArrayList<>();
    old.values()
        .forEach(rest ->
            rest.forEach(each -> (isUnseen(each, nameNow, after) ? unseen : gone).add(each)));
    return new AuditDiff(appeared, gone, changed, risen, unseen, same);
  }

  private static UnaryOperator<String> namesNow(List<String> before, List<String> after) {
    return before.size() == 1 && after.size() == 1
        ? host -> host.equals(before.getFirst()) ? after.getFirst() : host
        : UnaryOperator.identity();
  }

  /** Whether something of at least this severity came, or weighs more than it did. */
  public boolean isWorse(Severity least) {
    return Stream.concat(appeared.stream(), worsened.stream())
        .anyMatch(each -> each.severity().atLeast(least));
  }

  /** Takes away the finding that is the same, if there is one. */
  private static boolean took(List<Finding> were, Finding is) {
    for (Finding was : were) {
      if (was.message().equals(is.message()) && was.severity() == is.severity()) {
        return were.remove(was);
      }
    }
    return false;
  }

  /** The one that says the same, else the first. */
  private static Finding alike(List<Finding> were, Finding is) {
    return were.stream()
        .filter(was -> was.message().equals(is.message()))
        .findFirst()
        .orElseGet(were::getFirst);
  }

  /** Whether the rule could not be judged afterwards; then nothing was cured. */
  private static boolean isUnseen(
      Finding finding, UnaryOperator<String> nameNow, AuditReport after) {
    return after.outcomes().stream()
        .filter(outcome -> outcome.ruleInfo().id().equals(finding.rule()))
        .flatMap(outcome -> outcome.notChecked().stream())
        .anyMatch(absence -> absence.host().equals(nameNow.apply(finding.place().host())));
  }

  private record Key(String rule, String host, String part) {}

  private static Map<Key, List<Finding>> byKey(AuditReport report, UnaryOperator<String> name) {
    Map<Key, List<Finding>> findings = new LinkedHashMap<>();
    for (Finding each : report.findings()) {
      findings
          .computeIfAbsent(
              new Key(each.rule(), name.apply(each.place().host()), each.place().part()),
              none -> new ArrayList<>())
          .add(each);
    }
    return findings;
  }
}
