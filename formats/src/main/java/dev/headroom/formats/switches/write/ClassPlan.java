package dev.headroom.formats.switches.write;

import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.knob.ClassSchedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Classes of a port before and after: lossless ones, queues, DSCPs, shares. */
final class ClassPlan {
  private static final int USUAL = 3;
  private static final int DSCPS = 64;
  private static final int PERCENT = 100;

  private final WantedSwitch wanted;
  private final SwitchNow now;
  private final String port;

  ClassPlan(WantedSwitch wanted, SwitchNow now, String port) {
    this.wanted = wanted;
    this.now = now;
    this.port = port;
  }

  SortedSet<Integer> losslessBefore() {
    return now.lossless(port);
  }

  SortedSet<Integer> losslessAfter() {
    if (wanted.at(port, "pfc.enabled").filter("false"::equals).isPresent()) {
      return new TreeSet<>();
    }
    return wanted.at(port, "pfc.classes").map(ClassPlan::numbers).orElseGet(this::losslessBefore);
  }

  private static SortedSet<Integer> numbers(String list) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String each : list.replaceAll("[\\[\\]\\s]", "").split(",")) {
      if (each.matches("\\d")) {
        numbers.add(Integer.valueOf(each));
      }
    }
    return numbers;
  }

  /** The class of RDMA's packets. */
  int trafficClass() {
    SortedSet<Integer> lossless = losslessAfter();
    Optional<Integer> said =
        wanted
            .at(port, "transport.class")
            .filter(text -> text.matches("\\d"))
            .map(Integer::valueOf);
    return said.filter(each -> lossless.isEmpty() || lossless.contains(each))
        .orElseGet(() -> lossless.isEmpty() ? USUAL : lossless.first());
  }

  /** The queue of a class, as wanted, else as it is. */
  int queue(int trafficClass) {
    return Optional.ofNullable(queues().get(trafficClass))
        .orElseGet(() -> now.queue(port, trafficClass));
  }

  /** Classes whose queue is named. */
  SortedMap<Integer, Integer> queues() {
    return wanted
        .at(port, "fabric.switches.queueMap")
        .map(text -> ClassMap.named(text, ClassMap.ofClasses(text)))
        .orElseGet(TreeMap::new);
  }

  /** DSCPs whose class is named, with the class. */
  SortedMap<Integer, Integer> namedDscps() {
    return wanted
        .at(port, "fabric.switches.dscpMap")
        .map(text -> ClassMap.named(text, ClassMap.ofDscps(text)))
        .orElseGet(TreeMap::new);
  }

  /** Those whose class is another one now, or is not known. */
  SortedMap<Integer, Integer> changedDscps() {
    SortedMap<Integer, Integer> changed = new TreeMap<>(namedDscps());
    changed
        .entrySet()
        .removeIf(each -> now.classOf(port, each.getKey()).equals(Optional.of(each.getValue())));
    return changed;
  }

  /** All DSCPs of each class that gains or loses one. */
  Map<Integer, List<Integer>> changedClasses() {
    SortedMap<Integer, Integer> changed = changedDscps();
    SortedMap<Integer, Integer> all = new TreeMap<>();
    SortedSet<Integer> touched = new TreeSet<>(changed.values());
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      int number = dscp;
      now.classOf(port, dscp)
          .ifPresent(each -> {
            all.put(number, each);
            if (changed.containsKey(number)) {
              touched.add(each);
            }
          });
    }
    all.putAll(changed);
    Map<Integer, List<Integer>> classes = new LinkedHashMap<>();
    touched.forEach(each -> classes.put(each, new ArrayList<>()));
    all.forEach((dscp, each) -> {
      List<Integer> members = classes.get(each);
      if (members != null) {
        members.add(dscp);
      }
    });
    return classes;
  }

  /** DSCPs of classes that are lossless after, or of the others, with the class. */
  SortedMap<Integer, Integer> dscps(boolean lossless) {
    SortedMap<Integer, Integer> all = new TreeMap<>();
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      int number = dscp;
      now.classOf(port, dscp).ifPresent(each -> all.put(number, each));
    }
    all.putAll(namedDscps());
    SortedSet<Integer> after = losslessAfter();
    all.values().removeIf(each -> after.contains(each) != lossless);
    return all;
  }

  private Optional<ClassSchedule> schedule() {
    return wanted.at(port, "fabric.switches.scheduling").map(text -> ClassSchedule.of(bare(text)));
  }

  private static String bare(String text) {
    return text.replace("\"", "");
  }

  /** Queues that are to be strict and are not. */
  List<Integer> newlyStrict() {
    return schedule().map(ClassSchedule::strict).orElse(List.of()).stream()
        .filter(queue -> !now.isStrict(port, queue))
        .toList();
  }

  /** Weights of named queues. */
  SortedMap<Integer, Integer> weights() {
    SortedMap<Integer, Integer> weights = new TreeMap<>();
    String text = wanted.at(port, "fabric.switches.scheduling").map(ClassPlan::bare).orElse("");
    schedule()
        .ifPresent(all -> {
          for (int queue = 0; queue < ClassSchedule.CLASSES; queue++) {
            boolean isNamed = text.matches(".*(?:dwrr:|,)" + queue + "=.*");
            if (isNamed && !all.strict().contains(queue)) {
              weights.put(queue, all.weights().get(queue));
            }
          }
        });
    return weights;
  }

  /**
   * Weights as percent. Queues without a wanted weight keep their shares, and all of them are at
   * most 100 % in sum; nothing if those leave no room.
   */
  SortedMap<Integer, Integer> percent() {
    SortedMap<Integer, Integer> weights = weights();
    int room = PERCENT - otherShares();
    int sum = sum(weights);
    if (sum <= room) {
      return weights;
    }
    SortedMap<Integer, Integer> shares = new TreeMap<>();
    if (room < weights.size()) {
      return shares;
    }
    weights.forEach(
        (queue, weight) -> shares.put(queue, Math.max(1, (int) ((long) weight * room / sum))));
    // What is raised to one percent is taken from the largest.
    for (int over = -room + sum(shares); over > 0; over--) {
      shares.entrySet().stream()
          .max(Map.Entry.comparingByValue())
          .ifPresent(largest -> shares.merge(largest.getKey(), -1, Integer::sum));
    }
    return shares;
  }

  private static int sum(SortedMap<Integer, Integer> numbers) {
    return numbers.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Percent that queues have of which no weight is wanted. */
  int otherShares() {
    SortedMap<Integer, Integer> weights = weights();
    List<Integer> strict = schedule().map(ClassSchedule::strict).orElse(List.of());
    int sum = 0;
    for (int queue = 0; queue < ClassSchedule.CLASSES; queue++) {
      if (!weights.containsKey(queue) && !strict.contains(queue) && !now.isStrict(port, queue)) {
        sum += share(queue);
      }
    }
    return sum;
  }

  /** Those whose present share is another one. */
  SortedMap<Integer, Integer> changed(SortedMap<Integer, Integer> weights) {
    SortedMap<Integer, Integer> changed = new TreeMap<>(weights);
    changed
        .entrySet()
        .removeIf(each ->
            !now.isStrict(port, each.getKey())
                && now.weight(port, each.getKey())
                    .equals(Optional.of(String.valueOf(each.getValue()))));
    return changed;
  }

  /** By how much the share of a queue grows; one without a share has none. */
  int growth(int queue, int weight) {
    return weight - share(queue);
  }

  private int share(int queue) {
    return now.weight(port, queue)
        .filter(text -> text.matches("\\d{1,3}"))
        .map(Integer::valueOf)
        .orElse(0);
  }
}
