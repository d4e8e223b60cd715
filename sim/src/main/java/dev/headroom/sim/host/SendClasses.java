package dev.headroom.sim.host;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.fabric.Port;
import java.util.function.IntUnaryOperator;

/** Traffic class of the data of each queue pair of a run. */
public final class SendClasses {
  /** Empty where all send in the same. */
  private final byte[] ofPair;

  private final int mask;

  private SendClasses(byte[] ofPair, int mask) {
    this.ofPair = ofPair;
    this.mask = mask;
  }

  /** All send in one class. */
  public static SendClasses all(int priority) {
    return new SendClasses(new byte[0], 1 << priority);
  }

  /** Each queue pair has that of its first flow. */
  public static SendClasses ofFlows(FlowProgram flows, IntUnaryOperator priorityOfFlow) {
    byte[] ofPair = new byte[flows.queuePairs()];
    int mask = 0;
    for (int flow = flows.flows() - 1; flow >= 0; flow--) {
      ofPair[flows.queuePair(flow)] = (byte) priorityOfFlow.applyAsInt(flow);
    }
    for (byte priority : ofPair) {
      mask |= 1 << priority;
    }
    return Integer.bitCount(mask) == 1
        ? new SendClasses(new byte[0], mask)
        : new SendClasses(ofPair, mask);
  }

  /** Those that somebody sends in, as bits. */
  int mask() {
    return mask;
  }

  /** Those that a pause holds back at a port, as bits. */
  int pausedClassesAt(Port port) {
    int held = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int priority = Integer.numberOfTrailingZeros(rest);
      held |= port.holds(priority) ? 1 << priority : 0;
    }
    return held;
  }

  boolean isSingleClass() {
    return ofPair.length == 0;
  }

  int of(PacketSender sender) {
    return isSingleClass() ? Integer.numberOfTrailingZeros(mask) : ofPair[sender.queuePair];
  }
}
