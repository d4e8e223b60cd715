package dev.headroom.formats.nic;

import dev.headroom.model.knob.ClassSchedule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Shares of a NIC's eight traffic classes in percent, 100 in sum over those that are not strict
 * (IEEE 802.1Qaz).
 *
 * @param schedule as wanted
 * @param percent of each class; 0 for strict ones
 */
record EtsShares(ClassSchedule schedule, List<Integer> percent) {
  /** Gb/s; nicctl takes no strict priority without a limit, and AMD's reference has this one. */
  static final String STRICT_LIMIT = "10";

  private static final int WHOLE = 100;

  /** Keeps a copy. */
  EtsShares {
    percent = List.copyOf(percent);
  }

  /** Rounded down, and the rest to those that lost most; at least 1. */
  static EtsShares of(ClassSchedule schedule) {
    List<Integer> weights = schedule.weights();
    int sum = weights.stream().mapToInt(Integer::intValue).sum();
    List<Integer> percent = new ArrayList<>();
    for (int weight : weights) {
      percent.add(weight == 0 ? 0 : Math.max(1, (int) ((long) weight * WHOLE / sum)));
    }
    int rest = WHOLE - percent.stream().mapToInt(Integer::intValue).sum();
    List<Integer> order =
        IntStream.range(0, percent.size())
            .boxed()
            .filter(each -> weights.get(each) > 0)
            .sorted(Comparator.comparingDouble(each -> -lost(weights.get(each), sum)))
            .toList();
    for (int i = 0; rest != 0 && !order.isEmpty(); i++) {
      int each = order.get(i % order.size());
      int step = Integer.signum(rest);
      if (step > 0 || percent.get(each) > 1) {
        percent.set(each, percent.get(each) + step);
        rest -= step;
      }
    }
    return new EtsShares(schedule, percent);
  }

  private static double lost(int weight, int sum) {
    double exact = (double) weight * WHOLE / sum;
    return exact - Math.floor(exact);
  }

  private boolean isStrict(int trafficClass) {
    return schedule.strict().contains(trafficClass);
  }

  /** Holes of the tools' commands. */
  Map<String, String> holes() {
    Map<String, String> holes = new LinkedHashMap<>();
    holes.put("classes", each(",", String::valueOf));
    holes.put("classOfEach", each(" ", queue -> queue + ":" + queue));
    holes.put("algorithms", each(",", queue -> isStrict(queue) ? "strict" : "ets"));
    holes.put("shares", each(",", queue -> String.valueOf(percent.get(queue))));
    holes.put(
        "algorithmOfEach", each(" ", queue -> queue + ":" + (isStrict(queue) ? "strict" : "ets")));
    holes.put("shareOfEach", each(" ", queue -> queue + ":" + percent.get(queue)));
    holes.put("queues", each(",", String::valueOf));
    holes.put("queueShares", each(",", queue -> String.valueOf(percent.get(queue))));
    holes.put("limits", each(",", queue -> isStrict(queue) ? STRICT_LIMIT : "0"));
    return holes;
  }

  private static String each(String separator, IntFunction<String> text) {
    return IntStream.range(0, ClassSchedule.CLASSES)
        .mapToObj(text)
        .collect(Collectors.joining(separator));
  }

  /** As the knob is written. */
  String text() {
    String strict =
        schedule.strict().isEmpty()
            ? "none"
            : schedule.strict().stream().map(String::valueOf).collect(Collectors.joining(","));
    return "strict:"
        + strict
        + " dwrr:"
        + IntStream.range(0, ClassSchedule.CLASSES)
            .filter(queue -> !isStrict(queue))
            .mapToObj(queue -> queue + "=" + percent.get(queue))
            .collect(Collectors.joining(","));
  }
}
