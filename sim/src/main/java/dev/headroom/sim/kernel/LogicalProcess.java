package dev.headroom.sim.kernel;

/** Logical process: part of a simulation that can advance by itself for the length of a window. */
public interface LogicalProcess {
  /** Time of the earliest thing that will happen here, messages from others included. */
  long nextPs();

  /** Takes in what others sent in windows before, then executes all events before {@code endPs}. */
  void advance(long endPs);
}
