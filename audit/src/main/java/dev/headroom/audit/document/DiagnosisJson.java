package dev.headroom.audit.document;

import dev.headroom.audit.Finding;
import dev.headroom.audit.diagnose.Diagnosis;
import dev.headroom.audit.diagnose.Diagnosis.Answered;
import dev.headroom.audit.diagnose.Symptom;
import dev.headroom.audit.diagnose.Symptoms;
import dev.headroom.run.json.JsonWriter;
import java.util.Locale;

/** Writer of symptoms and their diagnoses as JSON. */
public final class DiagnosisJson {
  private DiagnosisJson() {}

  /** All symptoms. */
  public static String list() {
    JsonWriter json = JsonWriter.indented().object().put("schemaVersion", 1).array("symptoms");
    for (Symptom each : Symptoms.all()) {
      head(json.object(), each);
      json.endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  /** The questions of one with their answers. */
  public static String of(Diagnosis diagnosis) {
    JsonWriter json = JsonWriter.indented().object().put("schemaVersion", 1);
    head(json, diagnosis.symptom());
    json.put("causes", diagnosis.causes().size())
        .put("possible", diagnosis.possible().size())
        .put("partly", diagnosis.partlyAnswered().size())
        .put("open", diagnosis.unanswered().size())
        .array("steps");
    for (Answered each : diagnosis.answers()) {
      json.object()
          .put("question", each.step().question())
          .put("answer", each.answer().name().toLowerCase(Locale.ROOT))
          .array("rules");
      each.step().rules().forEach(json::add);
      json.endArray().array("findings");
      each.findings().forEach(finding -> finding(json, finding));
      json.endArray().array("fine");
      each.fine().forEach(json::add);
      json.endArray().array("needs");
      each.missingInputs().forEach(json::add);
      json.endArray().array("idle");
      each.idle().forEach(json::add);
      json.endArray()
          .put("run", each.step().run())
          .put("look", each.step().lookFor())
          .put("then", each.step().remedy())
          .endObject();
    }
    json.endArray().array("others");
    diagnosis.otherErrors().forEach(finding -> finding(json, finding));
    return json.endArray().endObject() + "\n";
  }

  private static void head(JsonWriter json, Symptom symptom) {
    json.put("symptom", symptom.id())
        .put("title", symptom.title())
        .put("seen", symptom.appearance())
        .put("source", symptom.source());
  }

  private static void finding(JsonWriter json, Finding finding) {
    json.object()
        .put("rule", finding.rule())
        .put("severity", finding.severity().key())
        .put("subject", finding.subject())
        .put("what", finding.message())
        .array("evidence");
    finding
        .evidence()
        .forEach(line ->
            json.object()
                .put("file", line.source().name())
                .put("line", line.line())
                .put("text", line.text())
                .endObject());
    json.endArray().endObject();
  }
}
