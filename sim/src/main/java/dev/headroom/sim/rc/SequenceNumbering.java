package dev.headroom.sim.rc;

import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Size;

/**
 * Numbering of data by sequence numbers: packets of the MTU in numbers of 24 bits, as InfiniBand
 * has it ({@link Psn}); or less than a packet, as in Alibaba's HPCC simulator, whose numbers of 32
 * bits count bytes.
 *
 * <p>It matters where a sender goes back to a place at which no packet began: to a chunk of 4,500 B
 * with packets of 1,000. Then a number stands for 500 B, the greatest common divisor, and a packet
 * takes two of them.
 *
 * @param bytes payload that a number stands for
 * @param perPacket numbers that a full packet takes
 * @param spare bits of an {@code int} that are not used
 * @param first number of a queue pair, at either end
 */
public record SequenceNumbering(int bytes, int perPacket, int spare, int first) {
  private static final int BEYOND_24_BITS = 8;

  private static SequenceNumbering ofPackets(int mtu, int first) {
    return new SequenceNumbering(mtu, 1, BEYOND_24_BITS, first);
  }

  static SequenceNumbering of(Settings settings) {
    int mtu = settings.get(TransportKnobs.MTU).intValue();
    int first = settings.get(TransportKnobs.INITIAL_PSN).intValue();
    boolean ofBytes =
        settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
            && settings.isSet(TransportKnobs.GO_BACK_UNIT)
            && settings.get(TransportKnobs.RECOVERY) == LossRecovery.GO_BACK_N
            && settings.get(TransportKnobs.OPERATION) != Verb.READ;
    if (!ofBytes) {
      return ofPackets(mtu, first);
    }
    long unit = settings.find(TransportKnobs.GO_BACK_UNIT).map(Size::bytes).orElse((long) mtu);
    int common = (int) greatestCommonDivisor(unit, mtu);
    return common == mtu
        ? ofPackets(mtu, first)
        : new SequenceNumbering(common, mtu / common, 0, first);
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** What goes on the wire for a number that never wraps. */
  int of(long sequence) {
    return (int) sequence << spare >>> spare;
  }

  /** How far {@code a} is ahead of {@code b}; less than half of all numbers. */
  int distance(int a, int b) {
    return (a - b) << spare >> spare;
  }

  /** Numbers that so much payload takes; nothing takes one. */
  long count(long payload) {
    return payload <= bytes ? 1 : (payload + bytes - 1) / bytes;
  }
}
