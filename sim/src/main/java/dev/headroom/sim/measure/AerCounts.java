package dev.headroom.sim.measure;

/**
 * Correctable errors that one end of a PCIe link has counted, as Linux names them in {@code
 * aer_dev_correctable} (drivers/pci/pcie/aer.c). Of the others there, receiver errors come of
 * framing, which is not modelled, and the rest not of bit errors.
 *
 * @param badTlp {@code BadTLP}: TLPs with a wrong bit that came here; with Gen6 flits
 * @param badDllp {@code BadDLLP}: acknowledgements, credits and NAKs likewise
 * @param rollover {@code Rollover}: REPLAY_NUM, four replays in a row
 * @param timeout {@code Timeout}: the replay timer, since a NAK was lost
 */
public record AerCounts(long badTlp, long badDllp, long rollover, long timeout) {
  public static final AerCounts NONE = new AerCounts(0, 0, 0, 0);

  /** {@code TOTAL_ERR_COR}. */
  public long total() {
    return badTlp + badDllp + rollover + timeout;
  }
}
