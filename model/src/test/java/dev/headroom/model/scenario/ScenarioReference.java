package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.fabric.Topology;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.workload.SizeDistribution;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The reference file {@code docs/scenario-reference.yaml}: every key with its default and a
 * comment, made from the knobs themselves. It is a scenario and loads.
 */
public final class ScenarioReference {
  private static final int WIDTH = 100;

  private final StringBuilder out = new StringBuilder();

  private ScenarioReference() {}

  /** The file. */
  public static String text() {
    ScenarioReference reference = new ScenarioReference();
    reference.all();
    return reference.out.toString();
  }

  private void all() {
    comment(
        0,
        "Every key of a scenario, at its default. Generated from the program's own list of knobs and"
            + " parameters: do not edit. Keys whose default follows from others, and those of other"
            + " topologies and workloads than the ones shown, are commented out. A size, rate, time or"
            + " length carries its unit; KB is 1000 B, KiB is 1024 B.");
    line(0, "");
    comment(0, "For titles and file names.");
    line(0, "name: reference");
    line(0, "");
    comment(0, "A bundle of values for the knobs; what the sections below say wins over it.");
    Presets.all()
        .forEach(preset ->
            comment(
                0, "  " + preset.name() + ": " + preset.meaning() + " (" + preset.source() + ")"));
    line(0, "# preset: paper");
    line(0, "");
    fabric();
    for (String section :
        List.of(
            "hosts", "transport", "congestion", "pfc", "credits", "routing", "failure", "run")) {
      line(0, "");
      line(0, section + ":");
      if (!PresetReader.of(section).isEmpty()) {
        comment(2, "Values for this section alone: " + String.join(", ", PresetReader.of(section)));
        line(2, "# preset: " + PresetReader.of(section).getFirst());
      }
      knobs(2, KnobKeys.in(section, Knobs.all()), "");
      for (String block : KnobKeys.blocksIn(section)) {
        line(2, KnobKeys.last(block) + ":");
        knobs(4, KnobKeys.in(block, Knobs.all()), "");
      }
    }
    overrides();
    workloads();
  }

  private void fabric() {
    line(0, "fabric:");
    for (Topology topology : Topologies.all()) {
      boolean shown = topology.equals(Topologies.all().getFirst());
      line(0, "");
      comment(2, "Topology " + topology.name() + ": " + topology.meaning() + ".");
      line(2, (shown ? "" : "# ") + "topology: " + topology.name());
      knobs(2, topology.parameters(), shown ? "" : "# ");
    }
    line(0, "");
    comment(
        2,
        "A graph listed link by link, with nodes by name. Tiers and groups may be given: nodes is then a list of {host: NAME, tier: 0, group: 3} and {switch: NAME, tier: 1, group: 0}. Rates of 1Mbps to 100Tbps.");
    line(2, "# topology: graph");
    line(2, "# nodes: {hosts: [host-0..3], switches: [leaf-0, leaf-1]}");
    line(2, "# links:");
    line(2, "#   - {a: host-0, b: leaf-0, rate: 400Gbps, cable: 30m, loss: 0}");
    line(2, "#   - {a: leaf-0, b: leaf-1, rate: 400Gbps, delay: 250ns}");
    links();
    line(0, "");
    line(2, "switches:");
    knobs(4, KnobKeys.in("fabric.switches", Knobs.all()), "");
    failures();
    wear();
  }

  private void links() {
    line(0, "");
    comment(2, "What the links of a built topology are like.");
    line(2, "links:");
    knobs(4, Cables.PARAMETERS, "");
    comment(
        4,
        "Links that are not like the others: leaf-0/spine-1 is all links between the two, leaf-0/spine-1#0 the first of them, leaf-*/spine-1 those of all leaves. Later ones win. What is set by port rate (queueLimit, kmin, kmax) follows their rate.");
    line(4, "# exceptions:");
    line(4, "#   - {link: leaf-*/spine-0, rate: 100Gbps}");
  }

