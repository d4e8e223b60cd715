package dev.headroom.formats.switches.nvue;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.CommandForm;
import dev.headroom.formats.switches.SwitchQos;
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
  public List<Reader> readers() {
    return List.of(new NvueYamlReader());
  }

  @Override
  public Optional<CommandForm> commands() {
    return Optional.of(new CommandForm(List.of("nv set \\S.*"), List.of("nv set "), List.of()));
  }

  @Override
  public List<String> things() {
    return List.of("nv show .*qos roce.*");
  }
}
