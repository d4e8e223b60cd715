package dev.headroom.formats.switches.sonic;

import static dev.headroom.formats.emit.EmitStep.BUFFERS;
import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.QUEUES;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;
import static dev.headroom.formats.emit.EmitStep.SCHEDULING;
import static dev.headroom.formats.emit.EmitStep.WATCHDOG;
import static dev.headroom.formats.emit.StatementForm.Presence.COMPANION;
import static dev.headroom.formats.emit.StatementForm.Presence.IF_ABSENT;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.JsonTableSyntax;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writer of SONiC's CONFIG_DB. Tables and fields: sonic-buildimage, sonic-yang-models
 * (sonic-wred-profile, sonic-buffer-pool, sonic-buffer-profile, sonic-buffer-pg, sonic-scheduler,
 * sonic-queue, sonic-port-qos-map, sonic-pfcwd, sonic-cable-length). Which packets a profile marks:
 * sonic-swss, {@code qosorch.cpp}. Commands: sonic-utilities, command reference.
 */
final class SonicWriter implements SwitchWriter {
  private static final String WRED = "WRED_PROFILE|{wred}";
  private static final String PROFILE = "BUFFER_PROFILE|{profile}";
  private static final String PORT = "PORT_QOS_MAP|{port}";
  private static final String SCHEDULER = "SCHEDULER|{scheduler}";
  private static final String QUEUE = "QUEUE|{queueRow}";
  private static final String WATCH = "PFC_WD|{port}";
  private static final String THRESHOLD = "\"(?:dynamic|static)_th\": .*";

