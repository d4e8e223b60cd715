package dev.headroom.app.toy.toyos;

import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.Commands;
import dev.headroom.formats.switches.Curve;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.SwitchWords;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** {@code toy p1 pause 3}, {@code toy p1 watch 3}, {@code toys sort 26 into 3}, ... */
final class ToyOsConfiguration extends CommandConfiguration {
  private static final SwitchWords WORDS =
      SwitchWords.of("ToyOS", "toys sort")
          .marking("toys mark N between MIN and MAX, N the lossless class", "toys drop nothing")
          .watchdog("toy PORT watch N");

  private static final String MARK = "toys (mark|drop) (\\d) between (\\d+) and (\\d+)";

  ToyOsConfiguration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isHere() {
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
  protected Known<SortedSet<Integer>> lossless(String port) {
    return classes(port, "pause");
  }

  @Override
  protected Known<SortedSet<Integer>> watched(String port) {
    return classes(port, "watch");
  }

  private Known<SortedSet<Integer>> classes(String port, String verb) {
    String command = "toy " + port + " " + verb;
    return commands
        .first("toyos", command + " ([\\d,-]+)")
        .map(match -> match.says(Commands.numbers(match.group(1))))
        .orElse(Known.unsaid(command));
  }

  @Override
  protected boolean tellsWatchdog() {
    return true;
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.asked(dscp ->
        commands
            .first("toyos", "toys sort " + dscp + " into (\\d)")
            .map(match -> match.says(Long.valueOf(match.group(1))))
            .orElse(Known.unsaid("toys sort " + dscp)));
  }

  @Override
  protected boolean tellsMarking() {
    return true;
  }

  @Override
  protected Optional<Curve> curve(String port, int priority) {
    return commands.find("toyos", MARK).stream()
        .filter(match -> match.group(2).equals(String.valueOf(priority)))
        .findFirst()
        .map(ToyOsConfiguration::curve);
  }

  @Override
  protected List<Curve> curves() {
    return commands.find("toyos", MARK).stream().map(ToyOsConfiguration::curve).toList();
  }

  private static Curve curve(Commands.Match match) {
    return Curve.of(
        "toys of class " + match.group(2),
        match.says(match.group(1).equals("mark")),
        match.says(Double.valueOf(match.group(3))),
        match.says(Double.valueOf(match.group(4))));
  }
}
