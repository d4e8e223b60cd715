package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** The forms that lldpctl can print (lldpcli(8), -f): each says the neighbour of each interface. */
final class LldpFormsTest {
  private static void shouldTell(FactSet facts, String netdev, String device, String port) {
    Subject subject = Subject.netdev(netdev);
    assertThat(facts.text(subject, "neighbor.switch").get()).isEqualTo(device);
    assertThat(facts.text(subject, "neighbor.port").get()).isEqualTo(port);
  }

  /** The keys of lldpd/lldpd#27, among them one that has a value and a part below it. */
  @Test
  void shouldReadKeysAndValues() {
    FactSet facts =
        Read.allOf(
            "lldp-keyvalue",
            """
            lldp.eth2.via=LLDP
            lldp.eth2.rid=4
            lldp.eth2.age=14 days, 01:02:03
            lldp.eth2.chassis.mac=b8:59:9f:aa:bb:cc
            lldp.eth2.chassis.name=leaf01
            lldp.eth2.chassis.descr=Cisco IOS Software, C3750E Software
            Technical Support: http://www.cisco.com/techsupport
            lldp.eth2.port.ifname=TenGigabitEthernet0/2
            lldp.eth2.port.descr=TenGigabitEthernet0/2
            lldp.eth2.vlan.vlan-id=1
            lldp.eth2.vlan.pvid=yes
            lldp.eth2.vlan=VLAN #1
            lldp.eth4.100.via=LLDP
            lldp.eth4.100.chassis.name=leaf02
            lldp.eth4.100.port.local=etp0
            """);
    shouldTell(facts, "eth2", "leaf01", "TenGigabitEthernet0/2");
    shouldTell(facts, "eth4.100", "leaf02", "etp0");
    assertThat(facts.text(Subject.netdev("eth2"), "lldp.chassis.descr.more").get())
        .startsWith("Technical Support");
  }

  /** {@code -f json}: names are keys. */
  @Test
  void shouldReadJson() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {
              "lldp": {
                "interface": [
                  {
                    "eth2": {
                      "via": "LLDP",
                      "chassis": {"leaf01": {"id": {"type": "mac", "value": "b8:59:9f:aa:bb:cc"}}},
                      "port": {"id": {"type": "ifname", "value": "Ethernet0"}, "ttl": "120"}
                    }
                  }
                ]
              }
            }
            """);
    shouldTell(facts, "eth2", "leaf01", "Ethernet0");
  }

  /** {@code -f json0}: all is a list. */
  @Test
  void shouldReadJsonOfLists() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {
              "lldp": [
                {
                  "interface": [
                    {
                      "name": "eth2",
                      "via": "LLDP",
                      "chassis": [
                        {
                          "id": [{"type": "mac", "value": "b8:59:9f:aa:bb:cc"}],
                          "name": [{"value": "leaf01"}]
                        }
                      ],
                      "port": [{"id": [{"type": "ifname", "value": "Ethernet0"}], "descr": [{"value": "to eth2"}]}]
                    },
                    {
                      "name": "eth3",
                      "chassis": [{"name": [{"value": "leaf02"}]}],
                      "port": [{"id": [{"type": "local", "value": "etp1"}]}]
                    }
                  ]
                }
              ]
            }
            """);
    shouldTell(facts, "eth2", "leaf01", "Ethernet0");
    shouldTell(facts, "eth3", "leaf02", "etp1");
  }

  @Test
  void shouldReadXml() {
    FactSet facts =
        Read.allOf(
            "lldp-xml",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <lldp label="LLDP neighbors">
             <interface label="Interface" name="eth2" via="LLDP" rid="1" age="0 day, 00:10:12">
              <chassis label="Chassis">
               <id label="ChassisID" type="mac">b8:59:9f:aa:bb:cc</id>
               <name label="SysName">leaf01</name>
              </chassis>
              <port label="Port">
               <id label="PortID" type="ifname">Ethernet0</id>
               <descr label="PortDescr">to eth2</descr>
              </port>
             </interface>
            </lldp>
            """);
    shouldTell(facts, "eth2", "leaf01", "Ethernet0");
  }
}
