package dev.headroom.app.improve;

import dev.headroom.audit.Finding;
import dev.headroom.audit.cluster.Deviation;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.tune.search.Objective;
import java.util.List;
import java.util.Optional;

/** Writer of {@code improve.json}: findings, settings, changes, files and the proof. */
public final class ImproveJson {
  private static final long FORMAT = 1;

  private final ImproveResult result;
  private final JsonWriter json = JsonWriter.indented();

  private ImproveJson(ImproveResult result) {
    this.result = result;
  }

  /** The document. */
  public static String of(ImproveResult result) {
    return new ImproveJson(result).document();
  }

  private String document() {
    ImproveText text = new ImproveText(result);
    json.object()
        .put("format", FORMAT)
        .put("kind", "improve")
        .put("headline", text.headline())
        .put("isClean", result.isClean())
        .array("findings");
    result.states().findings().forEach(this::finding);
    json.endArray().array("deviations");
    result.agreed().deviations().forEach(this::deviation);
    json.endArray().array("undecided");
    result.agreed().undecided().forEach(json::add);
    json.endArray().object("search").put("verdict", text.search()).object("settings");
    result.chosen().forEach(json::put);
    json.endObject().endObject().array("changes");
    result.changes().plan().changes().forEach(this::change);
    json.endArray().array("variables");
    result.changes().variables().forEach(fix -> json.add(fix.text()));
    json.endArray().array("files");
    result.changes().files().forEach(this::file);
    json.endArray().array("measures");
    result.proof().measures().objectives().forEach(this::measure);
    json.endArray().array("runs");
    result.proof().variants().values().forEach(this::variant);
    json.endArray().array("left");
    text.left().forEach(json::add);
    json.endArray().endObject().end();
    return json.toString();
  }

  private void finding(FindingFate fate) {
    Finding first = fate.group().first();
    json.object()
        .put("rule", first.rule())
        .put("severity", first.severity().key())
        .put("message", first.message())
        .put("isNew", fate.isNew())
        .put("isMended", fate.isMended())
        .put("fate", fate.text())
        .array("subjects");
    fate.group().members().stream().map(Finding::subject).distinct().forEach(json::add);
    json.endArray().array("left");
    fate.left().stream().map(Finding::subject).distinct().forEach(json::add);
    json.endArray().endObject();
  }

  private void deviation(Deviation deviation) {
    json.object().array("nodes");
    deviation.nodes().forEach(json::add);
    json.endArray()
        .put("knob", deviation.knob())
        .put("found", deviation.found())
        .put("usual", deviation.usual())
        .put("others", deviation.others())
        .endObject();
  }

  private void change(DeviceChange change) {
    json.object()
        .put("device", change.device())
        .put("setting", change.setting())
        .put("place", change.place());
    change.from().ifPresentOrElse(value -> json.put("from", value), () -> json.putNull("from"));
    json.put("to", change.to())
        .put("knob", change.knob())
        .put("wanted", change.wanted())
        .put("isRefused", change.isRefused())
        .endObject();
  }

  private void file(FileDifference file) {
    json.object()
        .put("device", file.device())
        .put("path", file.path())
        .put("isNew", file.isNew())
        .put("added", file.added())
        .put("removed", file.removed())
        .endObject();
  }

  private void measure(Objective objective) {
    Proof proof = result.proof();
    json.object()
        .put("key", objective.measure())
        .put("name", proof.measures().name(objective))
        .put("isKept", proof.promise(objective).map(Promise::isKept).orElse(false));
    gain("gain", proof.gain(objective));
    promise(proof.promise(objective));
    gain("repair", proof.repair(objective));
    json.endObject();
  }

  private void promise(Optional<Promise> promise) {
    if (promise.isEmpty()) {
      json.putNull("promise");
      return;
    }
    json.object("promise")
        .put("low", promise.get().low())
        .put("high", promise.get().high())
        .put("found", promise.get().value())
        .endObject();
  }

  private void gain(String name, Optional<Gain> gain) {
    if (gain.isEmpty()) {
      json.putNull(name);
      return;
    }
    Gain of = gain.get();
    json.object(name)
        .put("before", of.before())
        .put("after", of.after())
        .put("factor", of.factor())
        .put("low", of.low())
        .put("high", of.high())
        .put("seeds", of.logarithm().count())
        .endObject();
  }

  private void variant(Variant variant) {
    json.object()
        .put("key", variant.key())
        .put("title", variant.title())
        .put("scenario", Improvement.SCENARIOS + "/" + variant.key() + ".yaml")
        .array("runs");
    variant
        .outcomes()
        .keySet()
        .forEach(seed -> {
          json.object().put("seed", seed);
          for (Objective objective : result.proof().measures().objectives()) {
            double value = variant.figures(objective, List.of(seed))[0];
            if (Double.isFinite(value)) {
              json.put(objective.measure(), value);
            } else {
              json.putNull(objective.measure());
            }
          }
          json.endObject();
        });
    json.endArray().endObject();
  }
}
