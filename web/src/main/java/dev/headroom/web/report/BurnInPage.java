package dev.headroom.web.report;

import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.report.BurnInText;
import dev.headroom.prove.verdict.Finding;
import dev.headroom.prove.verdict.Limits;
import dev.headroom.prove.verdict.LinkLedger;
import dev.headroom.prove.verdict.RunLedger;
import dev.headroom.prove.verdict.StepVerdict;
import dev.headroom.run.json.JsonWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writer of {@code report.html} of a burn-in: the page that is signed off, self-contained. Verdict
 * and bound, coverage, bandwidth, temperature, counters that moved, gaps, limits with their
 * sources, and the last hash of the evidence.
 */
public final class BurnInPage {
  private static final List<String> SCRIPTS =
      List.of("draw.js", "save.js", "tables.js", "burnin.js", "theme.js");

  /** Most points of a link's line; more are averaged. */
  private static final int MOST_POINTS = 240;

  private final BurnInReport report;
  private final RunLedger run;
  private final JsonWriter json = JsonWriter.compact();

  private BurnInPage(BurnInReport report) {
    this.report = report;
    this.run = report.run();
  }

  /** The page's text. */
  public static String of(BurnInReport report) {
    return HtmlReport.page(
        "burn-in of " + report.run().plan().name(), new BurnInPage(report).data(), SCRIPTS);
  }

  private String data() {
    json.object()
        .put("name", run.plan().name())
        .put("verdict", report.headline())
        .put("isClean", report.isClean())
        .put("isRehearsal", run.isRehearsal())
        .put("level", report.verdict().level().word())
        .put("links", run.links().size())
        .put("planned", BurnInText.duration(run.plan().seconds()))
        .put("hours", run.lastSecond() / 3600)
        .put("slices", run.slices().size())
        .put("done", run.ended().size())
        .put("records", report.chain().records())
        .put("hash", report.chain().last())
        .put("planHash", run.planned().sha256())
        .put("plan", run.planned().text())
        .put("from", run.starts().isEmpty() ? "" : run.starts().getFirst().time())
        .put("until", run.closed().map(Entry.Closed::time).orElse(""))
        .put("key", report.signature().map(each -> each.keyName()).orElse(""))
        .put("hot", 70);
    sums();
    texts("extrapolated", report.extrapolated());
    texts("notExercised", report.notExercised());
    steps();
    coverage();
    lines();
    counters();
    interruptions();
    limits();
    return json.endObject().toString();
  }

  private void sums() {
    double packets = run.links().stream().mapToDouble(link -> link.whole().packets()).sum();
    double bits = run.links().stream().mapToDouble(link -> 8 * link.whole().cableBytes()).sum();
    double hottest =
        run.links().stream()
            .flatMap(link -> link.heat().stream())
            .mapToDouble(LinkLedger.Heat::celsius)
            .max()
            .orElse(Double.NaN);
    json.put("packets", packets)
        .put("bits", bits)
        .put("hasErrors", run.links().stream().anyMatch(link -> link.whole().hasErrors()))
        .put("hottest", hottest)
        .put("resumes", run.starts().stream().filter(Entry.Started::resumes).count());
  }

  private void texts(String name, List<String> texts) {
    json.array(name);
    texts.forEach(json::add);
    json.endArray();
  }

  private void steps() {
    json.array("steps");
    for (StepVerdict step : report.verdict().steps()) {
      long length = run.plan().step(step.step()).map(each -> each.seconds()).orElse(0L);
      json.object()
          .put("title", step.step().title())
          .put("what", step.step().what())
          .put("length", BurnInText.duration(length))
          .put("article", step.at(Level.ARTICLE).word())
          .put("standard", step.at(Level.STANDARD).word())
          .put("articleRule", step.step().rule(Level.ARTICLE))
          .put("standardRule", step.step().rule(Level.STANDARD))
          .array("findings");
      for (Finding each : step.findings()) {
        json.array()
            .add(each.target())
            .add(each.verdict().word())
            .add(
                each.levels().size() > 1
                    ? "both"
                    : each.levels().contains(Level.ARTICLE) ? "article" : "standard")
            .add(each.what())
            .add(each.found())
            .add(each.limit())
            .add(each.source())
            .endArray();
      }
      json.endArray();
      texts("facts", step.facts());
      json.endObject();
    }
    json.endArray();
  }

