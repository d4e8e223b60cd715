package dev.headroom.tune.advice;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.tune.search.UnseenDifference;
import java.util.List;

/** Writer of {@code advice.json}: the design, the recommendations, and what they rest on. */
public final class AdviceJson {
  private final FabricAdvice advice;
  private final JsonWriter json = JsonWriter.indented();

  private AdviceJson(FabricAdvice advice) {
    this.advice = advice;
  }

  /** The document. */
  public static String of(FabricAdvice advice) {
    return new AdviceJson(advice).text();
  }

  private String text() {
    AdviceText text = new AdviceText(advice);
    ClusterPlan plan = advice.plan().cluster();
    json.object()
        .put("hosts", plan.hosts())
        .put("rateBps", plan.rate().bps())
        .put("asic", plan.chip().model().model())
        .put("ports", plan.chip().count())
        .put("complete", advice.search().result().isPresent());
    design("design", advice.basis().design());
    design("piece", advice.basis().piece().design());
    json.put("pieceBufferBytes", advice.basis().piece().bufferBytes());
    strings("scaled", advice.basis().piece().scaled());
    strings("traffic", text.traffic());
    json.array("recommendations");
    for (Recommendation each : AdviceRules.of(advice)) {
      json.object()
          .put("setting", each.setting())
          .put("knob", each.knob())
          .put("value", each.value())
          .put("sureness", each.sureness().word())
          .put("reason", each.reason())
          .put("evidence", each.evidence())
          .endObject();
    }
    json.endArray().object("knobs");
    AdviceRules.knobs(advice).forEach(json::put);
    json.endObject().array("comparisons");
    for (TopicComparison topic : advice.topics()) {
      topic.compared().forEach(each -> compared(topic.topic(), each));
    }
    advice.search().reverts().forEach(each -> compared("set back", each));
    advice.search().total().ifPresent(each -> compared("all set back", each));
    json.endArray();
    strings("search", text.search());
    return json.endObject() + "\n";
  }

  private void design(String name, FabricDesign design) {
    json.object(name)
        .put("topology", design.topology().word())
        .put("hosts", design.hosts())
        .put("oversubscription", design.oversubscription())
        .array("tiers");
    for (SwitchTier tier : design.tiers()) {
      json.object()
          .put("name", tier.name())
          .put("switches", tier.switches())
          .put("down", tier.down())
          .put("up", tier.up())
          .endObject();
    }
    json.endArray().endObject();
  }

  private void strings(String name, List<String> values) {
    json.array(name);
    values.forEach(json::add);
    json.endArray();
  }

  private void compared(String topic, ComparedAlternative each) {
    json.object()
        .put("topic", topic)
        .put("alternative", each.alternative().name())
        .put("description", each.alternative().description())
        .put("fault", each.fault())
        .array("differences");
    for (UnseenDifference difference : each.differences()) {
      MeanEstimate share = difference.difference().difference();
      json.object()
          .put("measure", difference.objective().measure())
          .put("share", share.mean())
          .put("low", share.low())
          .put("high", share.high())
          .put("pairs", share.count())
          .put("better", difference.isBetter())
          .put("worse", difference.isWorse())
          .endObject();
    }
    json.endArray().endObject();
  }
}
