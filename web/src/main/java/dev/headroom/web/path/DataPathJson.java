package dev.headroom.web.path;

import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.HostInternalsText;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.NicStallTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writer of the path of data through a host of a run as JSON: of each part its latency, its limit,
 * the settings that describe it, what it did in the run, and the rules that judge it.
 */
public final class DataPathJson {
  private static final int MOST_HOSTS = 256;

  private final RunSummary summary;
  private final Node host;
  private final HostPath path;
  private final JsonWriter json;

  private DataPathJson(RunSummary summary, Node host, JsonWriter json) {
    this.summary = summary;
    this.host = host;
    this.json = json;
    this.path = new HostPath(summary.scenario(), host);
  }

  /** Time for which a part held the NIC up, in one direction. */
  private record Held(String way, NicStallCause cause, long ps) {}

  /**
   * The document.
   *
   * @param host name of one; blank for that whose NIC was held up longest, or the first
   * @param to name of the host that a message goes to; blank for none, then the path ends at the
   *     switch
   * @throws IllegalArgumentException if there is no such host
   */
  public static String of(RunSummary summary, String host, String to) {
    Node source = named(summary, host.isBlank() ? slowest(summary) : host);
    JsonWriter json = JsonWriter.compact().object();
    new DataPathJson(summary, source, json).write();
    if (!to.isBlank()) {
      DataPathJson target = new DataPathJson(summary, named(summary, to), json);
      json.put("to", to).put("isToDetailed", target.path.isDetailed());
      target.parts("toParts");
    }
    return json.endObject().toString();
  }

  private static Node named(RunSummary summary, String host) {
    return summary.scenario().fabric().hosts().stream()
        .filter(each -> each.name().equals(host))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the scenario has no host '" + host + "'"));
  }

  private static String slowest(RunSummary summary) {
    return summary.result().slots().stream()
        .max(
            Comparator.comparingLong(
                slot -> Math.max(total(slot.inside().sending()), total(slot.inside().receiving()))))
        .filter(slot -> total(slot.inside().sending()) + total(slot.inside().receiving()) > 0)
        .map(HostPcieCounts::host)
        .orElseGet(() -> summary.scenario().fabric().hosts().getFirst().name());
  }

  private static long total(NicStallTimes held) {
    return held.ps().values().stream().mapToLong(Long::longValue).sum();
  }

  private void write() {
    json.put("digest", summary.result().digest())
        .put("headline", summary.headline().text())
        .put("durationPs", summary.span().durationPs())
        .put("host", host.name())
        .put("isDetailed", path.isDetailed())
        .put("isOfGpu", path.isOfGpu())
        .array("hosts");
    summary.scenario().fabric().hosts().stream()
        .limit(MOST_HOSTS)
        .forEach(each -> json.add(each.name()));
    json.endArray();
    parts("parts");
  }

  private void parts(String name) {
    json.array(name);
    for (PathPart part : PathPart.values()) {
      part(part);
    }
    json.endArray();
  }

  private void part(PathPart part) {
    PartFacts facts = path.facts(part);
    json.object()
        .put("id", part.name().toLowerCase(Locale.ROOT))
        .put("title", facts.title())
        .put("isOnPath", facts.isOnPath())
        .put("latency", facts.latency())
        .put("limit", facts.limit());
    if (facts.latencyPs().isPresent()) {
      json.put("latencyPs", facts.latencyPs().getAsLong());
    }
    List<Held> held = held(part);
    json.put("share", share(held.stream().mapToLong(Held::ps).max().orElse(0))).array("run");
    held.forEach(each ->
        json.add(
            "%s, it held the NIC up for %s of the time: %s"
                .formatted(
                    each.way(),
                    NumberText.percent(share(each.ps())),
                    HostInternalsText.name(each.cause()))));
    ports(part);
    json.endArray();
    settings(part);
    rules(part);
    json.endObject();
  }

  private List<Held> held(PathPart part) {
    List<Held> all = new ArrayList<>();
    for (NicStallCause cause : part.causes()) {
      for (boolean sending : new boolean[] {true, false}) {
        long ps =
            summary.result().slots().stream()
                .filter(slot -> slot.host().equals(host.name()))
                .mapToLong(slot ->
                    (sending ? slot.inside().sending() : slot.inside().receiving()).ps(cause))
                .max()
                .orElse(0);
        if (ps > 0) {
          all.add(new Held(sending ? "sending" : "receiving", cause, ps));
        }
      }
    }
    all.sort(Comparator.comparingLong(Held::ps).reversed().thenComparing(Held::cause));
    return all;
  }

  private double share(long ps) {
    long whole = summary.span().durationPs();
    return whole <= 0 ? 0 : Math.min(1, (double) ps / whole);
  }

  /** What the ends of the cable did. */
  private void ports(PathPart part) {
    if (part == PathPart.CABLE) {
      load(host.id(), path.peer().id()).ifPresent(out -> told("out", out));
      load(path.peer().id(), host.id()).ifPresent(in -> told("in", in));
    } else if (part == PathPart.PORT) {
      load(path.peer().id(), host.id())
          .ifPresent(in ->
              json.add(
                  "its queue towards the host was %s at most; %s marked, %s dropped"
                      .formatted(
                          NumberText.bytes(in.peakQueueBytes()),
                          NumberText.plural(in.marks(), "packet"),
                          NumberText.count(in.drops()))));
    }
  }

  private void told(String way, PortLoad load) {
    json.add(
        "%s: busy for %s of the time, paused for %s"
            .formatted(
                way, NumberText.percent(load.busy()), NumberText.percent(load.pausedShare())));
  }

  private Optional<PortLoad> load(int node, int peer) {
    return summary.network().ports().loads().stream()
        .filter(load -> load.port().node() == node && load.port().peer() == peer)
        .findFirst();
  }

  private void settings(PathPart part) {
    Settings own = path.settings(part);
    json.array("settings");
    for (Knob<?> knob : part.settings()) {
      own.print(knob)
          .ifPresent(value ->
              json.object()
                  .put("key", knob.name())
                  .put("value", value)
                  .put("isSet", own.isSet(knob))
                  .put("meaning", knob.meaning())
                  .endObject());
    }
    json.endArray();
  }

  private void rules(PathPart part) {
    json.array("rules");
    RuleCatalogue.all().stream()
        .map(Rule::info)
        .filter(rule -> PathPart.of(rule.id()).filter(part::equals).isPresent())
        .sorted(Comparator.comparing(RuleInfo::severity).thenComparing(RuleInfo::id))
        .forEach(rule ->
            json.object()
                .put("id", rule.id())
                .put("title", rule.title())
                .put("level", rule.severity().key())
                .endObject());
    json.endArray();
  }
}
