package dev.headroom.formats.switches.os10;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.CommandForm;
import dev.headroom.formats.switches.SwitchQos;
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
  public List<Reader> readers() {
    return List.of(new Os10PortsReader());
  }

  @Override
  public Optional<CommandForm> commands() {
    return Optional.of(
        new CommandForm(
            List.of("trust dscp-map \\S+", "wred \\S+", "system qos", "priority-flow-control .*"),
            List.of("trust dscp-map ", "wred ", "qos", "priority-flow-control "),
            List.of(CommandForm.Prompt.of("conf-if.*", "interface ethernet"))));
  }
}
