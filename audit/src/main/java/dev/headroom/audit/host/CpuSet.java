package dev.headroom.audit.host;

import java.util.BitSet;
import java.util.Optional;

/** Sets of CPUs in the kernel's notation. */
final class CpuSet {
  private static final int MOST = 1 << 16;

  private CpuSet() {}

  /** {@code 0-55,112-167}, or numbers with blanks between them as numactl has it. */
  static Optional<BitSet> ofList(String text) {
    BitSet set = new BitSet();
    for (String part : text.strip().split("[,\\s]+")) {
      if (!part.matches("\\d{1,5}(-\\d{1,5})?")) {
        return Optional.empty();
      }
      String[] ends = part.split("-");
      int first = Integer.parseInt(ends[0]);
      int last = ends.length > 1 ? Integer.parseInt(ends[1]) : first;
      if (first > last || last >= MOST) {
        return Optional.empty();
      }
      set.set(first, last + 1);
    }
    return Optional.of(set);
  }

  /** {@code ff,ffffc000}: hexadecimal words of 32 CPUs, the highest first. */
  static Optional<BitSet> ofMask(String text) {
    if (!text.strip().matches("[0-9a-fA-F]{1,8}(,[0-9a-fA-F]{1,8})*")) {
      return Optional.empty();
    }
    String[] words = text.strip().split(",");
    BitSet set = new BitSet();
    for (int i = 0; i < words.length; i++) {
      long word = Long.parseLong(words[words.length - 1 - i], 16);
      for (int bit = 0; bit < 32; bit++) {
        if ((word >> bit & 1) == 1) {
          set.set(32 * i + bit);
        }
      }
    }
    return Optional.of(set);
  }
}
