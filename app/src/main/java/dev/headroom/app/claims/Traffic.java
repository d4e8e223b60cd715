package dev.headroom.app.claims;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Scenarios that claims of several kinds are measured by. */
final class Traffic {
  static final String INCAST =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 8, links: {rate: 100Gbps}}
      workload: {type: incast, fanIn: 8, size: 4MiB}
      run: {stop: 200ms}
      """;

  static final String PAIR =
      """
      fabric: {topology: single, hosts: 2, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 64MiB, shift: 1}
      run: {stop: 1s}
      """;

  private Traffic() {}

  /** Flows of two hosts, each on a queue pair of its own. */
  static String between(String transport, String more, int flows, String size) {
    return """
    fabric: {topology: single, hosts: 2, links: {rate: 100Gbps, delay: 500ns}}
    transport: %s
    %sworkload:
      type: flows
      flows:
    %s
    run: {stop: 1s}
    """
        .formatted(
            transport,
            more,
            IntStream.range(0, flows)
                .mapToObj(flow -> "  - {from: host-0, to: host-1, size: %s}".formatted(size))
                .collect(Collectors.joining("\n")));
  }
}
