package dev.headroom.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Descriptions as people write them, and the symptom that each leads to. */
final class SymptomsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          slow all-reduce                                        | slow-collective
          slow allreduce                                         | slow-collective
          all-reduce is slow on RoCE                             | slow-collective
          AllReduce performance is bad                           | slow-collective
          busbw is low                                           | slow-collective
          low bus bandwidth in nccl-tests                        | slow-collective
          algbw far below line rate in all_gather                | slow-collective
          nccl-tests shows half the expected busbw               | slow-collective
          all_reduce_perf underperforms                          | slow-collective
          training is slow                                       | slow-collective
          training steps take too long on many nodes             | slow-collective
          multi-node job is slower than single node              | slow-collective
          reduce-scatter is slow                                 | slow-collective
          alltoall slow on infiniband                            | slow-collective
          one slow rank                                          | slow-collective
          straggler node                                         | slow-collective
          does not scale past 4 nodes                            | slow-collective
          NCCL is slow                                           | slow-collective
          ECN not marked                                         | no-ecn
          ECN is not working                                     | no-ecn
          switch does not mark packets                           | no-ecn
          CNPs are zero                                          | no-ecn
          no CNPs                                                | no-ecn
          np_cnp_sent stays 0                                    | no-ecn
          DCQCN does nothing                                     | no-ecn
          WRED counters are zero                                 | no-ecn
          congestion control is not active                       | no-ecn
          job hangs                                              | all-reduce-timeouts
          training hangs in all-reduce                           | all-reduce-timeouts
          training is stuck                                      | all-reduce-timeouts
          NCCL timeout                                           | all-reduce-timeouts
          NCCL watchdog timeout                                  | all-reduce-timeouts
          Watchdog caught collective operation timeout           | all-reduce-timeouts
          RDMA is timing out during large All-Reduce jobs        | all-reduce-timeouts
          Got completion with error 12                           | all-reduce-timeouts
          transport retry counter exceeded                       | all-reduce-timeouts
          job deadlocks after an hour                            | all-reduce-timeouts
          all ranks freeze                                       | all-reduce-timeouts
          pause storm                                            | pause-storm
          PFC storm                                              | pause-storm
          too many pause frames                                  | pause-storm
          pfc counters grow on all ports                         | pause-storm
          head-of-line blocking                                  | pause-storm
          RoCE packet loss                                       | roce-loss
          packets are dropped on the switch                      | roce-loss
          out_of_sequence grows                                  | roce-loss
          retransmissions                                        | roce-loss
          incast drops                                           | roce-loss
          rx discards                                            | roce-loss
          link flaps                                             | link-flaps
          port is flapping                                       | link-flaps
          link goes up and down                                  | link-flaps
          CRC errors                                             | link-flaps
          high BER on a cable                                    | link-flaps
          symbol errors                                          | link-flaps
          GPUDirect not working                                  | gpudirect
          GDR is disabled                                        | gpudirect
          nvidia-peermem missing                                 | gpudirect
          no GPUDirect RDMA                                      | gpudirect
          it fell back to TCP                                    | tcp-fallback
          NCCL uses sockets                                      | tcp-fallback
          NET/Socket in the log                                  | tcp-fallback
          uses eth0 instead of infiniband                        | tcp-fallback
          low GPU utilization                                    | tcp-fallback
          cannot register memory                                 | memory-registration
          ibv_reg_mr fails                                       | memory-registration
          memlock limit                                          | memory-registration
          Cannot allocate memory                                 | memory-registration
          I see 800G link speed but only 500G goodput            | low-goodput
          ib_write_bw is slow                                    | low-goodput
          low throughput                                         | low-goodput
          only half the line rate                                | low-goodput
          latency spikes                                         | latency-spikes
          p99 is high                                            | latency-spikes
          tail latency                                           | latency-spikes
          loss is NaN                                            | wrong-results
          wrong results in all-reduce                            | wrong-results
          data corruption                                        | wrong-results
          slower since the upgrade                               | after-upgrade
          broken after a kernel update                           | after-upgrade
          NCCL fails at init with invalid argument in nvls.cc    | job-does-not-start
          system not yet initialized                             | job-does-not-start
          job fails to start                                     | job-does-not-start
          unhandled system error                                 | job-does-not-start
          hangs at init                                          | job-does-not-start
          no IB devices found                                    | no-rdma-device
          no RDMA device in the pod                              | no-rdma-device
          ibv_devices shows nothing in the container             | no-rdma-device
          """)
  void shouldFindTheSymptom(String words, String id) {
    assertThat(Symptoms.named(words)).map(Symptom::id).contains(id);
  }

  @Test
  void shouldKnowEachByItsNameAndItsTitle() {
    Set<String> ids = new HashSet<>();
    for (Symptom each : Symptoms.all()) {
      assertThat(ids.add(each.id())).isTrue();
      assertThat(Symptoms.ranked(each.id())).containsExactly(each);
      assertThat(Symptoms.named(each.title())).as(each.title()).contains(each);
    }
  }

  @Test
  void shouldNotFindOneForOtherWords() {
    assertThat(Symptoms.ranked("the coffee machine is broken")).isEmpty();
    assertThat(Symptoms.ranked("")).isEmpty();
  }
}
