package dev.headroom.sim.cpu;

/** Interrupt moderation of a NIC: the delay of an interrupt, so that it covers more arrivals. */
public interface InterruptModeration {
  /**
   * The same time always.
   *
   * @param holdPs in picoseconds
   * @param most what may come meanwhile
   */
  record Fixed(long holdPs, int most) implements InterruptModeration {
    @Override
    public long holdPs(long nowPs) {
      return holdPs;
    }
  }

  /** Something has come that it interrupts for. */
  default void onArrival(int bytes) {}

  /** It is about to interrupt; for how long it may hold that back, in picoseconds. */
  long holdPs(long nowPs);

  /** What may come meanwhile: with so many there it interrupts at once. */
  int most();
}
