package dev.headroom.formats.read;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import java.util.List;

/**
 * Line statistics of one format in one source.
 *
 * @param kind what they were recognised as
 * @param first the first of them, from 1
 * @param facts lines that gave a fact
 * @param ignored lines that match an ignored pattern and gave none; blank ones count here
 * @param unrecognized the others
 */
public record FormatSection(
    FormatKind kind, int first, int facts, int ignored, List<Evidence> unrecognized) {
  public FormatSection {
    unrecognized = List.copyOf(unrecognized);
  }

  /** The same of another source that has the same text. */
  FormatSection withSource(FactSource source) {
    return unrecognized.isEmpty()
        ? this
        : new FormatSection(
            kind,
            first,
            facts,
            ignored,
            unrecognized.stream().map(each -> each.withSource(source)).toList());
  }

  public int lines() {
    return facts + ignored + unrecognized.size();
  }
}
