package dev.headroom.app.toy;

import dev.headroom.app.toy.toyos.ToyOs;
import dev.headroom.audit.Rule;
import dev.headroom.congestion.ControlType;
import dev.headroom.formats.switches.SwitchVendor;
import dev.headroom.model.fabric.Topology;
import dev.headroom.unit.Extension;
import java.util.List;
import java.util.Map;

/** What the toys add to the lists: a line each. */
public final class ToyExtension implements Extension {
  private static final Map<Class<?>, List<?>> TOYS =
      Map.of(
          ControlType.class, List.of(ToyControl.CONTROL),
          Topology.class, List.of(ToyTopology.TOPOLOGY),
          Rule.class, List.of(new ToyRule()),
          SwitchVendor.class, List.of(new ToyOs()));

  @Override
  @SuppressWarnings("unchecked") // each kind has a list of its own
  public <T> List<T> of(Class<T> kind) {
    return (List<T>) TOYS.getOrDefault(kind, List.of());
  }
}
