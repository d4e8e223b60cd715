package dev.headroom.run.results;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.wear.LinkWear;
import dev.headroom.run.json.JsonWriter;
import java.util.Comparator;
import java.util.List;

/**
 * State of links with optical modules at the end of a run, worst first.
 *
 * @param all worst first
 */
public record TransceiverWear(Fabric fabric, List<LinkWear> all) {
  private static final int LINKS = 10;

  /** Those that a scenario describes. */
  public static TransceiverWear of(Scenario scenario, long endPs) {
    return new TransceiverWear(
        scenario.fabric(),
        scenario.wear().stream()
            .map(link -> link.life().by(endPs))
            .sorted(
                Comparator.comparingInt((LinkWear wear) -> wear.uptime().flaps())
                    .thenComparingDouble(wear -> wear.correction().uncorrected())
                    .thenComparingDouble(wear -> wear.temperature().hottestC())
                    .reversed())
            .toList());
  }

  /** {@code leaf-0/spine-1}. */
  public String name(LinkWear wear) {
    Link link = fabric.links().get(wear.link().link());
    return fabric.nodes().get(link.a()).name() + "/" + fabric.nodes().get(link.b()).name();
  }

  void write(JsonWriter json) {
    json.object("wear")
        .put("links", all.size())
        .put("flaps", all.stream().mapToLong(wear -> wear.uptime().flaps()).sum())
        .put("uncorrected", all.stream().mapToDouble(wear -> wear.correction().uncorrected()).sum())
        .array("worst");
    all.stream().limit(LINKS).forEach(wear -> link(json, wear));
    json.endArray().endObject();
  }

  private void link(JsonWriter json, LinkWear wear) {
    json.object()
        .put("link", name(wear))
        .put("hottestCelsius", wear.temperature().hottestC())
        .put("lastCelsius", wear.temperature().lastC())
        .put("worstRawBitErrors", wear.bitErrors().worst())
        .put("lastRawBitErrors", wear.bitErrors().last())
        .put("symbolErrors", wear.correction().symbolErrors())
        .put("corrected", wear.correction().corrected())
        .put("uncorrected", wear.correction().uncorrected())
        .put("flaps", wear.uptime().flaps())
        .put("up", wear.uptime().up())
        .put("downPs", wear.uptime().downPs())
        .put("deratedPs", wear.uptime().deratedPs())
        .endObject();
  }
}
