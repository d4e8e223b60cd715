package dev.headroom.sim;

/** State of all ports of a fabric at a sample, valid only during the call that shows it. */
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
