package dev.headroom.formats.emit;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/**
 * Step of a plan for a device, in the order to take them. A class has its buffer and its pauses
 * before packets go into it, and keeps them until none do; the watchdog comes last, so that it does
 * not act on a queue that is paused while others change.
 */
public enum EmitStep {
  LINK("MTU and cable lengths", Set.of("fabric.switches.mtu", "fabric.links.cable")),
  BUFFERS(
      "buffers, headroom and thresholds",
      Set.of(
          "pfc.headroom",
          "pfc.xoff",
          "pfc.xonOffset",
          "fabric.switches.alpha",
          "fabric.switches.reserved",
          "fabric.switches.buffer")),
  PAUSE("PFC of lossless classes", Set.of("pfc.classes", "pfc.enabled")),
  QUEUES("queues of classes", Set.of("fabric.switches.queueMap")),
  SCHEDULING("scheduling of queues", Set.of("fabric.switches.scheduling")),
  MARKING("ECN marking", Set.of("congestion.kmin", "congestion.kmax", "congestion.pmax")),
  CLASSES("classes of DSCPs", Set.of("fabric.switches.dscpMap")),
  RETIREMENT(
      "end of PFC on classes that are lossless no longer", Set.of("pfc.classes", "pfc.enabled")),
  CONTROL("congestion control and class of the NIC", Set.of()),
  WATCHDOG(
      "PFC watchdog",
      Set.of(
          "pfc.watchdog.action",
          "pfc.watchdog.detectionTime",
          "pfc.watchdog.restorationTime",
          "pfc.watchdog.pollInterval"));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable sets
  private final Set<String> knobs;

  EmitStep(String title, Set<String> knobs) {
    this.title = title;
    this.knobs = knobs;
  }

  /** Its settings, as a plan names them. */
  public String title() {
    return title;
  }

  /** Names of the knobs that it sets. */
  public Set<String> knobs() {
    return knobs;
  }

  /** As files name it: {@code marking}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether one of these knobs is set here. */
  public boolean sets(Collection<String> wanted) {
    return wanted.stream().anyMatch(knobs::contains);
  }
}
