package dev.headroom.model.knob;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.TransportType;
import dev.headroom.congestion.controls.ControlTypes;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All knobs, in the order of the reference file: the catalogues of their sections, one after
 * another.
 */
public final class Knobs {
  private static final List<Knob<?>> ALL =
      Stream.of(
              of(SwitchKnobs.class),
              of(HostKnobs.class),
              of(PcieKnobs.class),
              of(UplinkKnobs.class),
              of(PcieFaultKnobs.class),
              of(IommuKnobs.class),
              of(MemoryKnobs.class),
              of(NicKnobs.class),
              of(CpuKnobs.class),
              of(CompletionKnobs.class),
              of(TransportKnobs.class),
              of(UetKnobs.class),
              controlsOf(TransportType.UEC),
              of(SrdKnobs.class),
              controlsOf(TransportType.SRD),
              of(FalconKnobs.class),
              controlsOf(TransportType.FALCON),
              of(TcpKnobs.class),
              controlsOf(TransportType.TCP),
              of(CongestionKnobs.class),
              ControlTypes.all().getFirst().settings().stream().flatMap(DeclaredKnobs::of),
              of(ControllerKnobs.class),
              controls(ControlType::needsBaseRtt),
              controls(control -> !control.needsBaseRtt()),
              of(PluginControlKnobs.class),
              of(PluginMarkingKnobs.class),
              of(ClassKnobs.class),
              of(PfcKnobs.class),
              of(CreditKnobs.class),
              of(InfinibandKnobs.class),
              of(WatchdogKnobs.class),
              of(RoutingKnobs.class),
              of(PluginRoutingKnobs.class),
              of(FailureKnobs.class),
              of(RunKnobs.class))
          .<Knob<?>>flatMap(knobs -> knobs)
          .distinct()
          .toList();

  /** Of the sections of transport and congestion control, what is one for a whole fabric. */
  private static final List<Knob<?>> OF_FABRIC =
      List.of(
          CongestionKnobs.ECN_TO_HOSTS,
          PluginMarkingKnobs.ALGORITHM,
          PluginMarkingKnobs.NAME,
          PluginMarkingKnobs.SETTINGS,
          InfinibandKnobs.SL2VL,
          InfinibandKnobs.LMC);

  private static final Map<String, Knob<?>> BY_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(Knob::name, knob -> knob));

  private Knobs() {}

  private static Stream<Knob<?>> of(Class<?> catalogue) {
    return Arrays.stream(catalogue.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .map(field -> {
          try {
            return (Knob<?>) field.get(null);
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Of the controls that a transport does not share with RoCE. */
  private static Stream<Knob<?>> controlsOf(TransportType transport) {
    return controls(control -> control.runsOn(transport) && !control.runsOn(TransportType.ROCEV2));
  }

  private static Stream<Knob<?>> controls(Predicate<ControlType> which) {
    return ControlTypes.all().stream()
        .filter(which)
        .flatMap(control -> control.settings().stream())
        .flatMap(DeclaredKnobs::of);
  }

  /** Every knob, in the order of the reference file. */
  public static List<Knob<?>> all() {
    return ALL;
  }

  /** Those that may differ from node to node: what switches and the ports of hosts are set with. */
  public static List<Knob<?>> ofNodes() {
    return ALL.stream().filter(Knobs::isOfNodes).toList();
  }

  private static boolean isOfNodes(Knob<?> knob) {
    return switch (knob.section()) {
      case "fabric", "hosts", "pfc" -> true;
      default ->
          List.of(
                  CongestionKnobs.ECN,
                  CongestionKnobs.KMIN,
                  CongestionKnobs.KMAX,
                  CongestionKnobs.PMAX,
                  CongestionKnobs.MARKING,
                  RoutingKnobs.HASH,
                  RoutingKnobs.SALT,
                  CreditKnobs.CREDIT_BUFFER)
              .contains(knob);
    };
  }

  /** Of these, those that may differ from port to port of a switch. */
  public static List<Knob<?>> ofPorts() {
    return List.of(
        SwitchKnobs.ALPHA,
        SwitchKnobs.QUEUE_LIMIT,
        SwitchKnobs.SCHEDULING,
        CongestionKnobs.ECN,
        CongestionKnobs.KMIN,
        CongestionKnobs.KMAX,
        CongestionKnobs.PMAX);
  }

  /**
   * Those that a part of a workload may set for itself: of the transport and the congestion control
   * that its ends run. What switches do is the same for all that they carry.
   */
  public static List<Knob<?>> ofParts() {
    return ALL.stream()
        .filter(knob -> List.of("transport", "congestion").contains(knob.section()))
        .filter(knob -> !isOfNodes(knob) && !OF_FABRIC.contains(knob))
        .toList();
  }

  public static Optional<Knob<?>> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * A knob that is known to be there.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static Knob<?> get(String name) {
    return named(name).orElseThrow(() -> new IllegalArgumentException("no knob is named " + name));
  }

  /**
   * A knob that is known to be there, and of what type.
   *
   * @throws IllegalArgumentException if it is not
   */
  @SuppressWarnings("unchecked") // what is checked is all that tells it
  public static <T> Knob<T> named(String name, ValueType<T> type) {
    Knob<?> knob = get(name);
    if (!knob.type().equals(type)) {
      throw new IllegalArgumentException(name + " is a " + knob.type().name());
    }
    return (Knob<T>) knob;
  }
}
