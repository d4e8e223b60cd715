package dev.headroom.model.workload;

import dev.headroom.model.knob.Recipe;
import dev.headroom.model.process.ScriptedSchedule;
import dev.headroom.model.schedule.Layout;
import dev.headroom.model.schedule.Pace;
import java.util.HashMap;
import java.util.Map;

/**
 * The messages of processes, one on each host, a flow each. All that a process tells another goes
 * over one connection, in the order in which it is written.
 */
final class ProcessFlows implements ScheduledFlows {
  private final ScriptedSchedule schedule;
  private final Pace pace;
  private final Layout layout;
  private final String description;
  private final Recipe recipe;

  private final NetworkLines lines;

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
      int hosts,
      String description,
      Recipe recipe) {
    this.schedule = schedule;
    // A step's work is counted in picoseconds. One that sends nothing must take some time.
    pace = new Pace(startPs, 0, wakePs, 0, 0, 1, 1, 0, 0, 0, false, Integer.MAX_VALUE);
    this.description = description;
    this.recipe = recipe;
    layout = Layout.ofProcesses(hosts);
    lines = new NetworkLines(schedule.lines(), line -> from(line) != to(line), schedule::messages);
    connections = new int[lines.count()];
    Map<Long, Integer> between = new HashMap<>();
    for (int place = 0; place < connections.length; place++) {
      int line = lines.line(place);
      long pair = (long) from(line) * hosts + to(line);
      connections[place] = between.computeIfAbsent(pair, key -> between.size());
    }
    pairs = between.size();
  }

  private int from(int line) {
    return schedule.rank(schedule.sender(line));
  }

  private int to(int line) {
    return schedule.rank(schedule.receiver(line));
  }

  @Override
  public ScriptedSchedule schedule() {
    return schedule;
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public Pace pace(int worker) {
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
  public int home(int rank) {
    return rank;
  }

  @Override
  public int networkLines() {
    return lines.count();
  }

  @Override
  public int networkLine(int line) {
    return lines.place(line);
  }

  @Override
  public int firstFlow(int line) {
    return lines.firstFlow(lines.place(line));
  }

  @Override
  public int parts() {
    return 1;
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public int line(int flow) {
    return lines.line(lines.placeOfFlow(flow));
  }

  @Override
  public int flows() {
    return lines.flows();
  }

  @Override
  public int source(int flow) {
    return from(line(flow));
  }

  @Override
  public int destination(int flow) {
    return to(line(flow));
  }

  @Override
  public long bytes(int flow) {
    int place = lines.placeOfFlow(flow);
    return schedule.bytes(lines.line(place), flow - lines.firstFlow(place));
  }

  @Override
  public long startPs(int flow) {
    return 0;
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

  @Override
  public int needs(int flow) {
    return 1;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Recipe recipe() {
    return recipe;
  }
}
