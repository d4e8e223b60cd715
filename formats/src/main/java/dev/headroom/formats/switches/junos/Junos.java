package dev.headroom.formats.switches.junos;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.SwitchVendor;
import java.util.List;
import java.util.Optional;

/** Vendor Juniper Junos, also Junos Evolved. */
public final class Junos implements SwitchVendor {
  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new JunosConfiguration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new JunosWriter());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return JunosSettings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return JunosSettings.read(qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new JunosReader());
  }

  @Override
  public String commandsFor(SwitchTopic topic) {
    return topic == SwitchTopic.CONFIGURATION ? "show configuration of Junos" : "";
  }
}