  private void failures() {
    line(0, "");
    comment(
        2,
        "Links that go down and come up again: leaf-0/spine-1 is all links between the two, leaf-0/spine-1#0 the first of them, spine-1/* all of that switch, which is then dead.");
    line(2, "# failures:");
    line(2, "#   - {link: leaf-0/spine-1, down: 1ms, up: 2ms}");
    comment(
        2,
        "A link that stays up but falls to a share of its rate, or begins to lose bits; nobody is told.");
    line(2, "#   - {link: leaf-0/spine-1, from: 1ms, until: 2ms, rate: 25%, bitErrors: 1e-8}");
    comment(
        2, "A host whose NIC asks its switch for silence in all lossless classes: a PFC storm.");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms}");
    comment(
        2,
        "A host whose cores for networking are interrupted so often a second, each for hosts.cpu.interrupt cycles.");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms, interrupts: 500000}");
    comment(
        2,
        "A host that empties its receive buffer more slowly; one whose NIC takes nothing, answers nothing and sends nothing.");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms, drain: 10Gbps}");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms, frozen: true}");
  }

  private void wear() {
    line(0, "");
    comment(
        2,
        "Links whose optical modules run warm and age. Heat and lost light make bit errors, of which error correction leaves what a run loses; too hot, a link is derated or goes down. A list like that of failures; a link stands in one of the two.");
    line(2, "# wear:");
    line(2, "#   - {link: leaf-0/spine-1, airflow: 40%, from: 1ms, timeConstant: 1ms, lost: 1.5}");
    comment(2, "What may be said of one:");
    for (Knob<?> knob : WearKnobs.ALL) {
      comment(
          2,
          "  "
              + KnobKeys.last(knob)
              + ": "
              + about(knob)
              + KnobKeys.value(knob, Settings.DEFAULTS)
                  .map(value -> " Default: " + value + ".")
                  .orElse(""));
    }
  }

  private void overrides() {
    line(0, "");
    comment(0, "Settings for some nodes, by their full names; later ones win.");
    line(0, "# overrides:");
    line(0, "#   - {select: leaf-*, fabric.switches.buffer: 16MiB}");
    comment(0, "Thresholds and queues may differ from link to link.");
    line(0, "#   - {select: leaf-*/spine-0, congestion.kmin: 50KB}");
  }

  private void workloads() {
    line(0, "");
    comment(0, "Who sends what to whom. A list of workloads runs together.");
    line(0, "workload:");
    for (Workload workload : Workloads.all()) {
      boolean shown = workload.equals(Workloads.all().getFirst());
      line(0, "");
      comment(2, "Workload " + workload.name() + ": " + workload.meaning() + ".");
      line(2, (shown ? "" : "# ") + "type: " + workload.name());
      knobs(2, workload.parameters(), shown ? "" : "# ");
    }
    Map<String, String> published = new TreeMap<>(SizeDistribution.published());
    line(0, "");
    comment(2, "Published distributions of sizes:");
    published.forEach((name, what) -> comment(2, "  " + name + ": " + what));
    line(0, "");
    comment(2, "Flows listed one by one; a flow starts when those it comes after have got there.");
    line(2, "# type: flows");
    line(2, "# flows:");
    line(2, "#   - {name: first, from: host-0, to: host-1, size: 1MB, start: 10us}");
    line(2, "#   - {from: host-1, to: host-2, size: 1MB, after: [first]}");
    for (Knob<?> knob : FlowListReader.OF_FLOW) {
      comment(
          2,
          "  "
              + KnobKeys.last(knob)
              + ": "
              + knob.meaning()
              + (knob.derivation().isEmpty() ? "" : "; default: " + knob.derivation()));
    }
  }

  private void knobs(int indent, List<Knob<?>> knobs, String mark) {
    for (Knob<?> knob : knobs) {
      comment(indent, about(knob));
      String key = KnobKeys.last(knob) + ": ";
      line(
          indent,
          KnobKeys.value(knob, Settings.DEFAULTS)
              .map(value -> mark + key + value)
              .orElse("# " + key + knob.type().example().split(" or ", 2)[0]));
    }
  }

  private static String about(Knob<?> knob) {
    StringBuilder text = new StringBuilder(capital(knob.meaning())).append('.');
    if (knob.fallback().isEmpty()) {
      text.append(" Default: ").append(knob.derivation()).append('.');
    }
    if (!knob.type().words().isEmpty() && knob.type().words().size() > 1) {
      text.append(" One of ").append(String.join(", ", knob.type().words())).append('.');
    } else if (!knob.range().isEmpty()) {
      text.append(' ')
          .append(capital(knob.type().name()))
          .append(", ")
          .append(String.join(" to ", knob.range()))
          .append('.');
    }
    Presets.of(knob)
        .forEach((preset, value) ->
            text.append(" Preset ").append(preset).append(": ").append(value).append('.'));
    if (!knob.source().isEmpty()) {
      text.append(" Source: ").append(knob.source()).append('.');
    }
    if (!knob.realName().isEmpty()) {
      text.append(" On real systems: ").append(knob.realName()).append('.');
    }
    return text.toString();
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private void comment(int indent, String text) {
    String lead = text.startsWith("  ") ? "#   " : "# ";
    StringBuilder current = new StringBuilder(lead);
    for (String word : text.strip().split(" ")) {
      if (current.length() + word.length() + indent > WIDTH && current.length() > lead.length()) {
        line(indent, current.toString().stripTrailing());
        current = new StringBuilder("#   ");
      }
      current.append(word).append(' ');
    }
    line(indent, current.toString().stripTrailing());
  }

  private void line(int indent, String text) {
    if (!text.isEmpty()) {
      out.repeat(' ', indent);
    }
    out.append(text).append('\n');
  }
}
