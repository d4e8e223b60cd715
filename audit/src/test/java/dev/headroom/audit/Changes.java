package dev.headroom.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What can be changed about one side of a healthy machine, so that each rule about it fires. */
abstract class Changes {
  static final String GPU = "13:00.0 3D";
  static final String NIC = "14:00.0 Ethernet";

  final Healthy host;

  Changes(Healthy host) {
    this.host = host;
  }

  /** All of them. */
  final List<Sickness> all() {
    List<Sickness> all = new ArrayList<>();
    addTo(all);
    return all;
  }

  abstract void addTo(List<Sickness> all);

  /** The first place of a text after another one is changed. */
  final Sickness of(String rule, String file, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(host),
        List.of(host.withLocal(file, after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }

  /** A file more, or other contents of one. */
  final Sickness file(String rule, String file, String text) {
    return new Sickness(
        rule,
        List.of(host),
        List.of(host.withFile(file, text)),
        file + " says " + text.strip(),
        Set.of(),
        true);
  }

  /** A line more in a file. */
  final Sickness line(String rule, String file, String line) {
    return new Sickness(
        rule,
        List.of(host),
        List.of(host.withFile(file, host.text(file) + host.local(line) + "\n")),
        line,
        Set.of(),
        true);
  }

  final Sickness variable(String rule, String assignment) {
    return line(rule, "environment.txt", assignment);
  }
}
