package dev.headroom.model.schedule;

/**
 * Double binary tree of NCCL over n nodes, where each tree carries half of the data ({@code
 * graph/trees.cc}; Sanders, Speck and Träff, "Two-tree algorithms for full bandwidth broadcast,
 * reduction and scan", 2009). Inner nodes of one are leaves of the other, so that every node sends
 * and receives about as much.
 *
 * <p>In the first, node 0 is the root, and a node whose lowest set bit is b has the children that
 * differ from it by b/2. The second is its mirror image, or where n is odd the same shifted by one.
 */
final class DoubleTree {
  static final int NONE = -1;

  private final int n;

  DoubleTree(int nodes) {
    n = nodes;
  }

  /** The parent of a node in tree 0 or 1, or {@link #NONE}. */
  int parent(int tree, int node) {
    return outer(tree, plainParent(inner(tree, node)));
  }

  /** Its first or second child, 0 or 1, or {@link #NONE}. */
  int child(int tree, int node, int which) {
    return outer(tree, plainChild(inner(tree, node), which));
  }

  /** Which child of its parent a node is. */
  int place(int tree, int node) {
    int at = inner(tree, node);
    return at < plainParent(at) ? 0 : 1;
  }

  private int inner(int tree, int node) {
    if (tree == 0) {
      return node;
    }
    return n % 2 == 0 ? n - 1 - node : Math.floorMod(node - 1, n);
  }

  private int outer(int tree, int node) {
    if (tree == 0 || node == NONE) {
      return node;
    }
    return n % 2 == 0 ? n - 1 - node : (node + 1) % n;
  }

  private int plainParent(int node) {
    if (node == 0) {
      return NONE;
    }
    int bit = Integer.lowestOneBit(node);
    int up = (node ^ bit) | (bit << 1);
    return up < n ? up : node ^ bit;
  }

  private int plainChild(int node, int which) {
    if (node == 0) {
      // Everybody else is on one side of the root.
      return which == 0 || n == 1 ? NONE : Integer.highestOneBit(n - 1);
    }
    int half = Integer.lowestOneBit(node) >> 1;
    if (half == 0) {
      return NONE;
    }
    if (which == 0) {
      return node - half;
    }
    while (half > 0 && node + half >= n) {
      half >>= 1;
    }
    return half == 0 ? NONE : node + half;
  }
}
