package dev.headroom.app.show;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Correctable error counters of one end of a PCIe link, as far as they are modelled.
 *
 * @param badTlp transactions with a wrong bit
 * @param badDllp acknowledgements, NAKs and credits likewise
 * @param rollover replays four times in a row, after which it has the link retrain
 * @param timeout replays since no acknowledgement came
 */
public record AerCounters(long badTlp, long badDllp, long rollover, long timeout) {
  public static final AerCounters NONE = new AerCounters(0, 0, 0, 0);

  /** The same after so many runs alike. */
  AerCounters times(long runs) {
    return new AerCounters(badTlp * runs, badDllp * runs, rollover * runs, timeout * runs);
  }

  /** By the names that lspci and Linux share, in the order of the register's bits. */
  Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("RxErr", 0L);
    all.put("BadTLP", badTlp);
    all.put("BadDLLP", badDllp);
    all.put("Rollover", rollover);
    all.put("Timeout", timeout);
    return all;
  }

  long total() {
    return badTlp + badDllp + rollover + timeout;
  }
}
