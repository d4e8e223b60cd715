package dev.headroom.audit.diagnose;

import dev.headroom.model.yaml.Forms;
import dev.headroom.model.yaml.Key;
import dev.headroom.model.yaml.OwnFile;
import dev.headroom.model.yaml.Row;
import dev.headroom.model.yaml.Shape;
import java.util.List;

/** Reader of a symptom's file, such as {@code roce-loss.yaml}. */
final class SymptomFile {
  private static final Key<String> QUESTION =
      Key.needed("question", Forms.line(), "a question that a yes makes a cause");

  private static final Key<String> RUN =
      Key.needed("run", Forms.line(), "the command whose output answers it");

  private static final Key<String> LOOK =
      Key.needed("look", Forms.line(), "what to look for in that output");

  private static final Key<String> THEN = Key.needed("then", Forms.line(), "what to do about it");

  private static final Key<List<String>> RULES =
      Key.optional("rules", Forms.list(Forms.line()), "rules of the audit that answer it")
          .or(List.of());

  private static final Shape STEP = new Shape("a step", List.of(QUESTION, RUN, LOOK, THEN, RULES));

  private static final Key<String> TITLE = Key.needed("title", Forms.line(), "in a phrase");
  private static final Key<String> SEEN = Key.needed("seen", Forms.line(), "how it shows");

  private static final Key<List<String>> WORDS =
      Key.needed(
          "words", Forms.list(Forms.line()), "words that people use for it, in small letters");

  private static final Key<List<Row>> STEPS =
      Key.needed("steps", Forms.list(STEP), "the likeliest and cheapest first");

  private static final Key<String> SOURCE =
      Key.needed("source", Forms.line(), "where the tree is from");

  private static final Shape SYMPTOM =
      new Shape("a symptom", List.of(TITLE, SEEN, WORDS, STEPS, SOURCE));

  private SymptomFile() {}

  /** The symptom of a name. */
  static Symptom read(String id) {
    Row row = OwnFile.read(SymptomFile.class, id + ".yaml", SYMPTOM);
    return new Symptom(
        id,
        row.get(TITLE),
        row.get(SEEN),
        row.get(WORDS),
        row.get(STEPS).stream().map(SymptomFile::step).toList(),
        row.get(SOURCE));
  }

  private static Step step(Row row) {
    return new Step(row.get(QUESTION), row.get(RULES), row.get(RUN), row.get(LOOK), row.get(THEN));
  }
}
