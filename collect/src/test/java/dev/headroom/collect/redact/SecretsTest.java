package dev.headroom.collect.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.collect.MadeHost;
import dev.headroom.collect.Shells;
import dev.headroom.collect.Unpacked;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.bundle.BundleFiles;
import dev.headroom.collect.machine.MachineCollector;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.collect.script.ShellScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Known kinds of secret, planted where people keep them, in files that are collected and in their
 * neighbours: none of them may be found in a bundle. What the files are collected for must be.
 */
final class SecretsTest {
  /** A path, and its text with {@code @} where a secret stands; each is a kind of its own. */
  private static final String[][] HOST = {
    {"proc/cmdline", "ro quiet rd.iscsi.password=@ iommu=pt"},
    {"proc/cmdline", "ks=https://kick:@@10.0.0.1/ks.cfg"},
    {"proc/cmdline", "root=iscsi:user:@@10.0.0.9::::"},
    {"proc/cmdline", "coreos.inst.token=@"},
    {"proc/cmdline", "rd.luks.key=/keys/@.key"},
    {"proc/cmdline", "ds=nocloud;h=node;s=http://10.0.0.2/@/"},
    {"proc/cmdline", "@"},
    {"proc/cmdline", "ib_srpt.srp_password=@"},
    {"etc/nccl.conf", "NCCL_IB_HCA=mlx5"},
    {"etc/nccl.conf", "# password of the share: @"},
    {"etc/nccl.conf", "WANDB_API_KEY=@"},
    {"etc/nccl.conf", "NCCL_NET_AUTH_TOKEN=@"},
    {"etc/nccl.conf", "NCCL_DEBUG=INFO WANDB_API=@"},
    {"etc/nccl.conf", "NCCL_DEBUG_SUBSYS=NET,INIT # as @ said"},
    {"etc/nccl.conf", "NCCL_AUTH=Bearer @"},
    {"etc/nccl.conf", "NCCL_X=Bearer @"},
    {"etc/nccl.conf", "NCCL_NET_PLUGIN=http://user:@@10.0.0.1/x"},
    {"etc/nccl.conf", "NCCL_Y=user:@@10.0.0.1"},
    {"etc/nccl.conf", "NCCL_Z=-p@"},
    {"etc/nccl.conf", "UCX_PSK=@"},
    {"etc/nccl.conf", "NCCL_HUB=hf_@"},
    {"etc/nccl.conf", "OMPI_MCA_plm_rsh_agent=sshpass -p @ ssh"},
    {"etc/nccl.conf", "OMPI_MCA_plm_rsh_agent=\"sshpass -p @ ssh\""},
    {
      "etc/nccl.conf",
      "OMPI_MCA_plm_rsh_agent=ssh -o ProxyCommand=\"nc --proxy-auth bob:@ proxy 80\""
    },
    {"etc/environment", "NCCL_DEBUG=INFO"},
    {"etc/environment", "NCCL_DEBUG=WARN; export HF_HUB=hf_x@"},
    {"etc/environment", "export NCCL_SOCKET_IFNAME=\"eth0,eth1\"; export HUB=@"},
    {"etc/environment", "NCCL_ALGO=allreduce:ring;broadcast:tree HUB=@"},
    {"etc/environment", "NCCL_IB_HCA=mlx5_0, mlx5_1"},
    {"etc/environment", "NCCL_IB_TC=106;HUB=@"},
    {"etc/environment", "http_proxy=http://proxy:@@10.1.1.1:3128"},
    {"etc/environment", "AWS_SECRET_ACCESS_KEY=@"},
    {"etc/environment", "HF_TOKEN=hf_@"},
    {"etc/ucx/ucx.conf", "UCX_TLS=rc"},
    {"etc/ucx/ucx.conf", "UCX_X_PASSWORD=@"},
    {"etc/security/limits.conf", "* soft memlock unlimited"},
    {"etc/security/limits.conf", "# root's pin is @"},
    {"etc/security/limits.conf", "%gpu hard memlock unlimited # door: @"},
    {"etc/sysctl.conf", "net.core.rmem_max = 268435456"},
    {"etc/sysctl.conf", "net.ipv6.conf.default.stable_secret = 2001:db8::@"},
    {"etc/sysctl.conf", "net.ipv4.tcp_fastopen_key = @"},
    {"etc/sysctl.d/90-x.conf", "kernel.core_pattern=|/usr/bin/send --token @"},
    {"etc/modprobe.d/a.conf", "options mlx5_core prof_sel=2"},
    {
      "etc/modprobe.d/a.conf",
      "options nvidia NVreg_RegistryDwords=\"PeerMappingOverride=1;\" NVreg_Foo=@ NVreg_EnableStreamMemOPs=1"
    },
    {"etc/modprobe.d/a.conf", "options ib_srpt srp_max_req_size=@ # @"},
    {"etc/modprobe.d/a.conf", "blacklist nouveau"},
    {"etc/modprobe.d/a.conf", "options ib_iser passphrase=@"},
    {"etc/modprobe.d/a.conf", "install wl /sbin/wl --key @"},
    {"etc/infiniband/openib.conf", "ONBOOT=yes"},
    {"etc/infiniband/openib.conf", "NODE_PASSWORD=@"},
    {"etc/default/irqbalance", "ENABLED=1"},
    {"etc/default/irqbalance", "ONESHOT=0 PIN=@"},
    {"etc/default/irqbalance", "IRQBALANCE_ARGS=\"--banirq=5 --debug\" # @"},
    {"etc/default/irqbalance", "BACKUP_CREDENTIAL=@"},
    {"etc/shadow", "root:$6$@:19000:0:99999:7:::"},
    {"root/.ssh/id_ed25519", "-----BEGIN OPENSSH PRIVATE KEY-----\n@"},
    {"root/.kube/config", "client-key-data: @"},
    {"root/.docker/config.json", "{\"auths\":{\"r\":{\"auth\":\"@\"}}}"},
    {"etc/munge/munge.key", "@"},
    {"etc/krb5.keytab", "@"},
    {"sys/bus/pci/devices/0000:5e:00.0/vpd", "@"},
  };

