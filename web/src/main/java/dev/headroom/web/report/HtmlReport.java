package dev.headroom.web.report;

import dev.headroom.run.summary.RunSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writer of {@code report.html}, a self-contained page. What was measured goes in as JSON; the
 * scripts in this package's resources draw it in the browser.
 */
public final class HtmlReport {
  private static final List<String> SCRIPTS =
      List.of(
          "draw.js",
          "save.js",
          "tables.js",
          "sizes.js",
          "parts.js",
          "failures.js",
          "topology.js",
          "heat.js",
          "series.js",
          "traces.js",
          "pauses.js",
          "job.js",
          "page.js",
          "theme.js");

  private HtmlReport() {}

  /** The page's text. */
  public static String of(RunSummary summary) {
    return page(summary.scenario().name(), ReportData.of(summary), SCRIPTS);
  }

  /** A page of these scripts over this data. */
  static String page(String title, String json, List<String> scripts) {
    StringBuilder script = new StringBuilder();
    for (String name : scripts) {
      script.append(resource(name)).append('\n');
    }
    Map<String, String> parts =
        Map.of(
            "TITLE", escaped(title),
            "STYLE", resource("page.css"),
            "SCRIPT", script.toString(),
            "DATA", json);
    StringBuilder page = new StringBuilder();
    // What stands between @ and @ is a part's name; a part is never searched for others.
    String[] pieces = resource("page.html").split("@", -1);
    for (int i = 0; i < pieces.length; i++) {
      page.append(i % 2 == 0 ? pieces[i] : parts.getOrDefault(pieces[i], ""));
    }
    return page.toString();
  }

  /** As text of an element. */
  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("Headroom's internal file is missing: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
