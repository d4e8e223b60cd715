package dev.headroom.sim.partition;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Algorithm that assigns the nodes of a fabric to partitions. Nothing that a run measures depends
 * on it.
 *
 * <p>Nodes joined by a wire under 100 ns stay together, a host stays with its switch, and NICs that
 * share a PCIe link with each other: an atom. Where taking the switches of the topmost tier away
 * leaves pieces that are small enough, those pieces (pods, leaves) make the partitions of one side
 * and the switches on top those of the other. Else atoms are cut by tier-1 group into parts of
 * about equal weight, and the switches above are dealt out in turn.
 */
public final class Partitioner {
  private static final long SHORTEST_CUT_PS = 100_000;

  /** A piece may have so many times its share of the nodes, and is a partition of its own then. */
  private static final int LARGEST_PIECE = 4;

  private final Fabric fabric;
  private final int parts;

  /** By node, one that stands for all of its atom. */
  private final int[] atomOf;

  private Partitioner(Fabric fabric, int parts, List<List<Node>> together) {
    this.fabric = fabric;
    this.parts = parts;
    atomOf = atoms(fabric, together);
  }

  /**
   * The parts, {@code parts} of them on the side of the hosts at most, or in all where there are no
   * two sides.
   *
   * @param together nodes that are not cut apart, whatever wires say
   */
  public static PartitionPlan cut(Fabric fabric, int parts, List<List<Node>> together) {
    if (parts == 1) {
      return PartitionPlan.one(fabric.nodes().size());
    }
    Partitioner cutting = new Partitioner(fabric, parts, together);
    return cutting.twoSides().orElseGet(cutting::inTurn);
  }

  private static int[] atoms(Fabric fabric, List<List<Node>> together) {
    UnionFind groups = new UnionFind(fabric.nodes().size());
    for (Link link : fabric.links()) {
      boolean access =
          fabric.nodes().get(link.a()).isHost() || fabric.nodes().get(link.b()).isHost();
      if (access || link.delay().ps() < SHORTEST_CUT_PS) {
        groups.join(link.a(), link.b());
      }
    }
    for (List<Node> nodes : together) {
      nodes.forEach(node -> groups.join(nodes.getFirst().id(), node.id()));
    }
    return groups.leaders();
  }

  /** How many nodes each leader stands for; 0 for those that are none. */
  private static int[] weights(int[] leaders) {
    int[] weight = new int[leaders.length];
    for (int leader : leaders) {
      weight[leader]++;
    }
    return weight;
  }

  // --- two sides --------------------------------------------------------------------------------

  /** Pieces below, and what joins them above; empty where that is no good cut. */
  private Optional<PartitionPlan> twoSides() {
    boolean[] above = onTop();
    UnionFind pieces = new UnionFind(atomOf);
    int tops = 0;
    for (Link link : fabric.links()) {
      if (above[link.a()] && above[link.b()]) {
        return Optional.empty();
      }
      if (!above[link.a()] && !above[link.b()]) {
        pieces.join(link.a(), link.b());
      }
    }
    for (boolean top : above) {
      tops += top ? 1 : 0;
    }
    int[] pieceOf = pieces.leaders();
    int[] weight = weights(pieceOf);
    List<Integer> below = leaders(pieceOf).stream().filter(piece -> !above[piece]).toList();
    int nodes = atomOf.length - tops;
    int largest = below.stream().mapToInt(piece -> weight[piece]).max().orElse(0);
    if (tops == 0 || below.size() < 2 || (long) largest * parts > (long) LARGEST_PIECE * nodes) {
      return Optional.empty();
    }
    int[] partOfPiece = new int[atomOf.length];
    int last = fill(below, weight, partOfPiece);
    int count = last + 1 + partsAbove(above, last + 1, tops);
    int[] part = new int[atomOf.length];
    int turn = 0;
    for (int node = 0; node < part.length; node++) {
      part[node] =
          above[node] ? last + 1 + turn++ % (count - last - 1) : partOfPiece[pieceOf[node]];
    }
    return Optional.of(new PartitionPlan(part, count, last + 1));
  }

  /** Switches of the topmost tier that are atoms of their own. */
  private boolean[] onTop() {
    int[] weight = weights(atomOf);
    int tier = fabric.switches().stream().mapToInt(Node::tier).max().orElse(0);
    boolean[] above = new boolean[atomOf.length];
    for (Node node : fabric.switches()) {
      above[node.id()] = node.tier() == tier && weight[atomOf[node.id()]] == 1;
    }
    return above;
  }

  private static List<Integer> leaders(int[] leaders) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < leaders.length; i++) {
      if (leaders[i] == i) {
        all.add(i);
      }
    }
    return all;
  }

  /** Deals pieces out to parts in their order, about as many nodes to each; returns the last. */
  private int fill(List<Integer> pieces, int[] weight, int[] partOf) {
    long all = pieces.stream().mapToLong(piece -> weight[piece]).sum();
    long before = 0;
    int part = -1;
    long share = -1;
    for (int piece : pieces) {
      long due = before * parts / all;
      if (due != share) {
        share = due;
        part++;
      }
      partOf[piece] = part;
      before += weight[piece];
    }
    return part;
  }

  /** So many that one has about as many ports as one below. */
  private int partsAbove(boolean[] above, int below, int tops) {
    long portsAbove = 0;
    for (Link link : fabric.links()) {
      portsAbove += above[link.a()] || above[link.b()] ? 1 : 0;
    }
    long portsBelow = 2L * fabric.links().size() - portsAbove;
    return Math.clamp(Math.ceilDiv(below * portsAbove, portsBelow), 1, tops);
  }

  // --- one side ---------------------------------------------------------------------------------

  private PartitionPlan inTurn() {
    int[] weight = weights(atomOf);
    int[] group = new int[atomOf.length];
    for (Node node : fabric.switches()) {
      group[atomOf[node.id()]] = node.group();
    }
    List<Integer> atoms = new ArrayList<>(leaders(atomOf));
    atoms.sort(
        Comparator.comparing((Integer atom) -> weight[atom] == 1)
            .thenComparingInt(atom -> group[atom])
            .thenComparingInt(atom -> atom));
    return deal(atoms, weight, Math.min(parts, atoms.size()));
  }

  private PartitionPlan deal(List<Integer> atoms, int[] weight, int count) {
    int[] partOfAtom = new int[atomOf.length];
    long heavy = atoms.stream().filter(atom -> weight[atom] > 1).mapToLong(a -> weight[a]).sum();
    long before = 0;
    int turn = 0;
    for (int atom : atoms) {
      if (weight[atom] > 1) {
        partOfAtom[atom] = (int) (before * count / heavy);
        before += weight[atom];
      } else {
        partOfAtom[atom] = turn++ % count;
      }
    }
    int[] part = new int[atomOf.length];
    int last = 0;
    for (int i = 0; i < part.length; i++) {
      part[i] = partOfAtom[atomOf[i]];
      last = Math.max(last, part[i]);
    }
    return new PartitionPlan(part, last + 1, last + 1);
  }
}
