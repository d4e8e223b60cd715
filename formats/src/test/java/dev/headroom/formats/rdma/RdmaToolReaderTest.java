package dev.headroom.formats.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Counters of a port, on one line or on several. */
final class RdmaToolReaderTest {
  @Test
  void shouldReadCountersThatAreWrappedOverLines() {
    FactSet facts =
        Read.allOf(
            "rdma",
            """
            link mlx5_4/1 rx_write_requests 11 rx_read_requests 12
             duplicate_request 13 rnr_nak_retry_err 14 packet_seq_err 15
            out_of_sequence 16 out_of_buffer 17
             np_cnp_sent 18
            link mlx5_5/1 rx_write_requests 21 rx_read_requests 22
             duplicate_request 23 rnr_nak_retry_err 24
            """);
    Subject first = Subject.port("mlx5_4", "1");
    Subject second = Subject.port("mlx5_5", "1");

    assertThat(facts.number(first, "counter.rx_read_requests").get()).isEqualTo(12);
    assertThat(facts.number(first, "counter.duplicate_request").get()).isEqualTo(13);
    assertThat(facts.number(first, "counter.packet_seq_err").get()).isEqualTo(15);
    assertThat(facts.number(first, "counter.out_of_buffer").get()).isEqualTo(17);
    assertThat(facts.number(first, "counter.np_cnp_sent").get()).isEqualTo(18);
    assertThat(facts.number(second, "counter.duplicate_request").get()).isEqualTo(23);
    assertThat(facts.all(first, "counter.duplicate_request")).hasSize(1);
  }

  /** As in a job's output below what it was asked before. */
  @Test
  void shouldTakeNoWordsForCounters() {
    String said = "link mlx5_4/1 rx_write_requests 11\nRank 0 of 8\nstep 10 loss 3\n";
    Subject port = Subject.port("mlx5_4", "1");

    assertThat(Read.host(said).facts().firstFactsOf(port))
        .extracting(Fact::key)
        .contains("counter.rx_write_requests")
        .noneMatch(key -> key.matches("counter\\.(Rank|of|step|loss)"));
  }

  @Test
  void shouldReadResourcesThatAreWrappedOverLines() {
    FactSet facts =
        Read.allOf(
            "rdma",
            """
            0: mlx5_4: pd 31 cq 32
             qp 33 cm_id 34 mr 35
            """);

    assertThat(facts.number(Subject.rdma("mlx5_4"), "cq").get()).isEqualTo(32);
    assertThat(facts.number(Subject.rdma("mlx5_4"), "qp").get()).isEqualTo(33);
    assertThat(facts.number(Subject.rdma("mlx5_4"), "mr").get()).isEqualTo(35);
  }
}
