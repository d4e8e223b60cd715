package dev.headroom.sim.nic;

import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.AerCounts;
import dev.headroom.sim.measure.HostInternalCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.NicStallCause;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slot of a NIC: its current {@linkplain PciePath path} to memory, with the faults that are
 * possible there. What is not wrong is not there, and costs nothing.
 */
public final class NicPcieSlot {
  private final String host;
  private final PciePath initialPath;
  private final PcieStall stall;
  private final @Nullable PcieReplays replays;
  private final @Nullable Iommu iommu;
  private final @Nullable PostedWriteOrder order;
  private final PcieSwitchUplink.@Nullable Use uplink;
  private final PcieTransferTimes times = new PcieTransferTimes();

  private NicPcieSlot(
      String host,
      PciePath asMade,
      PcieStall stall,
      @Nullable PcieReplays replays,
      @Nullable Iommu iommu,
      @Nullable PostedWriteOrder order,
      PcieSwitchUplink.@Nullable Use uplink) {
    this.host = host;
    this.initialPath = asMade;
    this.stall = stall;
    this.replays = replays;
    this.iommu = iommu;
    this.order = order;
    this.uplink = uplink;
  }

  /**
   * What a scenario says for a host.
   *
   * @param uplink that it shares with others, if it does
   * @param key of its random numbers
   */
  public static NicPcieSlot of(
      String host, PciePath path, Settings own, Optional<PcieSwitchUplink> uplink, long key) {
    boolean errors = own.get(PcieFaultKnobs.BIT_ERRORS) > 0;
    return new NicPcieSlot(
        host,
        path,
        PcieStall.of(own),
        errors ? PcieReplays.of(path, own, Rng.mix(key ^ 2)) : null,
        Iommu.of(own, Rng.mix(key ^ 3)),
        PciePaths.keepsOrder(own)
            ? new PostedWriteOrder(own.get(PcieKnobs.ORDERED_WRITES).bytes())
            : null,
        PciePaths.usesUplink(own)
            ? uplink.map(link -> link.use(PciePaths.usesUplinkTwice(own))).orElse(null)
            : null);
  }

  /** The path as its link is trained. */
  public PciePath path() {
    return replays == null ? initialPath : replays.path();
  }

  /** When something can be done that would be done at a time. */
  public long past(long atPs) {
    long ps = stall.past(atPs);
    return replays == null ? ps : Math.max(ps, replays.downUntilPs());
  }

  /** The same, which holds the NIC up for as long. */
  public long past(long atPs, NicStallClock held) {
    long untilPs = past(atPs);
    held.addStall(stallCause(atPs), untilPs - atPs);
    return untilPs;
  }

  /** What it is that nothing can be done at a time; only if so. */
  public NicStallCause stallCause(long atPs) {
    return stall.isOn(atPs) ? NicStallCause.STALL : NicStallCause.RETRAINING;
  }

  /** The read of a packet's payload, and what of it holds the NIC up. */
  public long readPs(long size, long startPs, NicStallClock held) {
    PcieTransferTimes plain = times.of(path(), size);
    long ps = plain.readPs();
    held.grow(partOf(plain.readLimit(), NicStallCause.READS), 0, ps);
    if (replays == null) {
      return ps;
    }
    long retrainingPs = replays.retrainingPs();
    long longerPs = replays.downPs(path().link().completionBytes(size), startPs);
    return replayDelayPs(ps, longerPs, replays.retrainingPs() - retrainingPs, held);
  }

  /** The write of a packet's payload, and what of it holds the NIC up. */
  public long writePs(long size, long startPs, NicStallClock held) {
    PcieTransferTimes plain = times.of(path(), size);
    long ps = plain.writePs();
    held.grow(partOf(plain.writeLimit(), NicStallCause.WRITES), 0, ps);
    if (replays == null) {
      return ps;
    }
    long retrainingPs = replays.retrainingPs();
    long longerPs = replays.upPs(path().link().writeBytes(size), startPs);
    return replayDelayPs(ps, longerPs, replays.retrainingPs() - retrainingPs, held);
  }

  /** By how much replays make it longer, of which the link retrained for a part. */
  private static long replayDelayPs(long ps, long longerPs, long retrainingPs, NicStallClock held) {
    long replayedPs = ps + longerPs - retrainingPs;
    held.grow(NicStallCause.REPLAYS, ps, replayedPs);
    held.grow(NicStallCause.RETRAINING, replayedPs, ps + longerPs);
    return ps + longerPs;
  }

