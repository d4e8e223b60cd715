package dev.headroom.formats.emit;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** Commands of a switch's configuration, as they were read. */
final class CommandFacts {
  private CommandFacts() {}

  static List<PlacedStatement> of(HostFacts host) {
    List<PlacedStatement> all = new ArrayList<>();
    for (Subject part : host.facts().subjects(SubjectKind.SWITCH_SETTING)) {
      for (Fact fact : host.facts().all(part, "command")) {
        all.add(new PlacedStatement(part.name(), fact.value().strip()));
      }
    }
    return all;
  }
}
