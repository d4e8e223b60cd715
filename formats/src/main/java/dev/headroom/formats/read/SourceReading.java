package dev.headroom.formats.read;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.SourceFacts;
import java.util.List;

/**
 * Result of reading one source.
 *
 * @param sections one for each kind that was found, in the order of their first lines
 * @param statements its facts, which may name another source of the same text
 * @param notes what could not be read, a line each: too long, not text, broken XML
 */
public record SourceReading(
    FactSource source, List<FormatSection> sections, SourceFacts statements, List<String> notes) {
  public SourceReading {
    sections = List.copyOf(sections);
    notes = List.copyOf(notes);
  }

  public SourceReading(
      FactSource source, List<FormatSection> sections, List<Fact> facts, List<String> notes) {
    this(source, sections, new SourceFacts(facts), notes);
  }

  /** Nothing was read of a source, and why. */
  public static SourceReading unreadable(FactSource source, String why) {
    return new SourceReading(source, List.of(), List.of(), List.of(why));
  }

  /** The facts in the order of their lines. */
  public List<Fact> facts() {
    return statements.withSource(source);
  }

  /** The same, read from another source that has the same text. */
  public SourceReading withSource(FactSource other) {
    List<FormatSection> there =
        sections.stream().map(section -> section.withSource(other)).toList();
    return new SourceReading(other, there, statements, notes);
  }

  public int unrecognizedLines() {
    return sections.stream().mapToInt(section -> section.unrecognized().size()).sum();
  }
}