  private static NicStallCause partOf(PciePath.Limit limit, NicStallCause underWay) {
    return switch (limit) {
      case LINK -> NicStallCause.LINK;
      case UNDER_WAY -> underWay;
      case PEER -> NicStallCause.PEER;
      case SHARE -> NicStallCause.UPLINK;
    };
  }

  /** For how long a read of this many bytes keeps others waiting, in picoseconds. */
  public long readPs(long size, long startPs) {
    long ps = times.of(path(), size).readPs();
    return replays == null ? ps : ps + replays.downPs(path().link().completionBytes(size), startPs);
  }

  /** For how long a write of this many bytes keeps others waiting, in picoseconds. */
  public long writePs(long size, long startPs) {
    long ps = times.of(path(), size).writePs();
    return replays == null ? ps : ps + replays.upPs(path().link().writeBytes(size), startPs);
  }

  /** For how long the requests of a read take up the way of writes, in picoseconds. */
  public long requestPs(long size, long startPs) {
    long ps = times.of(path(), size).requestPs();
    return replays == null ? ps : ps + replays.upPs(path().link().readRequestBytes(size), startPs);
  }

  /** Translates the addresses of a packet's payload; what follows says what that costs it. */
  public void translate(int queuePair, int psn, int payload, long nowPs) {
    if (iommu != null) {
      iommu.translate(queuePair, psn, payload, nowPs);
    }
  }

  /**
   * For how long a read keeps others waiting, in picoseconds, for what the IOMMU makes of its
   * addresses and for what others leave of the way to the root complex.
   *
   * @param takesPs for how long it would without that
   * @param startPs when it begins, now or later
   */
  public long readOccupancyPs(
      int payload, long takesPs, long startPs, long nowPs, NicStallClock held) {
    long ps = takesPs;
    if (iommu != null) {
      long underWayPs = path().readUnderWayPs(payload, iommu.underWayLongerPs());
      ps = heldUp(iommu, underWayPs, ps, startPs);
      held.grow(NicStallCause.IOMMU, takesPs, ps);
    }
    return uplink == null ? ps : shared(ps, uplink.readPs(payload, nowPs) - startPs, held);
  }

  private static long shared(long ownPs, long sharedPs, NicStallClock held) {
    held.grow(NicStallCause.UPLINK, ownPs, sharedPs);
    return Math.max(ownPs, sharedPs);
  }

  /** The same of a write. */
  public long writeKeepsPs(
      int payload, long takesPs, long startPs, long nowPs, NicStallClock held) {
    long ps = takesPs;
    if (iommu != null) {
      long longerPs = iommu.underWayLongerPs();
      if (order == null) {
        ps = heldUp(iommu, path().writeUnderWayPs(payload, longerPs), ps, startPs);
      } else {
        ps = heldUp(iommu, ps, ps, startPs);
        ps += order.stallPs(payload, longerPs, ps, path().writeLatencyPs());
      }
      held.grow(NicStallCause.IOMMU, takesPs, ps);
    }
    return uplink == null ? ps : shared(ps, uplink.writtenPs(payload, nowPs) - startPs, held);
  }

  private static long heldUp(Iommu by, long underWayPs, long takesPs, long startPs) {
    long ps = Math.max(takesPs, underWayPs) + by.heldUpPs();
    return Math.max(ps, by.heldUntilPs() - startPs);
  }

  /** By how much a read comes later whose addresses have just been translated. */
  public long readLaterPs() {
    return iommu == null ? 0 : iommu.readLatencyPs(path().readLatencyPs());
  }

  /** By how much a write leaves later whose addresses have just been translated. */
  public long writeLaterPs() {
    return iommu == null ? 0 : iommu.writeLatencyPs(path().readLatencyPs());
  }

  /** What has kept others waiting here, as a report says it; empty: nothing so far. */
  public String stallText(long nowPs) {
    String stalled = stall.stallText(nowPs, host);
    String trained = replays == null ? "" : replays.report(host);
    return stalled.isEmpty() || trained.isEmpty() ? stalled + trained : stalled + "; " + trained;
  }

  /**
   * What was counted here.
   *
   * @param inside what was counted in the rest of the host
   */
  public HostPcieCounts counts(HostInternalCounts inside, long nowPs) {
    return new HostPcieCounts(
        host,
        path().link().generation().number(),
        replays == null ? 0 : replays.replayed(),
        replays == null ? 0 : replays.retrained(),
        replays == null ? AerCounts.NONE : replays.card(),
        replays == null ? AerCounts.NONE : replays.port(),
        iommu == null ? 0 : iommu.lookups(),
        iommu == null ? 0 : iommu.misses(),
        iommu == null ? 0 : iommu.walks(),
        stallText(nowPs),
        inside);
  }
}
