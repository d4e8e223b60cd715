package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;

/**
 * Normalization of abbreviated port names to those of configurations: tables shorten {@code
 * Ethernet1/3} to Eth1/3, Et1/3.
 */
public final class PortName {
  private PortName() {}

  public static Subject of(String name) {
    return new Subject(Thing.SWITCH_PORT, name.replaceFirst("^Eth?(?=\\d)", "Ethernet"));
  }
}
