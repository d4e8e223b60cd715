package dev.headroom.model.fabric;

import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.Knob;
import java.util.List;

/** Size limits of a fabric; a larger scenario is taken for a typing error. */
final class Limits {
  static final int HOSTS = 262_144;

  private Limits() {}

  static void hosts(List<Complaint> complaints, Knob<?> blamed, long hosts) {
    if (hosts > HOSTS) {
      complaints.add(
          new Complaint(blamed.name(), "that makes " + hosts + " hosts", "at most " + HOSTS));
    }
  }

  static void ports(List<Complaint> complaints, Knob<?> blamed, String what, long ports) {
    if (ports > Wiring.MOST_PORTS) {
      complaints.add(
          new Complaint(
              blamed.name(),
              "%s would have %d ports".formatted(what, ports),
              "at most " + Wiring.MOST_PORTS));
    }
  }
}
