package dev.headroom.web.report;

import dev.headroom.run.summary.RunSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
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

  /** Terms that scripts write on a page, by the last script before the theme. */
  private static final Map<String, String> WORDS =
      Map.of(
          "page.js", "FCT, slowdown, goodput, ECN marks, CNPs, RTT, PFC",
          "effects.js", "FCT, slowdown, goodput, ECN marks, CNPs, 95 % interval",
          "capture.js", "RTT, PSN, ECN marks, CNPs, queue pair",
          "bysize.js", "busbw, nccl-tests");

  private HtmlReport() {}

  /** The page's text. */
  public static String of(RunSummary summary) {
    return page(summary.scenario().name(), ReportData.of(summary), SCRIPTS);
  }

  /**
   * A page of these parts over this data. Its security policy allows its own style sheet and
   * script, by their hashes, and nothing else.
   *
   * @param parts style sheets and scripts of this package, in this order
   */
  static String page(String title, String json, List<String> parts) {
    StringBuilder style = new StringBuilder(resource("page.css"));
    StringBuilder script = new StringBuilder("'use strict';\n");
    for (String name : parts) {
      if (name.equals("theme.js")) {
        script.append(resource("terms.js")).append('\n');
      }
      (name.endsWith(".css") ? style : script).append(resource(name)).append('\n');
    }
    Map<String, String> pieces =
        Map.of(
            "TITLE", escaped(title),
            "STYLE", style.toString(),
            "STYLE-HASH", hash(style.toString()),
            "SCRIPT", script.toString(),
            "SCRIPT-HASH", hash(script.toString()),
            "TERMS", PageTerms.of(json, WORDS.getOrDefault(parts.get(parts.size() - 2), "")),
            "DATA", json);
    StringBuilder page = new StringBuilder();
    // What stands between @ and @ is a piece's name; a piece is never searched for others.
    String[] frame = resource("page.html").split("@", -1);
    for (int i = 0; i < frame.length; i++) {
      page.append(i % 2 == 0 ? frame[i] : pieces.getOrDefault(frame[i], ""));
    }
    return page.toString();
  }

  /** As a source of a content security policy. */
  private static String hash(String text) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(sum) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
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
