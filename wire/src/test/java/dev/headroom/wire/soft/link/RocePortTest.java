package dev.headroom.wire.soft.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.SoftDevice;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where no socket can have port 4791, on a machine that is made up. */
final class RocePortTest {
  @TempDir Path rdmaClass;

  private final InetAddress loopback = InetAddress.getLoopbackAddress();

  @Test
  void shouldSayThatADeviceTakesItFirst() throws IOException {
    device("mlx5_0", "lo", "RoCE v2", false);
    assertThatThrownBy(() -> RocePort.open(loopback, Udp.ROCE_PORT, rdmaClass))
        .isInstanceOf(BindException.class)
        .hasMessage(
            "UDP port 4791 of 127.0.0.1 is not available: RDMA device mlx5_0 on lo receives its "
                + "packets before any socket does; use that device itself (--device native), an "
                + "address of another interface, or another port (--udp-port N) at both ends");
  }

  @Test
  void shouldSayThatTheKernelHoldsIt() throws IOException {
    device("rxe7", "eth9", "RoCE v2", true);
    try (DatagramSocket _ = taken()) {
      assertThatThrownBy(() -> RocePort.open(loopback, Udp.ROCE_PORT, rdmaClass))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("in use, by the kernel's soft-RoCE (rxe7 on eth9)")
          .hasMessageContaining("rdma link delete rxe7")
          .hasMessageContaining("--udp-port N");
    }
  }

  @Test
  void shouldSayThatSomebodyHoldsIt() throws IOException {
    try (DatagramSocket _ = taken()) {
      assertThatThrownBy(() -> RocePort.open(loopback, Udp.ROCE_PORT, rdmaClass))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("ss -lunp");
    }
  }

  @Test
  void shouldOpenWhereTheDeviceIsElsewhereOrOfAnotherKind() throws IOException {
    device("mlx5_0", "eth9", "RoCE v2", false);
    device("siw0", "lo", "", true);
    device("mlx5_1", "lo", "IB/RoCE v1", false);
    assertThat(LinuxRdmaPort.all(rdmaClass))
        .containsExactly(new LinuxRdmaPort("mlx5_0", "eth9", false));
    try (DatagramLink link = RocePort.open(loopback, 14_792, rdmaClass)) {
      assertThat(link.port()).isEqualTo(14_792);
    }
  }

  @Test
  void shouldNotTakeAllAddresses() {
    assertThatThrownBy(() -> SoftDevice.open(InetAddress.ofLiteral("0.0.0.0")))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("every address");
  }

  private DatagramSocket taken() throws IOException {
    DatagramSocket socket = new DatagramSocket(null);
    try {
      socket.bind(new InetSocketAddress(loopback, Udp.ROCE_PORT));
    } catch (BindException e) {
      Assumptions.abort("somebody else has UDP port 4791");
    }
    return socket;
  }

  private void device(String name, String network, String type, boolean inKernel)
      throws IOException {
    Path attributes = rdmaClass.resolve(name).resolve("ports/1/gid_attrs");
    Files.createDirectories(attributes.resolve("ndevs"));
    Files.createDirectories(attributes.resolve("types"));
    for (int i = 0; i < 2; i++) {
      Files.writeString(attributes.resolve("ndevs/" + i), network + "\n");
      Files.writeString(attributes.resolve("types/" + i), type + "\n");
    }
    if (inKernel) {
      Files.writeString(rdmaClass.resolve(name).resolve("parent"), network + "\n");
    }
  }
}
