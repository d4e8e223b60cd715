package dev.headroom.sim.fuzz;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.CompletionWait;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lets the entries of a workload send in classes, over transports and with controls of their own.
 */
final class RandomParts {
  private static final Set<String> TOLD = Set.of("hpcc", "hpcc++", "hpcc-pint", "swift");

  private final Dice dice;
  private final Settings everywhere;
  private final TransportType transport;

  RandomParts(Dice dice, Settings everywhere) {
    this.dice = dice;
    this.everywhere = everywhere;
    transport = everywhere.get(TransportKnobs.TRANSPORT);
  }

  /** What each sets for itself; empty where none does, or none can. */
  List<Settings> of(CombinedFlowProgram combinedFlowProgram) {
    if (everywhere.isSet(ClassKnobs.DSCP) // a class has one
        || dice.oneIn(4)) {
      return List.of();
    }
    List<Settings> parts = new ArrayList<>();
    for (int i = 0; i < combinedFlowProgram.parts().size(); i++) {
      parts.add(dice.oneIn(3) ? Settings.DEFAULTS : part());
    }
    boolean none = parts.stream().allMatch(Settings.DEFAULTS::equals);
    return none || !haveCores(parts) || !shareDetails(parts) ? List.of() : parts;
  }

  /** Whether no kernel has a part of detailed hosts, and the NIC the rest. */
  private boolean shareDetails(List<Settings> parts) {
    return everywhere.get(PcieKnobs.STAGES) != HostStageDetail.DETAILED
        || parts.stream().allMatch(part -> isTcp(everywhere.with(part)) == isTcp(everywhere));
  }

  /** Whether no two have all cores: of kernels that are set differently, or one that sleeps. */
  private boolean haveCores(List<Settings> parts) {
    long kernels =
        parts.stream()
            .filter(part -> isTcp(part) || (isTcp(everywhere) && !isOfAnother(part)))
            .filter(part -> everywhere.with(part).get(CpuKnobs.STACK) == TcpStack.KERNEL)
            .distinct()
            .count();
    return kernels == 0
        || (kernels == 1 && everywhere.get(CompletionKnobs.WAIT) == CompletionWait.POLLING);
  }

  private static boolean isOfASimulator(FrameFormat format) {
    return format == FrameFormat.HPCC_NS3 || format == FrameFormat.HTSIM;
  }

  private static boolean isTcp(Settings of) {
    return of.get(TransportKnobs.TRANSPORT).isInKernel();
  }

  private static boolean isOfAnother(Settings part) {
    return part.isSet(TransportKnobs.TRANSPORT);
  }

  private Settings part() {
    boolean plain =
        Set.of(TransportType.ROCEV2, TransportType.TCP, TransportType.SRD, TransportType.FALCON)
                .contains(transport)
            && !isOfASimulator(everywhere.get(TransportKnobs.FRAMING));
    return plain && dice.oneIn(2) ? ofAnother() : ofTheSame();
  }

  /** Whether switches write something into packets already, which others cannot have otherwise. */
  private boolean isTold() {
    return TOLD.contains(everywhere.get(CongestionKnobs.ALGORITHM).word());
  }

  private Settings ofAnother() {
    RandomKnobs knobs = new RandomKnobs(dice);
    boolean read = everywhere.get(TransportKnobs.OPERATION) == Verb.READ;
    String other =
        read
            ? dice.pick("iwarp", "srd")
            : dice.pick("tcp", "tcp", "iwarp", "srd", isTold() ? "tcp" : "falcon");
    List<Knob<?>> brought = new ArrayList<>(Knobs.ofParts());
    if (!everywhere.isSet(CpuKnobs.STACK)) {
      brought.add(CpuKnobs.STACK);
    }
    knobs.with(Presets.named(other).orElseThrow().settings().only(brought));
    knobs.maybe(TransportKnobs.TRAFFIC_CLASS, 0, 3, 4);
    return knobs.settings();
  }

  private Settings ofTheSame() {
    RandomKnobs knobs = new RandomKnobs(dice);
    knobs.maybe(TransportKnobs.TRAFFIC_CLASS, 0, 3, 4, 5);
    knobs.maybe(TransportKnobs.ACK_CLASS, 0, 3, 6);
    if (!Set.of(TransportType.ROCEV2, TransportType.INFINIBAND).contains(transport)) {
      return knobs.settings();
    }
    if (!isOfASimulator(everywhere.get(TransportKnobs.FRAMING))) {
      knobs.maybe(TransportKnobs.MTU, 256, 1024, 4096);
    }
    knobs.maybe(TransportKnobs.ACK_EVERY, 1, 4);
    if (transport == TransportType.INFINIBAND) {
      return knobs.settings();
    }
    if (everywhere.get(TransportKnobs.OPERATION) == Verb.READ) {
      knobs.maybe(CongestionKnobs.ALGORITHM, "none", "dcqcn");
    } else {
      knobs.maybe(CongestionKnobs.ALGORITHM, "none", "dcqcn", "timely", "dctcp", "rtt-probe");
    }
    return knobs.settings();
  }
}
