package dev.headroom.prove.plan;

import java.util.Locale;

/** Tool that looks at a host before the traffic of a burn-in. */
public enum HostTool {
  AUDIT("headroom audit", "what the host is set to, by the rules of the audit"),
  DCGMI("dcgmi diag -r 2", "NVIDIA GPUs: deployment, PCIe, memory; about two minutes"),
  NCCL("all_reduce_perf", "nccl-tests or rccl-tests over all GPUs of the host"),
  IBDIAGNET("ibdiagnet", "the whole InfiniBand fabric, from the first host");

  private final String title;
  private final String what;

  HostTool(String title, String what) {
    this.title = title;
    this.what = what;
  }

  /** Its word in plans and in the evidence. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a reader knows it by. */
  public String title() {
    return title;
  }

  /** What it looks at, in a phrase. */
  public String what() {
    return what;
  }
}
