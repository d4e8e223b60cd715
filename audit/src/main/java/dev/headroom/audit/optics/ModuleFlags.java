package dev.headroom.audit.optics;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ValueParser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Alarm and warning flags of a module, each on or off.
 *
 * @param all the flags
 * @param raised those that are raised and mean something: not of lanes that are shut down
 * @param readings of its sensors, by key
 */
record ModuleFlags(List<Fact> all, List<Fact> raised, Map<String, String> readings) {
  private static final Pattern FLAG =
      Pattern.compile(
          "module\\..*(alarm|warning|-tx-fault|firmware-fault|-crossed-|error-status)(?!.*threshold).*");

  /** Of a lane's light or laser, as switches tell it. */
  private static final Pattern LIGHT =
      Pattern.compile("module\\.((?:lane-\\d+-)?)(rx-power|tx-power|current)-low-(alarm|warning)");

  /**
   * What SONiC says of a module without an error (sonic_platform_base, sfp_base.py and the codes of
   * CMIS; sfputil). All else is an error: each platform has its own, and new ones come.
   */
  private static final Pattern NO_ERROR =
      Pattern.compile(
          "|OK|Unplugged|Disabled|Initializing|N/A|None|No error|DataPath\\w+|Config(?:Success|InProgress|Undefined)|Module(?:LowPwr|PwrUp|PwrDn|Ready)");

  /** Whether a key is one of those that {@link #of} reads. */
  static boolean isFlagOrPower(String key) {
    return FLAG.matcher(key).matches() || key.endsWith("-power");
  }

  static ModuleFlags of(List<Fact> facts) {
    List<Fact> flags = facts.stream().filter(fact -> FLAG.matcher(fact.key()).matches()).toList();
    List<Fact> raised = flags.stream().filter(ModuleFlags::isRaised).toList();
    Set<String> keys = raised.stream().map(Fact::key).collect(Collectors.toSet());
    Set<String> shut = shut(keys);
    List<Fact> on = raised.stream().filter(flag -> !isOf(flag, shut)).toList();
    Map<String, String> readings =
        facts.stream()
            .filter(fact -> fact.key().endsWith("-power"))
            .collect(Collectors.toMap(Fact::key, Fact::value, (first, _) -> first));
    return new ModuleFlags(flags, on, readings);
  }

  private static boolean isRaised(Fact flag) {
    return flag.key().endsWith("error-status")
        ? Stream.of(flag.value().split("\\|"))
            .anyMatch(error -> !NO_ERROR.matcher(error.strip()).matches())
        : flag.value().strip().equalsIgnoreCase("on");
  }

  /** Lanes whose laser is off and which receive nothing either. */
  private static Set<String> shut(Set<String> raised) {
    Set<String> shut = new HashSet<>();
    for (String key : raised) {
      Matcher light = LIGHT.matcher(key);
      if (light.matches()
          && key.matches(".*(tx-power|current)-low-alarm")
          && raised.contains("module." + light.group(1) + "rx-power-low-alarm")) {
        shut.add(light.group(1));
      }
    }
    return shut;
  }

  private static boolean isOf(Fact flag, Set<String> lanes) {
    Matcher light = LIGHT.matcher(flag.key());
    return light.matches() && lanes.contains(light.group(1));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Whether all that is raised is that lanes which send get no more light than a dark fibre has.
   */
  boolean isLowLightOnly() {
    return !raised.isEmpty() && raised.stream().allMatch(this::isDark);
  }

  private boolean isDark(Fact flag) {
    Matcher light = LIGHT.matcher(flag.key());
    return light.matches()
        && light.group(2).equals("rx-power")
        && isDark(readings.getOrDefault("module." + light.group(1) + "rx-power", ""));
  }

  /** SONiC writes minus infinity for no light at all. */
  private static boolean isDark(String power) {
    return power.equals("-inf")
        || ValueParser.decimal(power)
            .filter(dbm -> dbm <= TransceiverConstants.OFF_DBM)
            .isPresent();
  }

  static String words(Fact flag) {
    return flag.key().endsWith("error-status")
        ? flag.value()
        : flag.key().substring("module.".length()).replace('-', ' ');
  }
}
