package dev.headroom.model.scenario.check;

import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.pcie.PcieUplink;
import java.util.List;

/** Checks of the PCIe settings of hosts. */
final class PcieChecks {
  private PcieChecks() {}

  /** Powers of two, which ranges do not say. */
  static void pcie(Settings settings, List<KnobConflict> complaints) {
    for (Knob<Long> knob :
        List.of(PcieKnobs.LANES, PcieKnobs.MAX_PAYLOAD, PcieKnobs.MAX_READ_REQUEST)) {
      long value = settings.get(knob);
      if (Long.bitCount(value) != 1) {
        complaints.add(noPowerOfTwo(knob, value));
      }
    }
    for (Knob<Long> knob : List.of(UplinkKnobs.UPLINK_LANES, PcieKnobs.PEER_PAYLOAD)) {
      settings
          .find(knob)
          .filter(value -> Long.bitCount(value) != 1)
          .ifPresent(value -> complaints.add(noPowerOfTwo(knob, value)));
    }
    if (complaints.isEmpty() && PcieUplink.isUsedByOthers(settings)) {
      uplink(PcieUplink.of(settings), complaints);
    }
    if (settings.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED
        && settings.get(RunKnobs.TIES) == EventTieOrder.INSERTION) {
      complaints.add(
          new KnobConflict(
              PcieKnobs.STAGES.name(),
              "run.ties insertion reproduces a simulator with ideal hosts",
              "hosts.stages ideal, or run.ties keyed"));
    }
  }

  /** Others leave something of the link to the root complex. */
  private static void uplink(PcieUplink uplink, List<KnobConflict> complaints) {
    double least = Math.min(uplink.upBps(), uplink.downBps());
    if (least < uplink.link().tlpBps() / 100) {
      complaints.add(
          new KnobConflict(
              (uplink.upBps() < uplink.downBps()
                      ? UplinkKnobs.OTHERS_WRITE
                      : UplinkKnobs.OTHERS_READ)
                  .name(),
              "the link carries %.0f Gb/s of writes, which leaves nothing for NICs"
                  .formatted(uplink.link().writeBps(4096) / 1e9),
              "less, or more of hosts.pcie.uplinkLanes"));
    }
  }

  private static KnobConflict noPowerOfTwo(Knob<Long> knob, long value) {
    return new KnobConflict(
        knob.name(),
        value + " is not a power of two",
        Long.highestOneBit(value) + " or " + 2 * Long.highestOneBit(value));
  }
}
