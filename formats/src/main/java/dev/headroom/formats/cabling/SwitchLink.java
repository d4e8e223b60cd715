package dev.headroom.formats.cabling;

import dev.headroom.formats.cabling.CablingEvidence.SwitchEnd;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.MachineNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Link between two switches, from the LLDP tables of either or both.
 *
 * @param evidence the first row that shows it
 */
public record SwitchLink(SwitchEnd one, SwitchEnd other, Evidence evidence) {
  /**
   * Links among these switches, each once, in the order of the switches and of their tables. Rows
   * with neighbours that are none of these switches count nothing.
   */
  public static List<SwitchLink> among(Collection<HostFacts> switches) {
    MachineNames names = new MachineNames(switches);
    List<SwitchLink> links = new ArrayList<>();
    for (HostFacts machine : switches) {
      for (Subject subject : machine.facts().subjects(SubjectKind.ITEM)) {
        NeighborRow row = NeighborRow.of(machine.facts().firstFactsOf(subject));
        if (!row.isTable() || row.device().isEmpty()) {
          continue;
        }
        names
            .find(row.device())
            .filter(neighbour -> !neighbour.equals(machine))
            .map(neighbour ->
                new SwitchLink(
                    new SwitchEnd(machine.name(), row.port()),
                    new SwitchEnd(neighbour.name(), row.remotePort()),
                    row.evidence()))
            .filter(link -> links.stream().noneMatch(link::isSame))
            .ifPresent(links::add);
      }
    }
    return List.copyOf(links);
  }

  /** Whether it is one link, whichever end is named first. */
  private boolean isSame(SwitchLink link) {
    return (one.isSame(link.one) && other.isSame(link.other))
        || (one.isSame(link.other) && other.isSame(link.one));
  }
}
