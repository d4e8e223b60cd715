package dev.headroom.model.workload;

import dev.headroom.model.flow.NetworkLines;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.BuildRecipe;
import java.util.Arrays;
import java.util.List;

/** Flows that carry the messages of a schedule's network lines. */
abstract class LineFlows implements ScheduledFlows {
  final NetworkLines lines;

  /** Of each place in the layout, the host of the fabric that is there. */
  private final int[] hosts;

  /** The places of the hosts of the fabric, up to the last that has one; -1: none. */
  private final int[] places;

  private final String description;
  private final BuildRecipe recipe;

  LineFlows(NetworkLines lines, WorkloadSite site, String description, BuildRecipe recipe) {
    this.lines = lines;
    hosts = site.positions().stream().mapToInt(Integer::intValue).toArray();
    places = new int[Arrays.stream(hosts).max().orElse(-1) + 1];
    Arrays.fill(places, -1);
    for (int place = 0; place < hosts.length; place++) {
      places[hosts[place]] = place;
    }
    this.description = description;
    this.recipe = recipe;
  }

  /** The place in the layout that a line's messages leave by. */
  abstract int from(int line);

  /** The place that they go to. */
  abstract int to(int line);

  /** The place that is next to a GPU. */
  abstract int place(int rank);

  @Override
  public final int hostOf(int rank) {
    return hosts[place(rank)];
  }

  @Override
  public final boolean reaches(int rank, int host) {
    return hostOf(rank) == host || layout().reaches(rank, places[host]);
  }

  @Override
  public final int placeOf(int host) {
    return host < places.length ? places[host] : -1;
  }

  @Override
  public final List<ScheduledPart> schedules() {
    return List.of(new ScheduledPart(0, 0, this));
  }

  @Override
  public final int networkLines() {
    return lines.count();
  }

  @Override
  public final int networkLine(int line) {
    return lines.place(line);
  }

  @Override
  public final int firstFlow(int line) {
    return lines.firstFlow(lines.place(line));
  }

  @Override
  public final int line(int flow) {
    return lines.line(lines.placeOfFlow(flow));
  }

  @Override
  public final int flows() {
    return lines.flows();
  }

  @Override
  public final int source(int flow) {
    return hosts[from(line(flow))];
  }

  @Override
  public final int destination(int flow) {
    return hosts[to(line(flow))];
  }

  @Override
  public final long startPs(int flow) {
    return 0;
  }

  /** The step that sends it. */
  @Override
  public final int needs(int flow) {
    return 1;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final BuildRecipe recipe() {
    return recipe;
  }
}
