package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.Optional;

/**
 * Priority group of a lossless class at a port's ingress, with its headroom.
 *
 * @param number of the priority group that the class goes into: pauses are sent for that number
 * @param headroom none where the port has no row for this class
 */
public record PriorityGroup(ReportedValue<Long> number, Optional<Headroom> headroom) {

  /**
   * What is kept back for packets that arrive after a pause was sent.
   *
   * @param profile the profile that a port's row names
   * @param xoff bytes
   * @param isReported whether all that decides over it was read: profiles that a switch makes while
   *     it runs stand in no configuration
   */
  public record Headroom(
      ReportedValue<String> profile, ReportedValue<Long> xoff, boolean isReported) {
    /** Whether nothing is kept back, as far as a configuration tells. */
    public boolean isNone() {
      return isReported && xoff.orElse(0L) == 0;
    }
  }
}
