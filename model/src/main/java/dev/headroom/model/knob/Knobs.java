package dev.headroom.model.knob;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All knobs, in the order of the reference file: the catalogues of their sections, one by one. */
public final class Knobs {
  private static final List<Knob<?>> ALL =
      Stream.of(
              SwitchKnobs.class,
              HostKnobs.class,
              PcieKnobs.class,
              UplinkKnobs.class,
              PcieFaultKnobs.class,
              IommuKnobs.class,
              MemoryKnobs.class,
              NicKnobs.class,
              CpuKnobs.class,
              CompletionKnobs.class,
              TransportKnobs.class,
              UetKnobs.class,
              SrdKnobs.class,
              FalconKnobs.class,
              TcpKnobs.class,
              CongestionKnobs.class,
              DcqcnKnobs.class,
              ControllerKnobs.class,
              HpccKnobs.class,
              TimelyKnobs.class,
              SwiftKnobs.class,
              DctcpKnobs.class,
              RttProbeKnobs.class,
              ZtrRttKnobs.class,
              HpDcqcnKnobs.class,
              AdmissionKnobs.class,
              OwnControlKnobs.class,
              OwnMarkingKnobs.class,
              ClassKnobs.class,
              PfcKnobs.class,
              CreditKnobs.class,
              InfinibandKnobs.class,
              WatchdogKnobs.class,
              RoutingKnobs.class,
              OwnRoutingKnobs.class,
              FailureKnobs.class,
              RunKnobs.class)
          .flatMap(catalogue -> Arrays.stream(catalogue.getFields()))
          .filter(field -> Modifier.isStatic(field.getModifiers()))
          .<Knob<?>>map(field -> {
            try {
              return (Knob<?>) field.get(null);
            } catch (IllegalAccessException e) {
              throw new IllegalStateException(e);
            }
          })
          .toList();

  /** Of the sections of transport and congestion control, what is one for a whole fabric. */
  private static final List<Knob<?>> OF_FABRIC =
      List.of(
          CongestionKnobs.ECN_TO_HOSTS,
          OwnMarkingKnobs.ALGORITHM,
          OwnMarkingKnobs.NAME,
          OwnMarkingKnobs.SETTINGS,
          InfinibandKnobs.SL2VL,
          InfinibandKnobs.LMC);

  private Knobs() {}

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
    return ALL.stream().filter(knob -> knob.name().equals(name)).findFirst();
  }
}
