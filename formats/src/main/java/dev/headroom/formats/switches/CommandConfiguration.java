package dev.headroom.formats.switches;

import dev.headroom.formats.cabling.PortName;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Switch configuration that consists of commands. */
public abstract class CommandConfiguration extends Configuration {
  protected final HostFacts host;
  protected final Commands commands;
  private final SwitchWords words;

  protected CommandConfiguration(SwitchWords words, HostFacts host) {
    this.words = words;
    this.host = host;
    this.commands = Commands.of(host);
  }

  @Override
  protected String name() {
    return host.ownName().orElse(host.name());
  }

  @Override
  protected final SwitchWords words() {
    return words;
  }

  /** Ports that carry no RDMA have a part in the configuration, too. */
  @Override
  protected final List<String> others() {
    return commands.interfaces("[^|]+?");
  }

  @Override
  protected final PortNames names() {
    return new PortNames(ports(), others(), Map.of());
  }

  @Override
  protected final PortLine line(String port) {
    return PortLine.of(mtu(port));
  }

  protected Known<Long> mtu(String port) {
    return commands
        .first(Commands.inInterface(port), "mtu (\\d{2,6})")
        .map(match -> match.says(Long.parseLong(match.group(1))))
        .orElseGet(() -> Known.unsaid("the MTU of " + port));
  }

  /** Priorities that a port pauses as it is, where a table of the switch's PFC says so. */
  protected final Known<SortedSet<Integer>> inForce(String port) {
    List<String> told =
        host.facts().subjects(Thing.SWITCH_PORT).stream().map(Subject::name).toList();
    Subject subject = new Subject(Thing.SWITCH_PORT, PortName.among(told, port).orElse(port));
    Known<String> state = host.facts().text(subject, PfcState.IN_FORCE);
    if (state.is(on -> on.equalsIgnoreCase("off"))) {
      return state.map(_ -> new TreeSet<>());
    }
    Known<SortedSet<Integer>> listed =
        host.facts().text(subject, PfcState.PRIORITIES).map(Commands::numbers);
    return listed.or(host.facts().number(subject, PfcState.BITMAP).map(CommandConfiguration::bits));
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
  protected final Known<SortedSet<Integer>> watchedIf(
      Optional<Commands.Match> said, boolean on, String port, String command) {
    return said.isEmpty()
        ? Known.unsaid(command)
        : said.get().says(on ? lossless(port).orElse(new TreeSet<>()) : new TreeSet<>());
  }
}
