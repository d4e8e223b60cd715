package dev.headroom.sim.kernel;

/**
 * Random numbers of {@code rand()} of the GNU C library in a program that never calls {@code
 * srand}: an additive feedback generator over 31 words ({@code random_r.c}, TYPE_3).
 *
 * <pre>
 *   r(0) = 1,  r(i) = 16807 r(i-1) mod (2^31 - 1)  for i &lt; 31,  r(i) = r(i-31)  for i &lt; 34
 *   r(i) = r(i-3) + r(i-31) mod 2^32               then;  rand() is r(i) / 2 from i = 344 on
 * </pre>
 *
 * <p>One sequence for the whole of a simulation, so it serves only runs in one partition.
 */
public final class LibcRandom {
  private static final int WORDS = 31;
  private static final int BEHIND = 3;
  private static final long MULTIPLIER = 16_807;
  private static final long MODULUS = (1L << 31) - 1;

  /** Numbers that are drawn before the first is given out. */
  private static final int PASSED_OVER = 10 * WORDS;

  private final int[] words = new int[WORDS];
  private int at;

  /** The sequence of seed 1, which the library begins with. */
  public LibcRandom() {
    words[0] = 1;
    for (int i = 1; i < WORDS; i++) {
      words[i] = (int) (MULTIPLIER * words[i - 1] % MODULUS);
    }
    at = BEHIND;
    for (int i = 0; i < PASSED_OVER; i++) {
      next();
    }
  }

  /** The next number, of 31 bits. */
  public int next() {
    int behind = at < BEHIND ? at - BEHIND + WORDS : at - BEHIND;
    words[at] += words[behind];
    int drawn = words[at] >>> 1;
    at = at + 1 == WORDS ? 0 : at + 1;
    return drawn;
  }
}
