package dev.headroom.prove.plan;

/**
 * Fault of a host that a rehearsal plays, besides those that its scenario has.
 *
 * @param atSecond when it happens or begins, from the start of the run
 * @param value what the kind says of it
 */
public record HostFault(String host, Kind kind, long atSecond, String value) {
  /** What goes wrong. */
  public enum Kind {
    /** The host starts again: a new boot identity, counters at zero. */
    REBOOT,
    /** Counters go back to zero and nobody says why. */
    RESET,
    /** The NIC's firmware is another one. The value is its version. */
    FIRMWARE,
    /** Correctable errors of PCIe from then on. The value is their number an hour. */
    AER,
    /** An error of PCIe that hardware could not correct. */
    NONFATAL,
    /** A counter that cannot be read. The value is its name. */
    UNREADABLE
  }
}