  private static final String[][] SWITCH = {
    {
      "PORT",
      "{\"Ethernet0\": {\"lanes\": \"1,2\", \"speed\": \"400000\", \"description\": \"to @\"}}"
    },
    {"TACPLUS", "{\"global\": {\"passkey\": \"@\"}}"},
    {"TACPLUS_SERVER", "{\"10.0.0.8\": {\"passkey\": \"@\", \"priority\": \"1\"}}"},
    {"RADIUS", "{\"global\": {\"passkey\": \"@\"}}"},
    {"RADIUS_SERVER", "{\"10.0.0.9\": {\"passkey\": \"@\"}}"},
    {"LDAP", "{\"global\": {\"bind_password\": \"@\"}}"},
    {"SNMP_COMMUNITY", "{\"@\": {\"TYPE\": \"RO\"}}"},
    {"SNMP_USER", "{\"mon\": {\"SNMP_USER_AUTH_PASSWORD\": \"@\"}}"},
    {"SNMP_USER_PRIV", "{\"mon\": {\"SNMP_USER_ENCRYPTION_PASSWORD\": \"@\"}}"},
    {"BGP_NEIGHBOR", "{\"10.0.0.1\": {\"asn\": \"65100\", \"auth_password\": \"@\"}}"},
    {"BGP_PEER_GROUP", "{\"G\": {\"password\": \"@\"}}"},
    {"OSPF_AREA", "{\"0\": {\"message-digest-key\": \"@\"}}"},
    {"MACSEC_PROFILE", "{\"p\": {\"primary_cak\": \"@\", \"primary_ckn\": \"aa\"}}"},
    {"USER", "{\"admin\": {\"password_hashed\": \"$6$@\"}}"},
    {"KUBERNETES_MASTER", "{\"SERVER\": {\"token\": \"@\"}}"},
    {"RESTAPI", "{\"certs\": {\"client_crt_cname\": \"@\"}}"},
    {"GNMI_CLIENT_CERT", "{\"@\": {\"role\": \"x\"}}"},
    {"SSH_SERVER", "{\"POLICIES\": {\"host_key\": \"@\"}}"},
    {"NTP_KEY", "{\"1\": {\"value\": \"@\"}}"},
    {"PASSW_HARDENING", "{\"POLICIES\": {\"history\": \"@\"}}"},
    {"SYSLOG_SERVER", "{\"10.0.0.5\": {\"note\": \"@\"}}"},
    {
      "DEVICE_METADATA",
      "{\"localhost\": {\"hostname\": \"leaf-1\", \"default_bgp_password\": \"@\", \"cloud\": {\"api_key\": \"@\"}}}"
    },
    {
      "PORT_QOS_MAP",
      "{\"Ethernet0\": {\"pfc_enable\": \"3,4\", \"secrets\": [\"@\", {\"x\": \"@\"}]}}"
    },
  };

  @TempDir private Path folder;

  private final List<String> planted = new ArrayList<>();
  private Path host;
  private Path leaf;

  @BeforeEach
  void plant() throws IOException {
    Random random = new Random(5);
    MadeHost server = MadeHost.in(folder.resolve("host"));
    host = server.root();
    Map<String, StringBuilder> files = new LinkedHashMap<>();
    for (String[] each : HOST) {
      String separator = each[0].equals("proc/cmdline") ? " " : "\n";
      files
          .computeIfAbsent(each[0], path -> new StringBuilder())
          .append(filled(each[1], random))
          .append(separator);
    }
    for (Map.Entry<String, StringBuilder> file : files.entrySet()) {
      server.file(file.getKey(), file.getValue().toString());
    }
    server.link("etc/modprobe.d/link.conf", host.resolve("etc/shadow").toString());
    leaf = folder.resolve("leaf");
    StringBuilder json = new StringBuilder("{\n");
    for (String[] table : SWITCH) {
      json.append(json.length() > 2 ? ",\n" : "")
          .append("    \"")
          .append(table[0])
          .append("\": ")
          .append(filled(table[1], random));
    }
    Path config = leaf.resolve("etc/sonic/config_db.json");
    Files.createDirectories(leaf.resolve("etc/sonic"));
    Files.writeString(config, json.append("\n}\n"));
  }

