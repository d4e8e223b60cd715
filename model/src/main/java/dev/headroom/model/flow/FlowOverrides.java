package dev.headroom.model.flow;

import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Settings of a single flow's queue pair that differ from those of all. Its hosts are nearer to
 * each other or behind slower links, it has its own class, or its data lies in pieces.
 *
 * @param windowBytes its window; 0: that of all
 * @param baseRttPs its round trip without queues; 0: that of all
 * @param priority the class of its data; {@link #OF_ALL}: that of all
 * @param messageBytes a flow is cut into messages of this size; 0: as those of all
 */
public record FlowOverrides(long windowBytes, long baseRttPs, int priority, long messageBytes) {
  private static final Knob<Size> HPCC_WINDOW =
      Knobs.named("congestion.hpcc.window", ValueType.SIZE);

  /** No class of its own. */
  public static final int OF_ALL = -1;

  /** Nothing of its own. */
  public static final FlowOverrides NONE = new FlowOverrides(0, 0);

  /** Terms of one in the class of all. */
  public FlowOverrides(long windowBytes, long baseRttPs) {
    this(windowBytes, baseRttPs, OF_ALL);
  }

  /** Terms of one whose flows are cut as those of all. */
  public FlowOverrides(long windowBytes, long baseRttPs, int priority) {
    this(windowBytes, baseRttPs, priority, 0);
  }

  /** Terms of one whose flows are cut into messages of a size of their own. */
  public static FlowOverrides ofMessages(long bytes) {
    return new FlowOverrides(0, 0, OF_ALL, bytes);
  }

  // By hand, as the methods of a record are made when first asked for: these are for every flow.
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FlowOverrides that
            && windowBytes == that.windowBytes
            && baseRttPs == that.baseRttPs
            && priority == that.priority
            && messageBytes == that.messageBytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * windowBytes + baseRttPs) + messageBytes) + priority;
  }

  /** The same in a class of its own. */
  public FlowOverrides in(int own) {
    return new FlowOverrides(windowBytes, baseRttPs, own, messageBytes);
  }

  public boolean hasClass() {
    return priority != OF_ALL;
  }

  /** What is set for all, with what is its own in its place. */
  public Settings over(Settings all) {
    Settings own = all;
    if (windowBytes > 0) {
      Size window = new Size(windowBytes);
      own = own.with(TransportKnobs.WINDOW, window);
      own = all.isSet(HPCC_WINDOW) ? own.with(HPCC_WINDOW, window) : own;
    }
    if (baseRttPs > 0) {
      own = own.with(ControllerKnobs.BASE_RTT, new Time(baseRttPs));
    }
    if (messageBytes > 0) {
      own = own.with(TransportKnobs.MESSAGE_SIZE, new Size(messageBytes));
    }
    return hasClass() ? own.with(TransportKnobs.TRAFFIC_CLASS, (long) priority) : own;
  }
}
