package dev.headroom.formats.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose a line is, whatever stands before the host's name. */
final class NcclLogReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2025-05-16T16:39:51.208-07:00ip-10-36-29-253:79:79 [0] NCCL INFO cudaDriverVersion 12040|ip-10-36-29-253:79",
        "2025-05-16T16:39:51.208-07:00 ip-10-36-29-253:79:79 [0] NCCL INFO cudaDriverVersion 12040|ip-10-36-29-253:79",
        "05-06-76-200:7839:7839 [0] NCCL INFO cudaDriverVersion 12040|05-06-76-200:7839",
        "8h200-2:6831:6840 [0] NCCL INFO cudaDriverVersion 12040|8h200-2:6831",
      })
  void shouldTellTheHostFromTheTime(String line, String rank) {
    assertThat(
            Read.host(line + "\n")
                .facts()
                .text(new Subject(SubjectKind.RANK, rank), "cuda.driver")
                .get())
        .isEqualTo("12040");
  }
}
