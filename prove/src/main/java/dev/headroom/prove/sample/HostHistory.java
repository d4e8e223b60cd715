package dev.headroom.prove.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recent samples of one machine, of the metrics that somebody asks for, as far back as they look.
 *
 * <p>Rates never come from two readings that do not belong together: after a reboot all counters
 * begin anew, after a device took another's name those of the name do, and a counter that went
 * back, because it was reset or wrapped, begins anew by itself.
 */
public final class HostHistory {
  private final String host;
  private final Map<String, Duration> wanted;
  private final Map<String, Map<Series, Points>> points = new LinkedHashMap<>();
  private final Map<String, String> guids = new HashMap<>();
  private final Map<String, String> addresses = new HashMap<>();
  private final Map<String, String> rdmaOfNetdev = new HashMap<>();
  private String boot = "";
  private long lastMs = Long.MIN_VALUE;

  /**
   * A history without a sample.
   *
   * @param wanted metrics to keep, and how far back they are looked at
   */
  public HostHistory(String host, Map<String, Duration> wanted) {
    this.host = host;
    this.wanted = wanted;
  }

  public String host() {
    return host;
  }

  /** The time of the last sample, milliseconds since 1970. */
  public long lastMs() {
    return lastMs;
  }

  /**
   * Adds a sample; one of the same time as the last is left out. If it is earlier, the clock was
   * set back: all begins anew.
   */
  public void add(HostSample sample) {
    long timeMs = sample.time().toEpochMilli();
    if (timeMs == lastMs) {
      return;
    }
    if (timeMs < lastMs) {
      points.clear();
    }
    beginAnew(sample);
    lastMs = timeMs;
    List<Series> series = sample.layout().series();
    for (int i = 0; i < series.size(); i++) {
      Series each = series.get(i);
      Duration back = wanted.get(each.name());
      if (back != null) {
        add(each, timeMs, sample.values()[i], back);
      }
    }
  }

  private void add(Series series, long timeMs, double value, Duration back) {
    Points its =
        points
            .computeIfAbsent(series.name(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(series, _ -> new Points());
    if (!its.isEmpty() && value < its.last() && MetricTable.type(series.name()).isCounter()) {
      its.clear();
    }
    its.add(timeMs, value);
    its.forgetBefore(timeMs - back.toMillis());
  }

  /** Looks whether the machine or one of its devices is another one than before. */
  private void beginAnew(HostSample sample) {
    Set<String> others = new HashSet<>();
    for (Series series : sample.layout().series()) {
      switch (series.name()) {
        case "headroom_boot_info" -> {
          String now = series.label("boot_id");
          if (!boot.isEmpty() && !boot.equals(now)) {
            clear(_ -> true);
          }
          boot = now;
        }
        case "headroom_rdma_device_info" -> {
          note(guids, series, "guid", others);
          if (!series.label("netdev").isEmpty()) {
            rdmaOfNetdev.put(series.label("netdev"), series.label("device"));
          }
        }
        case "headroom_network_device_info" -> note(addresses, series, "address", others);
        default -> {
          // no identity
        }
      }
    }
    if (!others.isEmpty()) {
      clear(series -> others.contains(series.label("device")));
    }
  }

  private static void note(
      Map<String, String> known, Series series, String label, Set<String> others) {
    String device = series.label("device");
    String before = known.put(device, series.label(label));
    if (before != null && !before.equals(series.label(label))) {
      others.add(device);
    }
  }

  private void clear(java.util.function.Predicate<Series> which) {
    points
        .values()
        .forEach(each ->
            each.forEach((series, its) -> {
              if (which.test(series) && MetricTable.type(series.name()).isCounter()) {
                its.clear();
              }
            }));
  }

  /** The RDMA device on the same hardware as an interface; the name itself if there is none. */
  public String hardware(String device) {
    return rdmaOfNetdev.getOrDefault(device, device);
  }

  /** Series of a metric, with their points. */
  public List<Map.Entry<Series, Points>> of(String metric) {
    Map<Series, Points> found = points.get(metric);
    return found == null ? List.of() : new ArrayList<>(found.entrySet());
  }

  /** Points that are kept, in all series. */
  public int seriesCount() {
    return points.values().stream().mapToInt(Map::size).sum();
  }
}
