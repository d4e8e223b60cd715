package dev.headroom.app.improve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Difference of a file of the bundle and of its copy.
 *
 * @param device its machine
 * @param path within the machine
 * @param isNew whether the bundle does not have the file
 * @param lines as {@code diff -u} prints them without its heads: each begins with a blank, a minus
 *     or a plus, or with {@code @@} where unchanged lines are left out
 */
record FileDifference(String device, String path, boolean isNew, List<String> lines) {
  /** Unchanged lines that are shown around changed ones. */
  private static final int CONTEXT = 1;

  /** Cells of the table of common subsequences; beyond it, all changed lines are one change. */
  private static final long MOST_CELLS = 4_000_000;

  FileDifference {
    lines = List.copyOf(lines);
  }

  /** Empty if both texts have the same lines. */
  static Optional<FileDifference> of(
      String device, String path, Optional<String> before, String after) {
    List<String> old = before.map(text -> text.lines().toList()).orElse(List.of());
    List<String> now = after.lines().toList();
    return old.equals(now) && before.isPresent()
        ? Optional.empty()
        : Optional.of(new FileDifference(device, path, before.isEmpty(), lines(old, now)));
  }

  long added() {
    return lines.stream().filter(line -> line.startsWith("+")).count();
  }

  long removed() {
    return lines.stream().filter(line -> line.startsWith("-")).count();
  }

  private static List<String> lines(List<String> old, List<String> now) {
    int start = 0;
    while (start < Math.min(old.size(), now.size()) && old.get(start).equals(now.get(start))) {
      start++;
    }
    int end = 0;
    while (end < Math.min(old.size(), now.size()) - start
        && old.get(old.size() - 1 - end).equals(now.get(now.size() - 1 - end))) {
      end++;
    }
    List<String> all = new ArrayList<>();
    old.subList(0, start).forEach(line -> all.add(" " + line));
    all.addAll(changed(old.subList(start, old.size() - end), now.subList(start, now.size() - end)));
    old.subList(old.size() - end, old.size()).forEach(line -> all.add(" " + line));
    return withContext(all);
  }

  /** The longest common subsequence stays, by the table of Wagner and Fischer (1974). */
  private static List<String> changed(List<String> old, List<String> now) {
    List<String> all = new ArrayList<>();
    if ((long) old.size() * now.size() > MOST_CELLS) {
      old.forEach(line -> all.add("-" + line));
      now.forEach(line -> all.add("+" + line));
      return all;
    }
    int[][] common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      boolean isSame = i < old.size() && j < now.size() && old.get(i).equals(now.get(j));
      if (isSame) {
        all.add(" " + old.get(i++));
        j++;
      } else if (i < old.size() && (j == now.size() || common[i + 1][j] >= common[i][j + 1])) {
        all.add("-" + old.get(i++));
      } else {
        all.add("+" + now.get(j++));
      }
    }
    return all;
  }

  private static List<String> withContext(List<String> all) {
    boolean[] shown = new boolean[all.size()];
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).startsWith(" ")) {
        for (int k = Math.max(0, i - CONTEXT); k <= Math.min(all.size() - 1, i + CONTEXT); k++) {
          shown[k] = true;
        }
      }
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (shown[i]) {
        lines.add(all.get(i));
      } else if (i == 0 || shown[i - 1]) {
        lines.add("@@");
      }
    }
    return lines;
  }
}