  /** A row for each link, and in it for each hour the share of the rate that its cable carried. */
  private void coverage() {
    int hours = (int) Math.ceil(Math.max(run.lastSecond(), run.plan().seconds()) / 3600);
    json.array("coverage");
    for (LinkLedger link : run.links()) {
      double[] carried = new double[hours];
      double[] seconds = new double[hours];
      for (LinkLedger.Point point : link.points()) {
        int hour = Math.clamp((long) ((point.second() - point.seconds() / 2) / 3600), 0, hours - 1);
        carried[hour] += point.share() * point.seconds();
        seconds[hour] += point.seconds();
      }
      json.object().put("link", link.target().name()).array("shares");
      for (int hour = 0; hour < hours; hour++) {
        json.add(seconds[hour] > 0 ? rounded(carried[hour] / seconds[hour]) : -1);
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  /** Bandwidth and temperature of each link over time. */
  private void lines() {
    json.array("lines");
    for (LinkLedger link : run.links()) {
      json.object().put("link", link.target().name()).put("rate", link.target().rate().gbps());
      double[][] gbps =
          thinned(
              link.points().stream()
                  .filter(point -> !Double.isNaN(point.gbps()))
                  .map(point -> new double[] {point.second(), point.gbps()})
                  .toList());
      double[][] heat =
          thinned(
              link.heat().stream()
                  .map(each -> new double[] {each.second(), each.celsius()})
                  .toList());
      points("gbps", gbps);
      points("heat", heat);
      json.endObject();
    }
    json.endArray();
  }

  private void points(String name, double[]... points) {
    json.array(name);
    for (double[] point : points) {
      json.array().add(rounded(point[0] / 3600)).add(rounded(point[1])).endArray();
    }
    json.endArray();
  }

  /** Means of neighbours where there are too many. */
  private static double[][] thinned(List<double[]> points) {
    int every = (points.size() + MOST_POINTS - 1) / MOST_POINTS;
    if (every <= 1) {
      return points.toArray(double[][]::new);
    }
    double[][] thin = new double[(points.size() + every - 1) / every][];
    for (int i = 0; i < thin.length; i++) {
      List<double[]> part = points.subList(i * every, Math.min(points.size(), (i + 1) * every));
      thin[i] =
          new double[] {
            part.getLast()[0], part.stream().mapToDouble(point -> point[1]).average().orElse(0)
          };
    }
    return thin;
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private void counters() {
    json.array("counters");
    for (LinkLedger link : run.links()) {
      for (Map.Entry<String, Long> moved : link.whole().moved().entrySet()) {
        json.array().add(link.target().name()).add(moved.getKey()).add(moved.getValue()).endArray();
      }
    }
    json.endArray().array("missing");
    for (LinkLedger link : run.links()) {
      link.last()
          .missing()
          .forEach(
              (name, why) -> json.array().add(link.target().name()).add(name).add(why).endArray());
    }
    json.endArray();
  }

  private void interruptions() {
    json.array("starts");
    for (Entry.Started start : run.starts()) {
      json.array()
          .add(start.time())
          .add(start.resumes() ? "resumed" : "started")
          .add(start.again())
          .add(String.join(", ", words(start)))
          .endArray();
    }
    json.endArray().array("stops");
    run.stops()
        .forEach(
            stop -> json.array().add(stop.time()).add(stop.slice()).add(stop.why()).endArray());
    json.endArray().array("gaps");
    run.gaps()
        .forEach(gap ->
            json.array()
                .add(gap.fromSecond() / 3600)
                .add(gap.seconds())
                .add(gap.isExplained() ? "the run was taken up again" : "unexplained")
                .endArray());
    json.endArray().array("events");
    for (LinkLedger link : run.links()) {
      link.events()
          .forEach(event ->
              json.array()
                  .add(link.target().name())
                  .add(event.second() / 3600)
                  .add(event.text())
                  .endArray());
    }
    json.endArray().array("tools");
    run.ended().values().stream().map(Entry.Ended::tool).distinct().forEach(json::add);
    json.endArray().array("notes");
    run.ended().values().stream()
        .flatMap(end -> end.notes().stream())
        .distinct()
        .limit(20)
        .forEach(json::add);
    json.endArray();
  }

  private static List<String> words(Entry.Started start) {
    String[] words =
        start.versions().entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .toArray(String[]::new);
    return Arrays.asList(words);
  }

  private void limits() {
    json.array("limits");
    for (Limits.Shown limit : Limits.all()) {
      json.array().add(limit.what()).add(limit.limit()).add(limit.source()).endArray();
    }
    json.endArray();
  }
}
