package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.FlowResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of queue pairs whose NIC may not reach memory, and of those on demand. */
final class MemoryKeyValidityTest {
  private static final long BYTES = 1_000_000;

  /** Host 0 has the data, host 1 gets it. */
  private static Lab lab(String operation) {
    return Lab.star(3, "100Gbps", "500ns")
        .set(PcieKnobs.STAGES, "detailed")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.OPERATION, operation)
        .set(TransportKnobs.MESSAGE_SIZE, "64KiB")
        .flow(0, 1, BYTES, 0);
  }

  /** By verb and by the host whose memory nobody has registered. */
  @ParameterizedTest
  @CsvSource({
    "write, host-0, local protection error (IBV_WC_LOC_PROT_ERR): its memory",
    "write, host-1, remote access error (IBV_WC_REM_ACCESS_ERR): memory at the other end",
    "send, host-0, local protection error (IBV_WC_LOC_PROT_ERR): its memory",
    "send, host-1, remote operation error (IBV_WC_REM_OP_ERR): memory at the other end",
    "read, host-0, remote access error (IBV_WC_REM_ACCESS_ERR): memory at the other end",
    "read, host-1, local protection error (IBV_WC_LOC_PROT_ERR): its memory",
  })
  void shouldEndInErrorWhereNobodyHasRegistered(String operation, String host, String says) {
    Lab.Outcome outcome =
        lab(operation)
            .at(host, MemoryKnobs.REGISTRATION, "never")
            .flow(2, "host-0".equals(host) ? 1 : 0, BYTES, 0)
            .run(RunOptions.DEFAULT);
    FlowResult flow = outcome.flow(0);
    assertThat(flow.failure())
        .isEqualTo(says + " is not registered (hosts.memory.registration never)");
    assertThat(flow.deliveredBytes()).isZero();
    assertThat(outcome.flow(1).finished()).as("others go on").isTrue();
    assertThat(outcome.drops()).isZero();
  }

  /** What is under way then fails; what was done before is done. */
  @ParameterizedTest
  @CsvSource({"write, host-0", "write, host-1", "read, host-0", "read, host-1", "send, host-1"})
  void shouldEndInErrorWhenItIsTakenAway(String operation, String host) {
    Lab.Outcome outcome =
        lab(operation).at(host, MemoryKnobs.LOST_AT, "40us").run(RunOptions.DEFAULT);
    FlowResult flow = outcome.flow(0);
    assertThat(flow.failure())
        .contains("error (IBV_WC_")
        .endsWith("is no longer registered (hosts.memory.lostAt)");
    assertThat(flow.deliveredBytes() * 8e3 / 40e6)
        .as("Gb/s until then, of 100")
        .isBetween(75.0, 100.0);
    assertThat(lab(operation).at(host, MemoryKnobs.LOST_AT, "1ms").run().flow(0).finished())
        .isTrue();
  }

  /** Others have finished by then; nobody waits for the timer of a queue pair in error. */
  @ParameterizedTest
  @CsvSource({"write, host-0", "write, host-1", "read, host-0", "read, host-1", "send, host-1"})
  void shouldEndTheRunWhenNothingElseCanHappen(String operation, String host) {
    for (int partitions : new int[] {1, 4}) {
      Lab.Outcome outcome =
          lab(operation)
              .flow(2, "host-0".equals(host) ? 1 : 0, BYTES / 2, 0)
              .at(host, MemoryKnobs.LOST_AT, "40us")
              .run(new RunOptions(1, partitions, false));
      assertThat(outcome.flow(0).failure()).contains("error (IBV_WC_");
      assertThat(outcome.flow(1).finished()).isTrue();
      assertThat(outcome.run().endPs())
          .as("not at the look after an ACK timeout of 67 ms")
          .isBetween(outcome.flow(1).completedPs(), 100 * Lab.US);
    }
  }

  /** What is sent again after a loss finds no memory either. */
  @Test
  void shouldEndInErrorAfterALoss() {
    FlowResult flow =
        lab("write")
            .at("host-1", MemoryKnobs.REGISTRATION, "never")
            .set(TransportKnobs.RETRANSMIT_TIMEOUT, "100us")
            .worse(1, 0, 20 * Lab.US, 1, 1)
            .run(RunOptions.DEFAULT)
            .flow(0);
    assertThat(flow.failure()).contains("error (IBV_WC_REM_ACCESS_ERR)");
  }

  /** Pages that nobody pinned are faulted in once more, and nothing fails; pinned ones stay. */
  @Test
  void shouldFaultInAgainWhatWasSwappedOut() {
    Lab.Outcome never = swapped("on-demand", "1s");
    Lab.Outcome once = swapped("on-demand", "200us");
    assertThat(once.flow(0).finished()).isTrue();
    assertThat((once.flow(0).completedPs() - never.flow(0).completedPs()) * 1e-6)
        .as("one more fault of 150 us, less the 10 us that the NIC had read ahead")
        .isBetween(138.0, 150.0);
    assertThat(swapped("ahead", "20us").run().digest())
        .as("pinned pages are not swapped out")
        .isEqualTo(swapped("ahead", "1s").run().digest());
  }

  private static Lab.Outcome swapped(String registration, String at) {
    return lab("write")
        .set(MemoryKnobs.REGISTRATION, registration)
        .set(MemoryKnobs.PAGE_FAULT, "150us")
        .set(MemoryKnobs.LOSS, "swapped-out")
        .set(MemoryKnobs.LOST_AT, at)
        .run(RunOptions.DEFAULT);
  }

  /** The same bits however it is cut. */
  @Test
  void shouldFailAlikeInParts() {
    assertThat(cut(4, 4)).isEqualTo(cut(1, 1));
  }

  private static String cut(int threads, int partitions) {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=2", "fabric.hostsPerLeaf=2")
            .set(PcieKnobs.STAGES, "detailed")
            .at("host-3", MemoryKnobs.LOST_AT, "15us");
    for (int i = 0; i < 24; i++) {
      lab.flow(i % 8, (i + 1 + i / 8) % 8, 60_000 + i * 999, 0);
    }
    return lab.run(new RunOptions(threads, partitions, false)).run().digest();
  }
}
