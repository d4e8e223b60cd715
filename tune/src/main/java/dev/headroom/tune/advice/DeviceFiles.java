package dev.headroom.tune.advice;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.nccl.StackEmitter;
import dev.headroom.formats.nic.HostQosEmitter;
import dev.headroom.formats.nic.HostQosTool;
import dev.headroom.formats.nic.NicEmitter;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.NicLanguage;
import dev.headroom.formats.nic.WantedNic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.formats.switches.write.SwitchEmitter;
import dev.headroom.formats.switches.write.WantedSwitch;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.stack.HostJob;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackSettings;
import dev.headroom.model.stack.StackTopic;
import dev.headroom.tune.space.DeviceTables;
import dev.headroom.tune.trial.ScenarioText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Settings of an advice in the languages of devices, as files. Nothing says how the devices are
 * called: NICs have the names of a first one, and ports their usual names.
 */
public final class DeviceFiles {
  private static final int DATA_CLASS = 3;

  /** What a job is told; names of NICs and interfaces are those of a machine that is not known. */
  private static final Set<StackTopic> TOPICS =
      Set.of(
          StackTopic.TRAFFIC_CLASS,
          StackTopic.QUEUE_PAIRS,
          StackTopic.SPLIT,
          StackTopic.ADAPTIVE_ROUTING);

  private final FabricAdvice advice;
  private final SortedMap<String, String> knobs;
  private final Map<String, String> files = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  private DeviceFiles(FabricAdvice advice) {
    this.advice = advice;
    knobs = new TreeMap<>(AdviceRules.knobs(advice));
    boolean isSplit = advice.basis().formula().classes() > 1;
    String map = isSplit ? "26=3,34=4,48=6" : "26=3,48=6";
    knobs.put("fabric.switches.dscpMap", map);
    knobs.put("hosts.dscpMap", map);
    knobs.putIfAbsent("pfc.classes", String.valueOf(DATA_CLASS));
    knobs.computeIfPresent("pfc.classes", (_, value) -> value.replaceAll("[\\[\\]]", ""));
    knobs.put("transport.dscp", "26");
    knobs.put("transport.cnpClass", "6");
    knobs.put("pfc.watchdog.action", "drop");
    knobs.put("pfc.watchdog.detectionTime", "200ms");
    knobs.put("pfc.watchdog.restorationTime", "400ms");
  }

  /**
   * Files by their names, and what devices refuse.
   *
   * @param texts by name, such as {@code leaf.sonic.txt}
   * @param notes refusals and roundings, a sentence each
   */
  public record Written(Map<String, String> texts, List<String> notes) {
    public Written {
      texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
      notes = List.copyOf(notes);
    }
  }

  /** Languages, tools and stacks that there are files for. */
  public static List<String> words() {
    return Stream.of(
            SwitchVendors.writers().stream().map(SwitchWriter::word),
            NicLanguage.words().stream(),
            Stream.of(HostQosTool.values()).map(HostQosTool::word),
            SoftwareStack.words().stream())
        .flatMap(each -> each)
        .toList();
  }

  /** The tables of settings of devices, whose steps the search keeps. */
  public static List<String> tables(List<String> words) {
    List<String> known = DeviceTables.names();
    return SwitchVendors.writers().stream()
        .filter(writer -> words.contains(writer.word()))
        .map(SwitchWriter::title)
        .filter(known::contains)
        .toList();
  }

  /**
   * The files.
   *
   * @param words of {@link #words()}
   */
  public static Written of(FabricAdvice advice, List<String> words) {
    DeviceFiles all = new DeviceFiles(advice);
    words.forEach(all::add);
    return new Written(all.files, all.notes);
  }

