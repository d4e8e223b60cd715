package dev.headroom.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the manifest of a pod gives its containers to run with. */
final class PodEnvironmentTest {
  private static final String HEAD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: train-worker-0
      spec:
        containers:
        - name: trainer
          image: x
      """;

  private static ReportedValue<String> variable(String text, String name) {
    return new FactSet(Read.text(text).facts()).text(new Subject(SubjectKind.ENV, name), "value");
  }

  @Test
  void shouldPairNamesWithValues() {
    String pod =
        HEAD
            + """
                env:
                - name: NCCL_DEBUG
                  value: INFO
                - name: NCCL_IB_HCA
                  valueFrom:
                    configMapKeyRef:
                      name: nccl
                      key: hca
                - value: "1"   # no RDMA
                  name: NCCL_IB_DISABLE
                - {name: NCCL_SOCKET_IFNAME, value: "eth0"}
                - name: UCX_TLS
                  value: $(TLS)
                - name: PASSWORD
                  value: secret
                resources:
                  limits:
                    rdma/hca: "1"
            """;
    assertThat(variable(pod, "NCCL_DEBUG").get()).isEqualTo("INFO");
    assertThat(variable(pod, "NCCL_DEBUG").findEvidence().orElseThrow().text().strip())
        .isEqualTo("value: INFO");
    assertThat(variable(pod, "NCCL_IB_DISABLE").get()).isEqualTo("1");
    assertThat(variable(pod, "NCCL_SOCKET_IFNAME").get()).isEqualTo("eth0");
    assertThat(variable(pod, "NCCL_IB_HCA").isReported()).isFalse();
    assertThat(variable(pod, "UCX_TLS").isReported()).isFalse();
    assertThat(variable(pod, "PASSWORD").isReported()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    command: [\"bash\",\"-c\",\"NCCL_IB_DISABLE=1 torchrun train.py\"]\n",
        "    command:\n    - bash\n    - -c\n    - NCCL_IB_DISABLE=1 torchrun train.py\n",
        "    args: ['mpirun', '-x', 'NCCL_IB_DISABLE=1', 'train']\n",
        "    args:\n    - -x\n    - NCCL_IB_DISABLE=1\n",
        "    args:\n    - |\n      export NCCL_IB_DISABLE=1\n      torchrun train.py\n"
      })
  void shouldReadCommandsAndArguments(String command) {
    assertThat(variable(HEAD + command, "NCCL_IB_DISABLE").get()).isEqualTo("1");
  }

  @Test
  void shouldReadWorkloadsToo() {
    String job =
        """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: train
        spec:
          template:
            spec:
              containers:
              - name: trainer
                env:
                - name: NCCL_IB_DISABLE
                  value: "1"
        """;
    assertThat(variable(job, "NCCL_IB_DISABLE").get()).isEqualTo("1");
  }
}
