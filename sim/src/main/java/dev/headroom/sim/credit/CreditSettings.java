package dev.headroom.sim.credit;

import dev.headroom.model.choice.CreditFlowControl;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of credit-based flow control at one port.
 *
 * @param form whose: InfiniBand's or Ultra Ethernet's
 * @param count how credits are counted
 * @param classes bit mask of the classes that send on credit
 * @param bufferBlocks input buffer of each class here, in units of the count; of all classes
 *     together where they share a pool
 * @param pool what classes share of it; null where each has a buffer of its own
 * @param advertising when the two ends tell each other
 * @param drain how fast what arrives is taken out
 */
public record CreditSettings(
    CreditFlowControl form,
    CreditUnits count,
    int classes,
    int bufferBlocks,
    @Nullable CreditPool pool,
    Telling advertising,
    Drain drain) {
  /**
   * When the two ends tell each other.
   *
   * @param frameBytes a flow control packet, without delimiters; with CBFC a CC_Update
   * @param periodPs least time between two grants: of a class while the peer is not short of
   *     credit, with CBFC of any class
   * @param syncPs after which a sender says how much it has sent
   */
  record Telling(int frameBytes, long periodPs, long syncPs) {}

  /**
   * How fast what arrives is taken out, in bits per second: {@link #AT_ONCE} at most hosts, 0 where
   * packets stay until they are sent on.
   *
   * @param fastestBps how fast that can become when what a host is told changes
   */
  record Drain(long bps, long fastestBps) {}

  /** What arrives takes no room. */
  static final long AT_ONCE = Long.MAX_VALUE;

  /** Packets that may be under way when a flow control packet is due, and one to go on with. */
  private static final int SPARE_PACKETS = 3;

  private static final double PS_PER_BYTE_AT_1BPS = 8e12;

  /**
   * What a scenario says of one end of a link; empty where links are not under credits.
   *
   * @param all settings of the scenario
   * @param own those of the node
   * @param loopPs from a block that is freed here to the first bit of what fills it, without
   *     packets in the way
   */
  public static Optional<CreditSettings> of(
      Settings all, Settings own, Node node, Rate rate, long loopPs, FrameSizes frames) {
    int classes = classes(all);
    if (classes == 0) {
      return Optional.empty();
    }
    CreditFlowControl form = all.get(CreditKnobs.CREDIT_FORM);
    CreditUnits count = CreditUnits.of(all);
    long periodPs = CreditUpdateTimes.periodPs(all, rate);
    int largest = count.of(frames.largest());
    CreditPool pool = CreditPool.of(own, node.name(), rate, count, classes, largest).orElse(null);
    int blocks =
        pool != null ? pool.units() : ownBlocks(own, count, rate, loopPs + periodPs, frames);
    if (blocks < largest) {
      throw new UnrunnableScenarioException(
          "credits.buffer of %s holds %d blocks of %d B, but one packet takes up to %d blocks: at least %s"
              .formatted(
                  node.name(),
                  blocks,
                  count.unitBytes(),
                  largest,
                  new Size((long) largest * count.unitBytes())));
    }
    return Optional.of(
        new CreditSettings(
            form,
            count,
            classes,
            blocks,
            pool,
            new Telling(
                frames.pause(),
                periodPs,
                all.find(CreditKnobs.CREDIT_SYNC)
                    .map(Time::ps)
                    .orElse(CreditUpdateTimes.syncPs(form, rate))),
            new Drain(
                node.isHost() ? drainBps(own, frames.largest()) : 0,
                pathBps(own, frames.largest()))));
  }

  /** What each class has for itself where none is shared. */
  private static int ownBlocks(
      Settings own, CreditUnits count, Rate rate, long loopPs, FrameSizes frames) {
    return own.find(CreditKnobs.CREDIT_BUFFER)
        .map(sizes -> (int) Math.min(count.most(), sizes.at(rate).bytes() / count.unitBytes()))
        .orElseGet(() -> enough(count, rate, loopPs, frames.largest()));
  }

  /** How fast a host takes out what arrives: as it is told to, and as PCIe lets it. */
  private static long drainBps(Settings own, int largestFrame) {
    long told = own.find(HostKnobs.DRAIN).map(Rate::bps).orElse(AT_ONCE);
    return Math.min(told, pathBps(own, largestFrame));
  }

  /** How fast PCIe lets a host take out what arrives. */
  private static long pathBps(Settings own, int largestFrame) {
    return PciePaths.of(own)
        .map(path -> (long) (largestFrame * 8e12 / path.writePs(largestFrame)))
        .orElse(AT_ONCE);
  }

  /** Blocks that keep a link busy: what it carries until one that was freed can be filled again. */
  private static int enough(CreditUnits count, Rate rate, long loopPs, int largestFrame) {
    double bytes = loopPs * (rate.bps() / PS_PER_BYTE_AT_1BPS);
    double packets = Math.ceil(bytes / largestFrame) + SPARE_PACKETS;
    return (int) Math.min(count.most(), packets * count.of(largestFrame));
  }

  /** The classes that send on credit in a scenario, as bits. */
  public static int classes(Settings all) {
    return all.get(CreditKnobs.CREDITS) ? mask(all.get(CreditKnobs.CREDIT_CLASSES)) : 0;
  }

  public static int mask(List<Integer> classes) {
    int mask = 0;
    for (int priority : classes) {
      mask |= 1 << priority;
    }
    return mask;
  }

  /** The limit of a class that a sender knows from the start: with a pool what was freed. */
  int firstLimit() {
    return pool == null ? Math.min(bufferBlocks, count.most()) : 0;
  }

  public boolean isOfInfiniband() {
    return form == CreditFlowControl.INFINIBAND;
  }

  public boolean covers(int priority) {
    return (classes & (1 << priority)) != 0;
  }
}
