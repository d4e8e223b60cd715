package dev.headroom.app.toy.toyos;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** {@code toy p1 pause 3}, {@code toy p1 watch 3}, {@code toys sort 26 into 3}, ... */
final class ToyOsConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("ToyOS", "toys sort")
          .marking("toys mark N between MIN and MAX, N the lossless class", "toys drop nothing")
          .watchdog("toy {port} watch {priorities}", "");

  private static final String MARK = "toys (mark|drop) (\\d) between (\\d+) and (\\d+)";

  ToyOsConfiguration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isPresent() {
    return commands.has("toyos", "toys? .*");
  }

  @Override
  protected List<String> ports() {
    return commands.find("toyos", "toy (\\S+) .*").stream()
        .map(match -> match.group(1))
        .distinct()
        .toList();
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    return classes(port, "pause");
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    return classes(port, "watch");
  }

  private ReportedValue<SortedSet<Integer>> classes(String port, String verb) {
    String command = "toy " + port + " " + verb;
    return commands
        .first("toyos", command + " ([\\d,-]+)")
        .map(match -> match.reported(ConfigCommands.numbers(match.group(1))))
        .orElse(ReportedValue.unreported(command));
  }

  @Override
  protected boolean isWatchdogKnown() {
    return true;
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.ofEachDscp(dscp ->
        commands
            .first("toyos", "toys sort " + dscp + " into (\\d)")
            .map(match -> match.reported(Long.valueOf(match.group(1))))
            .orElse(ReportedValue.unreported("toys sort " + dscp)));
  }

  @Override
  protected boolean isMarkingKnown() {
    return true;
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    return commands.find("toyos", MARK).stream()
        .filter(match -> match.group(2).equals(String.valueOf(priority)))
        .findFirst()
        .map(ToyOsConfiguration::curve);
  }

  @Override
  protected List<WredCurve> curves() {
    return commands.find("toyos", MARK).stream().map(ToyOsConfiguration::curve).toList();
  }

  private static WredCurve curve(ConfigCommands.Match match) {
    return WredCurve.of(
        "toys of class " + match.group(2),
        match.reported(match.group(1).equals("mark")),
        match.reported(Double.valueOf(match.group(3))),
        match.reported(Double.valueOf(match.group(4))));
  }
}
