package dev.headroom.model.workload;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.NetworkLines;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.script.ScriptedSchedule;
import dev.headroom.unit.Size;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Flows that carry the messages of processes, one process on each host, a flow for each message.
 * All that a process tells another goes over one connection, in the order in which it is written.
 */
final class ProcessFlows extends LineFlows {
  private final ScriptedSchedule schedule;
  private final CollectivePace pace;
  private final ClusterLayout layout;

  /** Of each line between processes: its connection. */
  private final int[] connections;

  private final int pairs;

  /**
   * @param startPs when processes begin
   * @param wakePs from the arrival of a message until the process that waits for it goes on
   */
  ProcessFlows(
      ScriptedSchedule schedule,
      long startPs,
      long wakePs,
      WorkloadSite site,
      String description,
      BuildRecipe recipe) {
    super(lines(schedule), site, description, recipe);
    int hosts = site.hosts().size();
    this.schedule = schedule;
    // A step's work is counted in picoseconds. One that sends nothing must take some time.
    pace =
        new CollectivePace(
            startPs,
            new CollectivePace.Delays(0, wakePs, 0, 0, 1),
            new CollectivePace.Costs(1, 0, 0, 0, 0, 0),
            0,
            false,
            Integer.MAX_VALUE);
    layout = ClusterLayout.ofProcesses(hosts);
    connections = new int[lines.count()];
    Map<Long, Integer> between = new HashMap<>();
    for (int place = 0; place < connections.length; place++) {
      int line = lines.line(place);
      long pair = (long) from(line) * hosts + to(line);
      connections[place] = between.computeIfAbsent(pair, key -> between.size());
    }
    pairs = between.size();
  }

  /** Those that a workload of this name made; empty where another one made them. */
  static Optional<ProcessFlows> of(FlowProgram flows, String workload) {
    return flows instanceof ProcessFlows own && flows.recipe().kind().equals(workload)
        ? Optional.of(own)
        : Optional.empty();
  }

  /** These as one call of a collective of so many bytes. */
  CalledCollective called(Collective collective, String algorithm, Size size) {
    return new CalledCollective(
        collective,
        algorithm,
        "",
        ranks(),
        size.bytes(),
        1,
        recipe().parameters().get(CommonParameters.START).ps(),
        0);
  }

  private static NetworkLines lines(ScriptedSchedule schedule) {
    return new NetworkLines(
        schedule.lines(), line -> from(schedule, line) != to(schedule, line), schedule::messages);
  }

  private static int from(ScriptedSchedule schedule, int line) {
    return schedule.rank(schedule.sender(line));
  }

  private static int to(ScriptedSchedule schedule, int line) {
    return schedule.rank(schedule.receiver(line));
  }

  @Override
  int from(int line) {
    return from(schedule, line);
  }

  @Override
  int to(int line) {
    return to(schedule, line);
  }

  @Override
  public ScriptedSchedule schedule() {
    return schedule;
  }

  @Override
  public ClusterLayout layout() {
    return layout;
  }

  @Override
  public CollectivePace pace(int worker) {
    return pace;
  }

  /** Processes hear of each other over the network alone. */
  @Override
  public long shortestPs() {
    return Long.MAX_VALUE;
  }

  @Override
  public int ranks() {
    return layout.ranks();
  }

  @Override
  int place(int rank) {
    return rank;
  }

  @Override
  public int split() {
    return 1;
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public long bytes(int flow) {
    int place = lines.placeOfFlow(flow);
    return schedule.bytes(lines.line(place), flow - lines.firstFlow(place));
  }

  @Override
  public int queuePairs() {
    return pairs;
  }

  @Override
  public int queuePair(int flow) {
    return connections[lines.placeOfFlow(flow)];
  }

  @Override
  public int queuePairIndex(int flow) {
    return 0;
  }
}
