package dev.headroom.audit.coverage;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactUse;
import dev.headroom.formats.fact.SourceFacts;
import java.util.BitSet;

/**
 * Lines of a text whose values a rule could judge. Hosts with the same text share it; only the keys
 * that rules read differ from host to host.
 */
final class JudgeableLines {
  private final SourceFacts text;
  private final BitSet lines = new BitSet();

  private JudgeableLines(SourceFacts text) {
    this.text = text;
    for (Fact fact : text.facts()) {
      if (!DescriptiveFacts.listed().covers(fact)) {
        lines.set(fact.evidence().line());
      }
    }
  }

  /** Those of a text, made once for all hosts that have it. */
  static JudgeableLines of(SourceFacts text) {
    return text.view(JudgeableLines.class, JudgeableLines::new);
  }

  /** Those lines of which a rule read no value, whether it judges that value or not. */
  BitSet unread(FactUse use) {
    BitSet unread = (BitSet) lines.clone();
    if (!unread.isEmpty()) {
      BitSet read = new BitSet();
      text.forEachRead(use, fact -> read.set(fact.evidence().line()));
      unread.andNot(read);
    }
    return unread;
  }
}
