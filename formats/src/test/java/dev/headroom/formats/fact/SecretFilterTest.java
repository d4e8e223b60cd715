package dev.headroom.formats.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that stand in configurations as people bring them; each holds the word "hush". */
final class SecretFilterTest {
  private static List<Fact> facts(String name, String text) {
    return FormatCatalogue.reader().read(FactSource.of(name), text).facts();
  }

  private static List<Fact> shown(String name, String text) {
    return facts(name, text).stream().map(SecretFilter::redact).toList();
  }

  private static String all(List<Fact> facts) {
    StringBuilder all = new StringBuilder();
    facts.forEach(fact -> all.append(fact).append(' ').append(fact.evidence().text()).append('\n'));
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "username admin privilege 15 role network-admin secret sha512 $6$hush",
        "username admin password 5 $5$hush role network-admin",
        "enable secret 5 hush",
        "snmp-server community hush ro",
        "snmp-server user mon network-operator auth md5 0xhush priv aes-128 0xhush",
        "snmp-server host 10.0.0.7 version 2c hush",
        "tacacs-server key 7 hush",
        "tacacs-server host 10.0.0.8 key 7 hush",
        "radius-server host 10.0.0.9 key hush",
        "ntp authentication-key 1 md5 hush 7",
        "aaa group server tacacs+ hush",
        "router bgp 65001\n   neighbor 10.0.0.1 password 7 hush",
        "router bgp 65001\n   neighbor 10.0.0.1\n      password 3 hush",
        "interface Ethernet7\n   ip ospf message-digest-key 1 md5 7 hush",
        "interface Ethernet7\n   ip ospf authentication-key 7 hush",
        "key chain k\n   key 1\n     key-string 7 hush",
        "mac security\n   profile p\n      key 0a1b 7 hush",
        "management api http\n   url http://me:hush@10.0.0.5/x",
        "radius-server host 10.0.0.9\n   key 7 hush",
        "nv set system aaa user cumulus hashed-password '$6$hush'",
        "nv set system aaa tacacs server 1 secret hush",
        "nv set system snmp-server readonly-community hush access any",
        "nv set vrf default router bgp neighbor swp1 password hush",
      })
  void shouldTakeSecretsOutOfAConfiguration(String lines) {
    String text =
        "! Command: show running-config\nhostname leaf-1\n"
            + lines
            + "\nqos map dscp 26 to traffic-class 3\n";

    assertThat(all(facts("leaf.cfg", text))).contains("hush");
    assertThat(all(shown("leaf.cfg", text)))
        .doesNotContain("hush")
        .contains(SecretFilter.REMOVED, "qos map dscp 26 to traffic-class 3", "hostname = leaf-1");
  }

  @Test
  void shouldTakeThemOutOfWhatWasTyped() {
    String text =
        """
        leaf1(config)# snmp-server community hush ro
        leaf1(config)# interface Ethernet1
        leaf1(config-if-Et1)# mtu 9214
        """;
    assertThat(all(facts("typed.txt", text))).contains("hush");
    assertThat(all(shown("typed.txt", text))).doesNotContain("hush").contains("mtu 9214");
  }

  @Test
  void shouldTakeThemOutOfNvue() {
    String text =
        """
        - header:
            model: SN4700
        - set:
            system:
              aaa:
                user:
                  cumulus:
                    hashed-password: $6$hush
              snmp-server:
                readonly-community:
                  hush:
                    access: any
            qos:
              roce:
                mode: lossless
            vrf:
              default:
                router:
                  bgp:
                    neighbor:
                      swp1:
                        password: hush
        """;
    assertThat(all(facts("nvue.yaml", text))).contains("hush");
    assertThat(all(shown("nvue.yaml", text)))
        .doesNotContain("hush")
        .contains("nv set qos roce mode lossless");
  }

  @Test
  void shouldTakeThemOutOfSonic() {
    String table =
        "\"SNMP_COMMUNITY\": {\"hush\": {\"TYPE\": \"RO\"}}, \"TACPLUS\": {\"global\": {\"passkey\":"
            + " \"hush\"}},";
    String port = "\"PORT\": {\"Ethernet0\": {\"lanes\": \"1,2\", \"speed\": \"400000\"}}";
    for (String text :
        List.of(
            "{" + table + port + "}",
            "{" + table.replace("{", "{\n ").replace("}", "}\n") + "\n" + port + "}")) {
      assertThat(all(facts("config_db.json", text))).contains("hush");
      assertThat(all(shown("config_db.json", text)))
          .doesNotContain("hush")
          .contains("PORT|Ethernet0 speed = 400000");
    }
  }

  @Test
  void shouldTakeThemOutOfVariables() {
    String text = "NCCL_DEBUG=INFO\nWANDB_API_KEY=hush\nHF_TOKEN=hush\nNCCL_IB_HCA=mlx5_0\n";
    assertThat(all(facts("env.txt", text))).contains("hush");
    assertThat(all(shown("env.txt", text)))
        .doesNotContain("hush")
        .contains("NCCL_IB_HCA value = mlx5_0", "NCCL_DEBUG");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl -H Authorization: Bearer hush https://x",
        "mpirun -x WANDB_API_KEY=hush ./a",
        "sshpass -p hush ssh gpu-1",
        "nc --proxy-auth bob:hush proxy 80",
        "wget https://me:hush@10.0.0.1/x"
      })
  void shouldTakeThemOutOfCommands(String command) {
    assertThat(SecretFilter.text(command)).doesNotContain("hush").contains(SecretFilter.REMOVED);
  }

  @Test
  void shouldLeaveTheRestAlone() {
    for (String line :
        List.of(
            "interface Ethernet1/1",
            "qos trust dscp",
            "priority-flow-control mode on",
            "random-detect ecn minimum-threshold 256 kbytes maximum-threshold 512 kbytes",
            "hardware access-list tcam region qos 256",
            "feature lldp")) {
      assertThat(SecretFilter.command(line)).isEqualTo(line);
    }
  }
}
