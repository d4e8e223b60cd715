package dev.headroom.sim.measure;

/**
 * Piece of work that a core of a host has done.
 *
 * @param host its position in {@code Fabric.hosts()}
 * @param core of the host, from 0
 * @param task what it was
 * @param beganPs when the core began, with the interrupt where one came before
 * @param interruptPs how much of the time went to interrupts, at least 0
 * @param endedPs when it was done
 * @param bytes payload that was moved or taken; 0 of ACKs and completions
 * @param packets how many packets the piece took; 0 of calls
 */
public record CpuPiece(
    int host,
    int core,
    Task task,
    long beganPs,
    long interruptPs,
    long endedPs,
    long bytes,
    int packets) {
  /** What a core does. */
  public enum Task {
    /** The application's call copies data into the kernel, which makes segments of it. */
    WRITE,
    /** The kernel takes segments through TCP. */
    SEGMENTS,
    /** The kernel takes an ACK. */
    ACK,
    /** The application's call copies data out of the kernel. */
    READ,
    /** The application takes completions that woke it. */
    COMPLETIONS
  }
}
