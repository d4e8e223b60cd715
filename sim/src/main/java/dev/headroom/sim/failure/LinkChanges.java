package dev.headroom.sim.failure;

import dev.headroom.sim.fabric.LinkEventSchedule;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.routing.SwitchRoutes;
import dev.headroom.sim.switching.Switch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Changes of links and routes that are known before the run. Each happens in every partition, which
 * changes its own ends of the links and switches its own switches to the routes that hold from then
 * on, before all else that happens at that time.
 */
public final class LinkChanges implements LinkEventSchedule {
  /** What happens to a port. */
  @FunctionalInterface
  interface PortChange {
    void apply(Port port, long nowPs);
  }

  /** One end of a link that changes. */
  record End(Port port, PortChange change) {}

  /**
   * All that changes at one time.
   *
   * @param ends both ends of each link that changes, or the port of a host
   * @param switches all switches, in the order of {@code routes}; empty where routes stay
   * @param routes the routes of each switch from then on
   */
  public record Change(
      long atPs, List<End> ends, List<Switch> switches, List<SwitchRoutes> routes) {}

  /** In order of time. */
  private final List<Change> changes;

  LinkChanges(List<Change> changes) {
    this.changes = changes.stream().sorted(Comparator.comparingLong(Change::atPs)).toList();
  }

  /** The routes of all switches at the start of the run and after each change of routes. */
  public List<List<SwitchRoutes>> allRoutes(List<Switch> switches) {
    List<List<SwitchRoutes>> all = new ArrayList<>();
    all.add(switches.stream().map(Switch::firstRoutes).toList());
    ofRoutes().forEach(change -> all.add(change.routes()));
    return all;
  }

  /** Those after which other routes hold, in time order. */
  public List<Change> ofRoutes() {
    return changes.stream().filter(change -> !change.routes().isEmpty()).toList();
  }

  @Override
  public boolean isSome() {
    return !changes.isEmpty();
  }

  @Override
  public long atPs(int index) {
    return index < changes.size() ? changes.get(index).atPs() : Long.MAX_VALUE;
  }

  @Override
  public void apply(int index, Partition partition, long nowPs) {
    Change change = changes.get(index);
    for (int i = 0; i < change.switches().size(); i++) {
      Switch device = change.switches().get(i);
      if (device.partition == partition) {
        device.setRoutes(change.routes().get(i));
      }
    }
    for (End end : change.ends()) {
      if (end.port().partition == partition) {
        end.change().apply(end.port(), nowPs);
      }
    }
    if (!change.routes().isEmpty()) {
      partition.rerouted(nowPs);
    }
  }
}
