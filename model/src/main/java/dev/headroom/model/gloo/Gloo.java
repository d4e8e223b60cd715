package dev.headroom.model.gloo;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.script.ProcessScript;
import dev.headroom.model.script.ScriptedSchedule;
import java.util.ArrayList;
import java.util.List;

/** Schedules of Gloo's collectives. */
public final class Gloo {
  /** The preamble of a message ({@code transport/tcp/pair.h}). */
  public static final int HEADER = 48;

  private Gloo() {}

  /**
   * What all processes do in a collective.
   *
   * @param ranks processes, 2 or more
   * @param bytes of the largest buffer of a process
   * @param psPerByte what adding a byte to another takes, in picoseconds
   */
  public static ScriptedSchedule schedule(
      GlooAlgorithm algorithm, Collective collective, int ranks, long bytes, double psPerByte) {
    List<ProcessScript> scripts = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      GlooShare share = new GlooShare(rank, ranks, bytes);
      GlooProcess process = new GlooProcess(psPerByte);
      algorithm.write(collective, share, process);
      scripts.add(process.script());
    }
    return new ScriptedSchedule(
        "Gloo's %s %s".formatted(algorithm.word(), collective.word()), HEADER, scripts);
  }
}
