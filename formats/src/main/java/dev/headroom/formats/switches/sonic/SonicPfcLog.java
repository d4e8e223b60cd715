package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PfcLog;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PFC events in the logs of SONiC's daemons (sonic-net/sonic-swss, orchagent/pfcwdorch.cpp,
 * pfcactionhandler.cpp).
 */
final class SonicPfcLog implements PfcLog {
  private static final Map<What, Pattern> LINES =
      new EnumMap<>(
          Map.of(
              What.STORM,
              Pattern.compile(
                  "PFC Watchdog detected PFC storm on port (?<port>\\S+?), queue index (?<queue>\\d+)"),
              What.PAUSES_OF_LOSSY,
              Pattern.compile(
                  "Got PFC \\d+ frame\\(s\\) on lossy queue (?<queue>\\d+) port (?<port>\\S+)")));

  @Override
  public String family() {
    return "SONiC";
  }

  @Override
  public Optional<List<Event>> read(HostFacts host) {
    List<Fact> lines =
        host.facts().subjects(SubjectKind.EVENT).stream()
            .flatMap(event -> host.facts().all(event, "sonic").stream())
            .toList();
    List<Event> events = new ArrayList<>();
    for (Fact line : lines) {
      LINES.forEach((what, pattern) -> {
        Matcher said = pattern.matcher(line.value());
        if (said.find()) {
          events.add(new Event(what, said.group("port"), said.group("queue"), line.evidence()));
        }
      });
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(events);
  }

  @Override
  public String advice(What what) {
    return switch (what) {
      case STORM -> "show pfcwd stats shows whether it continues";
      case PAUSES_OF_LOSSY -> "pfc_enable of the port (show pfc priority)";
    };
  }
}
