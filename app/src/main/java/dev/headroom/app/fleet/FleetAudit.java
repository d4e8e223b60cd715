package dev.headroom.app.fleet;

import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.hosts.AuditedHosts.Seen;
import dev.headroom.collect.fleet.TargetResult;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Audit of a fleet's bundles as they arrive. Machines answer in any order; the report has them by
 * name.
 */
public final class FleetAudit {
  private final HostsReader reader = new HostsReader(FormatCatalogue.reader());
  private final Map<String, List<Seen>> seen = new TreeMap<>();
  private final AuditedHosts hosts;
  private int answered;

  public FleetAudit(AuditedHosts hosts) {
    this.hosts = hosts;
  }

  public void add(TargetResult answer) {
    answered++;
    String target = answer.target().toString();
    switch (answer) {
      case TargetResult.Failed no -> hosts.addUnreached(target, no.why());
      case TargetResult.Bundle bundle -> {
        List<Seen> held = new ArrayList<>();
        try {
          for (SourceStream stream : SourceOpener.open(bundle.file())) {
            reader.read(stream, host -> held.add(hosts.judge(AuditInputs.named(host, target))));
          }
        } catch (IOException e) {
          hosts.addUnreached(target, "its bundle cannot be read: " + FailureMessage.of(e));
          return;
        }
        if (held.isEmpty()) {
          hosts.addUnreached(target, "its bundle contains no host");
        } else {
          seen.put(target, held);
        }
      }
    }
  }

  /** How many machines have answered so far. */
  public int answered() {
    return answered;
  }

  /** All have answered. */
  public void finish() {
    seen.values().forEach(held -> held.forEach(hosts::add));
  }
}
