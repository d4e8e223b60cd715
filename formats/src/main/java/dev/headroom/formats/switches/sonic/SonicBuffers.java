package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.BufferTerms;
import dev.headroom.formats.switches.PriorityGroup;
import dev.headroom.formats.switches.SwitchBuffers;
import java.util.List;

/** Pools and profiles of lossless classes: BUFFER_POOL and BUFFER_PROFILE. */
final class SonicBuffers {
  private static final BufferTerms BUFFERS =
      new BufferTerms(
          new BufferTerms.Asked(
              "TC_TO_PRIORITY_GROUP_MAP and PORT_QOS_MAP of SONiC",
              "PORT_QOS_MAP and the lossless rows of BUFFER_PG, which SONiC may create at run "
                  + "time",
              "speed, CABLE_LENGTH and xoff of a lossless port",
              "BUFFER_POOL, a lossless BUFFER_PROFILE and WRED_PROFILE of SONiC",
              "dynamic_th of the lossless BUFFER_PROFILE"),
          new BufferTerms.Cure(
              "map each lossless class to the group of the same number in "
                  + "TC_TO_PRIORITY_GROUP_MAP",
              "set a profile in these rows of BUFFER_PG with xoff for the port's speed and cable "
                  + "(pg_profile_lookup.ini), or NULL with dynamic buffers",
              "set a profile in these rows of BUFFER_PG with xoff for the port's speed and cable "
                  + "(pg_profile_lookup.ini; headroom calc pfc-headroom), or NULL with dynamic "
                  + "buffers; or correct CABLE_LENGTH"),
          "green_min_threshold",
          "dynamic_th");

  private final SonicTables tables;

  SonicBuffers(SonicTables tables) {
    this.tables = tables;
  }

  /** NULL: the buffer manager makes one for the port's speed and cable. */
  PriorityGroup.Headroom headroom(String row) {
    ReportedValue<String> profile = tables.text("BUFFER_PG", row, "profile");
    String name = SonicConfiguration.name(profile.orElse(""));
    return new PriorityGroup.Headroom(
        profile,
        tables.number("BUFFER_PROFILE", name, "xoff"),
        !name.equals("NULL") && tables.has("BUFFER_PROFILE"));
  }

  /** The pool's size is what is left after headroom. */
  SwitchBuffers read() {
    List<SwitchBuffers.Profile> profiles =
        tables.keys("BUFFER_PROFILE").stream()
            .filter(key -> tables.number("BUFFER_PROFILE", key, "xoff").matches(bytes -> bytes > 0))
            .map(this::profile)
            .toList();
    return new SwitchBuffers(
        tables.number("BUFFER_POOL", "ingress_lossless_pool", "size"),
        profiles,
        tables.has("TC_TO_PRIORITY_GROUP_MAP"),
        BUFFERS);
  }

  /** The share of the pool is a power of two. */
  private SwitchBuffers.Profile profile(String key) {
    return new SwitchBuffers.Profile(key, tables.number("BUFFER_PROFILE", key, "size"), alpha(key));
  }

  ReportedValue<Double> alpha(String profile) {
    ReportedValue<String> power = tables.text("BUFFER_PROFILE", profile, "dynamic_th");
    return power.matches(text -> text.matches("-?\\d"))
        ? power.map(text -> Math.scalb(1.0, Integer.parseInt(text)))
        : ReportedValue.unreported("dynamic_th of " + profile);
  }
}
