package dev.headroom.formats.nic;

import static dev.headroom.formats.setting.SettingScale.flag;
import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.DSCP;
import static dev.headroom.formats.setting.SettingUnit.KEPT_OF_1024;
import static dev.headroom.formats.setting.SettingUnit.MEGABITS_PER_SECOND;
import static dev.headroom.formats.setting.SettingUnit.MICROSECONDS;
import static dev.headroom.formats.setting.SettingUnit.PARTS_OF_1024;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.KnobLimit;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * DCQCN settings of NVIDIA's ConnectX and BlueField: the same parameters in debugfs ({@code
 * drivers/infiniband/hw/mlx5/cong.c}), in sysfs of MLNX_OFED, and in the firmware's configuration.
 * Units and ranges: NVIDIA DOCA, "DCQCN CC Parameters", and the descriptions of mlxconfig.
 */
final class Mlx5Settings {
  private static final String DEBUGFS = "mlx5 debugfs";
  private static final String SYSFS = "mlx5 sysfs";
  private static final String FIRMWARE = "mlxconfig";

  /** The longest time of a DCQCN knob, and the fastest line. */
  private static final double SECOND_US = 1_000_000;

  private static final double LINE_MBPS = 800_000;
  private static final SettingScale RATE = whole(MEGABITS_PER_SECOND, 1, LINE_MBPS);

  /**
   * One parameter, as each interface names it.
   *
   * @param debugfs file in {@code cc_params}
   * @param sysfs file in {@code ecn}
   * @param firmware variable, without the number of its port
   */
  private record Parameter(
      String debugfs,
      String sysfs,
      String firmware,
      SettingScale scale,
      String knob,
      KnobLimit limit) {
    static Parameter of(
        String debugfs, String sysfs, String firmware, SettingScale scale, String knob) {
      return new Parameter(debugfs, sysfs, firmware, scale, knob, KnobLimit.NONE);
    }

    private DeviceSetting at(SettingSite site, SettingScale of) {
      SettingRelation relation =
          firmware.equals(FIRST_CNP)
              ? new SettingRelation(SettingRelation.Kind.SHARE, "line rate")
              : SettingRelation.NONE;
      return new DeviceSetting(site, of, relation, knob, limit);
    }

    DeviceSetting inDebugfs() {
      return at(
          new SettingSite(
              DEBUGFS, debugfs, "/sys/kernel/debug/mlx5/{pci}/cc_params/" + debugfs, "{value}"),
          scale);
    }

    DeviceSetting inSysfs() {
      return at(
          new SettingSite(SYSFS, sysfs, "/sys/class/net/{interface}/ecn/" + sysfs, "{value}"),
          scale);
    }

    DeviceSetting inFirmware() {
      SettingScale of =
          scale instanceof SettingScale.Words
              ? words("0", "false", "1", "true", "False(0)", "false", "True(1)", "true")
              : scale;
      return at(
          new SettingSite(
              FIRMWARE, firmware, "mlxconfig -y -d {device} set", firmware + "_P{port}={value}"),
          of);
    }
  }

