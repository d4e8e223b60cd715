package dev.headroom.model.pcie;

import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.unit.Rate;

/**
 * Link from a PCIe switch to its root complex, as seen by the NICs below the switch.
 *
 * <pre>
 *   left for NICs   = what TLPs may use - TLPs of what others read or write
 * </pre>
 *
 * Others move pieces of 4 KiB. Example: generation 4 x16, MPS 256, has 208 Gb/s for writes of NICs,
 * 52 for each of four; with 100 Gb/s of others 108.
 *
 * @param link between switch and root complex
 * @param othersReadBps what devices besides NICs read over it, in bits per second
 * @param othersWriteBps what they write
 */
public record PcieUplink(PcieLink link, double othersReadBps, double othersWriteBps) {
  private static final int PIECE = 4096;

  /** The one above a host's NIC. */
  public static PcieUplink of(Settings own) {
    int lanes =
        Math.toIntExact(own.find(UplinkKnobs.UPLINK_LANES).orElse(own.get(PcieKnobs.LANES)));
    return new PcieUplink(
        PcieLink.of(
            PcieGeneration.of(Math.toIntExact(own.get(PcieKnobs.GENERATION))),
            lanes,
            Math.toIntExact(own.get(PcieKnobs.MAX_PAYLOAD)),
            Math.toIntExact(own.get(PcieKnobs.MAX_READ_REQUEST))),
        own.find(UplinkKnobs.OTHERS_READ).map(Rate::bps).orElse(0L),
        own.find(UplinkKnobs.OTHERS_WRITE).map(Rate::bps).orElse(0L));
  }

  /** Whether other devices than NICs use the one above a host's NIC. */
  public static boolean isUsedByOthers(Settings own) {
    return own.isSet(UplinkKnobs.OTHERS_READ) || own.isSet(UplinkKnobs.OTHERS_WRITE);
  }

  /** What TLPs of NICs may use towards the root complex, in bits per second; 0 or less: nothing. */
  public double upBps() {
    double requests = (double) link.readRequestBytes(PIECE) / PIECE;
    double writes = (double) link.writeBytes(PIECE) / PIECE;
    return link.tlpBps() - othersWriteBps * writes - othersReadBps * requests;
  }

  /** The same towards the NICs. */
  public double downBps() {
    return link.tlpBps() - othersReadBps * link.completionBytes(PIECE) / PIECE;
  }
}