  private void add(String word) {
    SwitchVendors.writers().stream()
        .filter(each -> each.word().equals(word))
        .findFirst()
        .ifPresent(this::switches);
    NicLanguage.named(word)
        .ifPresent(language ->
            write(NicEmitter.emit(language, WantedNic.of("host", nic(), knobs), Optional.empty())));
    Stream.of(HostQosTool.values())
        .filter(each -> each.word().equals(word))
        .forEach(tool ->
            write(HostQosEmitter.emit(tool, WantedNic.of("host", nic(), knobs), Optional.empty())));
    SoftwareStack.named(word).ifPresent(this::stack);
  }

  private NicIdentity nic() {
    return new NicIdentity(
        "mlx5_0", "eth0", Optional.empty(), advice.plan().cluster().rate().bps(), DATA_CLASS, true);
  }

  /**
   * A switch of each tier. Its lossless ports share one profile, so that all have the headroom of
   * the longest cable of the tier.
   */
  private void switches(SwitchWriter writer) {
    FormulaSettings formula = advice.basis().formula();
    for (SwitchTier tier : advice.basis().design().tiers()) {
      SortedMap<String, String> own = new TreeMap<>(knobs);
      own.keySet().removeIf(knob -> knob.startsWith("hosts.") || knob.startsWith("transport."));
      boolean isAlone = advice.basis().design().tiers().size() == 1;
      own.put(
          "pfc.headroom", (isAlone ? formula.headroomBytes() : formula.greatestHeadroom()) + "B");
      write(
          SwitchEmitter.emit(
              writer,
              WantedSwitch.of(
                  tier.name(),
                  own,
                  IntStream.range(0, tier.ports()).mapToObj(writer::port).toList()),
              Optional.empty()));
    }
  }

  private void stack(SoftwareStack stack) {
    String pairs =
        advice.topics().stream()
            .filter(each -> each.topic().equals(TopicComparison.QUEUE_PAIRS))
            .map(TopicComparison::value)
            .findFirst()
            .orElse("1");
    String text =
        """
        name: a job
        fabric: {topology: single, hosts: 16}
        hosts: {machine: dgx-h100}
        transport: {class: 3, dscp: 26}
        routing: {algorithm: %s}
        workload: {type: nccl, machine: dgx-h100, queuePairs: %s, splitData: %s}
        """
            .formatted(knobs.getOrDefault("routing.algorithm", "ecmp"), pairs, !pairs.equals("1"));
    if (new ScenarioText("job.yaml", text, Map.of(), List.of()).read(List.of())
        instanceof ScenarioReader.Good good) {
      Scenario scenario = good.scenario();
      HostJob job = HostJob.of(scenario, scenario.fabric().hosts().getFirst());
      StackSettings all = StackSettings.of(job, stack, true);
      StackSettings some =
          new StackSettings(
              stack,
              all.variables().stream()
                  .filter(told -> TOPICS.contains(told.variable().topic()))
                  .toList(),
              List.of());
      write(StackEmitter.emit(some, "host", Optional.empty()));
    }
  }

  private void write(Emission emission) {
    StringBuilder text = new StringBuilder();
    for (EmittedStep step : emission.steps()) {
      text.append("# ").append(step.step().title()).append('\n');
      step.warnings().forEach(each -> text.append("# warning: ").append(each).append('\n'));
      step.commands().forEach(each -> text.append(each).append('\n'));
      step.checks().forEach(each -> text.append("# check: ").append(each).append('\n'));
      for (EmittedFile file : step.files()) {
        String name = emission.device() + "." + emission.language() + "/" + file.name();
        files.put(name, file.text());
        if (!file.place().isEmpty()) {
          text.append("# ").append(name).append(" belongs to ").append(file.place()).append('\n');
        }
      }
      text.append('\n');
    }
    emission.notes().forEach(each -> text.append("# note: ").append(each).append('\n'));
    files.put(emission.device() + "." + emission.language() + ".txt", text.toString());
    emission.changes().stream()
        .filter(change -> !(change.exactness() instanceof Exactness.Exact))
        .map(DeviceChange::text)
        .distinct()
        .map(each -> emission.language() + ": " + each)
        .forEach(notes::add);
  }
}
