package dev.headroom.web.job;

import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.CpuPiece;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.HopLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Run of which one flow was followed.
 *
 * @param summary what it came to
 * @param hops of the flow's packets
 * @param flow what came of it; empty where the run has no such flow
 * @param pieces of work of the hosts' cores, in the order in which they ended
 */
public record FollowedRun(
    RunSummary summary, HopLog hops, Optional<FlowResult> flow, List<CpuPiece> pieces) {
  /** Hops that are kept: of some ten thousand packets. */
  private static final int MOST_HOPS = 60_000;

  private static final int MOST_PIECES = 20_000;

  public FollowedRun {
    pieces = List.copyOf(pieces);
  }

  /** What is noted while it runs. */
  static final class Log {
    private final int number;
    private final HopLog hops;
    private final List<CpuPiece> pieces = new ArrayList<>();
    private Optional<FlowResult> flow = Optional.empty();

    Log(int number) {
      this.number = number;
      hops = new HopLog(new int[] {number}, MOST_HOPS);
    }

    RunOptions options() {
      return RunOptions.DEFAULT
          .following(hops)
          .watching(piece -> {
            if (pieces.size() < MOST_PIECES) {
              pieces.add(piece);
            }
          });
    }

    void ended(FlowResult result) {
      if (result.flow() == number) {
        flow = Optional.of(result);
      }
    }

    FollowedRun of(RunSummary summary) {
      return new FollowedRun(summary, hops, flow, pieces);
    }
  }
}
