package dev.headroom.audit.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.DepthUnit;
import dev.headroom.formats.switches.QueueDepth;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same rules judge every vendor's configuration, each read by its own view. */
final class VendorsTest {
  private static final Map<String, String> HEALTHY =
      Map.of(
          "Arista EOS",
          """
          hostname leaf1
          !
          qos map dscp 26 to traffic-class 3
          qos map dscp 48 to traffic-class 6
          !
          qos profile ROCE
             qos trust dscp
             priority-flow-control on
             priority-flow-control priority 3 no-drop
             !
             tx-queue 3
                random-detect ecn minimum-threshold 250 kbytes maximum-threshold 1000 kbytes max-mark-probability 20
          !
          interface Ethernet1/1
             mtu 9214
             service-profile ROCE
          !
          priority-flow-control pause watchdog default timeout 0.2
          """,
          "Cisco NX-OS",
          """
          hostname leaf1
          class-map type qos match-all RDMA
            match dscp 26
          policy-map type qos MARK
            class RDMA
              set qos-group 3
          policy-map type network-qos NET
            class type network-qos c-8q-nq3
              pause pfc-cos 3
              mtu 9216
          policy-map type queuing OUT
            class type queuing c-out-8q-q3
              bandwidth remaining percent 50
              random-detect minimum-threshold 250 kbytes maximum-threshold 1000 kbytes drop-probability 20 weight 0 ecn
          system qos
            service-policy type queuing output OUT
            service-policy type network-qos NET
          priority-flow-control watch-dog-interval on
          interface Ethernet1/1
            priority-flow-control mode on
            mtu 9216
            service-policy type qos input MARK
          """,
          "Dell OS10",
          """
          hostname leaf1
          class-map type network-qos PFC3
           match qos-group 3
          class-map type queuing Q3
           match queue 3
          trust dscp-map ROCE
           qos-group 3 dscp 24-31
           qos-group 6 dscp 48
          policy-map type network-qos NET
           class PFC3
            pause
            pfc-cos 3
          wred ECN
           random-detect color green minimum-threshold 250 maximum-threshold 1000 drop-probability 20
           random-detect ecn
          policy-map type queuing OUT
           class Q3
            bandwidth percent 50
            random-detect ECN
          interface ethernet1/1/1
           mtu 9216
           flowcontrol receive off
           priority-flow-control mode on
           service-policy input type network-qos NET
           service-policy output type queuing OUT
           trust-map dscp ROCE
          """,
          "Cumulus NVUE",
          """
          nv set system hostname leaf1
          nv set interface swp1-2 link mtu 9216
          nv set interface swp1-2 qos pfc-watchdog state enable
          nv set qos mapping default-global trust l3
          nv set qos mapping default-global dscp 26 switch-priority 3
          nv set qos pfc default-global switch-priority 3
          nv set qos congestion-control default-global traffic-class 3 ecn enable
          nv set qos congestion-control default-global traffic-class 3 min-threshold 250000
          nv set qos congestion-control default-global traffic-class 3 max-threshold 1000000
          nv set qos congestion-control default-global traffic-class 3 probability 20
          """,
          "Mellanox Onyx",
          """
          ##
          ## Running database "initial"
          ## Hostname: leaf1
          ##
             interface ethernet 1/1-1/2 mtu 9216 force
             interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 250 maximum-absolute 1000
             interface ethernet 1/1-1/2 qos trust L3
             dcb priority-flow-control enable force
             dcb priority-flow-control priority 3 enable
             interface ethernet 1/1-1/2 dcb priority-flow-control mode on force
             interface ethernet 1/1-1/2 pfc-wd
          """,
          "Enterprise SONiC",
          """
          hostname leaf1
          !
          qos scheduler-policy ROCE
           !
           queue 3
            type dwrr
            weight 50
           !
           queue 6
            type strict
          !
          qos map dscp-tc ROCE
           dscp 0-25,27-47,49-63 traffic-class 0
           dscp 26 traffic-class 3
           dscp 48 traffic-class 6
          !
          qos wred-policy ROCE
           green minimum-threshold 250 maximum-threshold 1000 drop-probability 5
           ecn green
          !
          interface Ethernet0
           mtu 9100
           queue 3 wred-policy ROCE
           scheduler-policy ROCE
           qos-map dscp-tc ROCE
           priority-flow-control priority 3
           priority-flow-control watchdog action drop
           priority-flow-control watchdog on detect-time 200
          !
          """);

