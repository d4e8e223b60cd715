package dev.headroom.model.gloo;

/**
 * Gloo's broadcast ({@code broadcast.cc}): a binomial tree from process 0. In round i those below
 * 2^i send all of it to the one 2^i further on; nobody waits until a send is done.
 */
final class GlooBroadcast {
  private GlooBroadcast() {}

  static void write(GlooShare share, GlooProcess process) {
    int rounds = 32 - Integer.numberOfLeadingZeros(share.ranks() - 1);
    for (int i = 0; i < rounds; i++) {
      int bit = 1 << i;
      int peer = share.rank() ^ bit;
      boolean takesPart = share.rank() < 2 * bit && peer < share.ranks();
      if (takesPart && share.rank() < bit) {
        process.send(peer, share.bytes());
      } else if (takesPart) {
        process.expect(peer);
        process.await(peer);
      }
    }
  }
}
