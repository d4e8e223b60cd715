package dev.headroom.audit.switches;

import dev.headroom.formats.cabling.PortName;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PfcState;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** A switch whose configuration is commands. */
abstract class CommandSwitch implements SwitchQos {
  final HostFacts host;
  final Commands commands;
  private final String family;

  CommandSwitch(String family, HostFacts host, Commands commands) {
    this.family = family;
    this.host = host;
    this.commands = commands;
  }

  @Override
  public String name() {
    return host.ownName().orElse(host.name());
  }

  @Override
  public final String family() {
    return family;
  }

  /** Ports that carry no RDMA have a part in the configuration, too. */
  @Override
  public final String portCalled(String name) {
    return PortName.among(ports(), name)
        .or(() -> PortName.among(commands.interfaces("[^|]+?"), name))
        .orElse(name);
  }

  @Override
  public Known<Long> mtu(String port) {
    return commands
        .first(Commands.inInterface(port), "mtu (\\d{2,6})")
        .map(match -> match.says(Long.parseLong(match.group(1))))
        .orElseGet(() -> Known.unsaid("the MTU of " + port));
  }

  @Override
  public Known<Boolean> strict(String port, int queue) {
    return Known.unsaid("how queue " + queue + " of " + port + " is served");
  }

  /** Priorities that a port pauses as it is, where a table of the switch's PFC says so. */
  final Known<SortedSet<Integer>> inForce(String port) {
    List<String> told =
        host.facts().subjects(Thing.SWITCH_PORT).stream().map(Subject::name).toList();
    Subject subject = new Subject(Thing.SWITCH_PORT, PortName.among(told, port).orElse(port));
    Known<String> state = host.facts().text(subject, PfcState.IN_FORCE);
    if (state.is(on -> on.equalsIgnoreCase("off"))) {
      return state.map(_ -> new TreeSet<>());
    }
    Known<SortedSet<Integer>> listed =
        host.facts().text(subject, PfcState.PRIORITIES).map(Commands::numbers);
    return listed.or(host.facts().number(subject, PfcState.BITMAP).map(CommandSwitch::bits));
  }

  private static SortedSet<Integer> bits(long bitmap) {
    SortedSet<Integer> priorities = new TreeSet<>();
    for (int priority = 0; priority < 8; priority++) {
      if ((bitmap >> priority & 1) == 1) {
        priorities.add(priority);
      }
    }
    return priorities;
  }

  /** A watchdog that is on for all priorities with PFC or for none. */
  final Known<SortedSet<Integer>> watchedIf(
      Optional<Commands.Match> said, boolean on, String port, String command) {
    return said.isEmpty()
        ? Known.unsaid(command)
        : said.get().says(on ? lossless(port).orElse(new TreeSet<>()) : new TreeSet<>());
  }
}
