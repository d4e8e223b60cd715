package dev.headroom.model.knob;

import dev.headroom.model.knob.Presets.Preset;
import dev.headroom.model.machine.Processor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** What {@code hosts.cpu.model} brings for a run, under the name of the family. */
final class Processors {
  static final List<Preset> ALL =
      Arrays.stream(Processor.values())
          .map(each ->
              new Preset(
                  each.model(),
                  each.meaning()
                      + ": what its root complex passes on between NIC and GPU, and its link between"
                      + " sockets; hosts.cpu.model brings it",
                  "headroom calc peer --cpu " + each.model() + ": each figure with its own"))
          .toList();

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
