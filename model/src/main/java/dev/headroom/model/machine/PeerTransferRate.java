package dev.headroom.model.machine;

import dev.headroom.unit.Rate;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Published rate of one kind of peer-to-peer transfer between two devices through a processor.
 *
 * @param rate most that passes; empty: no limit but the link's own
 * @param basis what it rests on
 * @param link the generation of PCIe that the devices had which it was measured with; empty where
 *     nobody measured it, or it is not of PCIe
 * @param spread what other published figures leave room for; blank: one report and no other
 * @param source who measured or states it, and with what
 */
public record PeerTransferRate(
    Optional<Rate> rate, Basis basis, OptionalInt link, String spread, String source) {
  /** What a figure rests on. */
  public enum Basis {
    /** Somebody measured it on this family. */
    MEASURED,
    /** Software or a data sheet states it of this family. */
    STATED,
    /** Nobody published it: taken from other families, with a spread. */
    ESTIMATE
  }

  static PeerTransferRate measured(long gbps, String spread, String source) {
    return new PeerTransferRate(
        Optional.of(Rate.ofGbps(gbps)), Basis.MEASURED, OptionalInt.empty(), spread, source);
  }

  /**
   * This figure as what devices of a generation of PCIe gave: of faster ones it is an estimate, and
   * where it is the link's own of any other.
   */
  PeerTransferRate with(int generation) {
    return new PeerTransferRate(rate, basis, OptionalInt.of(generation), spread, source);
  }

  /** What it rests on where links are of a generation. */
  public Basis basisWith(int generation) {
    int by = link.orElse(generation);
    boolean isMeasured = rate.isPresent() ? generation <= by : generation == by;
    return basis == Basis.MEASURED && !isMeasured ? Basis.ESTIMATE : basis;
  }

  static PeerTransferRate stated(long gbps, String spread, String source) {
    return new PeerTransferRate(
        Optional.of(Rate.ofGbps(gbps)), Basis.STATED, OptionalInt.empty(), spread, source);
  }

  static PeerTransferRate estimate(long gbps, String spread, String source) {
    return new PeerTransferRate(
        Optional.of(Rate.ofGbps(gbps)), Basis.ESTIMATE, OptionalInt.empty(), spread, source);
  }

  /** As much as the link carries. */
  static PeerTransferRate link(Basis basis, String spread, String source) {
    return new PeerTransferRate(Optional.empty(), basis, OptionalInt.empty(), spread, source);
  }
}
