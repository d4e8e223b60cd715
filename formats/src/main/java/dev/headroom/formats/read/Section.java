package dev.headroom.formats.read;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Source;
import java.util.List;

/**
 * Line statistics of one format in one source.
 *
 * @param kind what they were recognised as
 * @param first the first of them, from 1
 * @param facts lines that gave a fact
 * @param ignored lines that match an ignored pattern and gave none; blank ones count here
 * @param notUnderstood the others
 */
public record Section(Kind kind, int first, int facts, int ignored, List<Evidence> notUnderstood) {
  public Section {
    notUnderstood = List.copyOf(notUnderstood);
  }

  /** The same of another source that has the same text. */
  Section in(Source source) {
    return notUnderstood.isEmpty()
        ? this
        : new Section(
            kind,
            first,
            facts,
            ignored,
            notUnderstood.stream().map(each -> each.in(source)).toList());
  }

  public int lines() {
    return facts + ignored + notUnderstood.size();
  }
}
