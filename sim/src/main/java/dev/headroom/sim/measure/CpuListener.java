package dev.headroom.sim.measure;

/**
 * Listener to what the cores of hosts do: a transport in the kernel, and applications that sleep
 * until completions come. It sees and never steers: a run is the same to the bit with it. With
 * several threads it is called by several at once, in order of time within each host.
 */
@FunctionalInterface
public interface CpuListener {
  /** Hears of nothing. */
  CpuListener NONE = _ -> {};

  /** A core has done a piece of work. */
  void worked(CpuPiece piece);
}
