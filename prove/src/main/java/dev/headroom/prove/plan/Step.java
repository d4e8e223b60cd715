package dev.headroom.prove.plan;

import java.util.Locale;

/** Step of a burn-in, in order. Each has a pass rule at two levels. */
public enum Step {
  CHECKS(
      "Cheap checks",
      "devices, firmware, link rate and PCIe width alike; pairs, each node once a round",
      "no straggler by median and MAD",
      "the same"),
  LOOPBACK(
      "Loopback",
      "every link at full rate, in pairs that change with each slice",
      "no retransmission: one is a failed cable",
      "retransmissions and symbol errors within a bit error rate of 1e-15"),
  PULSE(
      "PFC pulse",
      "many senders to one receiver, and a victim beside them",
      "marks before pauses, no lossless drop, victim at 90 % or more, pauses over within 200 ms;"
          + " the article's own order, pauses before marks, is told and not judged",
      "the same"),
  HAMMER(
      "All-to-all hammer",
      "every node to every other, round by round",
      "no retransmission, no link down, every link at its rate",
      "retransmissions within the bit error rate, every link at its rate"),
  THERMAL(
      "Thermal",
      "module temperatures at full load in both directions",
      "no module at 70 C",
      "no module at 70 C or its own warning, no rise of 10 C in 5 min, no derate"),
  PCIE(
      "PCIe errors",
      "errors of the bus, its width and speed, and the latency that follows",
      "no correctable error",
      "at most one correctable error an hour, none that is not correctable"),
  SIGNOFF(
      "Clean sign-off",
      "traffic for the rest of the time; judged over the whole run",
      "no drop, no retransmission, no link down, no reset, no gap",
      "no drop; the rest within the bit error rate");

  private final String title;
  private final String what;
  private final String article;
  private final String standard;

  Step(String title, String what, String article, String standard) {
    this.title = title;
    this.what = what;
    this.article = article;
    this.standard = standard;
  }

  /** Its word in plans and names of slices. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its title in reports. */
  public String title() {
    return title;
  }

  /** What is done in it, in a phrase. */
  public String what() {
    return what;
  }

  /** Its pass rule at a level, in a phrase. */
  public String rule(Level level) {
    return level == Level.ARTICLE ? article : standard;
  }
}
