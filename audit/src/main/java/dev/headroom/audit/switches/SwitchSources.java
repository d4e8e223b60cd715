package dev.headroom.audit.switches;

/** Sources that several rules about switches rest on. */
final class SwitchSources {
  static final String SONIC = "SONiC, QoS and buffer configuration (sonic-swss, Configuration.md)";

  private SwitchSources() {}
}
