package dev.headroom.model.machine;

import dev.headroom.model.unit.Rate;
import java.util.Optional;

/**
 * What a processor passes on of one kind of transfer between two devices, as far as anybody has
 * published it.
 *
 * @param rate most that passes; empty: no limit but the link's own
 * @param basis what it rests on
 * @param spread what other published figures leave room for; blank: one report and no other
 * @param source who measured or states it, and with what
 */
public record PeerFigure(Optional<Rate> rate, Basis basis, String spread, String source) {
  /** What a figure rests on. */
  public enum Basis {
    /** Somebody measured it on this family. */
    MEASURED,
    /** Software or a data sheet states it of this family. */
    STATED,
    /** Nobody published it: taken from other families, with a spread. */
    ESTIMATE
  }

  static PeerFigure measured(long gbps, String spread, String source) {
    return new PeerFigure(Optional.of(Rate.ofGbps(gbps)), Basis.MEASURED, spread, source);
  }

  static PeerFigure stated(long gbps, String spread, String source) {
    return new PeerFigure(Optional.of(Rate.ofGbps(gbps)), Basis.STATED, spread, source);
  }

  static PeerFigure estimate(long gbps, String spread, String source) {
    return new PeerFigure(Optional.of(Rate.ofGbps(gbps)), Basis.ESTIMATE, spread, source);
  }

  /** As much as the link carries. */
  static PeerFigure link(Basis basis, String spread, String source) {
    return new PeerFigure(Optional.empty(), basis, spread, source);
  }
}
