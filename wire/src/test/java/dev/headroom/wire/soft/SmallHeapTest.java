package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Captures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Both attacks in a Java machine of their own that has 256 MiB of heap and not a byte more: 10^4
 * packets and as many requests; 10^6 and 10^5 with {@code -Dheadroom.full=true}.
 */
final class SmallHeapTest {
  private static final boolean FULL = Boolean.getBoolean("headroom.full");

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void shouldStandAttacksWith256MiB() throws IOException, InterruptedException {
    assertThat(Captures.all()).as("skips itself where there are none").isNotEmpty();
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SmallHeapTest.class.getName(),
                    String.valueOf(FULL ? 1_000_000 : 10_000),
                    String.valueOf(FULL ? 100_000 : 10_000)))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("stood both");
  }

  /** In the small machine: so many packets, so many requests. */
  public static void main(String... args) throws IOException {
    new CaptureAttackTest().attack(Integer.parseInt(args[0]));
    new ConnectFloodTest().flood(Integer.parseInt(args[1]));
    long peak =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getPeakUsage)
            .mapToLong(usage -> usage.getUsed())
            .sum();
    System.out.println("stood both; at most " + (peak >> 20) + " MiB of heap");
  }
}
