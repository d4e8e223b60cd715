package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;

/**
 * Sends and receives between pairs: all-to-all, and the shift by one that nccl-tests calls
 * sendrecv.
 *
 * <p>With a peer at distance d, rank r sends to r + d and receives from r - d. Distances are dealt
 * out to the workers of a GPU, which take one after another, in {@link Pieces}. What a rank sends
 * to itself is not modelled.
 *
 * <p>Worker {@code lane * n + rank}; line {@code (d - 1) * n + rank} leads from rank to rank + d.
 */
final class Peers implements Schedule {
  private final Collective collective;
  private final int lanes;
  private final int distances;
  private final Pieces pieces;
  private final int count;
  private final int n;

  /**
   * @param channels workers that a GPU has
   * @param size of the collective, in bytes
   */
  Peers(Layout layout, Collective collective, int channels, long size) {
    this.collective = collective;
    n = layout.ranks();
    distances = collective == Collective.ALL_TO_ALL ? n - 1 : 1;
    lanes = Math.min(distances, channels);
    pieces = Pieces.near(collective == Collective.ALL_TO_ALL ? size / n : size);
    count = pieces.count();
  }

  @Override
  public int workers() {
    return lanes * n;
  }

  @Override
  public int rank(int worker) {
    return worker % n;
  }

  private int distancesOf(int worker) {
    return (distances - worker / n + lanes - 1) / lanes;
  }

  @Override
  public int steps(int worker) {
    return 2 * count * distancesOf(worker);
  }

  @Override
  public void step(int worker, int index, Step into) {
    int distance = worker / n + index / (2 * count) * lanes;
    int k = index % (2 * count);
    int rank = rank(worker);
    if (k < count) {
      into.working(pieces.at(k)).to(distance * n + rank);
    } else {
      into.working(0).after(distance * n + Math.floorMod(rank - distance - 1, n));
    }
  }

  @Override
  public int lines() {
    return distances * n;
  }

  @Override
  public int sender(int line) {
    return worker(line, line % n);
  }

  @Override
  public int receiver(int line) {
    return worker(line, (line % n + line / n + 1) % n);
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
    return pieces.at(k);
  }

  @Override
  public String description() {
    return Title.of(collective.word(), Protocol.SIMPLE, lanes);
  }
}
