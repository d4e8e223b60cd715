package dev.headroom.sim.plugin;

/** Present state of the queue that a {@link Marker} is for. */
public interface QueueView {
  /** The name of its switch, such as {@code leaf-0}. */
  String switchName();

  /** Its port, from 0. */
  int port();

  /** Its class, 0 to 7. */
  int priority();

  /** Rate of the port's link, in bits a second. */
  long rateBps();

  /** What is queued, in bytes of frames, without what is in transmission. */
  long queuedBytes();

  /** The same in all classes of the port. */
  long queuedInAll();

  /** Whether the class is paused (PFC). */
  boolean isPaused();

  /** A number from 0 to below 1, all as likely, of the port's random stream. */
  double draw();
}
