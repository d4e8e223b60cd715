package dev.headroom.formats.read;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Sink for the facts of one source, which records the lines that gave a fact. */
public final class FactSink {
  private final List<Fact> facts = new ArrayList<>();
  private final BitSet understood = new BitSet();
  private final long most;
  private long weight;

  /**
   * Empty.
   *
   * @param most how much memory facts may take, by their own estimate
   */
  FactSink(long most) {
    this.most = most;
  }

  /**
   * The line says this.
   *
   * @throws UnreadableBlockException if there is no more room for it
   */
  public void add(TextLine line, Subject subject, String key, String value) {
    if (isFull()) {
      throw UnreadableBlockException.at(
          line, "exceeds the memory limit for one file; the rest was not read");
    }
    Fact fact = new Fact(subject, key, value.strip(), line.evidence());
    facts.add(fact);
    weight += fact.estimatedBytes() + (hasFact(line) ? 0 : line.evidence().estimatedBytes());
    understood.set(line.number());
  }

  /** This line is of that machine; it need not say anything else. */
  void setMachine(TextLine line, String machine) {
    Fact fact = new Fact(Subject.host(), "line.host", machine, line.evidence());
    facts.add(fact);
    weight += fact.estimatedBytes();
  }

  /** Takes back what one block said. */
  void discard(int from, LineBlock block) {
    List<Fact> said = facts.subList(from, facts.size());
    said.forEach(fact -> weight -= fact.estimatedBytes());
    said.clear();
    block.forEach(line -> understood.clear(line.number()));
  }

  /** Whether nothing more can be said. */
  boolean isFull() {
    return weight > most;
  }

  /**
   * The line is part of a fact that was said for another one, as where a tool breaks its lines.
   * Only for lines of which every value is in that fact.
   */
  public void markContinuation(TextLine line) {
    understood.set(line.number());
  }

  /** Whether a line gave a fact so far. */
  public boolean hasFact(TextLine line) {
    return understood.get(line.number());
  }

  List<Fact> facts() {
    return facts;
  }
}
