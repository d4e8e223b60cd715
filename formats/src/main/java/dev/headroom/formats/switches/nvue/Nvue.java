package dev.headroom.formats.switches.nvue;

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

/** Vendor Cumulus Linux, configured by NVUE. */
public final class Nvue implements SwitchVendor {
  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new NvueConfiguration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new NvueWriter());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return NvueSettings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return NvueSettings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new NvueYamlReader());
  }

  @Override
  public Optional<CommandSyntax> commands() {
    return Optional.of(new CommandSyntax(List.of("nv set \\S.*"), List.of("nv set "), List.of()));
  }

  @Override
  public List<String> subjectPatterns() {
    return List.of("nv show .*qos roce.*");
  }
}
