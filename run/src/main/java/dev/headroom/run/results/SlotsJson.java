package dev.headroom.run.results;

import dev.headroom.run.json.Json;
import dev.headroom.sim.measure.AerCounts;
import dev.headroom.sim.measure.SlotCounts;
import java.util.Comparator;
import java.util.List;

/** Writer of the part of {@code results.json} about the path between NICs and memory. */
final class SlotsJson {
  private static final int HOSTS = 10;

  private SlotsJson() {}

  static void write(Json json, List<SlotCounts> slots) {
    json.object("pcie")
        .put("replays", slots.stream().mapToLong(SlotCounts::replays).sum())
        .put("retrained", slots.stream().mapToLong(SlotCounts::retrained).sum())
        .array("hosts");
    slots.stream()
        .filter(SlotCounts::hadErrors)
        .sorted(Comparator.comparingLong(SlotCounts::replays).reversed())
        .limit(HOSTS)
        .forEach(slot -> host(json, slot));
    json.endArray().endObject();
    json.object("iommu")
        .put("translations", slots.stream().mapToLong(SlotCounts::translations).sum())
        .put("deviceMisses", slots.stream().mapToLong(SlotCounts::deviceMisses).sum())
        .put("walks", slots.stream().mapToLong(SlotCounts::walks).sum())
        .endObject();
  }

  private static void host(Json json, SlotCounts slot) {
    json.object()
        .put("host", slot.host())
        .put("generation", slot.generation())
        .put("replays", slot.replays())
        .put("retrained", slot.retrained());
    aer(json.object("card"), slot.card());
    aer(json.object("port"), slot.port());
    json.endObject();
  }

  /** In the order and with the names of the kernel's file. */
  private static void aer(Json json, AerCounts counts) {
    json.object("aer_dev_correctable")
        .put("BadTLP", counts.badTlp())
        .put("BadDLLP", counts.badDllp())
        .put("Rollover", counts.rollover())
        .put("Timeout", counts.timeout())
        .put("TOTAL_ERR_COR", counts.total())
        .endObject()
        .endObject();
  }
}
