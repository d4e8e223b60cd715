package dev.headroom.formats.read;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Source;
import dev.headroom.formats.fact.Statements;
import java.util.List;

/**
 * Result of reading one source.
 *
 * @param sections one for each kind that was found, in the order of their first lines
 * @param statements its facts, which may name another source of the same text
 * @param notes what could not be read, a line each: too long, not text, broken XML
 */
public record Reading(
    Source source, List<Section> sections, Statements statements, List<String> notes) {
  public Reading {
    sections = List.copyOf(sections);
    notes = List.copyOf(notes);
  }

  public Reading(Source source, List<Section> sections, List<Fact> facts, List<String> notes) {
    this(source, sections, new Statements(facts), notes);
  }

  /** Nothing was read of a source, and why. */
  public static Reading nothing(Source source, String why) {
    return new Reading(source, List.of(), List.of(), List.of(why));
  }

  /** The facts in the order of their lines. */
  public List<Fact> facts() {
    return statements.in(source);
  }

  /** The same, read from another source that has the same text. */
  public Reading in(Source other) {
    List<Section> there = sections.stream().map(section -> section.in(other)).toList();
    return new Reading(other, there, statements, notes);
  }

  public int notUnderstood() {
    return sections.stream().mapToInt(section -> section.notUnderstood().size()).sum();
  }
}
