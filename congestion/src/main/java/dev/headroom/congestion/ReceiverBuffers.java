package dev.headroom.congestion;

/**
 * The receiver's half of receiver-driven admission: buffers of one sender, each of which is granted
 * again when the GPU has copied it out (Gangidi et al., SIGCOMM 2024). The other half is {@link
 * ClearToSend}.
 *
 * <pre>
 *   granted = (channels slots + floor(copied out / slot bytes)) slot bytes
 * </pre>
 *
 * The paper's knobs are these: channels and the size of a channel's buffer bound what may be in
 * flight. A slot is granted whole and comes back whole.
 */
public final class ReceiverBuffers {
  /**
   * @param channels channels to this sender; 1. 1 or more
   * @param slots slots of a channel's buffer; 8, NCCL's steps. 1 or more
   * @param slotBytes bytes of a slot; 512 KiB, an eighth of NCCL's default buffer of 4 MiB. 1 or
   *     more
   */
  public record Settings(int channels, int slots, long slotBytes) {
    public Settings {
      Range.check("channels", channels, 1, 1 << 20);
      Range.check("slots", slots, 1, 1 << 20);
      Range.check("bytes of a slot", slotBytes, 1, 1L << 40);
    }

    /** The defaults above. */
    public static Settings defaults() {
      return new Settings(1, 8, 512 * 1024);
    }
  }

  private final Settings settings;
  private long copiedOut;

  public ReceiverBuffers(Settings settings) {
    this.settings = settings;
  }

  /** The GPU has copied so many bytes, in order, out of what arrived. */
  public void copiedOut(long bytes) {
    copiedOut += bytes;
  }

  /** Bytes granted since the start; a CTS is due whenever it has grown. */
  public long grantedBytes() {
    long again = copiedOut / settings.slotBytes();
    long free = (long) settings.channels() * settings.slots();
    return (free + again) * settings.slotBytes();
  }
}
