package dev.headroom.formats.read;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Takes the facts of one source and remembers which of its lines gave one. */
public final class FactSink {
  private final List<Fact> facts = new ArrayList<>();
  private final BitSet understood = new BitSet();

  FactSink() {}

  /** The line says this. */
  public void say(Line line, Subject subject, String key, String value) {
    facts.add(new Fact(subject, key, value.strip(), line.evidence()));
    understood.set(line.number());
  }

  /**
   * The line is part of a fact that was said for another one, as where a tool breaks its lines.
   * Only for lines of which every value is in that fact.
   */
  public void continues(Line line) {
    understood.set(line.number());
  }

  /** Whether a line gave a fact so far. */
  public boolean heard(Line line) {
    return understood.get(line.number());
  }

  List<Fact> facts() {
    return facts;
  }
}
