package dev.headroom.sim.kernel;

/**
 * The generator of ns-3, MRG32k3a, with streams 2^127 and substreams 2^76 apart (L'Ecuyer, Simard,
 * Chen and Kelton, Operations Research 50, 2002):
 *
 * <pre>
 *   x(n) = (1403580 x(n-2) - 810728 x(n-3))  mod m1,  m1 = 2^32 - 209
 *   y(n) = (527612 y(n-1) - 1370589 y(n-3))  mod m2,  m2 = 2^32 - 22853
 *   u(n) = ((x(n) - y(n)) mod m1) / (m1 + 1)
 * </pre>
 */
final class Mrg32k3a {
  private static final long M1 = 4_294_967_087L;
  private static final long M2 = 4_294_944_443L;
  private static final long A12 = 1_403_580;
  private static final long A13 = M1 - 810_728;
  private static final long A21 = 527_612;
  private static final long A23 = M2 - 1_370_589;
  private static final double NORM = 1.0 / (M1 + 1.0);
  private static final int STREAM = 127;
  private static final int SUBSTREAM = 76;
  private static final long[][] STEP1 = {{0, 1, 0}, {0, 0, 1}, {A13, A12, 0}};
  private static final long[][] STEP2 = {{0, 1, 0}, {0, 0, 1}, {A23, 0, A21}};

  private final long[][] jump1 = squared(STEP1, STREAM, M1);
  private final long[][] jump2 = squared(STEP2, STREAM, M2);
  private long[] x;
  private long[] y;

  /**
   * At the beginning of stream 0, as of ns-3's run 1.
   *
   * @param seed as {@code RngSeed}; brought into its range of 1 to m2 - 1
   */
  Mrg32k3a(long seed) {
    long start = 1 + Long.remainderUnsigned(seed - 1, M2 - 1);
    x = product(squared(STEP1, SUBSTREAM, M1), new long[] {start, start, start}, M1);
    y = product(squared(STEP2, SUBSTREAM, M2), new long[] {start, start, start}, M2);
  }

  /** The number that comes next, uniform in (0, 1); it stays the next one. */
  double peek() {
    long p = nextX();
    long q = nextY();
    return (p > q ? p - q : p - q + M1) * NORM;
  }

  /** The next number, uniform in (0, 1). */
  double next() {
    double u = peek();
    push(x, nextX());
    push(y, nextY());
    return u;
  }

  /** Goes to as many streams later, at the place where this one is. */
  void skipStreams(long streams) {
    long[][] power1 = jump1;
    long[][] power2 = jump2;
    for (long left = streams; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        x = product(power1, x, M1);
        y = product(power2, y, M2);
      }
      power1 = squared(power1, 1, M1);
      power2 = squared(power2, 1, M2);
    }
  }

  /** One stream later. */
  void skipStream() {
    x = product(jump1, x, M1);
    y = product(jump2, y, M2);
  }

  private long nextX() {
    return (Long.remainderUnsigned(A13 * x[0], M1) + A12 * x[1]) % M1;
  }

  private long nextY() {
    return (Long.remainderUnsigned(A23 * y[0], M2) + A21 * y[2]) % M2;
  }

  private static void push(long[] v, long next) {
    v[0] = v[1];
    v[1] = v[2];
    v[2] = next;
  }

  private static long[] product(long[][] a, long[] v, long m) {
    long[] result = new long[3];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        result[i] = (result[i] + Long.remainderUnsigned(a[i][k] * v[k], m)) % m;
      }
    }
    return result;
  }

  /** A matrix to the power of 2^e. */
  private static long[][] squared(long[][] matrix, int e, long m) {
    long[][] a = matrix;
    for (int n = 0; n < e; n++) {
      long[][] square = new long[3][3];
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          for (int k = 0; k < 3; k++) {
            square[i][j] = (square[i][j] + Long.remainderUnsigned(a[i][k] * a[k][j], m)) % m;
          }
        }
      }
      a = square;
    }
    return a;
  }
}
