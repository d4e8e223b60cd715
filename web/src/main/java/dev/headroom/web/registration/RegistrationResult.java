package dev.headroom.web.registration;

import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.memory.MemoryRegistration;
import dev.headroom.unit.Size;
import dev.headroom.wire.memory.PageKind;
import dev.headroom.wire.memory.RegistrationTrace;

/**
 * Result of a memory registration on this machine.
 *
 * @param device that it was registered with
 * @param pages that were asked for
 * @param rounds of which times are the middle ones
 */
public record RegistrationResult(
    String device, PageKind pages, int rounds, RegistrationTrace trace) {
  private static final double NS_PER_SECOND = 1e9;

  /** What a run takes registering that for: the defaults of hosts.memory. In nanoseconds. */
  public double modelNanoseconds() {
    return new MemoryRegistration(new Size(trace.bytes()), new Size(trace.pageBytes()))
            .seconds(
                MemoryKnobs.REGISTER.fallback().orElseThrow().seconds(),
                MemoryKnobs.REGISTER_PAGE.fallback().orElseThrow().seconds())
        * NS_PER_SECOND;
  }

  /** A step's share for each page, in nanoseconds. */
  public double perPage(long nanoseconds) {
    return (double) nanoseconds / trace.pages();
  }
}
