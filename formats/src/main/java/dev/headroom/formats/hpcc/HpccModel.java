package dev.headroom.formats.hpcc;

import java.util.Optional;

/**
 * Mode in which inputs of the HPCC simulator run: with that simulator's behaviour, or with
 * Headroom's own models.
 */
public enum HpccModel {
  /** As that simulator does it, so that results can be laid side by side flow by flow. */
  HPCC_NS3,

  /**
   * What the files say (fabric, flows, thresholds, constants) in our own terms: exact framing, CNP
   * packets, keyed ties, cut-through switches, pauses that take their time.
   */
  EXACT;

  /** Picoseconds of a time as written in a file; empty if it is none. */
  Optional<Long> time(String text) {
    return this == HPCC_NS3 ? Ns3Units.cutToNanoseconds(text) : Ns3Units.picoseconds(text);
  }
}
