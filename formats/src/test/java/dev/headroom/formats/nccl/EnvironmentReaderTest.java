package dev.headroom.formats.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables as scripts set them and as programs print them. */
final class EnvironmentReaderTest {
  /** The quotes of a job's script went into the value, which then named no device. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "export NCCL_IB_HCA='^mlx5_8,mlx5_14'|^mlx5_8,mlx5_14",
        "export NCCL_IB_HCA=\"mlx5_0\"|mlx5_0",
        "export NCCL_IB_HCA=mlx5_0;|mlx5_0",
        "export NCCL_IB_HCA=mlx5_0; export NCCL_DEBUG=INFO|mlx5_0",
        "NCCL_IB_HCA='mlx5_0'|mlx5_0",
        "declare -x NCCL_IB_HCA=\"mlx5_0,mlx5_1\"|mlx5_0,mlx5_1",
        "setenv NCCL_IB_HCA mlx5_0:1|mlx5_0:1",
        "setenv NCCL_IB_HCA \\^mlx5_0 # not the storage's|^mlx5_0",
        "I ran NCCL_DEBUG=INFO NCCL_IB_HCA='mlx5_0' srun --mpi=pmix all_reduce_perf -b 8|mlx5_0"
      })
  void shouldTakeValuesAsAShellDoes(String line, String value) {
    assertThat(facts(line).text(new Subject(SubjectKind.ENV, "NCCL_IB_HCA"), "value").get())
        .isEqualTo(value);
  }

  /** A job was told that the host has no device called $MY_HCA. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "export NCCL_IB_HCA=$MY_HCA",
        "NCCL_IB_HCA=\"${HCA:-mlx5_0}\"",
        "mpirun -x NCCL_IB_HCA=$MY_HCA all_reduce_perf -b 8",
        "export NCCL_IB_HCA=`hcas`",
        "export NCCL_IB_HCA=$(ls /sys/class/infiniband)"
      })
  void shouldNotTakeExpressionsForValues(String line) {
    FactSet facts = facts(line);
    assertThat(facts.text(new Subject(SubjectKind.ENV, "NCCL_IB_HCA"), "value").isReported())
        .isFalse();
  }

  @Test
  void shouldTakePathsThatAddToOthersForValues() {
    assertThat(
            facts("export LD_LIBRARY_PATH=/opt/nccl/lib:$LD_LIBRARY_PATH")
                .text(new Subject(SubjectKind.ENV, "LD_LIBRARY_PATH"), "value")
                .get())
        .startsWith("/opt/nccl");
  }

  @Test
  void shouldTellVariablesOfOneLineApart() {
    FactSet facts = facts("export NCCL_MIN_NCHANNELS=4; export NCCL_MAX_NCHANNELS=2");
    assertThat(facts.text(new Subject(SubjectKind.ENV, "NCCL_MIN_NCHANNELS"), "value").get())
        .isEqualTo("4");
    assertThat(facts.text(new Subject(SubjectKind.ENV, "NCCL_MAX_NCHANNELS"), "value").get())
        .isEqualTo("2");
  }

  /** Its names are not in capitals alone, and may be all that a script sets. */
  @Test
  void shouldReadParametersOfOpenMpi() {
    assertThat(
            facts("export OMPI_MCA_btl_tcp_if_include=eth0")
                .text(new Subject(SubjectKind.ENV, "OMPI_MCA_btl_tcp_if_include"), "value")
                .get())
        .isEqualTo("eth0");
  }

  private static FactSet facts(String line) {
    return new FactSet(Read.text(line + "\n").facts());
  }
}
