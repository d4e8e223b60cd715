package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.script.NicEngineRing;
import dev.headroom.model.script.ScriptedSchedule;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Workload {@code nic-collective}: one collective of engines in the NICs of hosts. */
public final class NicCollective {
  /** Messages of all engines together. */
  private static final int MOST = 1 << 23;

  private static final Knob<Collective> COLLECTIVE =
      Knob.of(
          "workload.collective",
          choice(List.of(Collective.ALL_REDUCE, Collective.REDUCE_SCATTER, Collective.ALL_GATHER)),
          Collective.ALL_REDUCE.word(),
          "collective operation");
  private static final Knob<Size> BYTES =
      CommonParameters.size(
          "64MiB", "vector size as in nccl-tests: the data of each host before or after");
  private static final Knob<Rate> REDUCE =
      Knob.derived(
              "workload.reduceRate",
              RATE,
              "the arrival rate",
              "rate at which an engine adds received data to its host's data, or fetches the "
                  + "host's data over PCIe, whichever is lower")
          .within("1Mbps", "100Tbps")
          .from(
              "Ma et al., arXiv 2204.10943: an FPGA at its link's 40 Gb/s; PsPIN, arXiv "
                  + "2010.03536: 400 Gb/s, simulated; FpgaNIC (ATC 2022): Arm cores of a "
                  + "BlueField-2 cannot process 100 Gb/s");
  private static final Knob<Time> LATENCY =
      Knob.of(
              "workload.engineLatency",
              TIME,
              "26ns",
              "latency from the arrival of a piece until an engine processes it")
          .within("0ns", "10ms")
          .from("PsPIN, arXiv 2010.03536: 26 ns for packets of 64 B, simulated");
  private static final Knob<Size> PIECE =
      Knob.of(
              "workload.piece",
              SIZE,
              "64KiB",
              "maximum piece that an engine forwards at once; one message each")
          .within("256B", "1GiB");

  static final Workload WORKLOAD =
      Workload.onChosenHosts(
          "nic-collective",
          "one collective in NICs, whose engines add the data that passes through",
          List.of(COLLECTIVE, BYTES, REDUCE, LATENCY, PIECE, CommonParameters.START),
          NicCollective::check,
          NicCollective::build);

  private NicCollective() {}

  /** What was called, of flows that this workload made; empty where another one made them. */
  static Optional<CalledCollective> calledBy(FlowProgram flows) {
    return ProcessFlows.of(flows, WORKLOAD.name())
        .map(own -> {
          Settings settings = own.recipe().parameters();
          return own.called(settings.get(COLLECTIVE), "ring", settings.get(BYTES));
        });
  }

  private static NicEngineRing ring(Settings settings, WorkloadSite site) {
    return new NicEngineRing(
        site.hosts().size(),
        settings.get(BYTES).bytes(),
        settings.get(PIECE).bytes(),
        settings.find(REDUCE).map(rate -> 8e12 / rate.bps()).orElse(0.0));
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>();
    if (site.hosts().size() < 2) {
      complaints.add(
          new KnobConflict(COLLECTIVE.name(), "a collective of one host", "two hosts or more"));
      return complaints;
    }
    double messages = ring(settings, site).messages(settings.get(COLLECTIVE));
    if (messages > MOST) {
      complaints.add(
          new KnobConflict(
              PIECE.name(),
              "that makes %.0f messages".formatted(messages),
              "larger pieces, for at most " + MOST));
    }
    return complaints;
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    ScriptedSchedule schedule = ring(settings, site).schedule(settings.get(COLLECTIVE));
    return new ProcessFlows(
        schedule,
        settings.get(CommonParameters.START).ps(),
        settings.get(LATENCY).ps(),
        site,
        "%s, of %s over %s"
            .formatted(
                schedule.description(),
                settings.get(BYTES),
                CountedNoun.of(site.hosts().size(), "host")),
        new BuildRecipe(WORKLOAD.name(), settings));
  }
}
