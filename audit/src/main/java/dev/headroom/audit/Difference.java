package dev.headroom.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Two audits of the same cluster, one after the other: what an upgrade changed.
 *
 * @param appeared findings that were not there before
 * @param gone findings that are not there any more
 * @param changed findings of the same rule and subject that now say something else: as they are now
 * @param unseen findings that are gone because what they were seen in is not there any more
 * @param same how many stayed as they were
 */
public record Difference(
    List<Finding> appeared,
    List<Finding> gone,
    List<Finding> changed,
    List<Finding> unseen,
    int same) {

  /** Compares by rule, host and part. */
  public static Difference of(Report before, Report after) {
    Map<Key, Finding> old = byKey(before);
    Map<Key, Finding> now = byKey(after);
    List<Finding> appeared = new ArrayList<>();
    List<Finding> changed = new ArrayList<>();
    int same = 0;
    for (Map.Entry<Key, Finding> each : now.entrySet()) {
      Finding was = old.remove(each.getKey());
      if (was == null) {
        appeared.add(each.getValue());
      } else if (was.what().equals(each.getValue().what())) {
        same++;
      } else {
        changed.add(each.getValue());
      }
    }
    List<Finding> gone = new ArrayList<>();
    List<Finding> unseen = new ArrayList<>();
    old.values().forEach(each -> (isUnseen(each, after) ? unseen : gone).add(each));
    return new Difference(appeared, gone, changed, unseen, same);
  }

  /** Whether the rule could not be judged afterwards; then nothing was cured. */
  private static boolean isUnseen(Finding finding, Report after) {
    return after.outcomes().stream()
        .filter(outcome -> outcome.card().id().equals(finding.rule()))
        .flatMap(outcome -> outcome.notChecked().stream())
        .anyMatch(absence -> absence.host().equals(finding.host()));
  }

  private record Key(String rule, String host, String part) {}

  private static Map<Key, Finding> byKey(Report report) {
    Map<Key, Finding> findings = new LinkedHashMap<>();
    report
        .findings()
        .forEach(each -> findings.put(new Key(each.rule(), each.host(), each.part()), each));
    return findings;
  }
}
