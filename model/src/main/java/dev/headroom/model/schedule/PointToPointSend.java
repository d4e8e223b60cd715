package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;

/**
 * Send from the first of two GPUs to the second: {@code ncclSend} and {@code ncclRecv}. Pieces are
 * dealt out to the channels.
 *
 * <p>Worker {@code 2 * lane}, which sends, and {@code 2 * lane + 1}, which receives; line {@code
 * lane}.
 */
final class PointToPointSend implements Schedule {
  private final int lanes;
  private final SendPieces pieces;
  private final int count;

  /**
   * @param layout of two GPUs
   * @param channels at most
   * @param size in bytes
   */
  PointToPointSend(ClusterLayout layout, int channels, long size) {
    if (layout.ranks() != 2) {
      throw new IllegalArgumentException("a send needs 2 GPUs, not " + layout.ranks());
    }
    pieces = layout.isOtherMachine(0, 1) ? SendPieces.apart(size) : SendPieces.near(size);
    count = pieces.count();
    lanes = Math.min(count, channels);
  }

  @Override
  public int workers() {
    return 2 * lanes;
  }

  @Override
  public int rank(int worker) {
    return worker % 2;
  }

  @Override
  public int steps(int worker) {
    return messages(worker / 2);
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int lane = worker / 2;
    if (worker % 2 == 0) {
      into.working(bytes(lane, index)).to(lane);
    } else {
      into.working(bytes(lane, index)).after(lane);
    }
  }

  @Override
  public int lines() {
    return lanes;
  }

  @Override
  public int sender(int line) {
    return 2 * line;
  }

  @Override
  public int receiver(int line) {
    return 2 * line + 1;
  }

  @Override
  public int messages(int line) {
    return (count - line + lanes - 1) / lanes;
  }

  @Override
  public long bytes(int line, int k) {
    return pieces.at((long) k * lanes + line);
  }

  @Override
  public String description() {
    return ScheduleTitle.of("send", NcclProtocol.SIMPLE, lanes);
  }
}
