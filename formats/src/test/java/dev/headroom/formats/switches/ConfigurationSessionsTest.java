package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Configurations in a terminal's scroll back. */
final class ConfigurationSessionsTest {

  /** What the next command prints is no part of the configuration. */
  @Test
  void shouldEndAConfigurationAtTheNextPrompt() {
    FactSet facts =
        Read.host(
                """
                leaf1# show running-config interface ethernet 1/2
                interface Ethernet1/2
                  mtu 9216

                leaf1# show interface priority-flow-control
                ============================================================
                Port               Mode Oper(VL bmap)  RxPPP      TxPPP
                ============================================================
                Ethernet1/2        Auto On   (8)       4088      19
                """)
            .facts();

    assertThat(commands(facts, "interface Ethernet1/2")).containsExactly("mtu 9216");
    assertThat(
            facts
                .number(new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/2"), "counter.rx.pfc")
                .get())
        .isEqualTo(4088);
  }

  /** The shell of Enterprise SONiC names the port, the map and the policy in its prompt. */
  @Test
  void shouldReadWhatWasTypedInSonicsShell() {
    FactSet facts =
        Read.allOf(
            "switch-typed",
            """
            sonic(config)# qos wred-policy ROCE
            sonic(conf-wred-ROCE)# ecn green
            sonic(conf-wred-ROCE)# exit
            sonic(config)# interface Ethernet 0
            sonic(conf-if-Ethernet0)# priority-flow-control priority 3
            sonic(conf-if-Ethernet0)# queue 3 wred-policy ROCE
            """);
    assertThat(commands(facts, "qos wred-policy ROCE")).containsExactly("ecn green");
    assertThat(commands(facts, "interface Ethernet0"))
        .containsExactly("priority-flow-control priority 3", "queue 3 wred-policy ROCE");
  }

  /** The word in brackets says where a command stands. */
  @Test
  void shouldReadWhatWasTypedAtPrompts() {
    FactSet facts =
        Read.allOf(
            "switch-typed",
            """
            leaf-2(config)# policy-map type qos MARK
            leaf-2(config-pmap-qos)# class ROCE
            leaf-2(config-pmap-c-qos)# set qos-group 3
            leaf-2(config-pmap-c-qos)# interface ethernet 1/9
            leaf-2(config-if)# mtu 9216
            leaf-2(config-if)# int e1/10
            leaf-2(config-if)# mtu 1500
            leaf-2(config-if)# exit
            leaf-2(config)# hostname leaf-3
            """);

    assertThat(commands(facts, "policy-map type qos MARK")).containsExactly("class ROCE");
    assertThat(commands(facts, "policy-map type qos MARK | class ROCE"))
        .startsWith("set qos-group 3");
    assertThat(commands(facts, "interface Ethernet1/9")).startsWith("mtu 9216");
    assertThat(commands(facts, "interface Ethernet1/10")).containsExactly("mtu 1500");
    assertThat(commands(facts, "configuration"))
        .containsExactly("policy-map type qos MARK", "hostname leaf-3");
  }

  private static Iterable<String> commands(FactSet facts, String part) {
    return facts.all(new Subject(SubjectKind.SWITCH_SETTING, part), "command").stream()
        .map(fact -> fact.value())
        .toList();
  }
}
