package dev.headroom.model.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.sizing.ConnectionState.Transport;
import org.junit.jupiter.api.Test;

/** Contexts of a NIC against counting by hand, and against what SRC's authors published. */
final class ConnectionStateTest {
  @Test
  void shouldCountContextsByHand() {
    ConnectionState state = ConnectionState.allToAll(1_024, 8, 1);
    assertThat(state.peers()).isEqualTo(1_023 * 8);
    assertThat(state.contexts(Transport.RC)).isEqualTo(8 * 1_023 * 8);
    assertThat(state.contexts(Transport.FALCON)).isEqualTo(65_472);
    assertThat(state.contexts(Transport.XRC)).isEqualTo(2 * 8 * 1_023);
    assertThat(state.contexts(Transport.SRC)).isEqualTo(1_023 + 8);
    assertThat(state.contexts(Transport.UD)).isEqualTo(8);
    assertThat(state.contexts(Transport.SRD)).isEqualTo(8);
    assertThat(state.contexts(Transport.UEC)).isEqualTo(1_023);
  }

  /** A ring: two neighbours each, whatever the size of the cluster. */
  @Test
  void shouldNotGrowWithTheClusterWhereNeighboursDoNot() {
    for (long nics : new long[] {16, 1_024, 100_000}) {
      ConnectionState ring = new ConnectionState(nics, 1, 2, 4);
      assertThat(ring.contexts(Transport.RC)).isEqualTo(8);
      assertThat(ring.contexts(Transport.UEC)).isEqualTo(2);
    }
  }

  /** 0x740 bits; and with IRN five bitmaps of 128 bits: 80 bytes more. */
  @Test
  void shouldTakeContextsAsDriversLayThemOut() {
    assertThat(QpContext.MLX5.bytes()).isEqualTo(0x740 / 8);
    ConnectionState one = new ConnectionState(2, 1, 1, 1);
    assertThat(one.bytes(Transport.RC, 232, 128)).hasValue(232);
    assertThat(one.bytes(Transport.IRN, 232, 128)).hasValue(232 + 80);
    assertThat(one.bytes(Transport.SRD, 232, 128)).isEmpty();
    assertThat(ConnectionState.unpublished(Transport.SRD)).isPresent();
  }

  /**
   * "SRC can reduce RDMA states size from 146.20 MB to 0.19 MB for a 512-server cluster" (APNet
   * 2025, abstract): with a connection for each other server that is a context of some 372 bytes,
   * as those of drivers are.
   */
  @Test
  void shouldAgreeWithSrcsPublishedSize() {
    ConnectionState state = ConnectionState.allToAll(512, 1, 1);
    double each = 0.19e6 / state.contexts(Transport.SRC);
    assertThat(each)
        .isBetween((double) QpContext.MLX5.bytes(), (double) QpContext.HNS_HIP09.bytes());
    assertThat(state.bytes(Transport.SRC, Math.round(each), 1).orElseThrow() / 1e6)
        .isBetween(0.185, 0.195);
  }

  @Test
  void shouldSayWhichArgumentIsOutOfRange() {
    assertThatThrownBy(() -> ConnectionState.allToAll(1, 1, 1)).hasMessageContaining("hosts is 1");
    assertThatThrownBy(() -> new ConnectionState(4, 2, 7, 1))
        .hasMessageContaining("peers is 7; it must be 1 to 6");
    assertThatThrownBy(() -> QpContext.named("cx7")).hasMessageContaining("mlx5, bnxt-re");
  }
}
