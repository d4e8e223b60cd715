package dev.headroom.app.report;

import dev.headroom.app.results.Summary;

/** Writes {@code report.html}. */
public final class Report {
  private Report() {}

  public static String of(Summary summary) {
    return "<!doctype html><title>" + summary.scenario().name().length() + "</title>\n";
  }
}
