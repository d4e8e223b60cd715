package dev.headroom.formats.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Made-up secrets, each with the word "Hush" in it; and ordinary values that look like them. */
final class SecretTableTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "NGC=nvapi-Hush0123456789abcdef-_XYZ",
        "key nvapi-Hush0123456789abcdef",
        "sk-Hush0123456789abcdefghij",
        "x=sk-proj-Hush0123456789abcdefghij_-x",
        "sk-ant-api03-Hush0123456789-abcdefg",
        "sk_live_Hush0123456789",
        "AKIAHUSH0123456789AB",
        "ASIAHUSH0123456789AB",
        "AIzaHush0123456789abcdefghijklmnopqrstu",
        "glsa_Hush0123456789abcdefghij_0a1b2c3d",
        "glpat-Hush0123456789abcd",
        "npm_Hush0123456789abcdefghij",
        "dckr_pat_Hush0123456789abcdef",
        "ya29.Hush0123456789-abcdef",
        "SG.Hush0123456789abcd.Hush0123456789abcdef",
        "hf_HushabcdefghijklmnopqrstuvwX",
        "ghp_Hush0123456789abcdefghijklmnopqrstuv",
        "gho_Hush0123456789abcdefghijklmnopqrstuv",
        "github_pat_Hush0123456789_abcdefghijklm",
        "xoxb-1234567890-Hush",
        "xoxp-Hush-1234567890",
        "xapp-1-A0-Hush0123456789",
        "https://hooks.slack.com/services/T000/B000/Hush",
        "https://hooks.slack.com/triggers/T000/1/Hush",
        "post to https://discord.com/api/webhooks/123456/Hush-x now",
        "https://discordapp.com/api/v10/webhooks/123456/Hush",
        "https://contoso.webhook.office.com/webhookb2/0a1b@0c1d/IncomingWebhook/Hush/2",
        "https://outlook.office.com/webhook/0a1b/IncomingWebhook/Hush",
        "https://prod-1.westus.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?sig=Hush",
        "https://me:Hush@10.0.0.1/x",
        "postgres://me:p@Hush@db:5432/x",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJIdXNoIn0.Hush-0_9",
        "Authorization: Bearer Hush",
        "Authorization: Basic Hush==",
        "\"Authorization\": \"Bearer Hush\"",
        "authorization=Hush",
        "curl -H 'authorization: token Hush'",
        "DB_PASS=Hush",
        "DB_PASSWD=Hush",
        "SSHPASS='Hush a b'",
        "PASS=Hush",
        "PASS: Hush",
        "mysql -h db -u root -pHush jobs",
        "mysqldump -pHush jobs > x",
        "logged in with token 9Hush0123456789ab",
        "x_pass_file: Hush",
        "MYSQL_PWD=Hush",
        "DBPWD=Hush",
        "AZURE_CRED=Hush",
        "GIT_CREDENTIALS=\"Hush\"",
        "creds: Hush",
        "WANDB_API_KEY=Hush",
        "NGC_APIKEY=Hush",
        "AWS_SECRET_ACCESS_KEY=Hush/x+",
        "AccountKey=Hush==;EndpointSuffix=x",
        "tcp_fastopen_key = Hush",
        "host-key: Hush",
        "SAS_SIGNATURE=Hush",
        "?sv=1&sig=Hush%3D",
        "X-Amz-Signature=Hush",
        "VGPU_LICENSE=Hush",
        "LICENCE_SERVER=Hush",
        "license_key: Hush",
        "{\"password\": \"Hu\\\"sh Hush\", \"a\": 1}",
        "{\"clientSecret\":\"Hush\"}",
        "<user password=\"Hush\" name=\"a\"/>",
        "<bindPassword>Hush</bindPassword>",
        "password = \"Hush never ends",
        "snmp_community: Hush",
        "wpa_psk=Hush",
        "\"auth\": \"Hush\"",
        "mount --password Hush",
        "join --token=Hush",
        "send --discovery-token Hush",
        "sshpass -p Hush ssh gpu-1",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nHush\nHush==\n-----END OPENSSH PRIVATE KEY-----\nrest",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nHush",
        "{\"k\": \"-----BEGIN PRIVATE KEY-----\\nHush\\n-----END PRIVATE KEY-----\\n\"}",
      })
  void shouldHideSecrets(String text) {
    assertThat(SecretTable.mask(text))
        .doesNotContainIgnoringCase("Hush")
        .contains(SecretTable.REMOVED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0c42:a103:0012:3456",
        "0x0c42a10300123456",
        "0c:42:a1:12:34:56",
        "fe80:0000:0000:0000:0e42:a1ff:fe12:3456",
        "Serial Number: MT2302FT08811",
        "GPU-0a1b2c3d-1111-2222-3333-444455556666",
        "NCCL_IB_PKEY=0x7fff",
        "NCCL_IB_PKEY=1",
        "UCX_IB_PKEY=0x8001",
        "PKEY: 0xffff",
        "pkeys/0 0xffff",
        "P_Key: 0x7fff",
        "max_pkeys: 128",
        "bad_pkey_cntr: 0x0, qkey_viol_cntr: 0x0",
        "Q_Key = 0x1234, L_Key: 0x17",
        "lkey: 0x17, rkey: 0x2b00",
        "KEYBOARD=us",
        "vconsole.keymap=de XKB_KEYMAP=us",
        "/etc/ssh/keys/authorized",
        "NCCL_TOPO_FILE=/etc/ssh/keys/topo.xml",
        "NCCL_IB_HCA=mlx5_0,mlx5_1",
        "NCCL_SOCKET_IFNAME=eth0 NCCL_DEBUG=INFO NCCL_IB_GID_INDEX=3",
        "TOKENIZERS_PARALLELISM=false",
        "throughput: 1234 tokens/s",
        "token 123456789 of 200000000, token throughput 12345678",
        "selftest: PASS",
        "mysqld -p 3306",
        "iommu.passthrough=1 pci=pcie_bus_perf",
        "BYPASS=1",
        "rx_bypass: 3",
        "PWD=/root",
        "credits: 12",
        "no_credit_stalls=4",
        "Oper Key: 21",
        "details partner lacp pdu: oper key: 21",
        "RSS hash key:",
        "nvidia: module license 'NVIDIA' taints kernel.",
        "license:        Dual MIT/GPL",
        "signature:      9E:1C:33",
        "license_status: Unlicensed (Expiry: N/A)",
        "module verification failed: signature and/or required key missing - tainting kernel",
        "microcode: sig=0x806f8, pf=0x87",
        "Device: sk-hynix-nvme",
        "disk-encryption0123456789abcdefghij",
        "hf_hub_download hf_transfer",
        "npm_config_cache",
        "https://docs.nvidia.com/networking/display/x",
        "file:///etc/topo.xml",
        "MLX5_SINGLE_THREADED=1",
        "NVreg_RegistryDwords=\"PeerMappingOverride=1;\"",
        "[    3.1] mlx5_core 0000:5e:00.0: firmware version: 28.39.1002",
        "-----BEGIN CERTIFICATE-----",
        "Author: me, Authority: x",
        "mlx5_0 MT4129 gpu-1 HCA-1",
        "Got completion from peer 10.0.0.1<1234> with status=12",
      })
  void shouldLeaveOrdinaryValues(String text) {
    assertThat(SecretTable.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "NCCL_IB_PKEY, false",
    "pkeys, false",
    "KEYBOARD, false",
    "PWD, false",
    "srp_password, true",
    "DB_PASS, true",
    "HF_TOKEN, true",
    "WANDB_API_KEY, true",
    "AZURE_CRED, true",
    "VGPU_LICENSE, true",
    "SIGNATURE, true",
    "CUDA_VISIBLE_DEVICES, false",
    "disable_idle_d3, false",
    "NCCL_NET_GDR_LEVEL, false"
  })
  void shouldTellSecretsByTheirNames(String name, boolean isSecret) {
    assertThat(SecretTable.isSecretName(name)).isEqualTo(isSecret);
  }

  @Test
  void shouldKeepTheRestOfALine() {
    assertThat(
            SecretTable.mask("a=1 DB_PASS=Hush b=2, url=http://me:x@h/ <k token=\"y\" z=\"1\"/>\n"))
        .isEqualTo(
            "a=1 DB_PASS=<removed> b=2, url=http://<removed>@h/ <k token=\"<removed>\""
                + " z=\"1\"/>\n");
    assertThat(
            SecretTable.mask("-----BEGIN PRIVATE KEY-----\nab\n-----END PRIVATE KEY-----\nend\n"))
        .isEqualTo("<removed>\nend\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the pass is hidden, password too | true
          NCCL_X=nvapi-short1              | true
          NCCL_AUTH=x                      | true
          NCCL_DB_PASS=x                   | true
          NCCL_X=me:x@10.0.0.1             | true
          a circuit of leaf-1              | true
          NCCL_IB_PKEY=1                   | false
          NCCL_IB_HCA=mlx5_0               | false
          iommu.passthrough=1              | false
          """)
  void shouldLeaveOutLinesOfFilesThatPeopleWrite(String line, boolean isLeftOut) {
    assertThat(Pattern.compile(SecretTable.never("circuit")).matcher(line).find())
        .isEqualTo(isLeftOut);
  }

  /** What the shell script can use: no interval, no sign between fields, no letter of a flag. */
  @Test
  void shouldHavePatternsForAnyAwk() {
    assertThat(SecretTable.all())
        .allSatisfy(each -> {
          assertThat(each.whole()).doesNotContain("{8", "(?", "#", "\\d", "\\w", "\\b", "\n");
          assertThat(each.clue()).isEqualTo(each.clue().toLowerCase(Locale.ROOT));
        });
  }

  @Test
  void shouldReadALongLineInAMoment() {
    String escapes = "{\"password\": \"" + "\\\"".repeat(200_000) + "\", \"a\": 1}";
    assertThat(SecretTable.mask(escapes)).isEqualTo("{\"password\": \"<removed>\", \"a\": 1}");
  }
}
