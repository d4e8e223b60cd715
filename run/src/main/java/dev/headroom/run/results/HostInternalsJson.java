package dev.headroom.run.results;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.measure.CacheCounts;
import dev.headroom.sim.measure.HostInternalCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.NicStallTimes;
import dev.headroom.sim.measure.RegistrationCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Writer of the part of {@code results.json} about the inside of hosts. */
final class HostInternalsJson {
  private static final int LINES = 10;

  private HostInternalsJson() {}

  /** A line of what held NICs up. */
  private record Line(String host, String way, String part, long ps) {}

  static void write(JsonWriter json, List<HostPcieCounts> slots) {
    List<HostInternalCounts> all = slots.stream().map(HostPcieCounts::inside).toList();
    json.object("inside");
    registration(json, all.stream().map(HostInternalCounts::registration).toList());
    CacheCounts near = sum(all, HostInternalCounts::contexts);
    CacheCounts chip = sum(all, HostInternalCounts::contextCache);
    json.object("contexts")
        .put("lookups", Math.max(near.lookups(), chip.lookups()))
        .put("reloads", near.misses())
        .put("misses", chip.misses())
        .endObject();
    CacheCounts translations = sum(all, HostInternalCounts::translations);
    json.object("translations")
        .put("lookups", translations.lookups())
        .put("misses", translations.misses())
        .endObject();
    json.put("copiedBytes", all.stream().mapToLong(HostInternalCounts::copiedBytes).sum());
    heldUp(json, slots);
    json.endObject();
  }

  private static void registration(JsonWriter json, List<RegistrationCounts> all) {
    json.object("registration")
        .put("hits", sum(all, RegistrationCounts::hits))
        .put("misses", sum(all, RegistrationCounts::misses))
        .put("again", sum(all, RegistrationCounts::reregistrations))
        .put("evictions", sum(all, RegistrationCounts::evictions))
        .put("ahead", sum(all, RegistrationCounts::ahead))
        .put("faultedPages", sum(all, RegistrationCounts::faultedPages))
        .put(
            "mostPinnedBytes",
            all.stream().mapToLong(RegistrationCounts::mostPinnedBytes).max().orElse(0))
        .endObject();
  }

  private static void heldUp(JsonWriter json, List<HostPcieCounts> slots) {
    List<Line> lines = new ArrayList<>();
    for (HostPcieCounts slot : slots) {
      add(lines, slot.host(), "sending", slot.inside().sending());
      add(lines, slot.host(), "receiving", slot.inside().receiving());
    }
    json.array("heldUp");
    lines.stream()
        .sorted(Comparator.comparingLong(Line::ps).reversed())
        .limit(LINES)
        .forEach(line ->
            json.object()
                .put("host", line.host)
                .put("way", line.way)
                .put("part", line.part)
                .put("ps", line.ps)
                .endObject());
    json.endArray();
  }

  private static void add(List<Line> lines, String host, String way, NicStallTimes held) {
    held.ps()
        .forEach((by, ps) ->
            lines.add(
                new Line(host, way, by.name().toLowerCase(Locale.ROOT).replace('_', '-'), ps)));
  }

  private static CacheCounts sum(
      List<HostInternalCounts> all, Function<HostInternalCounts, CacheCounts> of) {
    return all.stream().map(of).reduce(CacheCounts.NONE, CacheCounts::plus);
  }

  private static long sum(List<RegistrationCounts> all, ToLongFunction<RegistrationCounts> of) {
    return all.stream().mapToLong(of).sum();
  }
}
