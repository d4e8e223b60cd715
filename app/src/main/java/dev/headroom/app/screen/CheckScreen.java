package dev.headroom.app.screen;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.CheckText;
import dev.headroom.run.summary.IneffectiveLabels;
import dev.headroom.run.summary.ScenarioContradictions;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.check.EcnMargin;
import dev.headroom.sim.check.SwitchEcnCheck;
import java.util.List;
import java.util.stream.Collectors;

/** Results of {@code headroom check} on a terminal, with the calculation. */
public final class CheckScreen {
  private final Scenario scenario;
  private final Precheck check;
  private final TerminalPage page;

  private CheckScreen(Scenario scenario, Precheck check, Terminal terminal) {
    this.scenario = scenario;
    this.check = check;
    page = new TerminalPage(terminal);
  }

  public static String of(Scenario scenario, Precheck check, Terminal terminal) {
    CheckScreen screen = new CheckScreen(scenario, check, terminal);
    screen.page.heading(scenario.name());
    screen.deadlock();
    screen.page.heading("classes");
    screen.page.labelled(
        check.hasClassMismatch() ? "DISAGREE" : "agree",
        check.classes().stream().map(CheckText::taken).collect(Collectors.joining("; ")));
    if (!check.tightQueues().isEmpty()) {
      screen.page.heading("lossy queues");
      check.tightQueues().forEach(each -> screen.page.labelled("TOO SMALL", CheckText.tight(each)));
    }
    if (!check.reorderingRisk().isEmpty() || check.partialUnits().isPresent()) {
      screen.page.heading("recovery");
      check
          .reorderingRisk()
          .forEach(each -> screen.page.labelled("RETRANSMIT", CheckText.reorderingText(each)));
      check
          .partialUnits()
          .ifPresent(units -> screen.page.labelled("UNFINISHED", CheckText.partial(units)));
    }
    List<String> contradictions = ScenarioContradictions.of(scenario);
    if (!contradictions.isEmpty()) {
      screen.page.heading("machines");
      contradictions.forEach(each -> screen.page.labelled("DISAGREE", each));
    }
    List<String> labels = IneffectiveLabels.of(scenario);
    if (!labels.isEmpty()) {
      screen.page.heading("hardware models");
      labels.forEach(each -> screen.page.labelled("note", each));
    }
    screen.page.heading("ECN before PFC");
    check.switches().forEach(screen::marks);
    return screen.page.toString();
  }

  private void deadlock() {
    page.heading("deadlock");
    if (!check.lossless()) {
      page.labelled("none", "no class is lossless, so no port waits for another");
    } else if (check.ring().isEmpty() && check.anyRing().isEmpty()) {
      page.labelled("none", "no ingress can wait for itself, with any traffic on these routes");
    } else if (check.ring().isEmpty()) {
      page.labelled("none", "no ingress can wait for itself with this traffic");
      page.labelled(
          "but", "other traffic could close the ring " + CheckText.ring(scenario, check.anyRing()));
    } else {
      page.labelled("possible", CheckText.ring(scenario, check.ring()));
      page.labelled(
          "",
          "each of these switches can pause the previous one until the next one sends XON. "
              + "This is necessary for a deadlock, and sufficient if all of them stay full at "
              + "once. pfc.watchdog.action: drop would break it");
    }
  }

  private void marks(SwitchEcnCheck check) {
    page.labelled(check.first(), CheckText.named(check) + ": " + CheckText.verdict(check));
    if (check.verdict() == SwitchEcnCheck.Verdict.NOT_ASKED) {
      return;
    }
    EcnMargin margin = check.margin();
    page.labelled(
        "shared",
        "%s = %s of buffer - %s of headroom - %d ports x %d x %s of reserve"
            .formatted(
                NumberText.size(margin.sharedBytes()),
                NumberText.size(margin.totalBytes()),
                NumberText.size(margin.headroomBytes()),
                margin.ports(),
                margin.classes(),
                NumberText.size(margin.reservedBytes())));
    page.labelled(
        "Kmin",
        "%s at %s, charged as %s in cells"
            .formatted(
                NumberText.size(check.kminBytes()),
                NumberText.rate(check.rateBps()),
                NumberText.size(check.chargedKmin())));
    boolean fixed = margin.xoffBytes() >= 0;
    page.labelled(
        "one to one",
        "paused at %s = %s"
            .formatted(
                NumberText.size(margin.pausesOneToOne()),
                fixed ? "reserve + pfc.xoff" : "reserve + alpha x shared / (1 + alpha)"));
    page.labelled(
        "fan-in " + margin.fanIn(),
        "paused at %s = f x (%s)"
            .formatted(
                NumberText.size(margin.pausesAtFanIn()),
                fixed ? "reserve + pfc.xoff" : "reserve + alpha x shared / (1 + f x alpha)"));
    page.labelled(
        "fan-out " + margin.fanOut(),
        "safe up to Kmin %s = %s"
            .formatted(
                NumberText.size(margin.safeKmin()),
                fixed
                    ? "(reserve + pfc.xoff) / n"
                    : "(reserve + alpha x shared) / (n x (1 + classes x alpha)), alpha "
                        + margin.alpha()));
  }
}
