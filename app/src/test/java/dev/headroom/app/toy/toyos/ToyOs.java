package dev.headroom.app.toy.toyos;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.SwitchVendor;
import java.util.List;
import java.util.Optional;

/** A vendor of switches that is one package: this is what a list of vendors names. */
public final class ToyOs implements SwitchVendor {
  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new ToyOsConfiguration(host).read();
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new ToyOsReader());
  }

  @Override
  public String commandsFor(SwitchTopic topic) {
    return topic == SwitchTopic.CONFIGURATION ? "show toys of ToyOS" : "";
  }
}
