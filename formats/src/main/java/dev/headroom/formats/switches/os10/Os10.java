package dev.headroom.formats.switches.os10;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.CommandSyntax;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchVendor;
import java.util.List;
import java.util.Optional;

/** Vendor Dell SmartFabric OS10. */
public final class Os10 implements SwitchVendor {
  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new Os10Configuration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new Os10Writer());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return Os10Settings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return Os10Settings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new Os10PortsReader());
  }

  @Override
  public Optional<CommandSyntax> commands() {
    return Optional.of(
        new CommandSyntax(
            List.of("trust dscp-map \\S+", "wred \\S+", "system qos", "priority-flow-control .*"),
            List.of("trust dscp-map ", "wred ", "qos", "priority-flow-control "),
            List.of(CommandSyntax.Prompt.of("conf-if.*", "interface ethernet"))));
  }
}
