package dev.headroom.formats.amd;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.pci.PcieLinkText;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;

/** Mapping of {@code amd-smi} labels in all its output forms to the keys of other tools. */
final class AmdKeys {
  private AmdKeys() {}

  /** Says it again, if others say such things too. */
  static void addNormalized(TextLine line, Subject gpu, String key, String value, FactSink sink) {
    switch (key) {
      case "amd-smi.bdf", "amd-smi.bus.bdf" -> sink.add(line, gpu, "pci", Subject.pciName(value));
      case "amd-smi.asic.market-name" -> sink.add(line, gpu, "product", value);
      case "amd-smi.numa.node" -> sink.add(line, gpu, "numa", value);
      case "amd-smi.bus.max-pcie-width" ->
          PcieLinkText.width(line, gpu, PciKeys.LINK_MAX_WIDTH, value, sink);
      case "amd-smi.bus.max-pcie-speed" ->
          PcieLinkText.speed(line, gpu, PciKeys.LINK_MAX_GTS, value, sink);
      case "amd-smi.pcie.width" -> PcieLinkText.width(line, gpu, PciKeys.LINK_WIDTH, value, sink);
      case "amd-smi.pcie.speed" -> PcieLinkText.speed(line, gpu, PciKeys.LINK_GTS, value, sink);
      case "amd-smi.pcie.replay-roll-over-count" ->
          sink.add(line, gpu, PciKeys.REPLAY_ROLLOVERS, value);
      default -> {
        // Under its own label only.
      }
    }
  }
}
