package dev.headroom.web.report;

import dev.headroom.run.collective.AlgorithmUsed;
import dev.headroom.run.collective.CollectiveBackend;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.unit.Size;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Writer of {@code collective.html}: bus bandwidth and time of a collective over its size, as
 * simulated and as NCCL's own model predicts, with the algorithm of each size.
 */
public final class CollectivePage {
  private static final double PS_PER_US = 1e6;

  private final CollectiveSweep sweep;
  private final List<CollectiveRow> rows;
  private final boolean predicted;

  private CollectivePage(CollectiveSweep sweep) {
    this.sweep = sweep;
    rows = sweep.rows();
    predicted =
        sweep.backend() == CollectiveBackend.NCCL
            && rows.stream().anyMatch(row -> expectedUs(row).isPresent());
  }

  /** The page's text. At no size there is nothing to draw, and the page says so. */
  public static String of(CollectiveSweep sweep) {
    return new CollectivePage(sweep).page();
  }

  private String page() {
    BySizeData data =
        new BySizeData(
            sweep.title(),
            "Simulated at " + NumberText.plural(rows.size(), "size"),
            headline(),
            sweep.isWhole() && !rows.isEmpty() ? Optional.empty() : Optional.of(false));
    JsonWriter json = data.json();
    json.array("figures");
    if (!rows.isEmpty()) {
      data.figure("most bus bandwidth", gbps(sweep.busbw(best())), "at " + size(best()));
      data.figure("mean bus bandwidth", gbps(sweep.meanBusbw()), "over all sizes");
      CollectiveRow first = rows.getFirst();
      data.figure("time", time(first.microseconds()), "at " + size(first));
    }
    json.endArray().array("sizes");
    rows.forEach(row ->
        data.size(
            row.bytes(), size(row), row.algorithmUsed().map(AlgorithmUsed::words).orElse("")));
    json.endArray().array("charts");
    if (!rows.isEmpty()) {
      bandwidth(data);
      times(data);
    }
    json.endArray();
    table(data);
    return data.page(sweep.title());
  }

  private String headline() {
    if (rows.isEmpty()) {
      return "No size finished.";
    }
    return "The bus bandwidth is at most %s, at %s; a call of %s takes %s."
        .formatted(
            gbps(sweep.busbw(best())),
            size(best()),
            size(rows.getFirst()),
            time(rows.getFirst().microseconds()));
  }

  private CollectiveRow best() {
    return rows.stream().max(Comparator.comparingDouble(sweep::busbw)).orElseThrow();
  }

  private void bandwidth(BySizeData data) {
    JsonWriter json = data.json();
    json.object().put("title", "Bus bandwidth, GB/s").put("unit", "").array("curves");
    data.curve("measured", "simulated", rows, sweep::busbw, row -> gbps(sweep.busbw(row)));
    if (predicted) {
      data.curve(
          "model",
          "predicted by NCCL's model",
          rows,
          this::expectedBusbw,
          row -> gbps(expectedBusbw(row)));
    }
    json.endArray().endObject();
  }

  private void times(BySizeData data) {
    JsonWriter json = data.json();
    json.object().put("title", "Time").put("unit", "time").array("curves");
    data.curve(
        "measured",
        "simulated",
        rows,
        row -> row.microseconds() * PS_PER_US,
        row -> time(row.microseconds()));
    if (predicted) {
      data.curve(
          "model",
          "predicted by NCCL's model",
          rows,
          row -> expectedUs(row).orElse(Double.NaN) * PS_PER_US,
          row -> expectedUs(row).isPresent() ? time(expectedUs(row).getAsDouble()) : "-");
    }
    json.endArray().endObject();
  }

  private void table(BySizeData data) {
    JsonWriter json = data.json();
    json.object("table").array("labels");
    List.of("size", "time", "bus bandwidth", "algorithm").forEach(json::add);
    if (predicted) {
      json.add("time by NCCL's model");
    }
    json.endArray().array("left").add(3).endArray().array("rows");
    for (CollectiveRow row : rows) {
      json.array().add(size(row));
      data.cell(time(row.microseconds()), row.microseconds());
      data.cell(gbps(sweep.busbw(row)), sweep.busbw(row));
      json.add(row.algorithmUsed().map(AlgorithmUsed::words).orElse("-"));
      if (predicted) {
        OptionalDouble us = expectedUs(row);
        data.cell(us.isPresent() ? time(us.getAsDouble()) : "-", us.orElse(0));
      }
      json.endArray();
    }
    json.endArray().endObject();
  }

  private double expectedBusbw(CollectiveRow row) {
    OptionalDouble us = expectedUs(row);
    return us.isPresent() ? sweep.busbw(row, us.getAsDouble()) : Double.NaN;
  }

  private static OptionalDouble expectedUs(CollectiveRow row) {
    return row.algorithmUsed().map(AlgorithmUsed::expectedUs).orElse(OptionalDouble.empty());
  }

  private static String size(CollectiveRow row) {
    return new Size(row.bytes()).toString();
  }

  private static String gbps(double value) {
    return NumberText.ratio(value) + " GB/s";
  }

  private static String time(double us) {
    return NumberText.time(us * PS_PER_US);
  }
}
