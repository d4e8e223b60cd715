package dev.headroom.run.results;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.measure.AerCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import java.util.Comparator;
import java.util.List;

/** Writer of the part of {@code results.json} about the path between NICs and memory. */
final class PcieJson {
  private static final int HOSTS = 10;

  private PcieJson() {}

  static void write(JsonWriter json, List<HostPcieCounts> slots) {
    json.object("pcie")
        .put("replays", slots.stream().mapToLong(HostPcieCounts::replays).sum())
        .put("retrained", slots.stream().mapToLong(HostPcieCounts::retrained).sum())
        .array("hosts");
    slots.stream()
        .filter(HostPcieCounts::hadErrors)
        .sorted(Comparator.comparingLong(HostPcieCounts::replays).reversed())
        .limit(HOSTS)
        .forEach(slot -> host(json, slot));
    json.endArray().endObject();
    json.object("iommu")
        .put("translations", slots.stream().mapToLong(HostPcieCounts::translations).sum())
        .put("deviceMisses", slots.stream().mapToLong(HostPcieCounts::deviceMisses).sum())
        .put("walks", slots.stream().mapToLong(HostPcieCounts::walks).sum())
        .endObject();
  }

  private static void host(JsonWriter json, HostPcieCounts slot) {
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
  private static void aer(JsonWriter json, AerCounts counts) {
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
