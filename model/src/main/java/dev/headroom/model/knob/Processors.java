package dev.headroom.model.knob;

import dev.headroom.model.machine.Processor;
import java.util.function.Function;

/** What {@code hosts.cpu.model} brings for a run, under the name of the family. */
final class Processors {
  private Processors() {}

  /** A knob with a value for each family. */
  static <T> Knob<T> with(Knob<T> knob, Function<Processor, String> value) {
    Knob<T> result = knob;
    for (Processor each : Processor.values()) {
      result = result.preset(each.model(), value.apply(each));
    }
    return result;
  }

  /** A knob with the size of TLPs for those that cut them. */
  static Knob<Long> cutting(Knob<Long> knob) {
    Knob<Long> result = knob;
    for (Processor each : Processor.values()) {
      if (each.payload() > 0) {
        result = result.preset(each.model(), String.valueOf(each.payload()));
      }
    }
    return result;
  }
}
