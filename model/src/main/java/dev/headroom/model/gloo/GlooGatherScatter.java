package dev.headroom.model.gloo;

/**
 * Gloo's gather and scatter ({@code gather.cc}, {@code scatter.cc}): process 0 receives from all or
 * sends to all at once, and only then waits.
 */
final class GlooGatherScatter {
  private GlooGatherScatter() {}

  static void gather(GlooShare share, GlooProcess process) {
    long part = share.bytes() / share.ranks();
    if (share.rank() != 0) {
      process.send(0, part);
      return;
    }
    for (int peer = 1; peer < share.ranks(); peer++) {
      process.expect(peer);
    }
    process.copy(part);
    for (int peer = 1; peer < share.ranks(); peer++) {
      process.await(peer);
    }
  }

  static void scatter(GlooShare share, GlooProcess process) {
    long part = share.bytes() / share.ranks();
    if (share.rank() != 0) {
      process.expect(0);
      process.await(0);
      return;
    }
    for (int peer = 1; peer < share.ranks(); peer++) {
      process.send(peer, part);
    }
    process.copy(part);
  }
}
