package dev.headroom.sim.kernel;

/**
 * Random numbers as ns-3 gives them to a program that makes a new {@code UniformVariable} for each
 * draw, as Alibaba's HPCC simulator does: the k-th draw is the first number of the k-th stream.
 *
 * <p>The generator is MRG32k3a with streams 2^127 and substreams 2^76 apart (L'Ecuyer, Simard, Chen
 * and Kelton, Operations Research 50, 2002):
 *
 * <pre>
 *   x(n) = (1403580 x(n-2) - 810728 x(n-3))  mod m1,  m1 = 2^32 - 209
 *   y(n) = (527612 y(n-1) - 1370589 y(n-3))  mod m2,  m2 = 2^32 - 22853
 *   u(n) = ((x(n) - y(n)) mod m1) / (m1 + 1)
 * </pre>
 *
 * One sequence for the whole of a simulation, so it serves only runs in one partition.
 */
public final class Ns3Streams {
  private static final long M1 = 4_294_967_087L;
  private static final long M2 = 4_294_944_443L;
  private static final double NORM = 1.0 / (M1 + 1.0);
  private static final int STREAM = 127;
  private static final int SUBSTREAM = 76;
  private static final long[][] STEP1 = {{0, 1, 0}, {0, 0, 1}, {M1 - 810_728, 1_403_580, 0}};
  private static final long[][] STEP2 = {{0, 1, 0}, {0, 0, 1}, {M2 - 1_370_589, 0, 527_612}};

  private final long[][] jump1 = squared(STEP1, STREAM, M1);
  private final long[][] jump2 = squared(STEP2, STREAM, M2);
  private long[] x;
  private long[] y;

  /**
   * @param seed as {@code RngSeed}; brought into its range of 1 to m2 - 1
   * @param taken streams that others took first
   */
  public Ns3Streams(long seed, int taken) {
    long start = 1 + Long.remainderUnsigned(seed - 1, M2 - 1);
    x = product(squared(STEP1, SUBSTREAM, M1), new long[] {start, start, start}, M1);
    y = product(squared(STEP2, SUBSTREAM, M2), new long[] {start, start, start}, M2);
    for (int i = 0; i < taken; i++) {
      nextStream();
    }
  }

  /** The first number of the next stream, uniform in (0, 1). */
  public double next() {
    long p = (Long.remainderUnsigned(STEP1[2][0] * x[0], M1) + STEP1[2][1] * x[1]) % M1;
    long q = (Long.remainderUnsigned(STEP2[2][0] * y[0], M2) + STEP2[2][2] * y[2]) % M2;
    nextStream();
    return (p > q ? p - q : p - q + M1) * NORM;
  }

  private void nextStream() {
    x = product(jump1, x, M1);
    y = product(jump2, y, M2);
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
