package dev.headroom.app.show;

import java.util.List;
import java.util.Locale;

/**
 * Output of {@code nvidia-smi dmon -s ut -c 1}: a row for each GPU, as driver 550 prints it. What a
 * model does not know has a dash, as there.
 */
final class GpuMonitor {
  private static final double MB = 1e6;

  private GpuMonitor() {}

  static String of(List<GpuLoad> gpus) {
    StringBuilder out =
        new StringBuilder(
            """
            # gpu     sm    mem    enc    dec    jpg    ofa  rxpci  txpci
            # Idx      %      %      %      %      %      %   MB/s   MB/s
            """);
    for (int gpu = 0; gpu < gpus.size(); gpu++) {
      GpuLoad load = gpus.get(gpu);
      out.append(
          String.format(
              Locale.ROOT,
              "%5d %6d      -      -      -      -      - %6d %6d\n",
              gpu,
              Math.round(100 * load.busyShare()),
              Math.round(load.receivedBps() / MB),
              Math.round(load.sentBps() / MB)));
    }
    return out.toString();
  }
}
