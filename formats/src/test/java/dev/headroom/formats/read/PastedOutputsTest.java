package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs in shapes in which people paste them: indented below an item, an answer of one word. */
final class PastedOutputsTest {
  @Test
  void shouldKnowByThePromptWhatASingleNumberIs() {
    FactSet facts = facts("\u001b[1;32mroot@node1\u001b[0m:~# ulimit -l\r\n64\r\n");
    assertThat(facts.text(new Subject(SubjectKind.LIMIT, "memlock"), "soft").get()).isEqualTo("64");
    assertThat(facts.text(new Subject(SubjectKind.LIMIT, "memlock"), "unit").get())
        .isEqualTo("kbytes");
    assertThat(facts("some text\n64\n").subjects(SubjectKind.LIMIT)).isEmpty();
    assertThat(facts("$ uname -r\n6.8.0-40-generic\n").text(Subject.host(), "kernel").get())
        .isEqualTo("6.8.0-40-generic");
  }

  /** What kubectl, containers, ts, scripts and pdsh put before each line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2025-06-12T10:00:01.123456789Z ",
        "2025-06-12T10:00:01.123456789Z stdout F ",
        "[2025-06-12 10:00:01] ",
        "Jun 12 10:00:01 ",
        "10:00:01.5 ",
        "gpu-07: "
      })
  void shouldReadWhatHasSomethingBeforeEachLine(String before) {
    String text =
        """
        Infiniband device 'mlx5_11' port 1 status:
        \tdefault gid:\t fe80:0000:0000:0000:58a2:e103:0022:ce5c
        \tbase lid:\t 0xffff
        \tsm lid:\t\t 0x0
        \tstate:\t\t 1: DOWN
        \tphys state:\t 3: Disabled
        \trate:\t\t 10 Gb/sec (4X SDR)
        \tlink_layer:\t Ethernet

        """;
    FactSet facts = facts(text.indent(0).replaceAll("(?m)^(?=.)", before));
    assertThat(facts.text(Subject.port("mlx5_11", "1"), "state").orElse("")).contains("DOWN");
    assertThat(facts.first(Subject.port("mlx5_11", "1"), "state").orElseThrow().evidence().line())
        .isEqualTo(5);
  }

  /** One line without it, and it belongs to the text. */
  @Test
  void shouldNotTakeOffWhatNotEveryLineHas() {
    assertThat(facts("a note\n10:00:01 64\n10:00:02 65\n").subjects(SubjectKind.PORT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mlx5_0  1       2       0000:0000:0000:0000:0000:ffff:0a0a:0a01",
        "mlx5_0  1       2       0000:0000:0000:00",
        "mlx5_0  1       2"
      })
  void shouldSayThatAGidTableBreaksOff(String last) {
    String table =
        """
        DEV     PORT    INDEX   GID                                     IPv4            VER     DEV
        ---     ----    -----   ---                                     ------------    ---     ---
        mlx5_0  1       0       fe80:0000:0000:0000:ba59:9fff:fe12:3456                 v1      eth0
        mlx5_0  1       1       fe80:0000:0000:0000:ba59:9fff:fe12:3456                 v2      eth0
        """;
    Subject port = Subject.port("mlx5_0", "1");
    assertThat(facts(table).text(port, RdmaKeys.GIDS_BREAK_OFF).isReported()).isFalse();
    assertThat(facts(table + last).text(port, RdmaKeys.GIDS_BREAK_OFF).get()).isEqualTo("2");
  }

  @Test
  void shouldReadWhatIsIndentedInMarkdown() {
    FactSet rocm =
        facts(
            """
            - as seen here:
              ```
              ========================= ROCm System Management Interface =========================
              =================================== Product Info ===================================
              GPU[0]      : Card series:      a card of our own
              GPU[1]      : Card series:      another one
              ====================================================================================
              ```
            """);
    assertThat(rocm.text(Subject.gpu("1"), "product").get()).isEqualTo("another one");

    FactSet dcb =
        facts(
            """
              $ dcb pfc show dev eth7
              pfc-cap 8 macsec-bypass off delay 1024
              prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
            """);
    assertThat(dcb.text(Subject.netdev("eth7"), "qos.priority.3.pfc").get()).isEqualTo("1");
    assertThat(dcb.text(Subject.netdev("eth7"), "dcb.pfc-cap").get()).startsWith("8 ");
  }

  @Test
  void shouldReadEachPodOfAList() {
    FactSet pods =
        facts(
            """
            apiVersion: v1
            items:
            - apiVersion: v1
              kind: Pod
              metadata:
                name: train-0
              spec:
                containers:
                - name: worker
                  resources:
                    limits:
                      nvidia.com/gpu: "8"
            - apiVersion: v1
              kind: Pod
              metadata:
                name: train-1
              spec:
                hostIPC: true
            kind: List
            """);
    Subject first = new Subject(SubjectKind.POD, "train-0");
    assertThat(pods.text(first, "kind").get()).isEqualTo("Pod");
    assertThat(pods.text(first, "spec.containers.resources.limits.nvidia.com/gpu").get())
        .isEqualTo("\"8\"");
    assertThat(pods.text(new Subject(SubjectKind.POD, "train-1"), "spec.hostIPC").get())
        .isEqualTo("true");
    assertThat(pods.text(new Subject(SubjectKind.POD, "unnamed"), "kind").get()).isEqualTo("List");
  }

  private static FactSet facts(String text) {
    return new FactSet(Read.text(text).facts());
  }
}
