package dev.headroom.prove.plan;

import java.util.Locale;

/** Program that makes the traffic of a step. */
public enum Tool {
  /** perftest where both hosts have it, else {@code headroom perf}. */
  AUTO("perftest, else headroom perf"),
  PERFTEST("ib_write_bw of perftest"),
  PERF("headroom perf");

  private final String title;

  Tool(String title) {
    this.title = title;
  }

  /** Its word in plans. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a reader knows it by. */
  public String title() {
    return title;
  }
}
