package dev.headroom.audit.coverage;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactUse;
import dev.headroom.formats.fact.SourceFacts;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Lines of a text by subject and key, with those whose values a rule could judge. Hosts with the
 * same text share it; only the keys that rules read differ from host to host.
 */
final class JudgeableLines {
  private final List<OfSubject> subjects = new ArrayList<>();

  /** Keys of one subject. */
  private record OfSubject(Subject subject, List<OfKey> keys) {}

  /**
   * Lines of one key.
   *
   * @param all lines that state it
   * @param judgeable those of them that do more than describe
   */
  private record OfKey(String key, int[] all, int[] judgeable) {}

  private JudgeableLines(SourceFacts text) {
    text.forEachKey((subject, key, facts) -> {
      if (subjects.isEmpty() || !subjects.getLast().subject().equals(subject)) {
        subjects.add(new OfSubject(subject, new ArrayList<>()));
      }
      subjects.getLast().keys().add(lines(key, facts));
    });
  }

  /** Those of a text, made once for all hosts that have it. */
  static JudgeableLines of(SourceFacts text) {
    return text.view(JudgeableLines.class, JudgeableLines::new);
  }

  private static OfKey lines(String key, List<Fact> facts) {
    int[] all = facts.stream().mapToInt(fact -> fact.evidence().line()).toArray();
    int[] judgeable =
        facts.stream()
            .filter(fact -> !DescriptiveFacts.listed().covers(fact))
            .mapToInt(fact -> fact.evidence().line())
            .toArray();
    return new OfKey(key, all, Arrays.equals(all, judgeable) ? all : judgeable);
  }

  /** Lines with values that a rule could judge, none of which a rule read. */
  BitSet unread(FactUse use) {
    BitSet read = new BitSet();
    BitSet unread = new BitSet();
    for (OfSubject of : subjects) {
      Set<String> readKeys = use.keysOf(of.subject());
      for (OfKey key : of.keys()) {
        if (readKeys.contains(key.key())) {
          set(read, key.all());
        } else {
          set(unread, key.judgeable());
        }
      }
    }
    unread.andNot(read);
    return unread;
  }

  private static void set(BitSet bits, int[] lines) {
    for (int line : lines) {
      bits.set(line);
    }
  }
}
