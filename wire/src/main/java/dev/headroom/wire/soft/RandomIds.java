package dev.headroom.wire.soft;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** Numbers of queue pairs, and keys, that are unpredictable and were not used recently. */
final class RandomIds {
  /** Numbers that are not given again at once. */
  private static final int REMEMBERED = 4096;

  private final SecureRandom random;
  private final IntPredicate isInUse;
  private final Set<Integer> used = new HashSet<>();
  private final ArrayDeque<Integer> order = new ArrayDeque<>();

  /**
   * @param isInUse what is not given again however long ago it was
   */
  RandomIds(SecureRandom random, IntPredicate isInUse) {
    this.random = random;
    this.isInUse = isInUse;
  }

  /** One of these bits; 0 and 1 are for management, all ones for multicast. */
  int next(int mask) {
    int number;
    do {
      number = random.nextInt() & mask;
    } while (number == 0 || number == 1 || number == mask || !used.add(number));
    order.add(number);
    if (order.size() > REMEMBERED) {
      int oldest = order.removeFirst();
      if (isInUse.test(oldest)) {
        order.add(oldest);
      } else {
        used.remove(oldest);
      }
    }
    return number;
  }
}
