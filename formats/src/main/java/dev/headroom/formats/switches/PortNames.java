package dev.headroom.formats.switches;

import dev.headroom.formats.cabling.SwitchPortName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names of a switch's ports. On the wire and in tables they may be short, or an alias.
 *
 * @param first those that are looked through first
 * @param others of the rest
 * @param aliases what else a port is called, by that name in any case
 */
public record PortNames(List<String> first, List<String> others, Map<String, String> aliases) {

  public PortNames {
    first = List.copyOf(first);
    others = List.copyOf(others);
    aliases = Map.copyOf(aliases);
  }

  /** The port that goes by this name; the name itself where nothing is known of such a port. */
  public String resolve(String name) {
    return first.contains(name)
        ? name
        : alias(name)
            .or(() -> SwitchPortName.findPort(first, name))
            .or(() -> SwitchPortName.findPort(others, name))
            .orElse(name);
  }

  private Optional<String> alias(String name) {
    return first.stream().filter(port -> name.equalsIgnoreCase(aliases.get(port))).findFirst();
  }
}
