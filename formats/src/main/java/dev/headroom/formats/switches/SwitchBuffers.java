package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.List;

/**
 * Buffer of a switch, where its configuration contains it.
 *
 * @param pool what lossless classes share, bytes, without headroom
 * @param profiles those of lossless classes, with headroom
 * @param areGroupsKnown whether the map of classes to priority groups was read
 * @param terms what its settings are called
 */
public record SwitchBuffers(
    ReportedValue<Long> pool, List<Profile> profiles, boolean areGroupsKnown, BufferTerms terms) {

  public SwitchBuffers {
    profiles = List.copyOf(profiles);
  }

  /**
   * What an ingress may take.
   *
   * @param reserve bytes that are its own
   * @param alpha its share of what is free in the pool
   */
  public record Profile(String name, ReportedValue<Long> reserve, ReportedValue<Double> alpha) {}
}