  private static final String FIRST_CNP = "RATE_TO_SET_ON_FIRST_CNP";

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of(
              "rp_dce_tcp_g",
              "roce_rp/dce_tcp_g",
              "DCE_TCP_G",
              whole(KEPT_OF_1024, 0, 1023),
              "congestion.g"),
          Parameter.of(
              "rp_initial_alpha_value",
              "roce_rp/initial_alpha_value",
              "INITIAL_ALPHA_VALUE",
              whole(PARTS_OF_1024, 1, 1023),
              "congestion.initialAlpha"),
          Parameter.of(
              "rp_dce_tcp_rtt",
              "roce_rp/dce_tcp_rtt",
              "DCE_TCP_RTT",
              whole(MICROSECONDS, 1, 131_071),
              "congestion.alphaPeriod"),
          Parameter.of(
              "rp_rate_reduce_monitor_period",
              "roce_rp/rate_reduce_monitor_period",
              "RATE_REDUCE_MONITOR_PERIOD",
              whole(MICROSECONDS, 1, SECOND_US),
              "congestion.decreasePeriod"),
          Parameter.of(
              "rp_time_reset",
              "roce_rp/rpg_time_reset",
              "RPG_TIME_RESET",
              whole(MICROSECONDS, 1, 131_071),
              "congestion.increaseTimer"),
          Parameter.of(
              "rp_byte_reset",
              "roce_rp/rpg_byte_reset",
              "RPG_BYTE_RESET",
              whole(BYTES, 0, 32_767),
              "congestion.byteCounter"),
          Parameter.of(
              "rp_threshold",
              "roce_rp/rpg_threshold",
              "RPG_THRESHOLD",
              whole(COUNT, 0, 31),
              "congestion.fastRecovery"),
          Parameter.of(
              "rp_ai_rate", "roce_rp/rpg_ai_rate", "RPG_AI_RATE", RATE, "congestion.rateAi"),
          Parameter.of(
              "rp_hai_rate", "roce_rp/rpg_hai_rate", "RPG_HAI_RATE", RATE, "congestion.rateHai"),
          Parameter.of(
              "rp_min_rate", "roce_rp/rpg_min_rate", "RPG_MIN_RATE", RATE, "congestion.minRate"),
          Parameter.of(
              "rp_min_dec_fac",
              "roce_rp/rpg_min_dec_fac",
              "RPG_MIN_DEC_FAC",
              whole(PERCENT, 1, 100),
              "congestion.minDecreaseFactor"),
          Parameter.of(
              "rp_rate_to_set_on_first_cnp",
              "roce_rp/rate_to_set_on_first_cnp",
              FIRST_CNP,
              whole(MEGABITS_PER_SECOND, 100, 400_000),
              "congestion.rateOnFirstCnp"),
          Parameter.of(
              "rp_clamp_tgt_rate",
              "roce_rp/clamp_tgt_rate",
              "CLAMP_TGT_RATE",
              flag(),
              "congestion.clampTarget"),
          Parameter.of(
              "rp_clamp_tgt_rate_ati",
              "roce_rp/clamp_tgt_rate_after_time_inc",
              "CLAMP_TGT_RATE_AFTER_TIME_INC",
              flag(),
              "congestion.clampTargetAfterIncrease"),
          Parameter.of(
              "np_min_time_between_cnps",
              "roce_np/min_time_between_cnps",
              "MIN_TIME_BETWEEN_CNPS",
              whole(MICROSECONDS, 0, SECOND_US),
              "congestion.cnpInterval"),
          Parameter.of(
              "np_cnp_dscp",
              "roce_np/cnp_dscp",
              "CNP_DSCP",
              whole(DSCP, 0, 63),
              "transport.cnpClass"),
          Parameter.of(
              "np_cnp_prio",
              "roce_np/cnp_802p_prio",
              "CNP_802P_PRIO",
              whole(COUNT, 0, 7),
              "transport.cnpClass"),
          new Parameter(
              "rp_gd",
              "roce_rp/rpg_gd",
              "RPG_GD",
              whole(COUNT, 1, 15),
              "",
              new KnobLimit(
                  "the simulated decrease is alpha / 2 of the rate, which is a value of 11", "11")),
          new Parameter(
              "rp_max_rate",
              "roce_rp/rpg_max_rate",
              "RPG_MAX_RATE",
              whole(MEGABITS_PER_SECOND, 0, LINE_MBPS),
              "",
              new KnobLimit("the maximum rate of a simulated queue pair is the line rate", "0")));

  private static final DeviceSetting REACTION =
      new SettingSite(
              SYSFS,
              "roce_rp/enable",
              "/sys/class/net/{interface}/ecn/roce_rp/enable/{priority}",
              "{value}")
          .sets("congestion.algorithm", words("0", "none", "1", "dcqcn"));
  private static final DeviceSetting NOTIFICATION =
      new SettingSite(
              SYSFS,
              "roce_np/enable",
              "/sys/class/net/{interface}/ecn/roce_np/enable/{priority}",
              "{value}")
          .sets("congestion.algorithm", words("0", "none", "1", "dcqcn"));

  private Mlx5Settings() {}

  static List<DeviceSetting> table() {
    return Stream.concat(
            Stream.of(REACTION, NOTIFICATION),
            PARAMETERS.stream()
                .flatMap(each -> Stream.of(each.inDebugfs(), each.inSysfs(), each.inFirmware())))
        .toList();
  }

  /** Of the running driver first, then of the firmware's configuration. */
  static List<SettingValue> of(HostFacts host, NicIdentity nic) {
    List<SettingValue> values = new ArrayList<>();
    enabled(host, nic).ifPresent(values::add);
    for (Parameter each : PARAMETERS) {
      nic.pci()
          .map(Subject::pci)
          .flatMap(pci -> host.facts().first(pci, "dcqcn." + each.debugfs()))
          .map(fact -> value(each.inDebugfs(), fact, nic))
          .or(() ->
              host.facts()
                  .first(Subject.netdev(nic.netdev()), "ecn." + each.sysfs().replace('/', '.'))
                  .map(fact -> value(each.inSysfs(), fact, nic)))
          .or(() -> stored(host, nic, each).map(fact -> value(each.inFirmware(), fact, nic)))
          .filter(value -> !isUnset(each, value))
          .ifPresent(values::add);
    }
    return values;
  }

  /** Of each interface by itself. */
  static List<SettingValue> allOf(HostFacts host, NicIdentity nic) {
    List<SettingValue> values = new ArrayList<>();
    Subject netdev = Subject.netdev(nic.netdev());
    for (String half : List.of("roce_rp", "roce_np")) {
      host.facts()
          .first(netdev, "ecn." + half + ".enable." + nic.priority())
          .map(fact -> value(half.equals("roce_rp") ? REACTION : NOTIFICATION, fact, nic))
          .ifPresent(values::add);
    }
    for (Parameter each : PARAMETERS) {
      nic.pci()
          .flatMap(pci -> host.facts().first(Subject.pci(pci), "dcqcn." + each.debugfs()))
          .map(fact -> value(each.inDebugfs(), fact, nic))
          .ifPresent(values::add);
      host.facts()
          .first(netdev, "ecn." + each.sysfs().replace('/', '.'))
          .map(fact -> value(each.inSysfs(), fact, nic))
          .ifPresent(values::add);
      stored(host, nic, each)
          .map(fact -> value(each.inFirmware(), fact, nic))
          .ifPresent(values::add);
    }
    return values;
  }

  private static SettingValue value(DeviceSetting setting, Fact fact, NicIdentity nic) {
    return new SettingValue(setting, fact.value().strip(), nic.lineBps(), fact.evidence());
  }

  /** The first CNP leaves the rate as it is, which is what the simulator does by itself. */
  private static boolean isUnset(Parameter parameter, SettingValue value) {
    return parameter.firmware().equals(FIRST_CNP) && value.written().matches("0|0x0");
  }

  /** Whether senders react to CNPs and receivers send them; off if either is. */
  private static Optional<SettingValue> enabled(HostFacts host, NicIdentity nic) {
    Subject netdev = Subject.netdev(nic.netdev());
    Optional<Fact> reaction = host.facts().first(netdev, "ecn.roce_rp.enable." + nic.priority());
    Optional<Fact> notification =
        host.facts().first(netdev, "ecn.roce_np.enable." + nic.priority());
    return notification
        .filter(fact -> fact.value().strip().equals("0"))
        .map(fact -> value(NOTIFICATION, fact, nic))
        .or(() -> reaction.map(fact -> value(REACTION, fact, nic)));
  }

  private static Optional<Fact> stored(HostFacts host, NicIdentity nic, Parameter parameter) {
    String key = "mlxconfig." + parameter.firmware();
    for (Subject of : host.subjectsOfTool("mlxconfig")) {
      if (!isOf(of, nic)) {
        continue;
      }
      for (String name : List.of(key + "_P" + nic.portOfCard(), key + "_P1", key)) {
        Optional<Fact> fact =
            host.facts()
                .first(of, name + ".current")
                .or(() -> host.facts().first(of, name + ".next-boot"));
        if (fact.isPresent()) {
          return fact;
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isOf(Subject subject, NicIdentity nic) {
    return switch (subject.kind()) {
      case PCI -> nic.pci().filter(pci -> Subject.pci(pci).equals(subject)).isPresent();
      case RDMA -> subject.name().equals(nic.device());
      default -> nic.isOnly() && subject.kind() == SubjectKind.ITEM;
    };
  }
}
