package dev.headroom.prove.plan;

import java.util.Locale;

/** Program that makes the traffic of a step. */
public enum Tool {
  /** perftest where both hosts have it, else {@code headroom perf}. */
  AUTO("perftest, else headroom perf"),
  PERFTEST("ib_write_bw of perftest"),
  NCCL_TESTS("alltoall_perf of nccl-tests"),
  RCCL_TESTS("alltoall_perf of rccl-tests"),
  PERF("headroom perf");

  private final String title;

  Tool(String title) {
    this.title = title;
  }

  /** Its word in plans. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What a reader knows it by. */
  public String title() {
    return title;
  }
}