  private String filled(String text, Random random) {
    StringBuilder filled = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // In a URL the sign before the host stays.
      if (c == '@' && !text.startsWith("@10", i)) {
        String secret = "s3cr" + Long.toHexString(random.nextLong());
        planted.add(secret);
        filled.append(secret);
      } else {
        filled.append(c);
      }
    }
    return filled.toString();
  }

  @Test
  void shouldPlantFortyKindsAtLeast() {
    assertThat(planted).hasSizeGreaterThan(48).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "script"})
  void shouldLeaveEachWhereItIs(String by) throws IOException, InterruptedException {
    Map<String, String> bundle = new LinkedHashMap<>();
    bundle.putAll(collect(by, AllowList.host(), host));
    Map<String, String> leafs = collect(by, AllowList.sonic(), leaf);
    leafs.forEach((name, text) -> bundle.put("leaf/" + name, text));

    for (String secret : planted) {
      assertThat(bundle)
          .as("found " + secret)
          .noneSatisfy((name, text) -> assertThat(name + text).contains(secret));
    }
    assertThat(bundle)
        .containsEntry(
            "etc/nccl.conf",
            "NCCL_IB_HCA=mlx5\nNCCL_DEBUG=INFO\nNCCL_DEBUG_SUBSYS=NET,INIT\nOMPI_MCA_plm_rsh_agent=sshpass\nOMPI_MCA_plm_rsh_agent=ssh\n")
        .containsEntry(
            "etc/environment",
            "NCCL_DEBUG=INFO\nNCCL_DEBUG=WARN\nexport NCCL_SOCKET_IFNAME=\"eth0,eth1\"\nNCCL_ALGO=allreduce:ring;broadcast:tree\nNCCL_IB_HCA=mlx5_0, mlx5_1\nNCCL_IB_TC=106\n")
        .containsEntry(
            "etc/security/limits.conf", "* soft memlock unlimited\n%gpu hard memlock unlimited\n")
        .containsEntry(
            "etc/default/irqbalance",
            "ENABLED=1\nONESHOT=0\nIRQBALANCE_ARGS=\"--banirq=5 --debug\"\n")
        .containsEntry("etc/sysctl.conf", "net.core.rmem_max = 268435456\n")
        .containsEntry(
            "etc/modprobe.d/a.conf",
            "options mlx5_core prof_sel=2\noptions nvidia NVreg_RegistryDwords=\"PeerMappingOverride=1;\" <removed> NVreg_EnableStreamMemOPs=1\noptions ib_srpt <removed> <removed> <removed>\nblacklist nouveau\noptions ib_iser <removed>\n")
        .containsEntry("etc/infiniband/openib.conf", "ONBOOT=yes\n");
    assertThat(bundle.get("proc/cmdline")).startsWith("ro quiet <removed> iommu=pt <removed>");
    assertThat(bundle.get("leaf/etc/sonic/config_db.json"))
        .contains(
            "\"lanes\": \"1,2\", \"speed\": \"400000\"",
            "\"pfc_enable\": \"3,4\"",
            "\"hostname\": \"leaf-1\"")
        .doesNotContain("TACPLUS", "SNMP");
  }

  @Test
  void shouldWithholdWhatIsNotOfItsFormat() throws IOException, InterruptedException {
    Files.writeString(
        leaf.resolve("etc/sonic/config_db.json"), "{\"PORT\": {\"a\": \"b\"}} trailing s3cret");

    for (String by : List.of("java", "script")) {
      Map<String, String> bundle = collect(by, AllowList.sonic(), leaf);
      assertThat(bundle).doesNotContainKey("etc/sonic/config_db.json");
      assertThat(bundle.get("headroom/manifest")).contains("withheld\t/etc/sonic/config_db.json\n");
    }
  }

  private Map<String, String> collect(String by, AllowList list, Path root)
      throws IOException, InterruptedException {
    Path file = Files.createTempDirectory(folder, by).resolve("b.tar");
    if (by.equals("java")) {
      BundleFiles.write(
          file,
          new MachineCollector(list, MachineView.mounted(root), "1", text -> {})
              .collect(Set.of(), 1, Duration.ZERO));
    } else {
      Path script = Files.writeString(folder.resolve("s.sh"), ShellScript.of(list, "1"));
      Shells.Said said =
          Shells.run(
              Shells.here().toList().getLast(),
              script,
              Map.of(),
              "-q",
              "--root",
              root.toString(),
              "-o",
              file.toString());
      assertThat(said.text()).isEmpty();
    }
    return Unpacked.of(file);
  }
}
