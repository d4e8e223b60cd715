package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import java.util.List;

/**
 * PFC of a port of which only part is set, so that it pauses nothing or the wrong class.
 *
 * @param words what is set and what is missing
 * @param fix the command that is missing
 */
public record PfcFault(String words, String fix, List<Evidence> evidence) {
  /** Keeps a copy. */
  public PfcFault {
    evidence = List.copyOf(evidence);
  }
}
