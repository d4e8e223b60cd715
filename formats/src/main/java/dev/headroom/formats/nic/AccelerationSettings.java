package dev.headroom.formats.nic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * RoCE accelerations of NVIDIA's ConnectX and BlueField, in the register {@code ROCE_ACCL} of the
 * firmware (NVIDIA, Adaptive Retransmission: Parameters Control). They hold until the NIC is reset.
 * The simulator has none of them, so no scenario says them to a NIC.
 */
final class AccelerationSettings {
  /** All rows. */
  static final List<DeviceSetting> TABLE =
      List.of(
          row(
              "roce_adp_retrans_en",
              "the timeout of a simulated queue pair is transport.retransmitTimeout and does not "
                  + "adapt"),
          row("roce_tx_window_en", "simulated NICs have no transmit window of the firmware's own"),
          row(
              "roce_slow_restart_en",
              "a simulated queue pair keeps its rate while it is idle and after a loss"));

  private AccelerationSettings() {}

  private static DeviceSetting row(String field, String reason) {
    return new SettingSite(
            "mlxreg",
            field,
            "mlxreg -d {device} --yes --reg_name ROCE_ACCL --set",
            field + "={value}")
        .hasNoKnob(SettingScale.flag(), "0", reason);
  }

  static List<SettingValue> of(HostFacts host, NicIdentity nic) {
    List<Subject> subjects =
        Stream.concat(nic.pci().map(Subject::pci).stream(), Stream.of(Subject.rdma(nic.device())))
            .toList();
    return TABLE.stream().flatMap(each -> value(host, subjects, each).stream()).toList();
  }

  private static Optional<SettingValue> value(
      HostFacts host, List<Subject> subjects, DeviceSetting setting) {
    return subjects.stream()
        .flatMap(of -> host.facts().first(of, "mlxreg.ROCE_ACCL." + setting.name()).stream())
        .findFirst()
        .map(fact -> SettingValue.of(setting, fact.value(), fact.evidence()));
  }
}
