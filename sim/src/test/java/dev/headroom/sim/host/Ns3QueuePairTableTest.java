package dev.headroom.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The order of queue pairs as HPCC's simulator walks them, against what a {@code
 * std::unordered_map<uint64_t, int>} of libstdc++ (g++ 12.2) printed for the same numbers: {@code
 * destination address << 32 | source port << 16 | priority group}.
 */
final class Ns3QueuePairTableTest {
  private static final int HOSTS = 16;

  /** 11.0.i.1, as that simulator numbers its hosts. */
  private static final int[] ADDRESSES =
      IntStream.range(0, HOSTS).map(host -> 0x0b000001 + (host << 8)).toArray();

  private final Ns3QueuePairTable table = new Ns3QueuePairTable(ADDRESSES, SendClasses.all(3));
  private final List<FakeSender> senders = new ArrayList<>();

  private void add(int from, int until) {
    for (int i = from; i < until; i++) {
      FakeSender sender = new FakeSender(i, i * 7 % HOSTS, 10_000 + i * i);
      senders.add(sender);
      table.add(sender);
    }
  }

  private String order() {
    return String.join(
        " ", table.inOrder().stream().map(sender -> String.valueOf(sender.queuePair)).toList());
  }

  /** The table grows from 13 buckets to 29 with the 14th, and to 59 with the 30th. */
  @ParameterizedTest(name = "{0} queue pairs")
  @CsvSource({
    "5, 4 3 2 1 0",
    "13, 11 7 8 6 10 5 4 3 12 9 2 1 0",
    "14, 13 0 1 2 3 4 5 10 12 8 7 9 6 11",
    "29, 27 26 21 20 25 19 15 13 0 1 28 17 2 3 18 16 4 23 5 22 10 12 8 24 7 14 9 6 11",
    "40, 38 37 35 33 32 31 30 29 11 6 9 7 14 24 8 12 22 5 23 16 18 3 39 2 17 28 1 0 4 13 15 36 19 25"
        + " 34 20 10 21 26 27"
  })
  void shouldWalkAsTheLibraryDoes(int queuePairs, String printed) {
    add(0, queuePairs);
    assertThat(order()).isEqualTo(printed);
  }

  @Test
  void shouldWalkAsTheLibraryDoesOnceSomeAreDone() {
    add(0, 40);
    for (int done : new int[] {0, 3, 7, 12, 39, 20}) {
      senders.get(done).done = true;
    }
    add(40, 46);
    assertThat(order())
        .isEqualTo(
            "45 44 42 40 38 37 35 33 32 31 30 29 11 6 9 14 24 8 22 5 23 16 18 2 43 17 28 1 41 4 13"
                + " 15 36 19 25 34 10 21 26 27");
  }

  /** A second flow on a queue pair that has been done is put in anew. */
  @Test
  void shouldHoldAQueuePairOnce() {
    add(0, 3);
    table.add(senders.getFirst());
    assertThat(order()).isEqualTo("0 2 1");
  }
}
