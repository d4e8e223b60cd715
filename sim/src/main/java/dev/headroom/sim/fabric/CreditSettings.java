package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import java.util.List;
import java.util.Optional;

/**
 * What credit-based flow control is set with at one port.
 *
 * @param classes bit mask of the classes that send on credit
 * @param bufferBlocks input buffer of each class here, in blocks
 * @param frameBytes a flow control packet, without delimiters
 * @param periodPs least time between two grants of a class while the peer is not short of credit
 * @param syncPs after which a sender says how much it has sent
 * @param drainBps how fast what arrives is taken out, in bits per second: {@link #AT_ONCE} at most
 *     hosts, 0 where packets stay until they are sent on
 */
record CreditSettings(
    int classes, int bufferBlocks, int frameBytes, long periodPs, long syncPs, long drainBps) {
  /** What arrives takes no room. */
  static final long AT_ONCE = Long.MAX_VALUE;

  /** Bytes of a block: buffers are given out and packets are counted in whole ones. */
  static final int BLOCK_BYTES = 64;

  /** Counters have 12 bits. */
  static final int MODULO = 4_096;

  /** More cannot be granted, or what is behind could not be told from what is ahead. */
  static final int MOST_GRANTED = MODULO / 2;

  /** Symbols after which a flow control packet is due, a byte each on every lane. */
  private static final long SYNC_SYMBOLS = 65_536;

  /** Of an InfiniBand link, as nearly all of them are. */
  private static final int LANES = 4;

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
  static Optional<CreditSettings> of(
      Settings all, Settings own, Node node, Rate rate, long loopPs, FrameSizes frames) {
    int classes = classes(all);
    if (classes == 0) {
      return Optional.empty();
    }
    long periodPs = all.get(CreditKnobs.CREDIT_PERIOD).ps();
    int largest = blocks(frames.largest());
    int blocks =
        own.find(CreditKnobs.CREDIT_BUFFER)
            .map(sizes -> (int) (sizes.at(rate).bytes() / BLOCK_BYTES))
            .orElseGet(() -> enough(rate, loopPs + periodPs, frames.largest()));
    if (blocks < largest) {
      throw new UnfitScenarioException(
          "credits.buffer of %s holds %d blocks of %d B, and a packet takes up to %d: at least %s"
              .formatted(
                  node.name(),
                  blocks,
                  BLOCK_BYTES,
                  largest,
                  new Size((long) largest * BLOCK_BYTES)));
    }
    long lane = rate.bps() / LANES;
    return Optional.of(
        new CreditSettings(
            classes,
            blocks,
            frames.pause(),
            periodPs,
            all.find(CreditKnobs.CREDIT_SYNC)
                .map(Time::ps)
                .orElse((long) (SYNC_SYMBOLS * PS_PER_BYTE_AT_1BPS / lane)),
            node.isHost() ? drainBps(own, frames.largest()) : 0));
  }

  /** How fast a host takes out what arrives: as it is told to, and as PCIe lets it. */
  private static long drainBps(Settings own, int largestFrame) {
    long told = own.find(HostKnobs.DRAIN).map(Rate::bps).orElse(AT_ONCE);
    return PciePaths.of(own)
        .map(path -> Math.min(told, (long) (largestFrame * 8e12 / path.writePs(largestFrame))))
        .orElse(told);
  }

  /** Blocks that keep a link busy: what it carries until one that was freed can be filled again. */
  private static int enough(Rate rate, long loopPs, int largestFrame) {
    double bytes = loopPs * (rate.bps() / PS_PER_BYTE_AT_1BPS);
    double packets = Math.ceil(bytes / largestFrame) + SPARE_PACKETS;
    return (int) Math.min(MOST_GRANTED, packets * blocks(largestFrame));
  }

  /** The classes that send on credit in a scenario, as bits. */
  static int classes(Settings all) {
    return all.get(CreditKnobs.CREDITS) ? mask(all.get(CreditKnobs.CREDIT_CLASSES)) : 0;
  }

  static int mask(List<Integer> classes) {
    int mask = 0;
    for (int priority : classes) {
      mask |= 1 << priority;
    }
    return mask;
  }

  /** The blocks that bytes take. */
  static int blocks(int bytes) {
    return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  /** A count, cut to the bits of a counter. */
  static int wrap(int count) {
    return count & (MODULO - 1);
  }

  boolean covers(int priority) {
    return (classes & (1 << priority)) != 0;
  }
}
