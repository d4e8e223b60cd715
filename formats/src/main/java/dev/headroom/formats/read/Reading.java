package dev.headroom.formats.read;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Source;
import java.util.List;

/**
 * What was read from one source.
 *
 * @param sections one for each kind that was found, in the order of their first lines
 * @param notes what could not be read, a line each: too long, not text, broken XML
 */
public record Reading(Source source, List<Section> sections, List<Fact> facts, List<String> notes) {
  public Reading {
    sections = List.copyOf(sections);
    facts = List.copyOf(facts);
    notes = List.copyOf(notes);
  }

  public int understood() {
    return sections.stream().mapToInt(section -> section.facts() + section.ignored()).sum();
  }

  public int notUnderstood() {
    return sections.stream().mapToInt(section -> section.notUnderstood().size()).sum();
  }
}
