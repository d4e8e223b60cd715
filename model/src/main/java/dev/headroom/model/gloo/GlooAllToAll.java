package dev.headroom.model.gloo;

/**
 * Gloo's all-to-all ({@code alltoall.cc}): a process sends to all others, beginning with the one
 * after it, posts receives for theirs, and only then waits.
 */
final class GlooAllToAll {
  private GlooAllToAll() {}

  static void write(GlooShare share, GlooProcess process) {
    long part = share.bytes() / share.ranks();
    process.copy(part);
    for (int i = 1; i < share.ranks(); i++) {
      process.send(share.after(i), part);
      process.expect(share.after(-i));
    }
    for (int i = 1; i < share.ranks(); i++) {
      process.await(share.after(-i));
    }
  }
}
