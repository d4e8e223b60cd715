package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclProtocol;

/**
 * Schedule of sends and receives between pairs: all-to-all, and the shift by one that nccl-tests
 * calls sendrecv.
 *
 * <p>With a peer at distance d, rank r sends to r + d and receives from r - d, in {@link
 * PeerChannels parts} side by side. These are dealt out to the workers of a GPU, which take one
 * after another, in {@link SendPieces}. What a rank sends to itself is not modelled.
 *
 * <p>Worker {@code lane * n + rank}; line {@code ((d - 1) * parts + part) * n + rank} leads from
 * rank to rank + d.
 */
final class PairwiseExchange implements Schedule {
  private final Collective collective;
  private final int lanes;
  private final int parts;
  private final int streams;
  private final SendPieces[] pieces;

  /** Of the largest part; the others have as many, of which the last may be empty. */
  private final int count;

  private final int n;

  /**
   * @param channels workers that a GPU has
   * @param size of the collective, in bytes
   */
  PairwiseExchange(ClusterLayout layout, Collective collective, int channels, long size) {
    this.collective = collective;
    n = layout.ranks();
    boolean toAll = collective == Collective.ALL_TO_ALL;
    int distances = toAll ? n - 1 : 1;
    long each = toAll ? size / n : size;
    parts =
        Math.clamp(
            channels / Math.max(1, distances),
            1,
            PeerChannels.of(layout.cluster(), channels, each));
    streams = distances * parts;
    lanes = Math.min(streams, channels);
    pieces = SendPieces.near(each).parts(parts);
    count = pieces[0].count();
  }

  @Override
  public int workers() {
    return lanes * n;
  }

  @Override
  public int rank(int worker) {
    return worker % n;
  }

  private int streamsOf(int worker) {
    return (streams - worker / n + lanes - 1) / lanes;
  }

  @Override
  public int steps(int worker) {
    return Math.multiplyExact(count, 2 * streamsOf(worker));
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int stream = worker / n + index / (2 * count) * lanes;
    int k = index % (2 * count);
    int rank = rank(worker);
    if (k < count) {
      into.working(pieces[stream % parts].at(k)).to(stream * n + rank);
    } else {
      into.working(0).after(stream * n + Math.floorMod(rank - distance(stream), n));
    }
  }

  private int distance(int stream) {
    return stream / parts + 1;
  }

  @Override
  public int lines() {
    return streams * n;
  }

  @Override
  public int sender(int line) {
    return worker(line, line % n);
  }

  @Override
  public int receiver(int line) {
    return worker(line, (line % n + distance(line / n)) % n);
  }

  private int worker(int line, int rank) {
    return line / n % lanes * n + rank;
  }

  @Override
  public int messages(int line) {
    return count;
  }

  @Override
  public long bytes(int line, int k) {
    return pieces[line / n % parts].at(k);
  }

  @Override
  public String description() {
    return ScheduleTitle.of(collective.word(), NcclProtocol.SIMPLE, lanes);
  }
}
