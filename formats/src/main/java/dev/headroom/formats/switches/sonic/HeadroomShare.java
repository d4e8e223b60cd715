package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the size of a lossless buffer profile holds, which is different by chip. Of NVIDIA's it is
 * {@code xon} and {@code xoff} together: rows of pg_profile_lookup.ini have 54272 = 18432 + 35840.
 * Where headroom is apart, as on Broadcom's or with a shared headroom pool, it is smaller than
 * {@code xoff}, or {@code xon} alone (sonic-buildimage, pg_profile_lookup.ini; SONiC, shared
 * headroom pool design).
 */
final class HeadroomShare {
  private static final Pattern FIELD = Pattern.compile("\"(size|xoff)\": \"(\\d{1,15})\"");

  private static final String PROFILES = "BUFFER_PROFILE";

  private HeadroomShare() {}

  /**
   * Whether a profile's size contains its headroom: as its numbers say, else those of the others. A
   * profile without {@code xon} says nothing of it.
   */
  static boolean isInSize(FactSet facts, String profile) {
    if (isShared(facts)) {
      return false;
    }
    if (isNvidia(facts)) {
      return true;
    }
    boolean tells =
        number(facts, PROFILES, profile, "xoff") > 0 && number(facts, PROFILES, profile, "xon") > 0;
    return tells
        ? contains(facts, profile)
        : facts.subjects(SubjectKind.ITEM).stream()
            .map(Subject::name)
            .filter(name -> name.startsWith(PROFILES + "|"))
            .anyMatch(name -> contains(facts, name.substring(PROFILES.length() + 1)));
  }

  /** One pool of headroom for all ports. In the dynamic model its size is not configured. */
  private static boolean isShared(FactSet facts) {
    String ratio =
        facts
            .text(
                SonicShowTables.row("DEFAULT_LOSSLESS_BUFFER_PARAMETER", "AZURE"),
                "over_subscribe_ratio")
            .orElse("0");
    return number(facts, "BUFFER_POOL", "ingress_lossless_pool", "xoff") > 0
        || !ratio.matches("0(?:\\.0+)?");
  }

  /** By the platform's name, such as {@code x86_64-mlnx_msn4700-r0} (sonic-buildimage, device). */
  private static boolean isNvidia(FactSet facts) {
    return facts
        .text(SonicShowTables.row("DEVICE_METADATA", "localhost"), "platform")
        .matches(name -> name.matches("x86_64-(?:mlnx|nvidia)_.*"));
  }

  /**
   * The headroom in a size that contains it: all of {@code xoff}, or what is left beside {@code
   * xon} where somebody raised {@code xoff} alone.
   */
  static double headroom(double size, double xon, double xoff) {
    return size < xon + xoff ? size - xon : xoff;
  }

  private static boolean contains(FactSet facts, String profile) {
    long xoff = number(facts, PROFILES, profile, "xoff");
    long xon = number(facts, PROFILES, profile, "xon");
    return xoff > 0 && xon > 0 && number(facts, PROFILES, profile, "size") >= xoff + xon;
  }

  /** A sentence about new profiles, of which nothing says what their size holds. */
  static List<String> ofNewProfiles(ConfigState before, ConfigState after) {
    Map<String, Map<String, Long>> profiles = new TreeMap<>();
    for (PlacedStatement each : after.all()) {
      Matcher field = FIELD.matcher(each.text());
      if (each.place().startsWith(PROFILES + "|") && field.matches() && !before.has(each.place())) {
        profiles
            .computeIfAbsent(each.place(), _ -> new TreeMap<>())
            .put(field.group(1), Long.valueOf(field.group(2)));
      }
    }
    List<String> below = new ArrayList<>();
    profiles.forEach((place, fields) -> {
      long headroom = fields.getOrDefault("xoff", 0L);
      long size = fields.getOrDefault("size", 0L);
      if (headroom > 0 && size < headroom) {
        below.add("%s has the size %d and xoff %d".formatted(place, size, headroom));
      }
    });
    return below.isEmpty()
        ? List.of()
        : List.of(
            ("%s: that is right where the chip keeps headroom apart, or there is a shared headroom"
                    + " pool; on NVIDIA's without one the size is xon and xoff together, so raise"
                    + " it there")
                .formatted(String.join("; ", below)));
  }

  /** A number of a row, 0 where there is none. */
  private static long number(FactSet facts, String table, String key, String field) {
    return facts.number(SonicShowTables.row(table, key), field).orElse(0L);
  }
}
