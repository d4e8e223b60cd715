package dev.headroom.wire.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.model.memory.TranslationTable;
import dev.headroom.wire.linux.LinuxMemory;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.linux.Sysfs;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.ConnectionSettings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory of this machine, as its kernel says. */
final class RegistrationTracerTest {
  private static final int PORT = 14_770;
  private static final int BYTES = 4 << 20;

  @BeforeEach
  void needLinux() {
    assumeTrue(LinuxSockets.isHere(), "memory is asked of a 64-bit Linux");
  }

  @ParameterizedTest
  @EnumSource(
      value = PageKind.class,
      names = {"BASE", "TRANSPARENT"})
  void shouldPinUseAndLetGo(PageKind pages) throws Exception {
    LockedMemory before = LockedMemory.now();
    assumeTrue(
        before.exempt() || before.limit().isEmpty() || before.limit().getAsLong() > BYTES,
        "ulimit -l is below 4 MiB");
    List<Integer> begun = new ArrayList<>();
    RegistrationTrace trace = trace(BYTES, pages, begun);
    assertThat(begun).containsExactly(0, 1, 2);
    assertThat(trace.transfer().hasExpectedOutcome()).isTrue();
    assertThat(trace.transfer().bytes()).isEqualTo(1 << 20);
    assertThat(trace.during().locked() - trace.before().locked()).isEqualTo(BYTES);
    assertThat(LockedMemory.now().locked()).isEqualTo(before.locked());
    assertThat(trace.nanoseconds().values()).allMatch(each -> each > 0);
    assertThat(trace.nanoseconds()).containsOnlyKeys(RegistrationStep.values());
    trace.table().ifPresent(table -> assertThat(table.entries()).isBetween(1, BYTES / 4096));
  }

  private static RegistrationTrace trace(long bytes, PageKind pages, List<Integer> begun)
      throws IOException, InterruptedException {
    InetAddress here = InetAddress.ofLiteral("127.0.0.1");
    try (SoftDevice device = SoftDevice.open(here, PORT);
        SoftLoop _ = SoftLoop.start(device)) {
      return new RegistrationTracer(device, false, ConnectionSettings.DEFAULT)
          .trace(bytes, pages, 3, begun::add);
    }
  }

  /**
   * What the table's pages are worked out from is what the kernel says of the same memory again.
   */
  @Test
  void shouldFindTheFramesOfMemoryThatStaysInPlace() throws Exception {
    try (MemoryMapping mapping = MemoryMapping.of(BYTES, PageKind.TRANSPARENT)) {
      mapping.touch();
      mapping.lock();
      MemorySegment memory = mapping.memory();
      long[] frames = PageFrames.of(memory).orElse(new long[0]);
      assumeTrue(frames.length > 0, "the kernel says where pages lie to root only");
      assertThat(PageFrames.of(memory)).hasValue(frames);
      int page = LinuxMemory.pageBytes();
      assertThat(IntStream.range(0, frames.length).mapToLong(i -> frames[i] % page))
          .containsOnly(0L);
      assertThat(frames).doesNotHaveDuplicates().hasSize(BYTES / page);
      TranslationTable table =
          TranslationTable.of(memory.address(), BYTES, PageKind.BASE.size(), frames);
      for (int i = 0; i < frames.length; i++) {
        long at = memory.address() + (long) i * page;
        long size = table.page().bytes();
        TranslationTable.Entry entry = table.entry((int) (at / size - memory.address() / size));
        assertThat(entry.physical() + at % size).isEqualTo(frames[i]);
      }
    }
  }

  @Test
  void shouldSayThatNoHugePagesAreThere() {
    long free =
        Long.parseLong(
            "0" + Sysfs.text(Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages")));
    assertThatThrownBy(() -> MemoryMapping.of((free + 2) << 21, PageKind.HUGE_2M))
        .isInstanceOf(NoMemoryException.class)
        .hasMessageContaining((free + 2) + " huge pages of 2MiB are needed and ")
        .hasMessageContaining("nr_hugepages");
  }

  /** Another process, which may lock 64 KiB only, and is not told where its pages lie. */
  @Test
  void shouldSayWhatMayNotBeLocked() throws Exception {
    assumeTrue(
        Path.of("/usr/bin/prlimit").toFile().canExecute()
            && Path.of("/usr/bin/setpriv").toFile().canExecute(),
        "prlimit and setpriv of util-linux are not here");
    List<String> command = new ArrayList<>(List.of("prlimit", "--memlock=65536:65536"));
    if (LockedMemory.now().exempt()) {
      command.addAll(List.of("setpriv", "--bounding-set=-ipc_lock,-sys_admin"));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            LimitedMemory.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(text)
        .contains(
            "32 KiB are locked",
            "frames are hidden",
            "pinning 1MiB failed",
            "ulimit -l is 64 (64KiB), and 32KiB are locked already",
            "LimitMEMLOCK=");
  }
}
