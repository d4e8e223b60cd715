package dev.headroom.congestion.uet;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.roce.ClearToSend;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * Receiver side of receiver-driven admission: buffers of one sender, each granted again when the
 * GPU has copied it out (Gangidi et al., SIGCOMM 2024). The other half is {@link ClearToSend}.
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
   * @param channels channels to this sender
   * @param slots slots of a channel's buffer
   * @param slotBytes bytes of a slot
   */
  public record Settings(
      @Setting(
              key = "congestion.admission.channels",
              fallback = "1",
              least = "1",
              most = "1024",
              means = "number of channels that a receiver has for a queue pair",
              source = "Gangidi et al., SIGCOMM 2024; NCCL",
              real = "NCCL_MAX_NCHANNELS")
          int channels,
      @Setting(
              key = "congestion.admission.slots",
              fallback = "8",
              least = "1",
              most = "1024",
              means = "number of slots in a channel's buffer",
              source = "NCCL_STEPS of NCCL: 8")
          int slots,
      @Setting(
              key = "congestion.admission.slotSize",
              fallback = "512KiB",
              least = "1B",
              most = "1GiB",
              means =
                  "bytes of a slot; a receiver grants a whole slot, and grants it again after "
                      + "all of it has arrived",
              source = "an eighth of NCCL's default buffer of 4 MiB",
              real = "NCCL_BUFFSIZE, divided by the slots")
          long slotBytes) {
    public Settings {
      RangeCheck.check("channels", channels, 1, 1 << 20);
      RangeCheck.check("slots", slots, 1, 1 << 20);
      RangeCheck.check("slot bytes", slotBytes, 1, 1L << 40);
    }

    /** The defaults. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Path.SHORT, ControlEnvironment.USUAL);
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
