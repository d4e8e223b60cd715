package dev.headroom.tune.advice;

import dev.headroom.tune.study.StudyResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settings that a search recommends instead of the formulas'.
 *
 * @param result of the search; empty where none was made
 * @param changed knobs that differ from the formulas', with their values
 * @param reverts each knob that the search changed, set back alone, beside the search's settings
 * @param total the formulas' settings beside the search's, on seeds of their own; empty where the
 *     search recommends the formulas'
 */
public record SearchedSettings(
    Optional<StudyResult> result,
    Map<String, String> changed,
    List<ComparedAlternative> reverts,
    Optional<ComparedAlternative> total) {
  /** Nothing was searched. */
  public static final SearchedSettings NONE =
      new SearchedSettings(Optional.empty(), Map.of(), List.of(), Optional.empty());

  public SearchedSettings {
    changed = Collections.unmodifiableMap(new TreeMap<>(changed));
    reverts = List.copyOf(reverts);
  }

  /** The comparison in which one knob was set back; empty if the search did not change it. */
  public Optional<ComparedAlternative> revert(String knob) {
    return reverts.stream().filter(each -> each.alternative().name().equals(knob)).findFirst();
  }
}
