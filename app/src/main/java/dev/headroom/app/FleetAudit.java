package dev.headroom.app;

import dev.headroom.app.AuditedHosts.Seen;
import dev.headroom.collect.fleet.Answer;
import dev.headroom.collect.open.Sources;
import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks at each bundle of a fleet while it is there. Machines answer in any order; the report has
 * them by name.
 */
final class FleetAudit {
  private final HostsReader reader = new HostsReader(Catalogue.reader());
  private final Map<String, Seen> seen = new TreeMap<>();
  private final AuditedHosts hosts;
  private int answered;

  FleetAudit(AuditedHosts hosts) {
    this.hosts = hosts;
  }

  void take(Answer answer) {
    answered++;
    String target = answer.target().toString();
    switch (answer) {
      case Answer.Failed no -> hosts.without(target, no.why());
      case Answer.Bundle bundle -> {
        int before = seen.size();
        try {
          for (SourceStream stream : Sources.open(bundle.file())) {
            reader.read(
                stream, host -> seen.put(target, hosts.look(AuditInputs.named(host, target))));
          }
        } catch (IOException e) {
          hosts.without(target, "its bundle cannot be read: " + e.getMessage());
          return;
        }
        if (seen.size() == before) {
          hosts.without(target, "its bundle holds no host");
        }
      }
    }
  }

  /** How many machines have answered so far. */
  int answered() {
    return answered;
  }

  /** All have answered. */
  void finish() {
    seen.values().forEach(hosts::take);
  }
}
