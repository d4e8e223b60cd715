package dev.headroom.model.scenario;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.List;

/**
 * Queue pair defaults of the libraries that workloads run as; any setting of the scenario overrides
 * them. Entries of a list that run as different ones have it each for themselves.
 *
 * @param everywhere what is set for all flows
 * @param parts what each entry of a workload that is a list sets for itself; empty where none does
 */
record LibraryDefaults(Settings everywhere, List<Settings> parts) {
  private static final List<Knob<?>> OF_LIBRARIES =
      List.of(TransportKnobs.ACK_TIMEOUT, TransportKnobs.RETRY_COUNT);

  /**
   * @param settings what a scenario sets for all flows, without what libraries bring
   * @param own what each entry of a workload that is a list sets for itself; empty where none does
   */
  static LibraryDefaults of(Settings settings, List<Settings> own, FlowProgram flows) {
    List<Settings> brought =
        (flows instanceof CombinedFlowProgram combinedFlowProgram
                ? combinedFlowProgram.parts()
                : List.of(flows))
            .stream().map(part -> Workloads.librarySettings(part.recipe())).toList();
    if (own.isEmpty() && brought.stream().distinct().count() == 1) {
      return new LibraryDefaults(under(settings, settings, brought.getFirst()), own);
    }
    List<Settings> parts = new ArrayList<>();
    for (int i = 0; i < brought.size(); i++) {
      Settings said = own.isEmpty() ? Settings.DEFAULTS : own.get(i);
      parts.add(under(said, Scenario.ofPart(settings, said), brought.get(i)));
    }
    boolean none = parts.stream().allMatch(Settings.DEFAULTS::equals);
    return new LibraryDefaults(settings, none ? List.of() : List.copyOf(parts));
  }

  /**
   * Settings with what is brought to them where nothing is said.
   *
   * @param said by all that holds for the same flows
   */
  private static Settings under(Settings settings, Settings said, Settings brought) {
    if (!said.get(TransportKnobs.TRANSPORT).hasQueuePairs()) {
      return settings;
    }
    List<Knob<?>> known =
        OF_LIBRARIES.stream()
            .filter(knob -> said.isSet(knob) || said.print(knob).equals(brought.print(knob)))
            .toList();
    return brought.without(known).with(settings);
  }
}
