package dev.headroom.model.workload;

import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.HpccKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;

/**
 * What the queue pair of a flow is set with for itself, because its two hosts are nearer to each
 * other than others, or behind slower links.
 *
 * @param windowBytes its window; 0: that of all
 * @param baseRttPs its round trip without queues; 0: that of all
 */
public record FlowTerms(long windowBytes, long baseRttPs) {
  /** Nothing of its own. */
  public static final FlowTerms NONE = new FlowTerms(0, 0);

  /** What is set for all, with what is its own in its place. */
  public Settings over(Settings all) {
    Settings own = all;
    if (windowBytes > 0) {
      Size window = new Size(windowBytes);
      own = own.with(TransportKnobs.WINDOW, window);
      own = all.isSet(HpccKnobs.WINDOW) ? own.with(HpccKnobs.WINDOW, window) : own;
    }
    return baseRttPs > 0 ? own.with(ControllerKnobs.BASE_RTT, new Time(baseRttPs)) : own;
  }
}
