package dev.headroom.model.workload;

import dev.headroom.model.knob.Recipe;

/** The messages on the lines of a schedule that go over the network, as flows. */
abstract class LineFlows implements ScheduledFlows {
  final NetworkLines lines;

  private final String description;
  private final Recipe recipe;

  LineFlows(NetworkLines lines, String description, Recipe recipe) {
    this.lines = lines;
    this.description = description;
    this.recipe = recipe;
  }

  /** The host that a line's messages leave by. */
  abstract int from(int line);

  /** The host that they go to. */
  abstract int to(int line);

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
    return from(line(flow));
  }

  @Override
  public final int destination(int flow) {
    return to(line(flow));
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
  public final Recipe recipe() {
    return recipe;
  }
}
