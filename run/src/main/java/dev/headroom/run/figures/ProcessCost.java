package dev.headroom.run.figures;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time and memory that this process has used since it started.
 *
 * @param cpuSeconds user and system time of all threads, the JVM's own included
 * @param peakRssBytes most memory resident at any time; 0 where the system does not tell
 */
public record ProcessCost(double cpuSeconds, long peakRssBytes) {
  private static final Path STATUS = Path.of("/proc/self/status");

  public static ProcessCost soFar() {
    return new ProcessCost(cpu(), peakRss());
  }

  private static double cpu() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime() * 1e-9
        : 0;
  }

  /** VmHWM of Linux' {@code /proc/self/status}. */
  private static long peakRss() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          String kibibytes = line.substring("VmHWM:".length()).replace("kB", "").strip();
          return Long.parseLong(kibibytes) * 1024;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
    return 0;
  }
}
