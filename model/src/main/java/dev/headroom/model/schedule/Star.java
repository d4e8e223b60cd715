package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;

/**
 * Gather and scatter: sends and receives between the first rank and each other one ({@code
 * ncclGather} and {@code ncclScatter} of NCCL 2.30.7, {@code enqueue.cc}).
 *
 * <p>The other ranks are dealt out to the workers of the first, which take one after another; a
 * piece is 512 KiB as with {@link Peers}. What the first rank sends to itself is not modelled.
 *
 * <p>Workers 0 to {@code lanes - 1} are the first rank's, {@code lanes + line} that of rank {@code
 * line + 1}; the line leads to or from it.
 */
final class Star implements Schedule {
  private static final long PIECE = 512 << 10;

  private final Collective collective;
  private final int others;
  private final int lanes;
  private final long each;
  private final int pieces;

  /**
   * @param channels workers that a GPU has
   * @param size of the collective, in bytes
   */
  Star(Layout layout, Collective collective, int channels, long size) {
    this.collective = collective;
    others = layout.ranks() - 1;
    lanes = Math.min(others, channels);
    each = size / layout.ranks();
    pieces = Math.toIntExact(Math.max(1, Math.ceilDiv(each, PIECE)));
  }

  private boolean isCentre(int worker) {
    return worker < lanes;
  }

  @Override
  public int workers() {
    return lanes + others;
  }

  @Override
  public int rank(int worker) {
    return isCentre(worker) ? 0 : worker - lanes + 1;
  }

  @Override
  public int steps(int worker) {
    return isCentre(worker) ? pieces * ((others - worker + lanes - 1) / lanes) : pieces;
  }

  @Override
  public void step(int worker, int index, Step into) {
    int line = isCentre(worker) ? worker + index / pieces * lanes : worker - lanes;
    if (isCentre(worker) == (collective == Collective.SCATTER)) {
      into.working(piece(index % pieces)).to(line);
    } else {
      into.working(0).after(line);
    }
  }

  private long piece(int k) {
    return Math.min(PIECE, each - k * PIECE);
  }

  @Override
  public int lines() {
    return others;
  }

  @Override
  public int sender(int line) {
    return collective == Collective.SCATTER ? line % lanes : lanes + line;
  }

  @Override
  public int receiver(int line) {
    return collective == Collective.SCATTER ? lanes + line : line % lanes;
  }

  @Override
  public int messages(int line) {
    return pieces;
  }

  @Override
  public long bytes(int line, int k) {
    return piece(k);
  }

  @Override
  public String description() {
    return "%s, Simple, %d channel%s".formatted(collective.word(), lanes, lanes == 1 ? "" : "s");
  }
}
