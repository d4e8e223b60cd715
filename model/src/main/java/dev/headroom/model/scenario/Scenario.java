package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.wear.WornLink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Description of one run: fabric, settings and workload.
 *
 * @param name for titles and file names
 * @param fabric hosts, switches, links
 * @param failures what breaks in mid-run and is mended, in time order, as told; what wear does is
 *     not among it: {@link #allFailures}
 * @param wear links whose modules run warm and age
 * @param settings knob values that hold everywhere
 * @param overrides knob values for some nodes, later ones winning
 * @param workload a line that says what the flows are: {@code ring all-reduce of 64MiB, 64 ranks}
 * @param flows the flows
 * @param parts what each entry of a workload that is a list sets for itself; empty where none sets
 *     anything
 */
public record Scenario(
    String name,
    Fabric fabric,
    List<FailureEvent> failures,
    List<WornLink> wear,
    Settings settings,
    List<Override> overrides,
    String workload,
    FlowProgram flows,
    List<Settings> parts) {

  /**
   * Settings for the nodes whose names match, or for the ports at both ends of the links that do.
   *
   * @param select a glob over node names, {@code leaf-*}, or one over links: those of their two
   *     ends with a slash between
   */
  @SuppressWarnings("AvoidCommonTypeNames") // the word of the file; never used with annotations
  public record Override(String select, Settings settings) {
    /** Whether it is for links, not for nodes. */
    public boolean isOfLinks() {
      return select.contains("/");
    }
  }

  public Scenario {
    failures = List.copyOf(failures);
    wear = List.copyOf(wear);
    overrides = OverrideList.of(overrides);
    parts = List.copyOf(parts);
  }

  /** One whose flows all go by the same settings, and whose links do not wear. */
  public Scenario(
      String name,
      Fabric fabric,
      List<FailureEvent> failures,
      Settings settings,
      List<Override> overrides,
      String workload,
      FlowProgram flows) {
    this(name, fabric, failures, List.of(), settings, overrides, workload, flows, List.of());
  }

  /** The failures that it tells and those that wear brings, in time order. */
  public List<FailureEvent> allFailures() {
    if (wear.isEmpty()) {
      return failures;
    }
    List<FailureEvent> all = new ArrayList<>(failures);
    wear.forEach(link -> all.addAll(link.life().failures()));
    all.sort(Comparator.comparing(FailureEvent::at));
    return all;
  }

  /** All failures of one kind, in time order. */
  public <T extends FailureEvent> List<T> failures(Class<T> kind) {
    return allFailures().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The settings that hold at one node; its ports may have their own: {@link #ofLinks}. */
  public Settings at(Node node) {
    return OverrideList.of(overrides).at(settings, node);
  }

  /** What is set apart for the ports of single links, by the link's position in the fabric. */
  public Map<Integer, Settings> ofLinks() {
    return ofLinks(fabric, overrides);
  }

  static Map<Integer, Settings> ofLinks(Fabric fabric, List<Override> overrides) {
    Map<Integer, Settings> all = new HashMap<>();
    List<Override> own = overrides.stream().filter(Override::isOfLinks).toList();
    if (!own.isEmpty()) {
      LinkNames names = new LinkNames(fabric);
      own.forEach(override ->
          names
              .find(override.select())
              .forEach(link -> all.merge(link, override.settings(), Settings::with)));
    }
    return all;
  }

  public Scenario with(Settings changed) {
    return new Scenario(name, fabric, failures, wear, changed, overrides, workload, flows, parts);
  }

  /** The same with other overrides. */
  public Scenario withOverrides(List<Override> changed) {
    return new Scenario(name, fabric, failures, wear, settings, changed, workload, flows, parts);
  }

  /** The same with other settings of parts, one for each that there is. */
  public Scenario withParts(List<Settings> changed) {
    return new Scenario(
        name, fabric, failures, wear, settings, overrides, workload, flows, changed);
  }

  /**
   * The scenario as the ends of a part of the workload see it. A part that names a transport starts
   * from what that one brings, any other from what holds everywhere.
   *
   * @param part as flows name it: {@link FlowProgram#part}
   */
  public Scenario ofPart(int part) {
    return parts.isEmpty() ? this : with(ofPart(settings, parts.get(part)));
  }

  /** The same for the part of the workload that a flow belongs to. */
  public Scenario ofFlow(int flow) {
    return ofPart(parts.size() > 1 ? flows.part(flow) : 0);
  }

  static Settings ofPart(Settings everywhere, Settings own) {
    Settings before =
        own.isSet(TransportKnobs.TRANSPORT) ? everywhere.without(Knobs.ofParts()) : everywhere;
    return before.with(own);
  }
}