  private static final String JUNOS =
      """
      set system host-name leaf1
      set interfaces et-0/0/0 mtu 9216
      set interfaces et-0/0/1 mtu 9216
      set class-of-service classifiers dscp ROCE forwarding-class NO-LOSS loss-priority low code-points 011010
      set class-of-service classifiers dscp ROCE forwarding-class CNP loss-priority low code-points 110000
      set class-of-service drop-profiles ECN interpolate fill-level 20
      set class-of-service drop-profiles ECN interpolate fill-level 60
      set class-of-service drop-profiles ECN interpolate drop-probability 0
      set class-of-service drop-profiles ECN interpolate drop-probability 10
      set class-of-service forwarding-classes class NO-LOSS queue-num 4 no-loss pfc-priority 3
      set class-of-service forwarding-classes class CNP queue-num 3
      set class-of-service congestion-notification-profile PFC input dscp code-point 011010 pfc
      set class-of-service congestion-notification-profile PFC output ieee-802.1 code-point 011 flow-control-queue 4
      set class-of-service congestion-notification-profile PFC pfc-watchdog
      set class-of-service interfaces et-* congestion-notification-profile PFC
      set class-of-service interfaces et-* scheduler-map SM
      set class-of-service interfaces et-* unit * classifiers dscp ROCE
      set class-of-service scheduler-maps SM forwarding-class NO-LOSS scheduler S4
      set class-of-service scheduler-maps SM forwarding-class CNP scheduler S3
      set class-of-service schedulers S4 explicit-congestion-notification
      set class-of-service schedulers S4 drop-profile-map loss-priority any protocol any drop-profile ECN
      set class-of-service schedulers S3 priority strict-high
      """;

