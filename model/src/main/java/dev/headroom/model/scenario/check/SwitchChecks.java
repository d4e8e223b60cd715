package dev.headroom.model.scenario.check;

import dev.headroom.model.choice.HashFunction;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.unit.Size;
import java.util.List;

/** Checks of a switch: its buffer, and its routing hash. */
final class SwitchChecks {
  private SwitchChecks() {}

  static void buffers(Settings settings, List<KnobConflict> complaints) {
    Size buffer = settings.get(SwitchKnobs.SWITCH_BUFFER);
    below(complaints, SwitchKnobs.RESERVED, settings.get(SwitchKnobs.RESERVED), buffer);
    below(complaints, SwitchKnobs.SWITCH_CELL, settings.get(SwitchKnobs.SWITCH_CELL), buffer);
    settings
        .find(PfcKnobs.HEADROOM)
        .ifPresent(sizes ->
            sizes
                .byRate()
                .values()
                .forEach(size -> below(complaints, PfcKnobs.HEADROOM, size, buffer)));
    settings.find(PfcKnobs.XOFF).ifPresent(size -> below(complaints, PfcKnobs.XOFF, size, buffer));
  }

  private static void below(List<KnobConflict> complaints, Knob<?> knob, Size size, Size buffer) {
    if (size.compareTo(buffer) > 0) {
      complaints.add(
          new KnobConflict(
              knob.name(),
              "%s exceeds the buffer of %s".formatted(size, buffer),
              "at most " + buffer));
    }
  }

  /** The queue pair's number is in our own hash only. */
  static void hash(Settings settings, List<KnobConflict> complaints) {
    if (settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.E_ECMP
        && settings.get(RoutingKnobs.HASH) == HashFunction.MURMUR3) {
      complaints.add(
          new KnobConflict(
              RoutingKnobs.ROUTING.name(),
              "e-ecmp also hashes the queue pair, but murmur3 is the HPCC simulator's hash "
                  + "of the 5-tuple",
              "routing.hash mix64"));
    }
  }
}
