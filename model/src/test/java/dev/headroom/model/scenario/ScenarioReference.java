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
        "Every key of a scenario with its default value. Generated from the "
            + "program's list of knobs and parameters: do not edit. Keys whose default is "
            + "computed from other keys, and keys of other topologies and workloads, are "
            + "commented out. A size, rate, time or length needs its unit; KB is 1000 B, "
            + "KiB is 1024 B.");
    line(0, "");
    comment(0, "Name for titles and files.");
    line(0, "name: reference");
    line(0, "");
    comment(0, "A set of values for the knobs; the sections below override it.");
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
        comment(2, "Values for this section only: " + String.join(", ", PresetReader.of(section)));
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
        "A graph listed link by link, with named nodes. Tiers and groups are "
            + "optional: nodes is then a list of {host: NAME, tier: 0, group: 3} and "
            + "{switch: NAME, tier: 1, group: 0}. Rates are 1Mbps to 100Tbps.");
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
    comment(2, "Properties of the links of a built-in topology.");
    line(2, "links:");
    knobs(4, Cables.PARAMETERS, "");
    comment(
        4,
        "Links that differ from the others: leaf-0/spine-1 means all links between "
            + "the two, leaf-0/spine-1#0 the first of them, leaf-*/spine-1 those of all "
            + "leaves. Later entries override earlier ones. Settings by port rate "
            + "(queueLimit, kmin, kmax) follow their rate.");
    line(4, "# exceptions:");
    line(4, "#   - {link: leaf-*/spine-0, rate: 100Gbps}");
  }

  private void failures() {
    line(0, "");
    comment(
        2,
        "Links that go down and come up again: leaf-0/spine-1 means all links "
            + "between the two, leaf-0/spine-1#0 the first of them, spine-1/* all links of "
            + "that switch, which then fails as a whole.");
    line(2, "# failures:");
    line(2, "#   - {link: leaf-0/spine-1, down: 1ms, up: 2ms}");
    comment(
        2,
        "A link that stays up but falls to a fraction of its rate, or starts to "
            + "corrupt bits; no node is notified.");
    line(2, "#   - {link: leaf-0/spine-1, from: 1ms, until: 2ms, rate: 25%, bitErrors: 1e-8}");
    comment(
        2,
        "A host whose NIC sends PFC pauses to its switch in all lossless classes: a "
            + "PFC storm.");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms}");
    comment(
        2,
        "A host with this number of interrupts per second on each networking core, "
            + "of hosts.cpu.interrupt cycles each.");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms, interrupts: 500000}");
    comment(
        2, "A host that drains its receive buffer more slowly, and a host whose NIC " + "stalls.");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms, drain: 10Gbps}");
    line(2, "#   - {host: host-3, from: 1ms, until: 2ms, frozen: true}");
  }

  private void wear() {
    line(0, "");
    comment(
        2,
        "Links whose optical modules run warm and age. Heat and lost light cause bit "
            + "errors; the run loses frames that error correction cannot repair. A link "
            + "that is too hot is derated or goes down. A list like that of failures; a "
            + "link can be in only one of the two.");
    line(2, "# wear:");
    line(2, "#   - {link: leaf-0/spine-1, airflow: 40%, from: 1ms, timeConstant: 1ms, lost: 1.5}");
    comment(2, "Keys of an entry:");
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
    comment(0, "Settings for some nodes, by full key names; later entries override earlier ones.");
    line(0, "# overrides:");
    line(0, "#   - {select: leaf-*, fabric.switches.buffer: 16MiB}");
    comment(0, "Thresholds and queues can differ between links.");
    line(0, "#   - {select: leaf-*/spine-0, congestion.kmin: 50KB}");
  }

  private void workloads() {
    line(0, "");
    comment(0, "The traffic. The workloads of a list run together.");
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
    comment(2, "Flows listed one by one; a flow starts when the flows under after have arrived.");
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
