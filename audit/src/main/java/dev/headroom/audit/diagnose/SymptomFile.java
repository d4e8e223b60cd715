package dev.headroom.audit.diagnose;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.ValueForms;
import java.util.List;

/** Reader of a symptom's file, such as {@code roce-loss.yaml}. */
final class SymptomFile {
  private static final BlockKey<String> QUESTION =
      BlockKey.needed("question", ValueForms.line(), "a question; the answer yes makes it a cause");

  private static final BlockKey<String> RUN =
      BlockKey.needed("run", ValueForms.line(), "the command with the output that answers it");

  private static final BlockKey<String> LOOK =
      BlockKey.needed("look", ValueForms.line(), "the healthy state in that output");

  private static final BlockKey<String> THEN =
      BlockKey.needed("then", ValueForms.line(), "the fix");

  private static final BlockKey<List<String>> RULES =
      BlockKey.optional(
              "rules", ValueForms.list(ValueForms.line()), "rules of the audit that answer it")
          .or(List.of());

  private static final BlockShape STEP =
      new BlockShape("a step", List.of(QUESTION, RUN, LOOK, THEN, RULES));

  private static final BlockKey<String> TITLE =
      BlockKey.needed("title", ValueForms.line(), "the title, a phrase");
  private static final BlockKey<String> SEEN =
      BlockKey.needed("seen", ValueForms.line(), "the visible effect");

  private static final BlockKey<List<String>> WORDS =
      BlockKey.needed(
          "words", ValueForms.list(ValueForms.line()), "words that describe it, in lower case");

  private static final BlockKey<List<BlockValues>> STEPS =
      BlockKey.needed("steps", ValueForms.list(STEP), "the steps, likeliest and cheapest first");

  private static final BlockKey<String> SOURCE =
      BlockKey.needed("source", ValueForms.line(), "the source of the steps");

  private static final BlockShape SYMPTOM =
      new BlockShape("a symptom", List.of(TITLE, SEEN, WORDS, STEPS, SOURCE));

  private SymptomFile() {}

  /** The symptom of a name. */
  static Symptom read(String id) {
    BlockValues row = BundledYamlFile.read(SymptomFile.class, id + ".yaml", SYMPTOM);
    return new Symptom(
        id,
        row.get(TITLE),
        row.get(SEEN),
        row.get(WORDS),
        row.get(STEPS).stream().map(SymptomFile::step).toList(),
        row.get(SOURCE));
  }

  private static DiagnosisStep step(BlockValues row) {
    return new DiagnosisStep(
        row.get(QUESTION), row.get(RULES), row.get(RUN), row.get(LOOK), row.get(THEN));
  }
}