  /** The same in braces. */
  private static final String JUNOS_BRACES =
      """
      ## Last commit: 2026-01-01 00:00:00 UTC by admin
      version 23.4R2.13-EVO;
      system {
          host-name leaf1;
      }
      interfaces {
          et-0/0/0 {
              mtu 9216;
          }
          et-0/0/1 {
              mtu 9216;
          }
      }
      class-of-service {
          classifiers {
              dscp ROCE {
                  forwarding-class NO-LOSS {
                      loss-priority low code-points [ 011010 ];
                  }
                  forwarding-class CNP {
                      loss-priority low code-points 110000;
                  }
              }
          }
          /* WRED for ECN */
          drop-profiles {
              ECN {
                  interpolate {
                      fill-level [ 20 60 ];
                      drop-probability [ 0 10 ];
                  }
              }
          }
          forwarding-classes {
              class NO-LOSS queue-num 4 no-loss pfc-priority 3;
              class CNP queue-num 3;
          }
          congestion-notification-profile {
              PFC {
                  pfc-watchdog;
                  input {
                      dscp {
                          code-point 011010 {
                              pfc;
                          }
                      }
                  }
                  output {
                      ieee-802.1 {
                          code-point 011 {
                              flow-control-queue 4;
                          }
                      }
                  }
              }
          }
          interfaces {
              et-* {
                  congestion-notification-profile PFC;
                  scheduler-map SM;
                  unit * {
                      classifiers {
                          dscp ROCE;
                      }
                  }
              }
          }
          scheduler-maps {
              SM {
                  forwarding-class NO-LOSS scheduler S4;
                  forwarding-class CNP scheduler S3;
              }
          }
          schedulers {
              S4 {
                  drop-profile-map loss-priority any protocol any drop-profile ECN;
                  explicit-congestion-notification;
              }
              S3 {
                  priority strict-high;
              }
          }
      }
      """;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReadJunosInBothForms(boolean braces) {
    HostFacts facts = read(braces ? JUNOS_BRACES : JUNOS);
    SwitchQos qos = SwitchVendors.qos(facts).orElseThrow();
    SwitchPort port = qos.port("et-0/0/1");

    assertThat(qos.name()).isEqualTo("leaf1");
    assertThat(qos.terms().family()).isEqualTo("Juniper Junos");
    assertThat(qos.ports().set().stream().map(SwitchPort::name))
        .containsExactly("et-0/0/0", "et-0/0/1");
    assertThat(port.line().mtu().get()).isEqualTo(9216);
    assertThat(port.lossless().get()).containsExactly(3);
    assertThat(port.classes().of(26).get()).isEqualTo(3);
    assertThat(port.queues().of(3)).isEqualTo(4);
    WredCurve curve = port.curve(3).orElseThrow();
    assertThat(curve.from().get()).isEqualTo(new QueueDepth(20, DepthUnit.PERCENT));
    assertThat(curve.to().get()).isEqualTo(new QueueDepth(60, DepthUnit.PERCENT));
    assertThat(curve.most().get()).isEqualTo(0.1);
    assertThat(curve.min().isReported()).isFalse();
    assertThat(rules(facts)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PFC pfc-watchdog|PFC input cable-length 5|switch.pfc-watchdog",
        "schedulers S4 explicit-congestion-notification|schedulers S4 priority low|switch.ecn-off",
        "S4 drop-profile-map|S3 drop-profile-map|switch.ecn-off",
        "loss-priority any|loss-priority high|switch.ecn-off",
        "fill-level 20|fill-level 80|switch.ecn-thresholds",
        "drop-probability 10|drop-probability 77|switch.ecn-pmax",
        "queue-num 4 no-loss|queue-num 4|switch.pfc-incomplete",
        "flow-control-queue 4|flow-control-queue 3|switch.class-to-queue",
        "any drop-profile ECN|any drop-profile GONE|switch.undefined-name",
        "et-* scheduler-map SM|et-* scheduler-map GONE|switch.undefined-name",
        "et-* congestion-notification-profile PFC|et-* congestion-notification-profile GONE|switch.undefined-name",
        "dscp ROCE forwarding-class NO-LOSS|dscp ROCE forwarding-class GONE|switch.undefined-name",
        "et-* unit * classifiers dscp ROCE|et-* unit 0 family inet|switch.unused-setting",
        "et-* scheduler-map SM|et-* unit 0 family inet|switch.unused-setting",
      })
  void shouldSeeOneChangeOfJunos(String from, String to, String rule) {
    assertThat(JUNOS).contains(from);
    assertThat(rules(read(JUNOS.replace(from, to)))).contains(rule);
  }

