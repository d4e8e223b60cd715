package dev.headroom.app.results;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.wear.Wear;
import java.util.Comparator;
import java.util.List;

/**
 * What has come of links with modules by the end of a run, those that suffered most first.
 *
 * @param all worst first
 */
public record Modules(Fabric fabric, List<Wear> all) {
  private static final int LINKS = 10;

  /** Those that a scenario describes. */
  public static Modules of(Scenario scenario, long endPs) {
    return new Modules(
        scenario.fabric(),
        scenario.wear().stream()
            .map(link -> link.life().by(endPs))
            .sorted(
                Comparator.comparingInt(Wear::flaps)
                    .thenComparingDouble(Wear::uncorrected)
                    .thenComparingDouble(Wear::hottestC)
                    .reversed())
            .toList());
  }

  /** {@code leaf-0/spine-1}. */
  public String name(Wear wear) {
    Link link = fabric.links().get(wear.link().link());
    return fabric.nodes().get(link.a()).name() + "/" + fabric.nodes().get(link.b()).name();
  }

  void write(Json json) {
    json.object("wear")
        .put("links", all.size())
        .put("flaps", all.stream().mapToLong(Wear::flaps).sum())
        .put("uncorrected", all.stream().mapToDouble(Wear::uncorrected).sum())
        .array("worst");
    all.stream().limit(LINKS).forEach(wear -> link(json, wear));
    json.endArray().endObject();
  }

  private void link(Json json, Wear wear) {
    json.object()
        .put("link", name(wear))
        .put("hottestCelsius", wear.hottestC())
        .put("lastCelsius", wear.lastC())
        .put("worstRawBitErrors", wear.worstBitErrors())
        .put("lastRawBitErrors", wear.lastBitErrors())
        .put("symbolErrors", wear.symbolErrors())
        .put("corrected", wear.corrected())
        .put("uncorrected", wear.uncorrected())
        .put("flaps", wear.flaps())
        .put("up", wear.up())
        .put("downPs", wear.downPs())
        .put("deratedPs", wear.deratedPs())
        .endObject();
  }
}
