package dev.headroom.formats.switches;

import dev.headroom.formats.cabling.SwitchPortName;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Switch configuration that consists of commands. */
public abstract class CommandConfiguration extends SwitchConfiguration {
  /** Of a configuration that has a host name and a port: excerpts are shorter. */
  private static final int FEWEST_COMMANDS = 10;

  protected final HostFacts host;
  protected final ConfigCommands commands;
  private final VendorTerms vendorTerms;

  protected CommandConfiguration(VendorTerms words, HostFacts host) {
    this.vendorTerms = words;
    this.host = host;
    this.commands = ConfigCommands.of(host);
  }

  @Override
  protected String name() {
    return host.reportedName().orElse(host.name());
  }

  @Override
  protected final VendorTerms vendorTerms() {
    return vendorTerms;
  }

  /** Ports that carry no RDMA have a part in the configuration, too. */
  @Override
  protected List<String> others() {
    return commands.interfaces("[^|]+?");
  }

  @Override
  protected final PortNames names() {
    return new PortNames(ports(), others(), Map.of());
  }

  @Override
  protected final SwitchPortLink line(String port) {
    return SwitchPortLink.of(mtu(port));
  }

  /** Commands of this language that define named settings and use them. */
  protected ReferenceSyntax referenceSyntax() {
    return ReferenceSyntax.NONE;
  }

  /** Whether nothing of the configuration was left out, as far as one can tell. */
  protected boolean isWhole() {
    return commands.has("configuration", "hostname \\S+")
        && !ports().isEmpty()
        && commands.all().size() >= FEWEST_COMMANDS;
  }

  /** The first command of the port's part in a whole configuration. */
  @Override
  protected Optional<Evidence> settingsRead(String port) {
    return isWhole() && !port.isEmpty()
        ? commands
            .first(ConfigCommands.inInterface(port), ".*")
            .map(match -> match.command().evidence())
        : Optional.empty();
  }

  @Override
  protected final SwitchReferences references() {
    return referenceSyntax().read(commands, isWhole(), !ports().isEmpty());
  }

  protected ReportedValue<Long> mtu(String port) {
    return commands
        .first(ConfigCommands.inInterface(port), "mtu (\\d{2,6})")
        .map(match -> match.reported(Long.parseLong(match.group(1))))
        .orElseGet(() -> ReportedValue.unreported("the MTU of " + port));
  }

  /** Priorities that a port pauses as it is, where a table of the switch's PFC says so. */
  protected final ReportedValue<SortedSet<Integer>> activePfcPriorities(String port) {
    List<String> told =
        host.facts().subjects(SubjectKind.SWITCH_PORT).stream().map(Subject::name).toList();
    Subject subject =
        new Subject(SubjectKind.SWITCH_PORT, SwitchPortName.findPort(told, port).orElse(port));
    ReportedValue<String> state = host.facts().text(subject, PfcStateKeys.IN_FORCE);
    if (state.matches(on -> on.equalsIgnoreCase("off"))) {
      return state.map(_ -> new TreeSet<>());
    }
    ReportedValue<SortedSet<Integer>> listed =
        host.facts().text(subject, PfcStateKeys.PRIORITIES).map(ConfigCommands::numbers);
    return listed.orElseReported(
        host.facts().number(subject, PfcStateKeys.BITMAP).map(CommandConfiguration::bits));
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
  protected final ReportedValue<SortedSet<Integer>> allPfcPrioritiesIf(
      Optional<ConfigCommands.Match> said, boolean on, String port, String command) {
    return said.isEmpty()
        ? ReportedValue.unreported(command)
        : said.get().reported(on ? lossless(port).orElse(new TreeSet<>()) : new TreeSet<>());
  }
}
