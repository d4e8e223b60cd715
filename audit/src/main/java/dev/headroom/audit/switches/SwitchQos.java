package dev.headroom.audit.switches;

import dev.headroom.formats.cabling.PortName;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * What a switch does with RDMA's class, whoever built it: which priorities pause, what the watchdog
 * looks after, where a DSCP goes, how a queue marks. A vendor is one class that reads this from its
 * own configuration.
 */
public interface SwitchQos {
  /** What the switch calls itself. */
  String name();

  /** The family of its configuration, as a report names it: {@code SONiC}. */
  String family();

  /** Ports that have settings of their own. */
  List<String> ports();

  /**
   * The port that goes by this name on the wire and in tables, where it may be short or an alias;
   * the name itself where nothing is known of such a port.
   */
  default String portCalled(String name) {
    return PortName.among(ports(), name).orElse(name);
  }

  /** Priorities with PFC; none where it is switched off. */
  Known<SortedSet<Integer>> lossless(String port);

  /** Priorities that the PFC watchdog looks after. */
  Known<SortedSet<Integer>> watched(String port);

  /** Whether a watchdog that nobody switched on would be off, and all that is set was read. */
  boolean tellsWatchdog();

  /** Whether the watchdog looks past a priority with PFC at some port. */
  default boolean leavesUnwatched() {
    return ports().stream()
        .anyMatch(port -> {
          Known<SortedSet<Integer>> watched = watched(port);
          return lossless(port)
              .is(pfc ->
                  watched.isSaid()
                      ? !watched.get().containsAll(pfc)
                      : tellsWatchdog() && !pfc.isEmpty());
        });
  }

  /** The traffic class that a port gives to a DSCP. */
  Known<Long> trafficClass(String port, int dscp);

  /** What its configuration calls the map of DSCPs to classes. */
  String dscpMap();

  /** Whether some port gives a DSCP to a class that it pauses. */
  default boolean pauses(int dscp) {
    return ports().stream()
        .anyMatch(port ->
            trafficClass(port, dscp)
                .is(of -> lossless(port).is(classes -> classes.contains((int) (long) of))));
  }

  /** Whether it was read how queues mark, so that a queue without a curve has none. */
  boolean tellsMarking();

  /** The curve by which the queue of a priority marks or drops; none if it does neither. */
  Optional<Curve> curve(String port, int priority);

  /** All curves, whichever queue uses them. */
  List<Curve> curves();

  /** The largest packet that a port takes, bytes, by whatever its vendor calls so. */
  Known<Long> mtu(String port);

  /** Whether a queue is served before all that are not strict. */
  Known<Boolean> strict(String port, int queue);

  /**
   * WRED's curve.
   *
   * @param name of the profile, or the queue it stands in
   * @param marks whether packets that can carry a mark (ECT) are marked; said where the
   *     configuration says it, else dropped
   * @param min Kmin, bytes
   * @param max Kmax, bytes
   */
  record Curve(String name, Known<Boolean> marks, Known<Double> min, Known<Double> max) {}

  /** None where nothing of it looks like a switch's configuration. */
  static Optional<SwitchQos> of(HostFacts host) {
    Optional<SwitchQos> sonic = Sonic.of(host).map(SwitchQos.class::cast);
    if (sonic.isPresent()) {
      return sonic;
    }
    Commands commands = Commands.of(host);
    return Stream.of(
            EnterpriseSonic.of(host, commands),
            Onyx.of(host, commands),
            Os10.of(host, commands),
            Eos.of(host, commands),
            Nxos.of(host, commands),
            Nvue.of(host, commands),
            QosFeatures.of(host))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The lines behind values, of those that are said. */
  static List<Evidence> seen(Known<?>... values) {
    return Stream.of(values).flatMap(value -> value.where().stream()).toList();
  }
}
