package dev.headroom.sim;

/** All ports of a fabric as a sample found them; only for the call in which it is shown. */
public interface SampledPorts {
  int count();

  /** The node that a port is of. */
  int node(int port);

  /** Its number among the ports of its node. */
  int number(int port);

  /** Bytes in its egress queues. */
  long queuedBytes(int port);

  /** Bytes of frames that it has sent since the run began. */
  long sentBytes(int port);

  /** Whether a pause holds a class of it, or want of credit. */
  boolean isPaused(int port);
}
