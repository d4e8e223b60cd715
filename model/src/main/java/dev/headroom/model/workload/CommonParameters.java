package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;

/** Parameters that several workloads share, with their checks. */
final class CommonParameters {
  static final Knob<String> HOSTS =
      Knob.of(
          "workload.hosts",
          TEXT,
          "*",
          "hosts that take part, in this order: names, ranges and globs, such as "
              + "host-0..15,host-20 or host-*-rail-0");
  static final Knob<Size> SIZE_OF_FLOWS = size("1MiB", "payload of each flow");
  static final Knob<Time> START =
      Knob.of("workload.start", TIME, "0ns", "start time").within("0ns", "1000000s");
  static final Knob<Long> FLOWS_PER_SENDER =
      Knob.of(
              "workload.flowsPerSender",
              WHOLE,
              "1",
              "number of flows of each sender, each on its own queue pair")
          .within("1", "10000000");

  private CommonParameters() {}

  static Knob<Size> size(String fallback, String meaning) {
    return Knob.of("workload.size", SIZE, fallback, meaning).within("0B", "1048576TiB");
  }

  /** Positions of those who take part; nobody when the selection is wrong. */
  static int[] participants(Settings settings, WorkloadSite site) {
    return HostSelection.resolve(settings.get(HOSTS), site.hosts()).positions().stream()
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The site of those who take part alone; only where {@link #check} finds nothing wrong. */
  static WorkloadSite chosen(Settings settings, WorkloadSite site) {
    return site.of(HostSelection.resolve(settings.get(HOSTS), site.hosts()).positions());
  }

  /** Complaints about the selection of hosts, or that it leaves fewer than {@code least}. */
  static List<KnobConflict> check(Settings settings, WorkloadSite site, int least) {
    List<KnobConflict> complaints = new ArrayList<>();
    HostSelection selection = HostSelection.resolve(settings.get(HOSTS), site.hosts());
    selection.problem().ifPresent(what -> complaints.add(new KnobConflict(HOSTS.name(), what, "")));
    if (complaints.isEmpty() && selection.positions().size() < least) {
      complaints.add(
          new KnobConflict(
              HOSTS.name(),
              selection.positions().size() == 1
                  ? "only one host takes part"
                  : "only " + selection.positions().size() + " hosts take part",
              "at least " + least));
    }
    return complaints;
  }

  static void flows(List<KnobConflict> complaints, Knob<?> blamed, double flows) {
    if (flows > Integer.MAX_VALUE) {
      complaints.add(
          new KnobConflict(
              blamed.name(),
              "that makes %.0f flows".formatted(flows),
              "at most " + Integer.MAX_VALUE));
    }
  }
}
