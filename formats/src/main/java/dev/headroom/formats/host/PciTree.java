package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.pci.PciKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tree of a host's PCI functions, by the bus numbers of bridges, which the hardware itself routes
 * by.
 */
public final class PciTree {
  private final FactSet facts;
  private final List<PciDevice> devices;

  /** Domain and bus to the bridge that has it as its secondary bus. */
  private final Map<String, PciDevice> bridges = new HashMap<>();

  /** Of functions, the bridges above: several rules ask for each pair of a GPU and a NIC. */
  private final Map<Subject, List<PciDevice>> bridgesAbove = new ConcurrentHashMap<>();

  PciTree(FactSet facts) {
    this.facts = facts;
    this.devices =
        facts.subjects(SubjectKind.PCI).stream()
            .map(subject -> new PciDevice(facts, subject))
            .toList();
    for (PciDevice device : devices) {
      facts
          .value(device.subject(), PciKeys.SECONDARY_BUS)
          .filter(bus -> !"00".equals(bus))
          .ifPresent(bus -> bridges.put(domain(device) + bus, device));
    }
  }

  public List<PciDevice> devices() {
    return devices;
  }

  public Optional<PciDevice> device(String address) {
    Subject subject = Subject.pci(address);
    return facts.has(subject) ? Optional.of(new PciDevice(facts, subject)) : Optional.empty();
  }

  /** The bridge right above; none at the root, or where the bridges are not known. */
  public Optional<PciDevice> parent(PciDevice device) {
    Optional<PciDevice> named =
        facts.text(device.subject(), PciKeys.PARENT).optional().flatMap(this::device);
    return named.isPresent() ? named : Optional.ofNullable(bridges.get(bus(device)));
  }

  /** The bridges from right above up to the root port. */
  public List<PciDevice> bridgesAbove(PciDevice device) {
    return bridgesAbove.computeIfAbsent(device.subject(), _ -> wayUp(device));
  }

  private List<PciDevice> wayUp(PciDevice device) {
    List<PciDevice> found = new ArrayList<>();
    HashSet<Subject> seen = new HashSet<>();
    Optional<PciDevice> next = parent(device);
    while (next.isPresent() && seen.add(next.get().subject())) {
      found.add(next.get());
      next = parent(next.get());
    }
    return Collections.unmodifiableList(found);
  }

  /** The bridges that a transfer between two functions crosses, if it need not reach the root. */
  public List<PciDevice> bridgesBetween(PciDevice a, PciDevice b) {
    List<PciDevice> fromA = bridgesAbove(a);
    List<PciDevice> fromB = bridgesAbove(b);
    List<PciDevice> path = new ArrayList<>();
    for (PciDevice bridge : fromA) {
      path.add(bridge);
      if (fromB.contains(bridge)) {
        break;
      }
    }
    for (PciDevice bridge : fromB) {
      if (path.contains(bridge)) {
        break;
      }
      path.add(bridge);
    }
    return path;
  }

  /** Whether one bridge stands above both: then a switch can join them without the root. */
  public boolean shareBridge(PciDevice a, PciDevice b) {
    List<PciDevice> fromB = bridgesAbove(b);
    return bridgesAbove(a).stream().anyMatch(fromB::contains);
  }

  /**
   * Whether the list of functions breaks off among the buses below a function's root port: a bridge
   * there leads to a bus behind the last that is listed.
   */
  public boolean endsBelow(PciDevice device) {
    List<PciDevice> above = bridgesAbove(device);
    if (above.isEmpty()) {
      return false;
    }
    String domain = domain(device);
    String last =
        devices.stream()
            .filter(each -> domain(each).equals(domain))
            .map(PciTree::bus)
            .max(Comparator.naturalOrder())
            .orElse("");
    return bridges.entrySet().stream()
        .filter(each -> each.getKey().startsWith(domain) && each.getKey().compareTo(last) > 0)
        .anyMatch(each ->
            each.getValue().equals(above.getLast())
                || bridgesAbove(each.getValue()).contains(above.getLast()));
  }

  /** {@code 0000:} of {@code 0000:5d:00.0}, {@code 10000:} of {@code 10000:e1:00.0}. */
  private static String domain(PciDevice device) {
    return device.address().substring(0, device.address().indexOf(':') + 1);
  }

  /** {@code 0000:5d} of {@code 0000:5d:00.0}; all of what is no address, which no bridge has. */
  private static String bus(PciDevice device) {
    int end = device.address().lastIndexOf(':');
    return end < 0 ? device.address() : device.address().substring(0, end);
  }
}
