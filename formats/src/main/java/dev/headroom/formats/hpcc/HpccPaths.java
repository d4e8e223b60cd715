package dev.headroom.formats.hpcc;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Path properties that the HPCC simulator computes for each pair of hosts before it starts, in its
 * integer arithmetic.
 *
 * <p>A breadth-first search goes out from the destination. With d the one-way delays, B the rates
 * and P the payload of a full packet, in whole nanoseconds:
 *
 * <pre>
 *   baseRTT    = 2·sum(d) + sum(8·P / B)        (headers and the ACK's own time left out)
 *   BDP        = baseRTT · min(B) / 8
 *   standalone = baseRTT + 8·(size + 48·packets) / min(B)
 * </pre>
 *
 * 10 MB over two hops of 100 Gb/s and 1 us with P = 1000: baseRTT = 4,160 ns, standalone = 842,560
 * ns. Not thread-safe: searches are kept.
 */
public final class HpccPaths {
  /** Nodes of all searches kept, of 24 B each; least recently used ones are made again. */
  private static final int MOST_KEPT = 4_000_000;

  /** Bytes of header on each data packet: Ethernet stand-in 14, IP 20, UDP 8, sequence 6. */
  public static final int HEADER_BYTES = 48;

  /**
   * A pair of hosts.
   *
   * @param baseRttNs as above
   * @param bottleneckBps least rate on the way
   */
  public record Pair(long baseRttNs, long bottleneckBps) {
    /** Bandwidth-delay product in bytes, cut as there. */
    public long bdpBytes() {
      return Long.divideUnsigned(baseRttNs * bottleneckBps, 1_000_000_000L) / 8;
    }
  }

  private record Hop(int peer, long delayNs, long rateBps) {}

  /** What a search found, by node id. */
  private static final class Search {
    private final long[] delayNs;
    private final long[] transmitNs;
    private final long[] bottleneckBps;

    Search(int nodes) {
      delayNs = new long[nodes];
      transmitNs = new long[nodes];
      bottleneckBps = new long[nodes];
    }

    Pair pair(int source) {
      return new Pair(2 * delayNs[source] + transmitNs[source], bottleneckBps[source]);
    }
  }

  /** Paths without a link that went down. */
  private record Rest(long fromNs, HpccPaths paths) {}

  private final Optional<Rest> rest;
  private final boolean[] isHost;
  private final List<List<Hop>> hops = new ArrayList<>();
  private final int payload;
  private final Map<Integer, Search> searches =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Search> eldest) {
          return size() > MOST_KEPT / isHost.length;
        }
      };

  /**
   * @param payload bytes of payload of a full packet
   */
  public HpccPaths(Fabric fabric, int payload) {
    this(fabric, payload, Optional.empty());
  }

  /**
   * @param failure a link that goes down
   */
  HpccPaths(Fabric fabric, int payload, Optional<LinkEvent> failure) {
    this.payload = payload;
    rest = failure.map(down -> rest(fabric, payload, down));
    isHost = new boolean[fabric.nodes().size()];
    fabric.hosts().forEach(host -> isHost[host.id()] = true);
    List<Map<Integer, Hop>> last = new ArrayList<>();
    fabric.nodes().forEach(node -> last.add(new LinkedHashMap<>()));
    for (Link link : fabric.links()) {
      long delayNs = link.delay().ps() / 1_000;
      last.get(link.a()).put(link.b(), new Hop(link.b(), delayNs, link.rate().bps()));
      last.get(link.b()).put(link.a(), new Hop(link.a(), delayNs, link.rate().bps()));
    }
    last.forEach(map -> hops.add(inTheirOrder(map)));
  }

  /**
   * Neighbours in the order of their addresses in memory: hosts upwards by id, then switches
   * downwards (they are large enough to be mapped one below the other).
   */
  private List<Hop> inTheirOrder(Map<Integer, Hop> peers) {
    List<Hop> order = new ArrayList<>(peers.values());
    order.sort((a, b) -> {
      if (isHost[a.peer()] != isHost[b.peer()]) {
        return isHost[a.peer()] ? -1 : 1;
      }
      return isHost[a.peer()] ? a.peer() - b.peer() : b.peer() - a.peer();
    });
    return order;
  }

  /** A pair by node ids; a pair without a path has no rate. */
  public Pair pair(int source, int destination) {
    return searches.computeIfAbsent(destination, this::search).pair(source);
  }

  private static Rest rest(Fabric fabric, int payload, LinkEvent down) {
    List<Link> left = new ArrayList<>(fabric.links());
    left.remove(down.link());
    return new Rest(
        down.at().ps() / 1_000,
        new HpccPaths(new Fabric(fabric.shape(), fabric.nodes(), left), payload));
  }

  /** Completion time of a flow that has its path to itself, by node ids; in nanoseconds. */
  public long standaloneNs(int source, int destination, long bytes) {
    return standaloneNs(bytes, pair(source, destination));
  }

  /**
   * The same for a flow that has finished: once a link is down, with the slowest link of the path
   * that is left, but with the base round trip of the one before.
   */
  public long standaloneNs(int source, int destination, long bytes, long completedNs) {
    Pair pair = pair(source, destination);
    long bottleneckBps =
        rest.filter(later -> completedNs >= later.fromNs())
            .map(later -> later.paths().pair(source, destination).bottleneckBps())
            .filter(bps -> bps > 0)
            .orElse(pair.bottleneckBps());
    return standaloneNs(bytes, new Pair(pair.baseRttNs(), bottleneckBps));
  }

  private long standaloneNs(long bytes, Pair pair) {
    if (pair.bottleneckBps() == 0) {
      return 0;
    }
    long packets = bytes == 0 ? 0 : (bytes - 1) / payload + 1;
    // 32 bits wide there, so a flow near 4 GiB wraps round.
    long wire = (bytes + packets * HEADER_BYTES) & 0xffff_ffffL;
    return pair.baseRttNs() + Long.divideUnsigned(wire * 8_000_000_000L, pair.bottleneckBps());
  }

  /** The largest BDP of any pair of hosts: the window when {@code GLOBAL_T} is 1. */
  public long greatestBdpBytes() {
    return greatest(Pair::bdpBytes);
  }

  /** The longest base RTT of any pair of hosts, which is that of all when {@code GLOBAL_T} is 1. */
  public long greatestBaseRttNs() {
    return greatest(Pair::baseRttNs);
  }

  private long greatest(ToLongFunction<Pair> of) {
    long greatest = 0;
    for (int destination = 0; destination < isHost.length; destination++) {
      if (!isHost[destination]) {
        continue;
      }
      Search search = search(destination);
      for (int source = 0; source < isHost.length; source++) {
        if (isHost[source] && source != destination && search.bottleneckBps[source] > 0) {
          greatest = Math.max(greatest, of.applyAsLong(search.pair(source)));
        }
      }
    }
    return greatest;
  }

  private Search search(int from) {
    int nodes = isHost.length;
    Search found = new Search(nodes);
    boolean[] reached = new boolean[nodes];
    int[] queue = new int[nodes];
    int end = 0;
    found.bottleneckBps[from] = Long.MAX_VALUE;
    reached[from] = true;
    queue[end++] = from;
    for (int i = 0; i < end; i++) {
      int now = queue[i];
      for (Hop hop : hops.get(now)) {
        int next = hop.peer();
        if (reached[next]) {
          continue;
        }
        reached[next] = true;
        found.delayNs[next] = found.delayNs[now] + hop.delayNs();
        found.transmitNs[next] = found.transmitNs[now] + payload * 8_000_000_000L / hop.rateBps();
        found.bottleneckBps[next] = Math.min(found.bottleneckBps[now], hop.rateBps());
        if (!isHost[next]) {
          queue[end++] = next;
        }
      }
    }
    return found;
  }
}
