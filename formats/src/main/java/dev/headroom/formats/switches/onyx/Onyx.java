package dev.headroom.formats.switches.onyx;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.CommandSyntax;
import dev.headroom.formats.switches.LossCounterKeys;
import dev.headroom.formats.switches.PacketLoss;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchVendor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Vendor Mellanox Onyx (MLNX-OS). */
public final class Onyx implements SwitchVendor {
  private static final Pattern OF_PRIORITY =
      Pattern.compile("counter\\.rx\\.priority\\.(\\d)\\.discard-packets");

  private static final Map<String, String> LOST =
      Map.of(
          "counter.rx.discard-packets", LossCounterKeys.IN,
          "counter.tx.discard-packets", LossCounterKeys.OUT,
          "counter.rx.fcs-errors", LossCounterKeys.BROKEN);

  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new OnyxConfiguration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new OnyxWriter());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return OnyxSettings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return OnyxSettings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new OnyxPortsReader(), new OnyxPfcReader(), new OnyxRoceReader());
  }

  @Override
  public Optional<CommandSyntax> commands() {
    return Optional.of(
        new CommandSyntax(
            List.of(
                "\\s*interface ethernet \\d[\\d/-]* (?:traffic-class|qos|dcb|mtu|pfc-wd|congestion-control|ingress-buffer|egress-buffer)\\b.*",
                "## Running database .*",
                "\\s{0,3}dcb priority-flow-control .*"),
            List.of("interface ", "## Running database ", "priority-flow-control "),
            List.of()));
  }

  @Override
  public Optional<PacketLoss> loss(Subject subject, String key) {
    Matcher priority = OF_PRIORITY.matcher(key);
    return priority.matches()
        ? Optional.of(LossCounterKeys.ofClass(LossCounterKeys.IN, priority.group(1)))
        : Optional.ofNullable(LOST.get(key)).map(PacketLoss::ofPort);
  }
}
