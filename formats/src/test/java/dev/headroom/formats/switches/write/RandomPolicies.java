package dev.headroom.formats.switches.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Random knobs of a switch, each with its own seed, on no device's grid. */
final class RandomPolicies {
  private final Random random;
  private final SortedMap<String, String> knobs = new TreeMap<>();

  private RandomPolicies(long seed) {
    random = new Random(seed);
  }

  static SortedMap<String, String> of(long seed) {
    RandomPolicies policies = new RandomPolicies(seed);
    policies.fill();
    return policies.knobs;
  }

  private void put(String knob, String value) {
    if (random.nextInt(10) < 7) {
      knobs.put(knob, value);
    }
  }

  private void fill() {
    int kmin = 2_000 + random.nextInt(2_000_000);
    int kmax = kmin + 1_000 + random.nextInt(6_000_000);
    knobs.put("congestion.kmin", kmin + "B");
    knobs.put("congestion.kmax", kmax + "B");
    knobs.put("congestion.pmax", String.valueOf((1 + random.nextInt(999)) / 1000.0));
    put("fabric.switches.alpha", String.valueOf(Math.pow(2, random.nextDouble() * 9 - 6)));
    if (random.nextInt(3) == 0) {
      int xoff = 20_000 + random.nextInt(900_000);
      knobs.put("pfc.xoff", xoff + "B");
      knobs.put("pfc.headroom", 20_000 + random.nextInt(900_000) + "B");
      knobs.put("pfc.xonOffset", 1_000 + random.nextInt(xoff / 2) + "B");
    } else {
      put("pfc.headroom", 20_000 + random.nextInt(900_000) + "B");
      put("pfc.xonOffset", 3_000 + random.nextInt(9_000) + "B");
    }
    put("fabric.switches.reserved", 9_000 + random.nextInt(90_000) + "B");
    put("fabric.switches.buffer", 8_000_000 + random.nextInt(90_000_000) + "B");
    put("fabric.switches.mtu", 1_500 + random.nextInt(7_000) + "B");
    put("fabric.links.cable", 1 + random.nextInt(300) + "." + random.nextInt(10) + "m");
    int poll = 100 + random.nextInt(300);
    put("pfc.watchdog.pollInterval", poll + "ms");
    put("pfc.watchdog.detectionTime", poll * (1 + random.nextInt(6)) + random.nextInt(9) + "ms");
    put("pfc.watchdog.restorationTime", poll * (2 + random.nextInt(9)) + "ms");
    put("pfc.watchdog.action", random.nextBoolean() ? "drop" : "forward");
    classes();
  }

  private void classes() {
    String lossless = List.of("3", "4", "3,4").get(random.nextInt(3));
    List<String> dscps = new ArrayList<>();
    for (int dscp : new TreeSet<>(List.of(26, 48, random.nextInt(64), random.nextInt(64)))) {
      dscps.add(
          dscp
              + "="
              + (dscp == 48 ? 6 : dscp == 26 ? lossless.charAt(0) - '0' : random.nextInt(8)));
    }
    if (random.nextInt(10) < 7) {
      knobs.put("pfc.classes", lossless);
      knobs.put("fabric.switches.dscpMap", String.join(",", dscps));
    }
    put(
        "fabric.switches.scheduling",
        "strict:6 dwrr:"
            + List.of(0, 3, 4).stream()
                .map(queue -> queue + "=" + (1 + random.nextInt(60)))
                .collect(Collectors.joining(",")));
  }
}
