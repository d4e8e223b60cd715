package dev.headroom.sim.measure;

import dev.headroom.model.collective.Collective;
import java.util.List;

/** Unfinished operation that a GPU waits for. */
public sealed interface GpuWait {
  /** Nothing: it has stopped by itself. */
  record Nothing() implements GpuWait {}

  /**
   * A collective that it has called with others.
   *
   * @param group the kind of group, or its name: {@code data}
   * @param number which of its group's calls this is, from 0
   * @param absent the members of that group that have not called it; empty when all have, and the
   *     messages are what is missing
   */
  record Call(String group, Collective collective, int number, List<Integer> absent)
      implements GpuWait {
    public Call {
      absent = List.copyOf(absent);
    }
  }

  /**
   * Messages of a collective that everybody runs step by step.
   *
   * @param sent whether they are those that it has sent itself and that are not there yet
   * @param peers the first of those who are to have them, or else to send them
   * @param more how many others there are of these
   * @param step which of its steps waits, from 0
   * @param steps that it has
   */
  record Messages(boolean sent, List<String> peers, int more, int step, int steps)
      implements GpuWait {
    public Messages {
      peers = List.copyOf(peers);
    }
  }
}
