package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import java.util.ArrayList;
import java.util.List;

/** What the tools of a NIC's QoS need beside what is written, a sentence each. */
final class HostQosNotes {
  private HostQosNotes() {}

  /**
   * The notes of a request's tool.
   *
   * @param changes what is written
   */
  static List<String> of(QosRequest request, List<DeviceChange> changes) {
    return switch (request.tool()) {
      case NICCLI -> ofBroadcom(request, changes);
      case NICCTL -> ofAmd(request, changes);
      case MLNX_QOS, DCB -> List.of();
    };
  }

  /** What Broadcom's setup script does beside what is written ({@code bnxt_setupcc.sh} 236.1). */
  private static List<String> ofBroadcom(QosRequest request, List<DeviceChange> changes) {
    List<String> notes = new ArrayList<>();
    notes.add(
        request.filled(
            "niccli: the plan does not give RDMA's priority a traffic class of the card: it has two,"
                + " three or eight by its firmware. Map it with niccli --dev {card} qos --ets --tsa"
                + " ... --up2tc ... --tcbw ... first"));
    notes.add(
        request.filled(
            "niccli: pauses of the whole link exclude PFC: ethtool -A {interface} rx off tx off, and"
                + " no lldpad may run"));
    if (isChanged(DscpPriorities.KNOB, changes) && !DscpPriorities.isTableShown(request)) {
      notes.add(
          request.filled(
              "niccli: no input shows which priorities DSCPs of {interface} have now, and one DSCP may"
                  + " have several: delete entries that niccli --dev {card} qos --ets --show lists"
                  + " for DSCPs of the plan first, with qos --apptlv --del --app PRIORITY,5,DSCP"));
    }
    return notes;
  }

  private static List<String> ofAmd(QosRequest request, List<DeviceChange> changes) {
    List<String> notes = new ArrayList<>();
    if (isChanged(TrafficClassShares.KNOB, changes) && TrafficClassShares.hasStrict(request)) {
      notes.add(
          "nicctl: a strict priority takes a limit of its rate with it; %s Gb/s is written, which AMD's reference has for CNPs, and which is too little for data"
              .formatted(EtsShares.STRICT_LIMIT));
    }
    if (request.wanted().nic().isOnly()) {
      return notes;
    }
    if (!request.isOfOnePort()) {
      notes.add(
          request.filled(
              "nicctl: ITS COMMANDS CHANGE ALL CARDS OF THE HOST, not only {interface}: no input shows"
                  + " the UUID of the one port of this card, as nicctl show qos does. With it,"
                  + " the commands have -p UUID"));
    } else if (isChanged(DscpPriorities.KNOB, changes)) {
      notes.add("nicctl: --classification-type is for all cards of the host; it has no port");
    }
    return notes;
  }

  private static boolean isChanged(String knob, List<DeviceChange> changes) {
    return changes.stream().anyMatch(each -> each.knob().equals(knob));
  }
}
