package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DoubleTreeTest {
  /** The trees of 14 nodes that the comment in NCCL's {@code graph/trees.cc} draws. */
  @Test
  void shouldBeTheTreesThatNcclDraws() {
    DoubleTree tree = new DoubleTree(14);
    int[] parents = {-1, 2, 4, 2, 8, 6, 4, 6, 0, 10, 12, 10, 8, 12};
    for (int node = 0; node < parents.length; node++) {
      assertThat(tree.parent(0, node)).as("parent of %d", node).isEqualTo(parents[node]);
    }
    assertThat(tree.child(0, 12, 0)).isEqualTo(10);
    assertThat(tree.child(0, 12, 1)).isEqualTo(13);
    assertThat(tree.child(0, 0, 1)).isEqualTo(8);
    assertThat(new DoubleTree(12).parent(1, 3)).as("mirrored").isEqualTo(11);
    assertThat(new DoubleTree(13).parent(1, 9)).as("shifted").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13, 16, 31, 128, 1000})
  void shouldJoinAllNodesTwice(int nodes) {
    DoubleTree tree = new DoubleTree(nodes);
    int[] inner = new int[nodes];
    for (int which = 0; which < 2; which++) {
      int roots = 0;
      for (int node = 0; node < nodes; node++) {
        int parent = tree.parent(which, node);
        roots += parent == DoubleTree.NONE ? 1 : 0;
        if (parent != DoubleTree.NONE) {
          assertThat(tree.child(which, parent, tree.place(which, node))).isEqualTo(node);
        }
        for (int place = 0; place < 2; place++) {
          int child = tree.child(which, node, place);
          if (child != DoubleTree.NONE) {
            assertThat(tree.parent(which, child)).isEqualTo(node);
            inner[node]++;
          }
        }
        int depth = 0;
        for (int up = node; up != DoubleTree.NONE; up = tree.parent(which, up)) {
          depth++;
        }
        assertThat(depth).isLessThanOrEqualTo(2 + 32 - Integer.numberOfLeadingZeros(nodes));
      }
      assertThat(roots).isEqualTo(1);
    }
    for (int node = 0; node < nodes; node++) {
      assertThat(inner[node]).as("children of %d in both trees", node).isLessThanOrEqualTo(3);
    }
  }
}
