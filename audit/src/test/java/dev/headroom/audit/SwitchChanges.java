package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** The switch beside the host. */
final class SwitchChanges extends Changes {
  SwitchChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    addReferences(all);
    all.add(
        ofSwitch(
            "switch.pfc-watchdog",
            "PORT_QOS_MAP",
            "\"pfcwd_sw_enable\": \"3,4\"",
            "\"pfcwd_sw_enable\": \"3\""));
    all.add(
        new Sickness(
            "switch.port-drops",
            List.of(Healthy.switchOf()),
            List.of(
                Healthy.switchOf()
                    .with(
                        "show_counters.txt",
                        "Ethernet0",
                        "0.00%         0         0",
                        "0.00%         0    48,210")),
            "drops on the way in",
            Set.of(),
            true));
    all.add(
        new Sickness(
            "switch.pfc-storms",
            List.of(Healthy.switchOf()),
            List.of(Healthy.switchOf().with("show_pfcwd.txt", "operational", "0/0", "2/2")),
            "two storms",
            Set.of(),
            true));
    all.add(shown("switch.port-shut-by-fault", "show_status.txt", "connected ", "errdisabled"));
    String boot = "doTask: Set port Ethernet4 admin status to up";
    all.add(
        shown(
            "switch.pfc-storms-in-log",
            "syslog.txt",
            boot,
            "PfcWdActionHandler: PFC Watchdog detected PFC storm on port Ethernet8, queue index 3, queue id 0x15 and port id 0x10."));
    all.add(
        shown(
            "switch.pfc-on-lossy",
            "syslog.txt",
            boot,
            "pfcFrameCounterCheck: Got PFC 1204 frame(s) on lossy queue 3 port Ethernet4"));
    String message = "WARNING pmon#psud: ";
    all.add(
        shown(
                "switch.log-power",
                "syslog.txt",
                "NOTICE swss#orchagent: :- " + boot,
                message + "Power absence warning: PSU 2 is out of power.")
            .unseen());
    all.add(
        shown(
                "switch.log-fans",
                "syslog.txt",
                "NOTICE swss#orchagent: :- " + boot,
                "WARNING pmon#thermalctld: Fan fault warning: fan3 is broken")
            .unseen());
    all.add(
        shown(
                "switch.log-asic-refused",
                "syslog.txt",
                "NOTICE swss#orchagent: :- " + boot,
                "ERR syncd#syncd: [none] SAI_API_BUFFER:brcm_sai_set_buffer_profile:2211 Setting xoff failed with error Invalid parameter (0xfffffffc).")
            .unseen());
    all.add(
        ofSwitch("switch.lossless-mtu", "Ethernet0", "\"mtu\": \"9100\"", "\"mtu\": \"1500\"")
            .and("link.mtu-differs"));
    addStates(all);
    all.add(shown("optics.slot-power", "show_hardware.txt", ": 10.0", ": 17.0"));
    all.add(
        ofSwitch(
            "switch.lossless-without-ecn",
            "QUEUE",
            "\"wred_profile\": \"LOSSLESS\"",
            "\"weight\": \"1\""));
    all.add(ofSwitch("switch.ecn-off", "WRED_PROFILE", "ecn_all", "ecn_none"));
    all.add(ofSwitch("switch.ecn-thresholds", "WRED_PROFILE", "\"1048576\"", "\"200000\""));
    all.add(
        ofSwitch("switch.no-headroom", "BUFFER_PROFILE", "\"xoff\": \"300000\"", "\"xoff\": \"0\"")
            .and("switch.headroom-watermark"));
    all.add(
        ofSwitch(
            "switch.headroom-below-cable",
            "CABLE_LENGTH",
            "\"Ethernet8\": \"5m\"",
            "\"Ethernet8\": \"2000m\""));
    all.add(
        ofSwitch("switch.dscp-not-lossless", "DSCP_TO_TC_MAP", "\"26\": \"3\"", "\"26\": \"2\"")
            .and("link.class-differs"));
    all.add(
        ofSwitch(
            "switch.class-to-group", "TC_TO_PRIORITY_GROUP_MAP", "\"3\": \"3\"", "\"3\": \"0\""));
    all.add(
        ofSwitch("switch.ecn-before-pfc", "WRED_PROFILE", "\"250000\"", "\"20000000\"")
            .and("switch.ecn-thresholds"));
    all.add(
        ofSwitch("link.mtu-differs", "PORT", "\"mtu\": \"9100\"", "\"mtu\": \"1500\"")
            .and("switch.lossless-mtu"));
    all.add(ofSwitch("switch.cnp-queue", "DSCP_TO_TC_MAP", "\"48\": \"6\"", "\"48\": \"3\""));
    all.add(ofSwitch("link.class-differs", "DSCP_TO_TC_MAP", "\"26\": \"3\"", "\"26\": \"4\""));
    all.add(
        ofSwitch(
                "link.pfc-differs",
                "PORT_QOS_MAP",
                "\"pfc_enable\": \"3,4\"",
                "\"pfc_enable\": \"4\"")
            .and(
                "switch.pfc-watchdog",
                "switch.pfc-incomplete",
                "switch.dscp-not-lossless",
                "switch.traffic-in-other-queue"));
  }

  private void addReferences(List<Sickness> all) {
    all.add(
        ofSwitch(
                "switch.undefined-name",
                "\"Ethernet0|3\"",
                "\"wred_profile\": \"LOSSLESS\"",
                "\"wred_profile\": \"GONE\"")
            .and("switch.lossless-without-ecn"));
    all.add(
        ofSwitch(
                "switch.unused-setting",
                "MAP_PFC_PRIORITY_TO_QUEUE",
                "\"AZURE\": {",
                "\"SPARE\": {")
            .and("switch.undefined-name"));
    all.add(
        ofSwitch("switch.pfc-incomplete", "PORT_QOS_MAP", "\"pfc_enable\": \"3,4\",", "")
            .and("link.pfc-differs"));
    all.add(
        ofSwitch("switch.class-to-queue", "TC_TO_QUEUE_MAP", "\"3\": \"3\"", "\"3\": \"1\"")
            .and("switch.lossless-without-ecn", "switch.traffic-in-other-queue"));
    all.add(
        ofSwitch(
            "switch.ecn-pmax",
            "WRED_PROFILE",
            "\"green_drop_probability\": \"5\"",
            "\"green_drop_probability\": \"77\""));
    all.add(ofSwitch("switch.ecn-beyond-buffer", "WRED_PROFILE", "\"1048576\"", "\"40000000\""));
    all.add(
        shown(
            "switch.pfc-counters",
            "show_pfc_counters.txt",
            "Ethernet0       0       0       0       0",
            "Ethernet0       0       0       0  99187321"));
    all.add(shown("switch.traffic-in-other-queue", "show_queue_counters.txt", "UC3", "UC2"));
    all.add(shown("switch.headroom-watermark", "show_watermark.txt", "120000", "290000"));
  }

  private void addStates(List<Sickness> all) {
    all.add(
        file(
                "switch.pfc-not-in-force",
                "pfc.txt",
                """
                Ethernet1/51
                    Admin Mode: On
                    Oper Mode: Off
                    VL bitmap: (20)
                    Total Rx PFC Frames: 0
                    Total Tx PFC Frames: 0
                """)
            .unseen());
    all.add(
        file(
                "switch.queue-shut-by-watchdog",
                "pfc_queue.txt",
                """
                Ethernet1/31 Interface PFC watchdog: [Enabled]
                Disable-action                     : No
                PFC watch-dog interface-multiplier : 0
                +----------------------------------------------------+
                | QOS GROUP 3 [Shutdown] PFC [YES] PFC-COS [3]
                +----------------------------------------------------+
                """)
            .unseen());
    all.add(
        file(
                "optics.switch-laser-fault",
                "details.txt",
                """
                Ethernet1/3
                    transceiver is present
                    type is QSFP-DD-400G-DR4

                Lane Number:1 Network Lane
                    Current       71.50 mA      120.00 mA    20.00 mA   110.00 mA      30.00 mA
                    Transmit Fault Count = 2
                """)
            .unseen());
    String lanes =
        """
        Ethernet32:
                CMIS State (SW): READY
                Rx loss of signal flag on media lane 1: False
                Rx loss of signal flag on media lane 2: False
                TX disable status on lane 1: False
                Current module state: ModuleReady
                Data path state indicator on host lane 1: DataPathActivated
        """;
    all.add(module("optics.switch-dark-lane", lanes, "lane 2: False", "lane 2: True"));
    all.add(module("optics.switch-laser-off", lanes, "on lane 1: False", "on lane 1: True"));
    all.add(module("optics.switch-module-fault", lanes, "READY", "FAILED"));
    all.add(module("optics.switch-module-fault", lanes, "ModuleReady", "ModuleFault"));
  }

  private Sickness module(String rule, String text, String from, String to) {
    return file(rule, "eeprom.txt", text.replace(from, to)).unseen();
  }

  /** Of what the switch shows. */
  private static Sickness shown(String rule, String file, String from, String to) {
    return new Sickness(
        rule,
        List.of(Healthy.switchOf()),
        List.of(Healthy.switchOf().with(file, "", from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }

  /** Of the switch, with the host beside it. */
  private Sickness ofSwitch(String rule, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(host, Healthy.switchOf()),
        List.of(host, Healthy.switchOf().with("config_db.json", after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }
}
