package dev.headroom.formats.htsim;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.htsim.ConnectionMatrix.Flow;
import dev.headroom.formats.htsim.ConnectionMatrix.Trigger;
import dev.headroom.model.workload.FlowList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Conversion of htsim's triggers into flows that wait for other flows.
 *
 * <p>A oneshot has one flow that fires it and starts all that wait; a barrier has as many as its
 * count says. A multishot starts its i-th waiting flow when it is fired for the i-th time; here
 * that is when the i-th of the flows that fire it is done, in file order, which is the same where
 * they finish in that order. There a trigger acts at once over any distance; what that costs here
 * is for the simulator to say.
 */
final class HtsimTriggers {
  /** A flow that fires a trigger, and whether it does so on delivery or on completion. */
  private record Firing(int flow, boolean delivered) {}

  private final ConnectionMatrix file;
  private final ProblemCollector problems;
  private final Map<Integer, List<Firing>> firings = new TreeMap<>();
  private final Map<Integer, List<Integer>> waiting = new TreeMap<>();

  private HtsimTriggers(ConnectionMatrix file, ProblemCollector problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The flows of a matrix in file order, with what each waits for. */
  static List<FlowList.Entry> entries(ConnectionMatrix file, ProblemCollector problems) {
    return new HtsimTriggers(file, problems).entries();
  }

  private List<FlowList.Entry> entries() {
    int before = problems.errors();
    for (int flow = 0; flow < file.flows().size(); flow++) {
      Flow line = file.flows().get(flow);
      fires(flow, line.at(), line.sendDone(), false);
      fires(flow, line.at(), line.receiveDone(), true);
      if (line.trigger().isPresent()) {
        waiting.computeIfAbsent(line.trigger().getAsInt(), id -> new ArrayList<>()).add(flow);
      }
    }
    List<List<Firing>> needs = new ArrayList<>();
    file.flows().forEach(flow -> needs.add(new ArrayList<>()));
    waiting.forEach((id, flows) -> start(id, flows, needs));
    if (problems.errors() == before) {
      checkStarts(needs);
    }
    List<FlowList.Entry> entries = new ArrayList<>();
    for (int flow = 0; flow < file.flows().size(); flow++) {
      Flow line = file.flows().get(flow);
      List<Integer> delivered = new ArrayList<>();
      List<Integer> completed = new ArrayList<>();
      for (Firing need : needs.get(flow)) {
        (need.delivered() ? delivered : completed).add(need.flow());
      }
      entries.add(
          new FlowList.Entry(
              line.source(),
              line.destination(),
              line.bytes(),
              line.startPs(),
              List.copyOf(delivered),
              List.copyOf(completed),
              -1));
    }
    return entries;
  }

  private void fires(int flow, TextWord at, OptionalInt trigger, boolean delivered) {
    if (trigger.isEmpty()) {
      return;
    }
    int id = trigger.getAsInt();
    if (!file.triggers().containsKey(id)) {
      error(at, "it fires trigger " + id + ", which is not listed", "add trigger id " + id);
      return;
    }
    firings.computeIfAbsent(id, i -> new ArrayList<>()).add(new Firing(flow, delivered));
  }

  private void start(int id, List<Integer> flows, List<List<Firing>> needs) {
    Trigger trigger = file.triggers().get(id);
    if (trigger == null) {
      TextWord at = file.flows().get(flows.getFirst()).at();
      error(at, "it waits for trigger " + id + ", which is not listed", "add trigger id " + id);
      return;
    }
    List<Firing> fired = firings.getOrDefault(id, List.of());
    int wanted =
        switch (trigger.kind()) {
          case ONESHOT -> 1;
          case MULTISHOT -> flows.size();
          case BARRIER -> trigger.count();
        };
    boolean right =
        trigger.kind() == ConnectionMatrix.Kind.MULTISHOT
            ? fired.size() >= wanted
            : fired.size() == wanted;
    if (!right) {
      error(
          trigger.at(),
          "trigger %d is fired by %d flows".formatted(id, fired.size()),
          switch (trigger.kind()) {
            case ONESHOT -> "a oneshot trigger accepts one flow; use a barrier for several";
            case MULTISHOT -> wanted + " flows wait, each for another flow";
            case BARRIER -> "its count is " + wanted;
          });
      return;
    }
    if (trigger.kind() == ConnectionMatrix.Kind.MULTISHOT) {
      if (fired.size() > 1) {
        problems.warn(
            file.file(),
            trigger.at(),
            "",
            "multishot " + id + " starts flows in the order in which other flows finish",
            "in Headroom the i-th firing flow starts the i-th waiting flow, in file order");
      }
      for (int i = 0; i < flows.size(); i++) {
        needs.get(flows.get(i)).add(fired.get(i));
      }
    } else {
      flows.forEach(flow -> needs.get(flow).addAll(fired));
    }
  }

  /** Kahn's algorithm: whatever is not reached waits for itself. */
  private void checkStarts(List<List<Firing>> needs) {
    List<List<Integer>> dependents = new ArrayList<>();
    int[] open = new int[needs.size()];
    needs.forEach(n -> dependents.add(new ArrayList<>()));
    Queue<Integer> ready = new ArrayDeque<>();
    for (int flow = 0; flow < open.length; flow++) {
      open[flow] = needs.get(flow).size();
      for (Firing need : needs.get(flow)) {
        dependents.get(need.flow()).add(flow);
      }
      if (open[flow] == 0) {
        ready.add(flow);
      }
    }
    while (!ready.isEmpty()) {
      for (int dependent : dependents.get(ready.remove())) {
        if (--open[dependent] == 0) {
          ready.add(dependent);
        }
      }
    }
    for (int flow = 0; flow < open.length; flow++) {
      if (open[flow] > 0) {
        error(
            file.flows().get(flow).at(),
            "it waits for itself through a cycle of triggers",
            "give one flow of the cycle a start");
        return;
      }
    }
  }

  private void error(TextWord at, String what, String right) {
    problems.error(file.file(), at, "", what, right);
  }
}
