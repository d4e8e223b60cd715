package dev.headroom.tune.advice;

import dev.headroom.tune.search.UnseenDifference;
import java.util.List;

/**
 * Alternative with its runs beside those of the settings that it would replace.
 *
 * @param alternative the alternative
 * @param differences alternative minus those, of each measure as a share of theirs; empty if a run
 *     failed
 * @param fault constraints that it violates, or the failure of a run; blank for none
 */
public record ComparedAlternative(
    Alternative alternative, List<UnseenDifference> differences, String fault) {
  public ComparedAlternative {
    differences = List.copyOf(differences);
  }

  /** Whether it is surely better in a measure and surely worse in none. */
  public boolean isImprovement() {
    return fault.isEmpty()
        && differences.stream().anyMatch(UnseenDifference::isBetter)
        && differences.stream().noneMatch(UnseenDifference::isWorse);
  }

  /** Whether it is surely worse in a measure, or fails. */
  public boolean isWorse() {
    return !fault.isEmpty() || differences.stream().anyMatch(UnseenDifference::isWorse);
  }

  /** Whether it is surely better in one measure and surely worse in another. */
  public boolean isTrade() {
    return fault.isEmpty()
        && differences.stream().anyMatch(UnseenDifference::isBetter)
        && differences.stream().anyMatch(UnseenDifference::isWorse);
  }

  /** Sum of what it gains over all measures, as shares. */
  double gain() {
    return differences.stream().mapToDouble(each -> each.today() - each.mean()).sum();
  }
}
