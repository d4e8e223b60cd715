package dev.headroom.tune.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Piece of a designed fabric that is simulated in its place, with the reasons for which its answers
 * carry over.
 *
 * @param design the piece; the whole fabric where that is small enough
 * @param bufferBytes buffer of each of its switches: the chip's, by the ports in use
 * @param scaled what differs from the whole, a sentence each; empty if nothing does
 */
public record FabricPiece(FabricDesign design, long bufferBytes, List<String> scaled) {
  /** Hosts of the largest piece. A run of one takes less than a second. */
  public static final int MOST_HOSTS = 32;

  private static final int LEAVES = 4;
  private static final int MOST_RAILS = 4;
  private static final int PIECE_K = 4;

  public FabricPiece {
    scaled = List.copyOf(scaled);
  }

  /** Whether it is the whole fabric. */
  public boolean isWhole() {
    return scaled.isEmpty();
  }

  /** The piece of a fabric. */
  public static FabricPiece of(ClusterPlan plan, FabricDesign whole) {
    FabricDesign piece = whole.hosts() <= MOST_HOSTS ? whole : smaller(plan, whole);
    int chipPorts = plan.chip().count();
    // switches with other numbers of ports share one value: that of the lowest tier counts
    int used = piece.tiers().getFirst().ports();
    boolean isWhole = piece.equals(whole);
    long buffer =
        isWhole ? plan.chip().bufferBytes() : plan.chip().bufferBytes() / chipPorts * used;
    return new FabricPiece(piece, buffer, isWhole ? List.of() : reasons(whole, piece, used));
  }

  private static FabricDesign smaller(ClusterPlan plan, FabricDesign whole) {
    return switch (whole.topology()) {
      case FAT_TREE ->
          FabricDesigner.fatTree(PIECE_K, Math.toIntExact(Math.round(whole.oversubscription())));
      case RAIL_OPTIMIZED -> rails(plan, whole);
      case AUTO, SINGLE -> single(MOST_HOSTS);
      case LEAF_SPINE -> leafSpine(whole);
    };
  }

  private static FabricDesign single(int hosts) {
    return new FabricDesign(
        TopologyChoice.SINGLE,
        Map.of("hosts", hosts),
        List.of(new SwitchTier("switch", 1, hosts, 0)),
        hosts,
        hosts,
        1);
  }

  private static FabricDesign leafSpine(FabricDesign whole) {
    int leaves = Math.min(LEAVES, whole.tiers().getFirst().switches());
    int[] ports = ports(Math.min(MOST_HOSTS / leaves, whole.hostsPerLeaf()), whole);
    int spines = spines(leaves, ports);
    Map<String, Integer> keys = new LinkedHashMap<>();
    keys.put("leaves", leaves);
    keys.put("hostsPerLeaf", ports[0]);
    keys.put("spines", spines);
    keys.put("uplinks", ports[1] / spines);
    return new FabricDesign(
        TopologyChoice.LEAF_SPINE,
        keys,
        tiers(leaves, ports, spines),
        leaves * ports[0],
        ports[0],
        (double) ports[0] / ports[1]);
  }

  private static FabricDesign rails(ClusterPlan plan, FabricDesign whole) {
    int rails = Math.min(MOST_RAILS, plan.rails());
    int pods = Math.min(2, whole.tiers().getFirst().switches() / plan.rails());
    int[] ports = ports(Math.min(MOST_HOSTS / rails / pods, whole.hostsPerLeaf()), whole);
    int leaves = rails * pods;
    int spines = spines(leaves, ports);
    Map<String, Integer> keys = new LinkedHashMap<>();
    keys.put("servers", pods * ports[0]);
    keys.put("rails", rails);
    keys.put("serversPerPod", ports[0]);
    keys.put("spines", spines);
    keys.put("uplinks", ports[1] / spines);
    return new FabricDesign(
        TopologyChoice.RAIL_OPTIMIZED,
        keys,
        tiers(leaves, ports, spines),
        leaves * ports[0],
        ports[0],
        (double) ports[0] / ports[1]);
  }

  private static List<SwitchTier> tiers(int leaves, int[] ports, int spines) {
    return List.of(
        new SwitchTier("leaf", leaves, ports[0], ports[1]),
        new SwitchTier("spine", spines, leaves * ports[1] / spines, 0));
  }

  /** Ports of a leaf down and up whose ratio is nearest to that of the whole; many of them. */
  private static int[] ports(int mostDown, FabricDesign whole) {
    int[] best = {mostDown, mostDown};
    double least = Double.POSITIVE_INFINITY;
    for (int down = mostDown; down >= Math.max(1, mostDown / 2); down--) {
      for (int up = 1; up <= down; up++) {
        double distance = Math.abs((double) down / up - whole.oversubscription());
        if (distance < least - 1e-9) {
          least = distance;
          best = new int[] {down, up};
        }
      }
    }
    return best;
  }

  /** Spines among which the uplinks are even, with about as many ports as a leaf. */
  private static int spines(int leaves, int[] ports) {
    int best = ports[1];
    for (int spines = ports[1]; spines >= Math.min(2, ports[1]); spines--) {
      if (ports[1] % spines == 0
          && distance(leaves, ports, spines) < distance(leaves, ports, best)) {
        best = spines;
      }
    }
    return best;
  }

  private static int distance(int leaves, int[] ports, int spines) {
    return Math.abs(leaves * ports[1] / spines - ports[0] - ports[1]);
  }

  private static List<String> reasons(FabricDesign whole, FabricDesign piece, int ports) {
    List<String> all = new ArrayList<>();
    all.add(
        ("%,d of %,d hosts are simulated. Rates, cables, tiers and the ratio of ports down and up "
                + "(%.2f, in the whole %.2f) are those of the whole, and they decide how fast a "
                + "queue grows and how late a sender hears of it.")
            .formatted(
                piece.hosts(), whole.hosts(), piece.oversubscription(), whole.oversubscription()));
    all.add(
        ("A switch of the piece has the buffer of its %d ports: as much a port as a chip whose "
                + "ports are all loaded alike. A chip with few loaded ports has more, so that the "
                + "piece pauses rather too early.")
            .formatted(ports));
    all.add(
        "The bounds that depend on the number of ports, headroom and the order of marks and "
            + "pauses, are computed for the whole chip.");
    if (piece.isMultipath()) {
      all.add(
          ("A leaf of the piece has %d ways up, one of the whole %d. The fullest of many links is "
                  + "fuller, so that the gain of better routing is rather too small here.")
              .formatted(piece.tiers().getFirst().up(), whole.tiers().getFirst().up()));
    }
    all.add(
        "An incast has at most %d senders here; the length of a queue at one host's port grows "
                .formatted(piece.hosts() - 1)
            + "with them until marks and pauses hold it.");
    return all;
  }
}
