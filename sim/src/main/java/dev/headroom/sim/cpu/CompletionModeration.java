package dev.headroom.sim.cpu;

import java.util.List;

/**
 * Completion event moderation of a NIC that adapts to traffic: Linux's moderation for RDMA
 * (lib/dim/rdma_dim.c, profiles of include/linux/dim.h), which users of the kernel's verbs have.
 *
 * <pre>
 *   held back   0 (each by itself), 1, 2, 2, 4, 16, 16, 32 or 32 us, at first 0
 *   or until    1, 4, 4, 8, 8, 8, 16, 16 or 32 completions are there
 *   look        every 64 interrupts: completions a millisecond, completions an interrupt
 *   better      more completions; or as many, and more of them an interrupt
 *   go          a step on where it got better, a step back where it got worse; where nothing
 *               changed and there are fewer than half as many an interrupt as its place in the row,
 *               to the start at once
 * </pre>
 *
 * with differences of up to 10 % taken for none. It never comes to rest as that for packets does.
 */
final class CompletionModeration extends DynamicModeration {
  private record Profile(long holdPs, int most) {}

  private static final List<Profile> PROFILES =
      List.of(
          new Profile(US, 1),
          new Profile(US, 4),
          new Profile(2 * US, 4),
          new Profile(2 * US, 8),
          new Profile(4 * US, 8),
          new Profile(16 * US, 8),
          new Profile(16 * US, 16),
          new Profile(32 * US, 16),
          new Profile(32 * US, 32));

  /** Completions of a hundred interrupts that each step is to bring at least. */
  private static final int RATIO = 50;

  private int profile;
  private boolean up = true;
  private long before;
  private long ratioBefore;

  @Override
  long holdPs() {
    return PROFILES.get(profile).holdPs;
  }

  @Override
  public int most() {
    return PROFILES.get(profile).most;
  }

  @Override
  void decide(Rates now) {
    long ratio = 100 * now.pieces() / now.events();
    int change = 0;
    if (before != 0) {
      change =
          differ(now.pieces(), before)
              ? Long.compare(now.pieces(), before)
              : differ(ratio, ratioBefore) ? Long.compare(ratio, ratioBefore) : 0;
    }
    if (change == 0) {
      if (ratio <= (long) RATIO * profile) {
        profile = 0;
      }
    } else {
      up ^= change < 0;
      step();
    }
    before = now.pieces();
    ratioBefore = ratio;
  }

  /** Takes a step, or turns at an end. */
  private void step() {
    if (profile == (up ? PROFILES.size() - 1 : 0)) {
      up = !up;
    } else {
      profile += up ? 1 : -1;
    }
  }
}