  private static final List<StatementForm> FORMS = table();

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "show interfaces status\nsonic-db-cli CONFIG_DB HGETALL 'CABLE_LENGTH|AZURE'",
          BUFFERS, "mmuconfig -l\nshow priority-group watermark headroom",
          PAUSE, "show pfc priority",
          QUEUES, "sonic-cfggen -d --var-json TC_TO_QUEUE_MAP",
          SCHEDULING, "sonic-cfggen -d --var-json SCHEDULER\nsonic-cfggen -d --var-json QUEUE",
          MARKING, "show ecn",
          CLASSES, "sonic-cfggen -d --var-json DSCP_TO_TC_MAP",
          RETIREMENT, "show pfc priority",
          WATCHDOG, "show pfcwd config");

  private static List<StatementForm> table() {
    List<StatementForm> all = new ArrayList<>();
    all.add(field(LINK, Scope.PORT, "PORT|{port}", "mtu", "{mtu}"));
    all.add(
        field(LINK, Scope.PORT, "CABLE_LENGTH|{cableRow}", "{port}", "{metres}m")
            .insteadOf("\"{port}\": .*"));
    all.add(field(BUFFERS, Scope.SWITCH, "BUFFER_POOL|ingress_lossless_pool", "size", "{pool}"));
    all.add(
        companion(BUFFERS, Scope.SWITCH, "BUFFER_POOL|ingress_lossless_pool", "type", "ingress"));
    all.add(
        companion(BUFFERS, Scope.SWITCH, "BUFFER_POOL|ingress_lossless_pool", "mode", "dynamic"));
    all.add(
        companion(BUFFERS, Scope.CLASS, PROFILE, "pool", "ingress_lossless_pool").when(COMPANION));
    all.add(field(BUFFERS, Scope.CLASS, "BUFFER_PROFILE|{plainProfile}", "size", "{size}"));
    all.add(field(BUFFERS, Scope.CLASS, "BUFFER_PROFILE|{wholeProfile}", "size", "{whole}"));
    all.add(field(BUFFERS, Scope.CLASS, PROFILE, "size", "0").when(IF_ABSENT)); // mandatory
    all.add(field(BUFFERS, Scope.CLASS, PROFILE, "xoff", "{xoff}"));
    all.add(field(BUFFERS, Scope.CLASS, PROFILE, "xon_offset", "{xonOffset}"));
    all.add(field(BUFFERS, Scope.CLASS, PROFILE, "dynamic_th", "{alpha}").insteadOf(THRESHOLD));
    all.add(field(BUFFERS, Scope.CLASS, PROFILE, "static_th", "{fixed}").insteadOf(THRESHOLD));
    all.add(field(BUFFERS, Scope.CLASS, "BUFFER_PG|{groupRow}", "profile", "{profileRef}"));
    all.add(
        field(PAUSE, Scope.CLASS, "TC_TO_PRIORITY_GROUP_MAP|{groupMap}", "{class}", "{class}")
            .insteadOf("\"{class}\": .*"));
    all.add(
        field(PAUSE, Scope.CLASS, "MAP_PFC_PRIORITY_TO_QUEUE|{pausedMap}", "{class}", "{queue}")
            .insteadOf("\"{class}\": .*"));
    all.add(
        field(PAUSE, Scope.CLASS, "BUFFER_PG|{groupRow}", "profile", "{computed}").when(IF_ABSENT));
    all.add(field(PAUSE, Scope.PORT, PORT, "tc_to_pg_map", "{groupMap}"));
    all.add(field(PAUSE, Scope.PORT, PORT, "pfc_to_queue_map", "{pausedMap}"));
    all.add(field(PAUSE, Scope.PORT, PORT, "pfc_enable", "{paused}"));
    all.add(
        field(QUEUES, Scope.QUEUE, "TC_TO_QUEUE_MAP|{queueMap}", "{class}", "{queue}")
            .insteadOf("\"{class}\": .*"));
    all.add(field(QUEUES, Scope.PORT, PORT, "tc_to_queue_map", "{queueMap}"));
    scheduling(all);
    marking(all);
    all.add(
        field(CLASSES, Scope.DSCP, "DSCP_TO_TC_MAP|{dscpMap}", "{dscp}", "{class}")
            .insteadOf("\"{dscp}\": .*"));
    all.add(field(CLASSES, Scope.PORT, PORT, "dscp_to_tc_map", "{dscpMap}"));
    all.add(field(RETIREMENT, Scope.PORT, PORT, "pfc_enable", "{pause}"));
    all.add(field(WATCHDOG, Scope.SWITCH, "PFC_WD|GLOBAL", "POLL_INTERVAL", "{poll}"));
    all.add(field(WATCHDOG, Scope.PORT, WATCH, "action", "{action}"));
    all.add(field(WATCHDOG, Scope.PORT, WATCH, "detection_time", "{detection}"));
    all.add(field(WATCHDOG, Scope.PORT, WATCH, "restoration_time", "{restoration}"));
    all.add(field(WATCHDOG, Scope.PORT, PORT, "pfcwd_sw_enable", "{pause}"));
    return List.copyOf(all);
  }

  private static void scheduling(List<StatementForm> to) {
    to.add(companion(SCHEDULING, Scope.SHARE, SCHEDULER, "type", "DWRR"));
    to.add(
        field(SCHEDULING, Scope.SHARE, SCHEDULER, "weight", "{weight}")
            .insteadOf("\"weight\": .*"));
    to.add(field(SCHEDULING, Scope.SHARE, QUEUE, "scheduler", "{schedulerRef}"));
    to.add(field(SCHEDULING, Scope.STRICT, SCHEDULER, "type", "STRICT"));
    to.add(StatementForm.removal(SCHEDULING, Scope.STRICT, SCHEDULER, "\"weight\": .*"));
    to.add(field(SCHEDULING, Scope.STRICT, QUEUE, "scheduler", "{schedulerRef}"));
  }

  /** Yellow and red packets alike, where a new profile needs them; RDMA's are green. */
  private static void marking(List<StatementForm> to) {
    to.add(field(MARKING, Scope.CLASS, WRED, "ecn", "ecn_all"));
    to.add(field(MARKING, Scope.CLASS, WRED, "wred_green_enable", "true"));
    to.add(companion(MARKING, Scope.CLASS, WRED, "wred_yellow_enable", "true"));
    to.add(companion(MARKING, Scope.CLASS, WRED, "wred_red_enable", "true"));
    for (String colour : List.of("green", "yellow", "red")) {
      Stream.of(
              field(MARKING, Scope.CLASS, WRED, colour + "_min_threshold", "{kmin}"),
              field(MARKING, Scope.CLASS, WRED, colour + "_max_threshold", "{kmax}"),
              field(MARKING, Scope.CLASS, WRED, colour + "_drop_probability", "{pmax}"))
          .map(form -> colour.equals("green") ? form : form.when(COMPANION))
          .forEach(to::add);
    }
    to.add(field(MARKING, Scope.CLASS, QUEUE, "wred_profile", "{wredRef}"));
  }

  private static StatementForm field(
      EmitStep step, Scope scope, String place, String field, String value) {
    return StatementForm.of(step, scope, place, "\"" + field + "\": \"" + value + "\"")
        .insteadOf("\"" + field + "\": .*");
  }

  private static StatementForm companion(
      EmitStep step, Scope scope, String place, String field, String value) {
    return field(step, scope, place, field, value).when(COMPANION);
  }

  @Override
  public String word() {
    return "sonic";
  }

  @Override
  public String title() {
    return "SONiC";
  }

  @Override
  public boolean isOf(HostFacts host) {
    return new SonicConfiguration(host).read().isPresent();
  }

  @Override
  public ConfigSyntax syntax() {
    return new JsonTableSyntax();
  }

  @Override
  public List<ValueHole> values() {
    return SonicSettings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public ObjectNames names(HostFacts host) {
    return new SonicNames(host);
  }

  @Override
  public String port(int number) {
    return "Ethernet" + number * 8;
  }

  @Override
  public Map<EmitStep, String> checks() {
    return CHECKS;
  }

  /** A profile without headroom has all of its size reserved. */
  @Override
  public Map<String, String> usual() {
    return Map.of("xoff", "0");
  }

  /** A profile has one of the two thresholds (sonic-swss, {@code bufferorch.cpp}). */
  @Override
  public Map<String, String> exclusions() {
    return Map.of("fabric.switches.alpha", "pfc.xoff");
  }

  @Override
  public List<String> gaps(ConfigState before, ConfigState after) {
    List<String> all = new ArrayList<>(SonicGroups.missing(before, after));
    all.addAll(SonicWatchdog.tooFast(after));
    all.addAll(HeadroomShare.ofNewProfiles(before, after));
    return all;
  }

  @Override
  public Map<EmitStep, String> warnings() {
    return Map.of(
        BUFFERS,
        "the buffer manager rewrites profiles of the dynamic model; check with mmuconfig -l that "
            + "the chip has these sizes, which it rounds to cells");
  }
}
