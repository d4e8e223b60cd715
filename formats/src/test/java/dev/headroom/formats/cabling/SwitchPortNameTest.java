package dev.headroom.formats.cabling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwitchPortNameTest {
  @ParameterizedTest
  @CsvSource({
    "Et2,Ethernet2,true",
    "Et9/1,Ethernet9/1,true",
    "Eth1/17,Ethernet1/17,true",
    "eth1/17,Ethernet1/17,true",
    "Po7,port-channel7,true",
    "Po7,Port-Channel7,true",
    "Eth1/1/1:1,ethernet1/1/1:1,true",
    "Hu1/0/1,HundredGigE1/0/1,true",
    "Gi0/1,GigabitEthernet0/1,true",
    "Te1/1,TenGigabitEthernet1/1,true",
    "Et2,Ethernet22,false",
    "Et1/17,Ethernet1/1,false",
    "Po2,Ethernet2,false",
    "swp1,Ethernet1,false",
    "E2,Ethernet2,false"
  })
  void shouldKnowAPortByItsShortName(String table, String configured, boolean same) {
    assertThat(SwitchPortName.isSame(table, configured)).isEqualTo(same);
    assertThat(SwitchPortName.isSame(configured, table)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "Et2,Ethernet2",
    "ethernet2,Ethernet2",
    "Tw1/0/1,''",
    "TwoG1/0/1,TwoGigabitEthernet1/0/1",
    "Ethernet3,''"
  })
  void shouldNotGuessBetweenPorts(String name, String port) {
    List<String> ports = List.of("Ethernet2", "TwentyFiveGigE1/0/1", "TwoGigabitEthernet1/0/1");
    assertThat(SwitchPortName.findPort(ports, name).orElse("")).isEqualTo(port);
  }
}
