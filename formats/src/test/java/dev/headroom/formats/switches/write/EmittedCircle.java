package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.IndentedSyntax;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.knob.ClassSchedule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Emission, laid over its configuration, read back. */
record EmittedCircle(SwitchWriter writer, String before, SortedMap<String, String> wanted) {
  private static final List<String> PORTS = List.of("0", "1");

  static HostFacts read(String file, String text) {
    return HostFacts.of("leaf1", List.of(FormatCatalogue.reader().read(FactSource.of(file), text)));
  }

  private String file() {
    return writer.word().equals("sonic")
        ? "config_db.json"
        : writer.word().equals("cumulus") ? "qos_features.conf" : writer.word() + ".cfg";
  }

  private List<String> ports() {
    return PORTS.stream().map(each -> writer.port(Integer.parseInt(each))).toList();
  }

  private WantedSwitch request() {
    return WantedSwitch.of("leaf1", wanted, ports());
  }

  Emission emission() {
    return SwitchEmitter.emit(
        writer, request(), before.isEmpty() ? Optional.empty() : Optional.of(read(file(), before)));
  }

  /** The configuration with the emission. */
  String after() {
    return after(emission());
  }

  private String after(Emission emission) {
    return writer.syntax().apply(start(), emission.edits());
  }

  /** The configuration; of a switch without one, its name alone. */
  String start() {
    return before.isEmpty() && writer.syntax() instanceof IndentedSyntax
        ? "hostname leaf1\n"
        : before;
  }

  HostFacts read(String text) {
    return read(file(), text);
  }

  /** Statements of the configuration. */
  List<PlacedStatement> statements() {
    return before.isEmpty() ? List.of() : writer.syntax().statements(read(before));
  }

  /** The configuration says all that was wanted and not refused, and nothing is left to change. */
  Emission check() {
    Emission emission = emission();
    String after = after(emission);
    String as = writer.word() + " " + wanted + "\n" + emission.changes() + "\n" + after;
    HostFacts host = read(file(), after);
    SwitchNow now = SwitchNow.of(Optional.of(host));
    assertThat(now.qos()).as(as).isPresent();
    assertThat(SwitchVendors.writer(host).map(SwitchWriter::word)).as(as).contains(writer.word());
    Set<String> refused =
        emission.refused().stream().map(DeviceChange::knob).collect(Collectors.toSet());
    HoleValues values = new HoleValues(writer, request(), now);
    assertThat(now.ports(List.of())).as(as).isNotEmpty();
    for (String port : now.ports(List.of())) {
      ClassPlan plan = new ClassPlan(request(), now, port);
      for (HoleValue each : values.of(port, plan.trafficClass()).values()) {
        if (each.wanted().isPresent()
            && each.isUsable()
            && !refused.contains(each.setting().knob())) {
          String knob = each.setting().knob();
          assertThat(now.knob(port, plan.trafficClass(), knob))
              .as(knob + " of " + port + " " + as)
              .isPresent();
          assertThat(each.isChanged()).as(knob + " of " + port + " " + as).isFalse();
        }
      }
      classes(port, now, plan, refused, as);
    }
    if (writer.word().equals("sonic")) {
      // Of a watchdog that is faster than its polls the plan says so: see the traps.
      boolean isTold =
          emission.notes().stream().anyMatch(note -> note.contains("is below POLL_INTERVAL"));
      assertThat(SonicYang.problems(after))
          .as(as)
          .allMatch(problem -> isTold && problem.contains("POLL_INTERVAL"));
    }
    Emission again = SwitchEmitter.emit(writer, request(), Optional.of(host));
    assertThat(again.edits()).as(as).isEmpty();
    return emission;
  }

  /**
   * Until the step that ends PFC, every class that was lossless still is. Where pauses are by DSCP
   * and move with it, every DSCP in a lossless class stays in one until DSCPs get other classes.
   */
  void checkPausesInBetween() {
    SwitchNow old = SwitchNow.of(Optional.of(read(file(), before)));
    boolean byDscp =
        writer.forms().stream().anyMatch(form -> form.scope() == StatementForm.Scope.PAUSED_DSCP);
    EmitStep end = byDscp ? EmitStep.CLASSES : EmitStep.RETIREMENT;
    String text = before;
    for (EmittedStep step : emission().steps()) {
      text = writer.syntax().apply(text, step.edits());
      if (step.step().compareTo(end) >= 0) {
        return;
      }
      SwitchNow now = SwitchNow.of(Optional.of(read(file(), text)));
      for (String port : old.ports(List.of())) {
        String as = port + " after " + step.step() + " " + wanted + "\n" + text;
        if (byDscp) {
          assertThat(paused(now, port)).as(as).containsAll(paused(old, port));
        } else {
          assertThat(now.lossless(port)).as(as).containsAll(old.lossless(port));
        }
      }
    }
  }

  private static List<Integer> paused(SwitchNow now, String port) {
    return IntStream.range(0, 64)
        .filter(dscp ->
            now.classOf(port, dscp).filter(each -> now.lossless(port).contains(each)).isPresent())
        .boxed()
        .toList();
  }

  private void classes(String port, SwitchNow now, ClassPlan plan, Set<String> refused, String as) {
    if (!refused.contains("pfc.classes")) {
      assertThat(now.lossless(port)).as(as).isEqualTo(plan.losslessAfter());
    }
    if (!refused.contains("fabric.switches.dscpMap")) {
      assertThat(plan.changedDscps()).as(as).isEmpty();
      plan.namedDscps()
          .forEach((dscp, each) -> assertThat(now.classOf(port, dscp)).as(as).contains(each));
    }
    if (wanted.containsKey("fabric.switches.scheduling")
        && !refused.contains("fabric.switches.scheduling")) {
      ClassSchedule schedule = ClassSchedule.of(wanted.get("fabric.switches.scheduling"));
      schedule.strict().forEach(queue -> assertThat(now.isStrict(port, queue)).as(as).isTrue());
      Map<Integer, Integer> weights = writer.hasPercentShares() ? plan.percent() : plan.weights();
      Map<Integer, String> read = new TreeMap<>();
      weights.keySet().forEach(queue -> read.put(queue, now.weight(port, queue).orElse("-")));
      Map<Integer, String> asked = new TreeMap<>();
      weights.forEach((queue, weight) -> asked.put(queue, String.valueOf(weight)));
      assertThat(read).as(as).isEqualTo(asked);
    }
  }
}