  @Test
  void shouldLeaveOutWhatIsInactiveInJunos() {
    String off = "deactivate class-of-service schedulers S4 explicit-congestion-notification\n";
    assertThat(rules(read(JUNOS + off))).containsExactly("switch.ecn-off");
    String braces =
        JUNOS_BRACES.replace(
            "explicit-congestion-notification;", "inactive: explicit-congestion-notification;");
    assertThat(rules(read(braces))).containsExactly("switch.ecn-off");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Arista EOS|service-profile ROCE|service-profile GONE|switch.undefined-name",
        "Arista EOS|service-profile ROCE|description ROCE|switch.unused-setting",
        "Cisco NX-OS|qos input MARK|qos input GONE|switch.undefined-name",
        "Cisco NX-OS|service-policy type qos input MARK|description MARK|switch.unused-setting",
        "Cisco NX-OS|class RDMA|class RMDA|switch.undefined-name",
        "Cisco NX-OS|queuing output OUT|queuing output GONE|switch.undefined-name",
        "Cisco NX-OS|network-qos NET|network-qos GONE|switch.undefined-name",
        "Dell OS10|random-detect ECN|random-detect GONE|switch.undefined-name",
        "Dell OS10|random-detect ECN|bandwidth percent 9|switch.unused-setting",
        "Dell OS10|trust-map dscp ROCE|trust-map dscp GONE|switch.undefined-name",
        "Dell OS10|output type queuing OUT|output type queuing GONE|switch.undefined-name",
        "Dell OS10|class Q3|class Q9|switch.undefined-name",
        "Enterprise SONiC|wred-policy ROCE|wred-policy GONE|switch.undefined-name",
        "Enterprise SONiC|qos-map dscp-tc ROCE|qos-map dscp-tc GONE|switch.undefined-name",
        "Enterprise SONiC|qos-map dscp-tc ROCE|description ROCE|switch.unused-setting",
        "Cumulus NVUE|control default-global traffic-class 3 ecn|control ROCE traffic-class 3 ecn|switch.unused-setting",
        "Cumulus NVUE|nv set interface swp1-2 link mtu 9216|nv set interface swp1-2 qos pfc profile GONE|switch.undefined-name",
      })
  void shouldSeeReferencesThatLeadNowhere(String family, String from, String to, String rule) {
    String healthy = healthy(family);
    int at = healthy.lastIndexOf(from);
    assertThat(at).isPositive();
    String sick = healthy.substring(0, at) + to + healthy.substring(at + from.length());
    assertThat(rules(read(sick))).contains(rule);
  }

  /** A name without its definition is nothing to report where definitions were not read. */
  @Test
  void shouldNotMissDefinitionsInAnExcerpt() {
    String excerpt =
        """
        interface Ethernet1/1
          priority-flow-control mode on
          service-policy type qos input MARK
        """;
    assertThat(rules(read(excerpt))).isEmpty();
    assertThat(
            Audit.of(
                    List.of(read(excerpt)),
                    List.of(RuleCatalogue.named("switch.undefined-name").orElseThrow()))
                .getFirst()
                .notChecked())
        .singleElement()
        .extracting(RuleOutcome.MissingInput::input)
        .isEqualTo("the definition of policy-map type qos MARK");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Arista EOS",
        "Cisco NX-OS",
        "Dell OS10",
        "Cumulus NVUE",
        "Mellanox Onyx",
        "Enterprise SONiC"
      })
  void shouldFindNothingWrongWithAGoodSwitch(String family) {
    HostFacts facts = read(healthy(family));
    SwitchQos qos = SwitchVendors.qos(facts).orElseThrow();

    assertThat(qos.terms().family()).isEqualTo(family);
    assertThat(qos.name()).isEqualTo("leaf1");
    String port = qos.ports().set().getFirst().name();
    assertThat(qos.port(port).lossless().get()).containsExactly(3);
    assertThat(qos.port(port).classes().of(26).get()).isEqualTo(3);
    assertThat(qos.port(port).curve(3).orElseThrow().min().get()).isEqualTo(250_000);
    assertThat(qos.port(port).curve(3).orElseThrow().max().get()).isEqualTo(1_000_000);
    assertThat(rules(facts)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Arista EOS|default timeout 0.2|default timeout 0|switch.pfc-watchdog",
        "Arista EOS|tx-queue 3|tx-queue 4|switch.lossless-without-ecn",
        "Arista EOS|random-detect ecn|random-detect drop|switch.ecn-off",
        "Arista EOS|minimum-threshold 250|minimum-threshold 2000|switch.ecn-thresholds",
        "Cisco NX-OS|watch-dog-interval on|watch-dog-interval off|switch.pfc-watchdog",
        "Cisco NX-OS|c-out-8q-q3|c-out-8q-q4|switch.lossless-without-ecn",
        "Cisco NX-OS|weight 0 ecn|weight 0|switch.ecn-off",
        "Cisco NX-OS|minimum-threshold 250|minimum-threshold 2000|switch.ecn-thresholds",
        "Dell OS10|match queue 3|match queue 4|switch.lossless-without-ecn",
        "Dell OS10| random-detect ecn| !|switch.ecn-off",
        "Dell OS10|minimum-threshold 250|minimum-threshold 2000|switch.ecn-thresholds",
        "Cumulus NVUE|pfc-watchdog state enable|pfc-watchdog state disable|switch.pfc-watchdog",
        "Cumulus NVUE|swp1-2 qos pfc-watchdog|swp2 qos pfc-watchdog|switch.pfc-watchdog",
        "Cumulus NVUE|ecn enable|ecn disable|switch.ecn-off",
        "Cumulus NVUE|min-threshold 250000|min-threshold 2500000|switch.ecn-thresholds",
        "Enterprise SONiC|watchdog on|watchdog off|switch.pfc-watchdog",
        "Enterprise SONiC|queue 3 wred|queue 4 wred|switch.lossless-without-ecn",
        "Enterprise SONiC|ecn green|ecn none|switch.ecn-off",
        "Enterprise SONiC|minimum-threshold 250|minimum-threshold 2000|switch.ecn-thresholds",
        "Enterprise SONiC|dscp 48 traffic-class 6|dscp 48 traffic-class 3|switch.cnp-queue",
        "Mellanox Onyx|1/1-1/2 pfc-wd|1/3 pfc-wd|switch.pfc-watchdog",
        "Mellanox Onyx|traffic-class 3 congestion|traffic-class 4 congestion|switch.lossless-without-ecn",
        "Mellanox Onyx|control ecn|control red|switch.ecn-off",
        "Mellanox Onyx|minimum-absolute 250|minimum-absolute 2500|switch.ecn-thresholds",
        "Arista EOS|max-mark-probability 20|max-mark-probability 77|switch.ecn-pmax",
        "Cisco NX-OS|drop-probability 20|drop-probability 77|switch.ecn-pmax",
        "Dell OS10|drop-probability 20|drop-probability 77|switch.ecn-pmax",
        "Cumulus NVUE|probability 20|probability 77|switch.ecn-pmax",
        "Enterprise SONiC|drop-probability 5|drop-probability 77|switch.ecn-pmax",
        "Arista EOS|250 kbytes maximum-threshold 1000 kbytes|30 mbytes maximum-threshold 40 mbytes|switch.ecn-beyond-buffer",
        "Cisco NX-OS|250 kbytes maximum-threshold 1000 kbytes|30000 kbytes maximum-threshold 40000 kbytes|switch.ecn-beyond-buffer",
        "Dell OS10|250 maximum-threshold 1000|30000 maximum-threshold 40000|switch.ecn-beyond-buffer",
        "Enterprise SONiC|250 maximum-threshold 1000|30000 maximum-threshold 40000|switch.ecn-beyond-buffer",
        "Cumulus NVUE|max-threshold 1000000|max-threshold 400000000|switch.ecn-beyond-buffer",
        "Mellanox Onyx|250 maximum-absolute 1000|30000 maximum-absolute 40000|switch.ecn-beyond-buffer",
        "Arista EOS|priority 3 no-drop|priority 3 drop|switch.pfc-incomplete",
        "Cisco NX-OS|pause pfc-cos 3|congestion-control ecn|switch.pfc-incomplete",
        "Dell OS10|pfc-cos 3|bandwidth 3|switch.pfc-incomplete",
        "Mellanox Onyx|priority 3 enable|priority 3 disable|switch.pfc-incomplete",
        "Cisco NX-OS|c-8q-nq3|c-8q-nq4|switch.class-to-queue",
        "Arista EOS|qos map dscp 48|qos map traffic-class 3 to tx-queue 5\\nqos map dscp 48|switch.lossless-without-ecn",
      })
  void shouldSeeOneChange(String family, String from, String to, String rule) {
    String healthy = healthy(family);
    assertThat(healthy).contains(from);
    assertThat(rules(read(healthy.replace(from, to.replace("\\n", "\n"))))).containsExactly(rule);
  }

  /** Classes have curves of their own, in as many profiles as one likes. */
  @Test
  void shouldTakeEachClassForItselfInNvue() {
    String healthy = healthy("Cumulus NVUE");
    String others =
        """
        nv set qos congestion-control default-global traffic-class 0 ecn disable
        nv set qos congestion-control default-global traffic-class 0-2,5 min-threshold 40000
        nv set qos congestion-control default-global traffic-class 0-2,5 max-threshold 80000
        nv set qos congestion-control OTHER traffic-class 3 min-threshold 7000000
        nv set qos egress-scheduler default-global traffic-class 4-6 mode strict
        nv set qos egress-scheduler default-global traffic-class 0-3 mode dwrr
        """;
    HostFacts facts = read(others + healthy);
    SwitchQos qos = SwitchVendors.qos(facts).orElseThrow();

    assertThat(qos.port("swp1").curve(3).orElseThrow().min().get()).isEqualTo(250_000);
    assertThat(qos.port("swp1").curve(3).orElseThrow().marks().get()).isTrue();
    assertThat(qos.port("swp1").curve(2).orElseThrow().max().get()).isEqualTo(80_000);
    assertThat(qos.port("swp1").curve(0).orElseThrow().marks().get()).isFalse();
    assertThat(qos.port("swp1").curve(7)).isEmpty();
    assertThat(qos.port("swp1").isStrict(5).get()).isTrue();
    assertThat(qos.port("swp1").isStrict(2).get()).isFalse();
    assertThat(rules(facts)).doesNotContain("switch.ecn-off");

    String bound = "nv set interface swp1 qos congestion-control profile OTHER\n";
    SwitchQos own = SwitchVendors.qos(read(others + bound + healthy)).orElseThrow();
    assertThat(own.port("swp1").curve(3).orElseThrow().min().get()).isEqualTo(7_000_000);
    assertThat(own.port("swp2").curve(3).orElseThrow().min().get()).isEqualTo(250_000);
  }

  /** RoCE's own settings mark classes 0 and 3, as {@code nv show qos roce} lists them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        nv set system hostname leaf1
        nv set qos roce enable on
        nv set qos roce mode lossless
        nv set interface swp1-32 link mtu 9216
        nv set interface swp1 ip address 10.1.1.0/31
        nv set interface swp1-32 qos pfc-watchdog state enable
        """,
        """
        nv set system hostname leaf1
        nv set qos roce
        nv set interface swp1,swp2 link mtu 9216
        nv set interface swp1-2 qos pfc-watchdog state enable
        """,
        """
        - header:
            model: MSN4700
            nvue-api-version: nvue_v1
            rev-id: 1.0
            version: Cumulus Linux 5.9.1
        - set:
            interface:
              swp1-2:
                link:
                  mtu: 9216
                qos:
                  pfc-watchdog:
                    state: enable
                type: swp
            qos:
              roce:
                enable: on
                mode: lossless
            system:
              hostname: leaf1
        """
      })
  void shouldFindNothingWrongWithRoceAsNvueSetsItUp(String config) {
    HostFacts facts = read(config);
    SwitchQos qos = SwitchVendors.qos(facts).orElseThrow();

    assertThat(qos.ports().set().stream().map(SwitchPort::name))
        .startsWith("swp1", "swp2")
        .doesNotContain("swp1-32", "swp1-2");
    assertThat(qos.port("swp1").curve(3).orElseThrow().min().get()).isEqualTo(146_480);
    assertThat(qos.port("swp1").curve(0)).isPresent();
    assertThat(qos.port("swp1").curve(6)).isEmpty();
    assertThat(qos.port("swp2").line().mtu().get()).isEqualTo(9216);
    assertThat(rules(facts)).isEmpty();
  }

  /** Nothing marks in EOS unless it is told to; of a part nobody knows what the rest says. */
  @Test
  void shouldMissMarksOnlyInAWholeConfigurationOfEos() {
    String part =
        """
        interface Ethernet9/1
           mtu 9214
           qos trust dscp
           priority-flow-control on
           priority-flow-control priority 3 no-drop
        !
        """;
    assertThat(rules(read(part))).doesNotContain("switch.lossless-without-ecn");
    assertThat(rules(read("hostname SW1\n!\n" + part + "end\n")))
        .contains("switch.lossless-without-ecn");
  }

  /** {@code no priority} takes a queue out of the strict ones; unsaid they are strict. */
  @Test
  void shouldSeeNotificationsThatShareByWeightInEos() {
    String queue =
        """
           !
           uc-tx-queue 5
              %s
              bandwidth percent 10
        !
        """;
    String healthy =
        healthy("Arista EOS")
            .replace(
                "48 to traffic-class 6",
                "48 to traffic-class 6\nqos map traffic-class 6 to tx-queue 5")
            .replace("!\ninterface", "%s!\ninterface");
    assertThat(rules(read(healthy.formatted(queue.formatted("no priority")))))
        .containsExactly("switch.cnp-queue");
    assertThat(rules(read(healthy.formatted(queue.formatted("priority strict"))))).isEmpty();
    assertThat(rules(read(healthy.formatted("")))).isEmpty();
  }

  /** What no class matches goes to class-default, and that to group 0 unless it sets another. */
  @Test
  void shouldPutTheRestIntoTheDefaultClassOfNxos() {
    String other = healthy("Cisco NX-OS").replace("match dscp 26", "match dscp 24");
    SwitchQos silent = SwitchVendors.qos(read(other)).orElseThrow();
    assertThat(silent.port("Ethernet1/1").classes().of(26).get()).isZero();
    assertThat(silent.port("Ethernet1/1").classes().of(26).findEvidence().orElseThrow().text())
        .isEqualTo("policy-map type qos MARK");
    assertThat(silent.port("Ethernet1/1").classes().of(24).get()).isEqualTo(3);
    assertThat(rules(read(other))).contains("switch.dscp-not-lossless");

    String set =
        other.replace(
            "    set qos-group 3\n",
            "    set qos-group 3\n  class class-default\n    set qos-group 2\n");
    SwitchQos said = SwitchVendors.qos(read(set)).orElseThrow();
    assertThat(said.port("Ethernet1/1").classes().of(26).get()).isEqualTo(2);
    assertThat(
            said.port("Ethernet1/1").classes().of(26).findEvidence().orElseThrow().text().strip())
        .isEqualTo("set qos-group 2");

    String listed = other.replace("match dscp 24", "match access-group name RDMA");
    assertThat(
            SwitchVendors.qos(read(listed))
                .orElseThrow()
                .port("Ethernet1/1")
                .classes()
                .of(26)
                .isReported())
        .isFalse();
  }

  @Test
  void shouldExpandRangesOfPortsInNvue() {
    SwitchQos qos =
        SwitchVendors.qos(
                read(
                    """
                    nv set system hostname leaf1
                    nv set interface swp1s0-3,swp7 link mtu 9216
                    nv set interface swp9-8 link mtu 9000
                    """))
            .orElseThrow();
    assertThat(qos.ports().set().stream().map(SwitchPort::name))
        .containsExactly("swp1s0", "swp1s1", "swp1s2", "swp1s3", "swp7", "swp9-8");
    assertThat(qos.port("swp1s2").line().mtu().get()).isEqualTo(9216);
  }

  @Test
  void shouldReadTheTablesOfNvShow() {
    HostFacts facts =
        read(
            """
            cumulus@leaf1:mgmt:~$ nv show qos roce
                                operational            applied
            ------------------  ---------------------  ---------------------
            mode                lossless               lossless
            pfc
              pfc-priority      3
              rx-enabled        enabled
            congestion-control
              congestion-mode   ECN
              enabled-tc        0,3
              min-threshold     146.48 KB
              max-threshold     1.43 MB
            """);
    SwitchQos qos = SwitchVendors.qos(facts).orElseThrow();

    assertThat(qos.name()).isEqualTo("leaf1");
    assertThat(qos.port("swp1").lossless().get()).containsExactly(3);
    assertThat(qos.port("swp1").curve(3).orElseThrow().min().get()).isEqualTo(146_480);
    assertThat(qos.port("swp1").curve(4)).isEmpty();
    assertThat(rules(facts)).isEmpty();
  }

  /** Each command by itself: what was not asked is not wrong. */
  @Test
  void shouldJudgeSonicByWhatItsCommandsShow() {
    String priorities =
        """
        admin@leaf1:~$ show pfc priority
        Interface    Lossless priorities
        -----------  ---------------------
        Ethernet0    3,4
        Ethernet4    3,4
        """;
    String watchdog =
        """
        admin@leaf1:~$ show pfcwd config
        Changed polling interval to 600ms
        PORT         ACTION      DETECTION TIME    RESTORATION TIME
        ---------  --------  ----------------  ------------------
        Ethernet0      drop               400                 400
        Ethernet4      drop               400                 400
        """;
    String marks =
        """
        admin@leaf1:~$ show ecn
        Profile: AZURE_LOSSY
        -----------------------  -------
        green_max_threshold      2097152
        ecn                      ecn_none
        green_min_threshold      1048576
        -----------------------  -------

        Profile: AZURE_LOSSLESS
        -----------------------  -------
        green_max_threshold      2097152
        ecn                      ecn_all
        green_min_threshold      1048576
        -----------------------  -------
        """;
    assertThat(rules(read(priorities))).isEmpty();
    assertThat(rules(read(priorities + watchdog + marks))).isEmpty();
    assertThat(rules(read(priorities + watchdog.replace("Ethernet4", "Ethernet8"))))
        .containsExactly("switch.pfc-watchdog");
    assertThat(rules(read(marks.replace("ecn_all", "ecn_none")))).containsExactly("switch.ecn-off");
    assertThat(rules(read(marks.replace("1048576", "4194304"))))
        .containsExactly("switch.ecn-thresholds");
  }

  @Test
  void shouldJudgeEnterpriseSonicByWhatItsShellShows() {
    String shell =
        """
        sonic# show qos wred-policy
        ---------------------------------------------------
        Policy                 : ROCE
        ---------------------------------------------------
        ecn                    : ecn_green
        green-min-threshold    : 250         KBytes
        green-max-threshold    : 1000        KBytes
        green-drop-probability : 5

        sonic# show qos map dscp-tc
        DSCP-TC-MAP: ROCE
        ----------------------------
            DSCP TC
        ----------------------------
            26   3
            48   6
        ----------------------------
        sonic# show qos interface Ethernet 0
                dscp-tc-map: ROCE
                pfc-priority  : 3
                  PFC Watchdog
                    Status            : on
                    Action            : drop
        sonic# show qos interface Ethernet 0 queue 3
               interface queue 3 config:
                    WRED profile: ROCE
        """;
    SwitchQos qos = SwitchVendors.qos(read(shell)).orElseThrow();
    assertThat(qos.port("Ethernet0").lossless().get()).containsExactly(3);
    assertThat(qos.port("Ethernet0").classes().of(26).get()).isEqualTo(3);
    assertThat(qos.port("Ethernet0").curve(3).orElseThrow().min().get()).isEqualTo(250_000);
    assertThat(rules(read(shell))).isEmpty();
    assertThat(rules(read(shell.replace(": on", ": off")))).containsExactly("switch.pfc-watchdog");
    assertThat(rules(read(shell.replace("ecn_green", "ecn_none"))))
        .containsExactly("switch.ecn-off");
    assertThat(rules(read(shell.replace("48   6", "48   3")))).containsExactly("switch.cnp-queue");
  }

  private static String healthy(String family) {
    return Objects.requireNonNull(HEALTHY.get(family));
  }

  private static HostFacts read(String text) {
    return HostFacts.of(
        "leaf1", List.of(FormatCatalogue.reader().read(FactSource.of("running-config.txt"), text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Arista EOS|tx-queue 3|tx-queue 4|below the tx-queue of the lossless class",
        "Cumulus NVUE|pfc-watchdog state enable|pfc-watchdog state disable|nv set interface swp1 qos",
        "Mellanox Onyx|traffic-class 3 congestion|traffic-class 4 congestion|minimum-absolute",
        "Mellanox Onyx|control ecn|control red|instead of congestion-control red",
        "Mellanox Onyx|1/1-1/2 pfc-wd|1/3 pfc-wd|interface ethernet 1/1 pfc-wd; interface ethernet 1/2 pfc-wd",
      })
  void shouldCureInTheWordsOfTheVendor(String family, String from, String to, String words) {
    HostFacts facts = read(healthy(family).replace(from, to));
    assertThat(
            Audit.of(List.of(facts), RuleCatalogue.all()).stream()
                .flatMap(outcome -> outcome.findings().stream())
                .map(finding -> finding.remedy().fix().toString()))
        .singleElement()
        .asString()
        .contains(words)
        .doesNotContain("QUEUE", "pfcwd");
  }

  private static Set<String> rules(HostFacts facts) {
    return Audit.of(List.of(facts), RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
