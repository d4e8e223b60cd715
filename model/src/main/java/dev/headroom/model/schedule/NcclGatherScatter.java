package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclProtocol;

/**
 * Schedule of gather and scatter: sends and receives between the first rank and each other one
 * ({@code ncclGather} and {@code ncclScatter} of NCCL 2.30.7, {@code enqueue.cc}).
 *
 * <p>What goes to or from another rank does so in {@link PeerChannels parts} side by side. These
 * are dealt out to the workers of the first, which take one after another, in {@link SendPieces}.
 * What the first rank sends to itself is not modelled.
 *
 * <p>Workers 0 to {@code lanes - 1} are the first rank's, {@code lanes + line} one of rank {@code
 * line / parts + 1}; the line leads to or from it.
 */
final class NcclGatherScatter implements Schedule {
  private final Collective collective;
  private final int parts;
  private final int lines;
  private final int lanes;
  private final SendPieces[] pieces;

  /** Of the largest part; the others have as many, of which the last may be empty. */
  private final int count;

  /**
   * @param channels workers that a GPU has
   * @param size of the collective, in bytes
   */
  NcclGatherScatter(ClusterLayout layout, Collective collective, int channels, long size) {
    this.collective = collective;
    int others = layout.ranks() - 1;
    long each = size / layout.ranks();
    parts =
        Math.clamp(
            channels / Math.max(1, others), 1, PeerChannels.of(layout.cluster(), channels, each));
    lines = others * parts;
    lanes = Math.min(lines, channels);
    pieces = SendPieces.near(each).parts(parts);
    count = pieces[0].count();
  }

  private boolean isCentre(int worker) {
    return worker < lanes;
  }

  @Override
  public int workers() {
    return lanes + lines;
  }

  @Override
  public int rank(int worker) {
    return isCentre(worker) ? 0 : (worker - lanes) / parts + 1;
  }

  @Override
  public int steps(int worker) {
    return isCentre(worker) ? count * ((lines - worker + lanes - 1) / lanes) : count;
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int line = isCentre(worker) ? worker + index / count * lanes : worker - lanes;
    if (isCentre(worker) == (collective == Collective.SCATTER)) {
      into.working(bytes(line, index % count)).to(line);
    } else {
      into.working(0).after(line);
    }
  }

  @Override
  public int lines() {
    return lines;
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
    return count;
  }

  @Override
  public long bytes(int line, int k) {
    return pieces[line % parts].at(k);
  }

  @Override
  public String description() {
    return ScheduleTitle.of(collective.word(), NcclProtocol.SIMPLE, lanes);
  }
}
