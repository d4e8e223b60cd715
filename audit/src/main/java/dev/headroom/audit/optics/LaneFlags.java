package dev.headroom.audit.optics;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Flags of one kind for all lanes, as {@code ethtool -m} lists them: {@code [ No, Yes, No, No ]}. A
 * module keeps a flag that it raised until somebody reads it (SFF-8636, 6.2.3; CMIS 5.2, 8.10), so
 * that it tells of the time since the last reading and not of now. Of several readings the last one
 * counts.
 *
 * @param raised whether it is, from lane 1 on; empty if no lane's is, or nothing is said of them
 * @param evidence the line that says so
 */
record LaneFlags(List<Boolean> raised, Optional<Evidence> evidence) {
  private static final Pattern EACH = Pattern.compile("\\s*\\[(.*)]\\s*");

  static LaneFlags of(FactSet facts, Subject netdev, String key) {
    List<Fact> said = facts.all(netdev, key);
    Matcher list = EACH.matcher(said.isEmpty() ? "" : said.getLast().value());
    List<Boolean> raised = new ArrayList<>();
    if (list.matches()) {
      for (String lane : list.group(1).split(",")) {
        raised.add(lane.strip().equals("Yes"));
      }
    }
    return new LaneFlags(
        List.copyOf(raised),
        raised.isEmpty() ? Optional.empty() : Optional.of(said.getLast().evidence()));
  }

  /** Whether each lane's is said to be raised or not. */
  boolean isKnown(int lane) {
    return lane <= raised.size();
  }

  boolean isRaised(int lane) {
    return isKnown(lane) && raised.get(lane - 1);
  }
}
