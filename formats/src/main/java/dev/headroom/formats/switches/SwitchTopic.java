package dev.headroom.formats.switches;

/**
 * Data that a rule may need of a switch, with the vendors' commands and files that contain it.
 * Several share their commands, so that these are one text; what a vendor adds stands behind it.
 */
public enum SwitchTopic {
  /** What a switch is set to. */
  CONFIGURATION(
      "a switch's configuration: SONiC's config_db.json, show running-config of EOS, NX-OS, OS10 or Onyx,"
          + " nv config show -o commands or nv show qos roce, show roce of Onyx"),
  /** How buffers are set. */
  BUFFERS("a switch's configuration: SONiC's config_db.json, qos.json, buffers.json"),
  /** Speed, cable and headroom of ports. */
  CABLES(BUFFERS.builtInCommands + " with PORT, CABLE_LENGTH and BUFFER_PROFILE"),
  /** What the PFC watchdog counted. */
  STORMS(
      "show pfcwd stats of SONiC, show queuing pfc-queue detail of NX-OS, show priority-flow-control counters watchdog of EOS as JSON"),
  /** Pauses that ports received and sent. */
  PAUSES(
      "show pfc counters of SONiC, show interface priority-flow-control detail of NX-OS, show priority-flow-control counters of EOS, show interface priority-flow-control details of OS10, show interfaces ethernet counters pfc of Onyx"),
  /** What queues of a port sent. */
  QUEUE_TRAFFIC(
      "show queue counters of SONiC, show queuing interface of NX-OS, show queuing statistics of OS10"),
  /** The most that headroom held. */
  WATERMARKS("show priority-group watermark headroom of SONiC"),
  /** What queues go on to drop. */
  QUEUE_DROPS("show queue counters"),
  /** What the PFC watchdog logged. */
  LOG("/var/log/syslog of SONiC"),
  /** What ports dropped. */
  DROPS(
      "show interfaces counters (detailed), show queue counters or show priority-group drop counters of SONiC, show interface (counters errors) of NX-OS, EOS or OS10, show interfaces counters queue detail of EOS, show queuing statistics of OS10, show queuing interface or show policy-map interface of NX-OS, show interfaces ethernet counters of Onyx"),
  /** The state of ports. */
  STATES(
      "show interfaces status, show interfaces status err-disabled, or show interface (brief), of EOS, NX-OS or IOS"),
  /** What modules in its ports say of themselves. */
  MODULES(
      "show interfaces transceiver detail of the switch (SONiC: eeprom --dom, status, error-status, pm)"),
  /** The power that slots of modules give. */
  SLOT_POWER("show interfaces transceiver hardware of EOS");

  private final String builtInCommands;

  SwitchTopic(String ours) {
    this.builtInCommands = ours;
  }

  /** Commands and files of the vendors that Headroom comes with. */
  public String builtInCommands() {
    return builtInCommands;
  }
}
