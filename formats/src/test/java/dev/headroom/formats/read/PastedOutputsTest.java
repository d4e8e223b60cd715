package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import org.junit.jupiter.api.Test;

/** Outputs in shapes in which people paste them: indented below an item, an answer of one word. */
final class PastedOutputsTest {
  @Test
  void shouldKnowByThePromptWhatASingleNumberIs() {
    Facts facts = facts("\u001b[1;32mroot@node1\u001b[0m:~# ulimit -l\r\n64\r\n");
    assertThat(facts.text(new Subject(Thing.LIMIT, "memlock"), "soft").get()).isEqualTo("64");
    assertThat(facts.text(new Subject(Thing.LIMIT, "memlock"), "unit").get()).isEqualTo("kbytes");
    assertThat(facts("some text\n64\n").subjects(Thing.LIMIT)).isEmpty();
    assertThat(facts("$ uname -r\n6.8.0-40-generic\n").text(Subject.host(), "kernel").get())
        .isEqualTo("6.8.0-40-generic");
  }

  @Test
  void shouldReadWhatIsIndentedInMarkdown() {
    Facts rocm =
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

    Facts dcb =
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
    Facts pods =
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
    Subject first = new Subject(Thing.POD, "train-0");
    assertThat(pods.text(first, "kind").get()).isEqualTo("Pod");
    assertThat(pods.text(first, "spec.containers.resources.limits.nvidia.com/gpu").get())
        .isEqualTo("\"8\"");
    assertThat(pods.text(new Subject(Thing.POD, "train-1"), "spec.hostIPC").get())
        .isEqualTo("true");
    assertThat(pods.text(new Subject(Thing.POD, "unnamed"), "kind").get()).isEqualTo("List");
  }

  private static Facts facts(String text) {
    return new Facts(Read.text(text).facts());
  }
}
