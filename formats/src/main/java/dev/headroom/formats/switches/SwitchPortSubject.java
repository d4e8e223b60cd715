package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;

/**
 * Normalization of abbreviated port names to those of configurations: tables shorten {@code
 * Ethernet1/3} to Eth1/3, Et1/3.
 */
public final class SwitchPortSubject {
  private SwitchPortSubject() {}

  public static Subject of(String name) {
    return new Subject(SubjectKind.SWITCH_PORT, name.replaceFirst("^Eth?(?=\\d)", "Ethernet"));
  }
}
