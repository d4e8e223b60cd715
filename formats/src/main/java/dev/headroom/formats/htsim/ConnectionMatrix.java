package dev.headroom.formats.htsim;

import dev.headroom.formats.TextWord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Connection matrix ({@code .cm} file) of htsim as it stands in its file.
 *
 * @param file the file
 * @param nodes hosts, numbered from 0
 * @param flows in file order
 * @param triggers by id
 * @param failures links to take away
 */
record ConnectionMatrix(
    Path file,
    int nodes,
    List<Flow> flows,
    Map<Integer, Trigger> triggers,
    List<Failure> failures) {

  /**
   * A line {@code SRC->DST ...}.
   *
   * @param at where it stands
   * @param startPs when it starts, if no trigger starts it
   * @param trigger what starts it, or nothing
   * @param sendDone the trigger it fires when its sender has everything acknowledged
   * @param receiveDone the trigger it fires when its receiver has everything
   */
  record Flow(
      TextWord at,
      int source,
      int destination,
      long bytes,
      long startPs,
      OptionalInt trigger,
      OptionalInt sendDone,
      OptionalInt receiveDone) {}

  /** How a trigger that has been fired starts the flows that wait for it. */
  enum Kind {
    /** Fired once, it starts all of them. */
    ONESHOT,
    /** Each time it is fired it starts the next of them, in file order. */
    MULTISHOT,
    /** Fired as often as its count says, it starts all of them. */
    BARRIER
  }

  /** A line {@code trigger id ...}; {@code count} is for barriers. */
  record Trigger(TextWord at, int id, Kind kind, int count) {}

  /** A tier of switches as failures name them. */
  enum SwitchType {
    TOR,
    AGG,
    CORE
  }

  /** A line {@code failure ...}: a switch's {@code link}-th uplink, or downlink at the top. */
  record Failure(TextWord at, SwitchType type, int switchId, int link) {}
}
