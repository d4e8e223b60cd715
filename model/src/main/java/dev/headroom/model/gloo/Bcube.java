package dev.headroom.model.gloo;

import java.util.ArrayList;
import java.util.List;

/**
 * Gloo's bcube all-reduce ({@code allreduce.cc}, {@code bcube}).
 *
 * <p>The number of processes is divided by 2 as often as it can be; what is left is the size of the
 * last groups. In each step the members of a group share out the piece that they have in common:
 * each gets the others' sums of its own part. The same steps backwards hand out what is summed up.
 * Of a power of two that is halving and doubling; of an odd number everybody exchanges with
 * everybody.
 */
final class Bcube {
  private static final int BASE = 2;

  /**
   * A group of a step, as one of its members sees it.
   *
   * @param ranks of its members
   * @param self which of them this process is
   * @param length elements that they share out
   * @param chunk the part of each, the last ones' may be less
   */
  private record Group(List<Integer> ranks, int self, long length, long chunk) {
    long part(int member) {
      return GlooShare.within(length, member * chunk, chunk);
    }
  }

  private Bcube() {}

  static void write(GlooShare share, GlooProcess process) {
    List<Group> groups = groups(share);
    int element = share.element();
    for (Group group : groups) {
      others(group).forEach(member -> process.expect(group.ranks().get(member)));
      for (int member : others(group)) {
        process.send(group.ranks().get(member), group.part(member) * element);
      }
      others(group).forEach(member -> process.await(group.ranks().get(member)));
      others(group).forEach(member -> process.reduce(group.part(group.self()) * element));
    }
    for (Group group : groups.reversed()) {
      others(group).forEach(member -> process.expect(group.ranks().get(member)));
      for (int member : others(group)) {
        process.send(group.ranks().get(member), group.part(group.self()) * element);
      }
      others(group).forEach(member -> process.await(group.ranks().get(member)));
    }
  }

  private static List<Integer> others(Group group) {
    List<Integer> others = new ArrayList<>();
    for (int member = 0; member < group.ranks().size(); member++) {
      if (member != group.self()) {
        others.add(member);
      }
    }
    return others;
  }

  private static List<Group> groups(GlooShare share) {
    List<Group> groups = new ArrayList<>();
    int distance = 1;
    long length = share.elements();
    for (int size : sizes(share.ranks())) {
      int self = share.rank() / distance % size;
      int base = share.rank() - self * distance;
      List<Integer> ranks = new ArrayList<>();
      for (int member = 0; member < size; member++) {
        ranks.add(base + member * distance);
      }
      Group group = new Group(ranks, self, length, Math.ceilDiv(length, size));
      groups.add(group);
      distance *= size;
      length = group.part(self);
    }
    return groups;
  }

  private static List<Integer> sizes(int ranks) {
    List<Integer> sizes = new ArrayList<>();
    int left = ranks;
    while (left % BASE == 0) {
      sizes.add(BASE);
      left /= BASE;
    }
    if (left > 1) {
      sizes.add(left);
    }
    return sizes;
  }
}
