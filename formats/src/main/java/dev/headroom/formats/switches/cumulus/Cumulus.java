package dev.headroom.formats.switches.cumulus;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchVendor;
import java.util.List;
import java.util.Optional;

/** Vendor Cumulus Linux, configured by files. */
public final class Cumulus implements SwitchVendor {
  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new QosFeaturesConfiguration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new QosFeaturesWriter());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return QosFeaturesSettings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return QosFeaturesSettings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new QosFeaturesReader());
  }
}
