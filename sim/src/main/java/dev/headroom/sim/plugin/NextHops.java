package dev.headroom.sim.plugin;

/** Next hops that a packet may take, with their present state at its switch. */
public interface NextHops {
  /** How many; those that are known to be down are not among them. */
  int count();

  /** The port of the switch that a hop is behind: tells hops apart when others fail. */
  int port(int hop);

  /** What is queued for a hop in the packet's class, in bytes, without what is in transmission. */
  long queuedBytes(int hop);

  /** The same in all classes. */
  long queuedInAll(int hop);

  /** Rate of its link, in bits a second. */
  long rateBps(int hop);

  /** Whether the packet's class is paused on the way there (PFC). */
  boolean isPaused(int hop);
}
