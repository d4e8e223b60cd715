package dev.headroom.model.gloo;

/**
 * Gloo's ring all-gather ({@code allgather.cc}): each process's part circulates in two halves, one
 * of which is always in flight.
 */
final class GlooRingAllGather {
  private GlooRingAllGather() {}

  static void write(GlooShare share, GlooProcess process) {
    int from = share.after(-1);
    int to = share.after(1);
    long part = share.bytes() / share.ranks();
    long[] half = {part / 2, part - part / 2};
    int rounds = 2 * (share.ranks() - 1);
    for (int i = 0; i < rounds; i++) {
      if (i >= 2) {
        process.await(from);
      }
      process.send(to, half[i % 2]);
      process.expect(from);
    }
    process.await(from);
    process.await(from);
  }
}
