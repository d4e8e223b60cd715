package dev.headroom.wire.memory;

import dev.headroom.model.memory.TranslationTable;
import java.util.Map;
import java.util.Optional;

/**
 * Measurements of a registration of memory of this process.
 *
 * @param bytes of the region, whole pages
 * @param pageBytes of the pages that were asked for
 * @param nanoseconds what each step took, the middle of all rounds, the lower of two; without
 *     {@link RegistrationStep#PIN} where a driver pins
 * @param before locked memory without the region
 * @param during and with it
 * @param lkey what this side names the region by
 * @param rkey what a peer names it by
 * @param table what a NIC would be given to find the region by; empty where the kernel keeps
 *     addresses to itself
 * @param transfer what using it showed
 */
public record RegistrationTrace(
    long bytes,
    long pageBytes,
    Map<RegistrationStep, Long> nanoseconds,
    LockedMemory before,
    LockedMemory during,
    int lkey,
    int rkey,
    Optional<TranslationTable> table,
    Transfer transfer) {
  public RegistrationTrace {
    nanoseconds = Map.copyOf(nanoseconds);
  }

  /**
   * Two WRITEs from the region, of which one names its target by a wrong key.
   *
   * @param bytes of each
   * @param nanoseconds from where the first was posted to its completion
   * @param right whether it ended well and brought every byte
   * @param isRejected whether the second ended with a remote access error and changed nothing
   */
  public record Transfer(int bytes, long nanoseconds, boolean right, boolean isRejected) {
    public boolean hasExpectedOutcome() {
      return right && isRejected;
    }
  }

  /** Pages of the region. */
  public long pages() {
    return bytes / pageBytes;
  }

  /** What registering takes: pinning, translations, keys. */
  public long registeringNanoseconds() {
    return nanoseconds.getOrDefault(RegistrationStep.PIN, 0L)
        + nanoseconds.getOrDefault(RegistrationStep.REGISTER, 0L);
  }
}
