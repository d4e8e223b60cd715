package dev.headroom.wire.verbs;

/** What may be done to a memory region, and what a peer may ask of a queue pair (IBA 10.6.3). */
public enum Access {
  /** This side's own receives and READ results are written to it. */
  LOCAL_WRITE,
  REMOTE_WRITE,
  REMOTE_READ,
  REMOTE_ATOMIC
}
