package dev.headroom.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EcmpHashTest {

  @ParameterizedTest(name = "{0} flows over {1} links, set {2}")
  @CsvSource({
    "2, 2, 1",
    "4, 4, 1",
    "4, 4, 2",
    "4, 4, 3",
    "8, 8, 1",
    "8, 8, 2",
    "16, 16, 1",
    "64, 64, 1",
    "6, 3, 1",
    "7, 5, 2"
  })
  void shouldThrowTheFlowsLikeDice(int flows, int links, int set) {
    int salts = 50_000;
    Packet[] packets = new Packet[flows];
    for (int i = 0; i < flows; i++) {
      packets[i] = new Packet();
      packets[i].entropy =
          (int) (Rng.mix(Rng.mix(((long) i << 32) + flows + i + set * 1_000L)) >>> 16);
    }
    long busy = 0;
    for (int salt = 0; salt < salts; salt++) {
      EcmpHash hash = EcmpHash.mixed((int) Rng.key(salt, "leaf-0 ecmp"));
      long used = 0;
      for (Packet packet : packets) {
        used |= 1L << hash.choose(packet, links);
      }
      busy += Long.bitCount(used);
    }
    double expected = 1 - Math.pow(1 - 1.0 / links, flows);
    double got = (double) busy / salts / links;
    assertThat(got).isCloseTo(expected, within(0.003 * expected));
  }
}
