package dev.headroom.model.script;

import dev.headroom.model.collective.Collective;
import java.util.ArrayList;
import java.util.List;

/**
 * Ring of NICs with reduction engines. A NIC adds its host's data to what arrives from the NIC
 * before and forwards the sum, piece by piece, without a detour through the host (Ma et al., arXiv
 * 2204.10943; FpgaNIC, ATC 2022).
 *
 * <p>A vector of S bytes is n chunks; where it does not divide, the first ones are a byte longer.
 * In step s NIC r sends chunk (r - s) mod n, in n - 1 steps what it has added up so far, and in n -
 * 1 more what is done.
 */
public final class NicEngineRing {
  private final int ranks;
  private final long bytes;
  private final long piece;
  private final double psPerByte;

  /**
   * @param ranks NICs, 2 or more
   * @param bytes of the vector, 1 or more
   * @param piece what is passed on at once, in bytes, at most
   * @param psPerByte what adding a byte takes, in picoseconds; 0: it is done as it comes
   */
  public NicEngineRing(int ranks, long bytes, long piece, double psPerByte) {
    this.ranks = ranks;
    this.bytes = bytes;
    this.piece = piece;
    this.psPerByte = psPerByte;
  }

  /**
   * What all engines do.
   *
   * @param collective all-reduce, reduce-scatter or all-gather
   */
  public ScriptedSchedule schedule(Collective collective) {
    List<ProcessScript> scripts = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      scripts.add(script(collective, rank));
    }
    return new ScriptedSchedule("ring " + collective.word() + " in NICs", "NIC", 0, scripts);
  }

  /** Messages of all of them in a collective. */
  public double messages(Collective collective) {
    return (double) ranks * steps(collective) * Math.max(1, Math.ceilDiv(bytes / ranks, piece));
  }

  private int steps(Collective collective) {
    return collective == Collective.ALL_REDUCE ? 2 * (ranks - 1) : ranks - 1;
  }

  private ProcessScript script(Collective collective, int rank) {
    int after = (rank + 1) % ranks;
    int before = (rank + ranks - 1) % ranks;
    int adds = collective == Collective.ALL_GATHER ? 0 : ranks - 1;
    int steps = steps(collective);
    ProcessScript script = new ProcessScript();
    // The last step only takes what comes.
    for (int step = 0; step <= steps; step++) {
      long left = chunk(Math.floorMod(rank - step, ranks));
      do {
        long now = Math.min(left, piece);
        if (step > 0) {
          script.await(before);
          script.work(step <= adds ? Math.round(now * psPerByte) : 0);
        }
        if (step < steps) {
          script.put(after, now);
        }
        left -= now;
      } while (left > 0);
    }
    return script;
  }

  private long chunk(int index) {
    return bytes / ranks + (index < bytes % ranks ? 1 : 0);
  }
}
