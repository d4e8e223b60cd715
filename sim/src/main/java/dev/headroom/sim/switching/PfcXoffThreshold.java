package dev.headroom.sim.switching;

import dev.headroom.sim.fabric.ClassQueue;

/**
 * PFC XOFF threshold of the lossless ingress classes of a switch: the bytes of the shared pool that
 * one class may hold before the switch sends XOFF. It is fixed, or dynamic (Choudhury and Hahne,
 * 1998):
 *
 * <pre>
 *   T = alpha F    alpha of the ingress port, F bytes of the shared pool that are free
 * </pre>
 *
 * <p>The switch sends XON when the class holds {@code xonOffsetBytes} less than the threshold.
 *
 * @param fixedBytes the threshold, or -1 for the dynamic one
 * @param xonOffsetBytes distance of XON from it, 0 or more
 */
record PfcXoffThreshold(long fixedBytes, long xonOffsetBytes) {
  /**
   * The threshold of an ingress class now.
   *
   * @param freeBytes bytes of the shared pool that are free
   */
  long bytes(ClassQueue ingress, long freeBytes) {
    return fixedBytes >= 0 ? fixedBytes : (long) (ingress.port.settings.alpha() * freeBytes);
  }

  /**
   * Whether a class that holds so much of the shared pool is over the threshold.
   *
   * @param use bytes of the shared pool that the class holds
   */
  boolean isReached(long use, ClassQueue ingress, long freeBytes) {
    return use >= bytes(ingress, freeBytes);
  }

  /** Whether a class that was paused may send again. */
  boolean allowsXon(long use, ClassQueue ingress, long freeBytes) {
    return use == 0 || use + xonOffsetBytes <= bytes(ingress, freeBytes);
  }
}
