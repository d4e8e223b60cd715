package dev.headroom.sim.host;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.fabric.EventKind;

/**
 * Flow starts with one pending start for each host, so that each partition has its own; flows of a
 * host that start together are posted in the order of the program.
 */
final class FlowStartsByHost implements FlowStarts {
  private final Host[] hosts;
  private final FlowProgram program;
  private final Post post;

  /** Flows that need nothing, by the host that posts them, in order of their start. */
  private final int[][] flows;

  private final int[] next;

  /**
   * @param order flows that need nothing, in order of their start
   * @param posters the host that posts each of these
   */
  FlowStartsByHost(Host[] hosts, FlowProgram program, int[] order, int[] posters, Post post) {
    this.hosts = hosts;
    this.program = program;
    this.post = post;
    next = new int[hosts.length];
    int[] count = new int[hosts.length];
    for (int host : posters) {
      count[host]++;
    }
    flows = new int[hosts.length][];
    for (int host = 0; host < flows.length; host++) {
      flows[host] = new int[count[host]];
      count[host] = 0;
    }
    for (int i = 0; i < order.length; i++) {
      flows[posters[i]][count[posters[i]]++] = order[i];
    }
  }

  @Override
  public void open() {
    for (int host = 0; host < hosts.length; host++) {
      schedule(host);
    }
  }

  @Override
  public void due(int host, long nowPs) {
    int[] own = flows[host];
    while (next[host] < own.length && program.startPs(own[next[host]]) <= nowPs) {
      post.start(own[next[host]++], hosts[host], nowPs);
    }
    schedule(host);
  }

  private void schedule(int host) {
    if (next[host] < flows[host].length) {
      long atPs = program.startPs(flows[host][next[host]]);
      hosts[host].events.schedule(atPs, EventKind.START, host);
    }
  }
}
