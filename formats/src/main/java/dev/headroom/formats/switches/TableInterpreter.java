package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Optional;

/** Interpretation of a vendor's show command tables as configuration. */
public interface TableInterpreter {
  /** Whether a line above a ruler is a title that says what the table is about. */
  boolean isTitle(String text);

  /** What a table of two columns is about, by its title and the name in its first column. */
  Optional<Subject> titled(String title, String field);

  /** What a row says of the configuration; of others nothing. */
  void addFacts(TextLine line, List<String> columns, List<String> cells, FactSink sink);
}
