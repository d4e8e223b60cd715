package dev.headroom.web.report;

import dev.headroom.audit.document.GapText;
import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.Gap.Cause;
import dev.headroom.audit.gap.Gap.Row;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Writer of {@code gap.html}: bus bandwidth over size as measured, as modelled with the machines as
 * found and once fixed, the gain of each fixed finding, and all figures.
 */
public final class GapPage {
  private GapPage() {}

  /** The page's text. */
  public static String of(Gap gap) {
    BySizeData data =
        new BySizeData(
            GapText.title(gap),
            "Gap between nccl-tests and a model of the machines, at %s"
                .formatted(NumberText.plural(gap.sizes().rows().size(), "size")),
            GapText.headline(gap),
            Optional.of(gap.verdict() == Gap.Verdict.NOTHING_MISSING));
    JsonWriter json = data.json();
    boolean hasCauses = !gap.causes().isEmpty();
    String at = "at " + GapText.size(gap.row().bytes());
    json.array("figures");
    data.figure("measured", gbps(gap.row().measured()), at);
    if (hasCauses) {
      data.figure("model as found", gbps(gap.row().found()), at);
    }
    data.figure(hasCauses ? "model, fixed" : "model", gbps(gap.row().fixed()), at);
    data.figure("findings that cost", NumberText.count(gap.causes().size()), "of the model");
    json.endArray().array("sizes");
    gap.sizes().rows().forEach(row -> data.size(row.bytes(), GapText.size(row.bytes()), ""));
    json.endArray().array("charts").object().put("title", "Bus bandwidth, GB/s").put("unit", "");
    json.array("curves");
    curve(data, gap, "measured", "measured", Row::measured);
    if (hasCauses) {
      curve(data, gap, "found", "model as found", Row::found);
    }
    curve(data, gap, "fixed", hasCauses ? "model, fixed" : "model", Row::fixed);
    json.endArray().endObject().endArray();
    steps(json, gap);
    json.array("lists");
    data.list("Causes", gap.causes().stream().map(GapPage::cause).toList());
    data.list("Next", GapText.next(gap));
    json.endArray();
    table(data, gap, hasCauses);
    return data.page(GapText.title(gap));
  }

  private static void curve(
      BySizeData data, Gap gap, String kind, String name, ToDoubleFunction<Row> value) {
    data.curve(kind, name, gap.sizes().rows(), value, row -> gbps(value.applyAsDouble(row)));
  }

  private static String gbps(double value) {
    return GapText.gbps(value) + " GB/s";
  }

  private static void steps(JsonWriter json, Gap gap) {
    json.put(
            "stepsTitle",
            "Bus bandwidth with the findings fixed one after the other, at "
                + GapText.size(gap.sizes().at()))
        .array("steps");
    if (!gap.causes().isEmpty()) {
      step(json, "measured", gap.row().measured(), "measured");
      step(json, "found", gap.row().found(), "model as found");
      gap.causes()
          .forEach(
              cause -> step(json, "fixed", cause.fixedGBps(), cause.first().rule() + " fixed"));
    }
    json.endArray();
  }

  private static void step(JsonWriter json, String kind, double value, String name) {
    json.object()
        .put("kind", kind)
        .put("name", name)
        .put("value", value)
        .put("text", gbps(value))
        .endObject();
  }

  private static String cause(Cause cause) {
    return "%s (%s): %s. Fixed alone, the model reaches %s."
        .formatted(
            cause.first().rule(),
            NumberText.plural(cause.findings().size(), "finding"),
            cause.first().message(),
            gbps(cause.aloneGBps()));
  }

  private static void table(BySizeData data, Gap gap, boolean hasCauses) {
    JsonWriter json = data.json();
    json.object("table").array("labels").add("size").add("measured");
    if (hasCauses) {
      json.add("model as found");
    }
    json.add(hasCauses ? "model, fixed" : "model").endArray();
    json.array("left").endArray().array("rows");
    List<Row> rows = gap.sizes().rows();
    for (Row row : rows) {
      json.array().add(GapText.size(row.bytes()));
      data.cell(gbps(row.measured()), row.measured());
      if (hasCauses) {
        data.cell(gbps(row.found()), row.found());
      }
      data.cell(gbps(row.fixed()), row.fixed());
      json.endArray();
    }
    json.endArray().endObject();
  }
}
