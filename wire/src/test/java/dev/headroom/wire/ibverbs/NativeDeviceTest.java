package dev.headroom.wire.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the native device is found and refused, on a machine that is made up. */
final class NativeDeviceTest {
  private static final String GID = "0000:0000:0000:0000:0000:ffff:0a4d:0002";

  @TempDir Path directory;

  private final InetAddress address = InetAddress.ofLiteral("10.77.0.2");

  @Test
  void shouldFindTheDeviceThatHasAnAddress() throws IOException {
    device("mlx5_0", "IB/RoCE v1", "RoCE v2");
    device("mlx5_1", "", "");
    assertThat(RdmaAddress.all(directory))
        .containsExactly(new RdmaAddress("mlx5_0", 1, 1, GID.replace(":", "")));
    RdmaAddress found = RdmaAddress.all(directory).getFirst();
    assertThat(found.is(address)).isTrue();
    assertThat(found.is(InetAddress.ofLiteral("10.77.0.3"))).isFalse();
    assertThat(found.is(InetAddress.ofLiteral("fe80::1"))).isFalse();
  }

  @Test
  void shouldSayThatNoDeviceHasTheAddress() throws IOException {
    assertThatThrownBy(() -> NativeDevice.open(address, directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no RDMA device has the address 10.77.0.2 in RoCE v2: this machine")
        .hasMessageContaining("--device soft");
    device("mlx5_0", "IB/RoCE v1", "RoCE v2");
    assertThatThrownBy(() -> NativeDevice.open(InetAddress.ofLiteral("10.0.0.9"), directory))
        .hasMessageContaining("available are mlx5_0");
  }

  /** Either there is no library, or it does not know a device that is not there. */
  @Test
  void shouldSayWhatIsMissing() throws IOException {
    device("unreal_0", "RoCE v2", "RoCE v2");
    assertThatThrownBy(() -> NativeDevice.open(address, directory))
        .isInstanceOf(IOException.class)
        .message()
        .containsPattern(
            library().isPresent()
                ? "libibverbs (has no driver for unreal_0|finds no RDMA in this kernel)"
                : "no libibverbs found \\(libibverbs.so.1\\)");
  }

  /** A context whose fields stand elsewhere. */
  @Test
  void shouldRefuseAnotherLayout() {
    Optional<Libibverbs> library = library();
    Assumptions.assumeTrue(library.isPresent(), "no libibverbs found");
    RdmaAddress place = new RdmaAddress("mlx5_0", 1, 1, GID);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocate(VerbsLayout.Context.SIZE, VerbsLayout.POINTER);
      context.fill((byte) 0x11);
      assertThatThrownBy(() -> new VerbsLayoutCheck(library.get(), context, place).run())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("struct ibv_context is not a supported one")
          .hasMessageContaining("mlx5_0 is not used");
      MemorySegment device = arena.allocate(VerbsLayout.Device.SIZE, VerbsLayout.POINTER);
      context.set(ValueLayout.ADDRESS, VerbsLayout.Context.DEVICE, device);
      context.set(ValueLayout.JAVA_LONG, VerbsLayout.Context.ABI_COMPAT, -1);
      assertThatThrownBy(() -> new VerbsLayoutCheck(library.get(), context, place).run())
          .hasMessageContaining("struct ibv_device");
    }
  }

  @Test
  void shouldRefuseALibraryThatIsTooOldOrAnother() throws IOException {
    Path file = directory.resolve("libibverbs.so.1");
    Files.writeString(file, "\0IBVERBS_1.0\0IBVERBS_1.1\0", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> VerbsLayoutCheck.checkVersion(file))
        .hasMessageContaining("is of version IBVERBS_1.1")
        .hasMessageContaining("rdma-core 15 or later");
    Files.writeString(file, "something else", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> VerbsLayoutCheck.checkVersion(file))
        .hasMessageContaining("no symbols of version IBVERBS_1.x");
    Files.writeString(file, "\0IBVERBS_1.1\0IBVERBS_1.14\0", StandardCharsets.ISO_8859_1);
    VerbsLayoutCheck.checkVersion(file);
  }

  @Test
  void shouldReadWhereADatagramComesFrom() {
    MemorySegment room = MemorySegment.ofArray(new byte[100]);
    MemorySegment.copy(new byte[] {10, 77, 0, 2}, 0, room, ValueLayout.JAVA_BYTE, 32, 4);
    assertThat(ReceivedGrh.source(room)).contains(address);
    room.set(ValueLayout.JAVA_BYTE, 0, (byte) 0x60);
    byte[] six = InetAddress.ofLiteral("2001:db8::5").getAddress();
    MemorySegment.copy(six, 0, room, ValueLayout.JAVA_BYTE, 8, 16);
    assertThat(ReceivedGrh.source(room)).contains(InetAddress.ofLiteral("2001:db8::5"));
    assertThat(ReceivedGrh.source(room.asSlice(0, 39))).isEmpty();
  }

  private static Optional<Libibverbs> library() {
    try {
      return Optional.of(Libibverbs.load());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A device with one port and two GIDs of the same address. */
  private void device(String name, String... types) throws IOException {
    Path port = directory.resolve(name).resolve("ports/1");
    Files.createDirectories(port.resolve("gids"));
    Files.createDirectories(port.resolve("gid_attrs/types"));
    for (int i = 0; i < types.length; i++) {
      Files.writeString(port.resolve("gids/" + i), GID + "\n");
      Files.writeString(port.resolve("gid_attrs/types/" + i), types[i] + "\n");
    }
  }
}
