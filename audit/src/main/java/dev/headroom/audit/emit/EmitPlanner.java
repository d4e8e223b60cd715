package dev.headroom.audit.emit;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.StackEmitter;
import dev.headroom.formats.nic.HostQosEmitter;
import dev.headroom.formats.nic.NicDriver;
import dev.headroom.formats.nic.NicEmitter;
import dev.headroom.formats.nic.NicSettings;
import dev.headroom.formats.nic.WantedNic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.formats.switches.write.SwitchEmitter;
import dev.headroom.formats.switches.write.WantedSwitch;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.stack.HostJob;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackSettings;
import dev.headroom.model.stack.StackTopic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Maker of plans from a scenario and the present state of devices. */
public final class EmitPlanner {
  /** What a scenario has names of its own for. */
  private static final Set<StackTopic> NAMES =
      EnumSet.of(StackTopic.DEVICES, StackTopic.INTERFACE, StackTopic.GID_INDEX);

  private static final String CLASSES = "pfc.classes";

  /** Knobs that a switch has for each lossless class. */
  private static final Set<String> OF_CLASSES =
      Set.of(
          "congestion.kmin",
          "congestion.kmax",
          "congestion.pmax",
          "pfc.headroom",
          "pfc.xoff",
          "pfc.xonOffset",
          "fabric.switches.alpha",
          "fabric.switches.reserved");

  /** Names of devices in one sentence, at most. */
  private static final int SHOWN = 4;

  private final Scenario scenario;
  private final EmitBundle bundle;
  private final EmitTargets targets;
  private final List<DeviceEmission> devices = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();

  /** Knobs that are as today and that no input shows, by device and part. */
  private final Map<String, Set<String>> unshown = new LinkedHashMap<>();

  private EmitPlanner(Scenario scenario, EmitBundle bundle, EmitTargets targets) {
    this.scenario = scenario;
    this.bundle = bundle;
    this.targets = targets;
  }

  /**
   * The plan for all devices of a bundle, or of the scenario where there is no bundle.
   *
   * @throws EmitException if there is no such device, or a language is needed and not named
   */
  public static EmitPlan plan(Scenario scenario, EmitBundle bundle, EmitTargets targets) {
    return new EmitPlanner(scenario, bundle, targets).plan();
  }

  private EmitPlan plan() {
    if (bundle.isEmpty() && targets.languages().isEmpty()) {
      throw new EmitException(
          "without the present state of devices nothing says their languages; name some of "
              + String.join(", ", EmitLanguage.words()));
    }
    WantedDevices.Found found = WantedDevices.of(scenario, bundle);
    requireDevices(found.devices());
    notes.addAll(found.notes());
    for (WantedDevice device : found.devices()) {
      if (targets.has(device.name())) {
        devices.add(device.isSwitch() ? switchEmission(device) : hostEmission(device));
      }
    }
    noteUnshown();
    List<PlanStep> steps = steps();
    return new EmitPlan(
        scenario.name(),
        !bundle.isEmpty(),
        devices,
        steps,
        FlowControlCheck.gaps(found.devices(), devices, steps, bundle),
        LanguageKnobs.unsaid(scenario),
        List.copyOf(notes));
  }

  private void noteUnshown() {
    Map<String, List<String>> parts = new LinkedHashMap<>();
    unshown.forEach((part, knobs) -> {
      Set<String> own = new TreeSet<>(knobs);
      own.removeIf(LanguageKnobs::isCompanion);
      if (!own.isEmpty()) {
        parts.computeIfAbsent(String.join(", ", own), _ -> new ArrayList<>()).add(part);
      }
    });
    parts.forEach((knobs, of) -> {
      String more = of.size() > SHOWN ? " and " + (of.size() - SHOWN) + " more" : "";
      notes.add(
          ("not written: %s of %s%s. The scenario has the values there that headroom convert gives "
                  + "these devices today, and no input shows which ones they have")
              .formatted(
                  knobs, String.join(", ", of.subList(0, Math.min(SHOWN, of.size()))), more));
    });
  }

  private void requireDevices(List<WantedDevice> known) {
    Set<String> unknown = new LinkedHashSet<>(targets.devices());
    known.forEach(device -> unknown.remove(device.name()));
    if (!unknown.isEmpty()) {
      throw new EmitException(
          "no device is named %s; there are %s"
              .formatted(
                  String.join(", ", unknown),
                  String.join(", ", known.stream().map(WantedDevice::name).toList())));
    }
  }

  // --- switches ---------------------------------------------------------------------------------

  private DeviceEmission switchEmission(WantedDevice device) {
    List<DeviceEmission.Part> parts = new ArrayList<>();
    for (SwitchWriter writer : writers(device)) {
      EmitLanguage language = new EmitLanguage.OfSwitch(writer);
      Emission emission =
          changing(
              device,
              "",
              device.knobs(),
              knobs ->
                  SwitchEmitter.emit(writer, request(device, knobs, writer), device.present()));
      parts.add(part("", language, emission, device.knobs()));
      emission.notes().stream().filter(each -> each.startsWith("assumed")).forEach(notes::add);
    }
    return new DeviceEmission(device.name(), true, device.present().isPresent(), parts);
  }

  /** The language of its configuration, or all that are asked for. */
  private List<SwitchWriter> writers(WantedDevice device) {
    List<SwitchWriter> asked =
        targets.languages().stream()
            .filter(EmitLanguage.OfSwitch.class::isInstance)
            .map(language -> ((EmitLanguage.OfSwitch) language).writer())
            .toList();
    if (device.present().isEmpty()) {
      return asked;
    }
    Optional<SwitchWriter> own = device.present().flatMap(SwitchVendors::writer);
    if (own.isEmpty()) {
      notes.add(device.name() + ": no writer knows the language of its configuration");
      return List.of();
    }
    boolean isAsked =
        targets.languages().isEmpty()
            || asked.stream().anyMatch(each -> each.word().equals(own.get().word()));
    if (!isAsked) {
      notes.add(
          "%s: its configuration is in %s, which is not asked for; add %s"
              .formatted(device.name(), own.get().title(), own.get().word()));
      return List.of();
    }
    return List.of(own.get());
  }

  /**
   * Emission of what changes. A knob that today's model has the same value of is written where an
   * input shows another value, and not where none shows any.
   */
  private Emission changing(
      WantedDevice device,
      String part,
      SortedMap<String, String> wanted,
      Function<SortedMap<String, String>, Emission> emit) {
    Emission all = emit.apply(wanted);
    Set<String> unknown = new TreeSet<>();
    Set<String> same = device.asToday(part);
    all.changes().forEach(change -> unknown.add(change.knob()));
    unknown.retainAll(same);
    unknown.removeIf(knob ->
        all.changes().stream()
            .anyMatch(change ->
                change.knob().equals(knob) && !change.isRefused() && change.from().isPresent()));
    if (device.isSwitch() && wanted.containsKey(CLASSES) && !same.contains(CLASSES)) {
      unknown.removeAll(OF_CLASSES); // a class that becomes lossless has none of them yet
    }
    if (unknown.isEmpty()) {
      return all;
    }
    Set<String> writable = new TreeSet<>(unknown);
    writable.removeIf(knob ->
        all.changes().stream()
            .noneMatch(change -> change.knob().equals(knob) && !change.isRefused()));
    unshown
        .computeIfAbsent(device.name() + (part.isEmpty() ? "" : " " + part), _ -> new TreeSet<>())
        .addAll(writable);
    SortedMap<String, String> known = new TreeMap<>(wanted);
    known.keySet().removeAll(unknown);
    return emit.apply(known);
  }

  private static WantedSwitch request(
      WantedDevice device, SortedMap<String, String> own, SwitchWriter writer) {
    List<String> ports = IntStream.range(0, device.ports()).mapToObj(writer::port).toList();
    Map<String, SortedMap<String, String>> ofPorts = new LinkedHashMap<>();
    device
        .ofPorts()
        .forEach((port, knobs) ->
            ofPorts.put(ports.isEmpty() ? port : ports.get(Integer.parseInt(port)), knobs));
    return new WantedSwitch(device.name(), own, ofPorts, ports);
  }

  // --- hosts ------------------------------------------------------------------------------------

  private DeviceEmission hostEmission(WantedDevice device) {
    List<DeviceEmission.Part> parts = new ArrayList<>();
    List<WantedNic> nics = NicNames.usable(device.nics(), notes);
    if (device.present().isEmpty() && !nics.isEmpty()) {
      noteMadeUp(nics);
    }
    for (WantedNic nic : nics) {
      for (EmitLanguage language : languages(device, nic)) {
        parts.add(nicPart(device, nic, language));
      }
    }
    if (!nics.isEmpty()) {
      for (EmitLanguage language : ofHost(device)) {
        if (language instanceof EmitLanguage.OfStack of) {
          stack(device, of.stack())
              .ifPresent(emission -> parts.add(part("", language, emission, none())));
        } else {
          parts.add(nicPart(device, nics.getFirst(), language));
        }
      }
    }
    return new DeviceEmission(device.name(), false, device.present().isPresent(), parts);
  }

  private static SortedMap<String, String> none() {
    return Collections.emptySortedMap();
  }

  /** Names and a class that the scenario does not have, and that stand in the commands. */
  private void noteMadeUp(List<WantedNic> nics) {
    boolean isAsked =
        targets.languages().stream()
            .anyMatch(
                each -> each instanceof EmitLanguage.OfNic || each instanceof EmitLanguage.OfQos);
    if (!isAsked) {
      return;
    }
    String names =
        nics.stream()
            .limit(SHOWN)
            .map(nic -> nic.nic().device() + " and " + nic.nic().netdev())
            .collect(Collectors.joining(", "));
    notes.add(
        "names of NICs are assumed: no input has any, so the plan has those of a simulated server, "
            + names
            + (nics.size() > SHOWN ? " and more" : "")
            + "; replace them, or name the hosts' outputs with --against");
    if (!nics.getFirst().knobs().containsKey("transport.class")) {
      notes.add(
          "transport.class is assumed: the scenario does not set it, and the plan takes class %d for"
                  .formatted(nics.getFirst().nic().priority())
              + " RDMA");
    }
  }

  /** What a NIC's driver would be told if an input named it. */
  private void noteUnknownDriver(WantedDevice device, WantedNic nic) {
    NicDriver driver = NicDriver.of(device.present(), nic.nic());
    List<String> knobs =
        nic.knobs().keySet().stream()
            .filter(knob -> knob.startsWith("congestion."))
            .filter(knob -> NicSettings.tables().stream().anyMatch(row -> row.knob().equals(knob)))
            .toList();
    if (!knobs.isEmpty() && driver == NicDriver.UNKNOWN) {
      notes.add(
          "%s %s: %s not written: no input says its driver, as ethtool -i or lspci -vvv do"
              .formatted(device.name(), nic.nic().device(), written(knobs)));
    }
    if (!knobs.isEmpty() && driver == NicDriver.OTHER) {
      notes.add(
          "%s %s: %s not written: no writer knows the settings of its driver"
              .formatted(device.name(), nic.nic().device(), written(knobs)));
    }
  }

  private static String written(List<String> knobs) {
    return String.join(", ", knobs) + (knobs.size() == 1 ? " is" : " are");
  }

  private List<EmitLanguage> languages(WantedDevice device, WantedNic nic) {
    if (targets.languages().isEmpty()) {
      noteUnknownDriver(device, nic);
      return device.present().map(host -> HostLanguages.of(host, nic.nic())).orElse(List.of());
    }
    List<EmitLanguage> fitting = new ArrayList<>();
    for (EmitLanguage language : targets.languages()) {
      if (language.isOfSwitches() || HostLanguages.isOfHost(language)) {
        continue;
      }
      if (device.present().isEmpty()
          || HostLanguages.fits(language, NicDriver.of(device.present(), nic.nic()))) {
        fitting.add(language);
      } else {
        notes.add(
            "%s %s: %s is not for this NIC"
                .formatted(device.name(), nic.nic().device(), language.word()));
      }
    }
    return fitting;
  }

  private List<EmitLanguage> ofHost(WantedDevice device) {
    return targets.languages().isEmpty()
        ? device.present().map(HostLanguages::of).orElse(List.of())
        : targets.languages().stream()
            .filter(language -> !language.isOfSwitches() && HostLanguages.isOfHost(language))
            .toList();
  }

  private DeviceEmission.Part nicPart(WantedDevice device, WantedNic nic, EmitLanguage language) {
    Emission emission =
        changing(
            device,
            nic.nic().netdev(),
            nic.knobs(),
            knobs ->
                emission(new WantedNic(nic.host(), nic.nic(), knobs), language, device.present()));
    String part = HostLanguages.isOfHost(language) ? "" : nic.nic().netdev();
    return part(part, language, emission, nic.knobs());
  }

  private static Emission emission(
      WantedNic nic, EmitLanguage language, Optional<HostFacts> present) {
    return switch (language) {
      case EmitLanguage.OfNic of -> NicEmitter.emit(of.language(), nic, present);
      case EmitLanguage.OfQos of -> HostQosEmitter.emit(of.tool(), nic, present);
      case EmitLanguage.OfSwitch _, EmitLanguage.OfStack _ ->
          throw new IllegalArgumentException(language.word());
    };
  }

  /** Variables of the job that the scenario's host takes part in; none without such a host. */
  private Optional<Emission> stack(WantedDevice device, SoftwareStack stack) {
    if (device.node().isEmpty()) {
      notes.add(
          "%s: the scenario has no host of this name, so %s is told nothing"
              .formatted(device.name(), stack.title()));
      return Optional.empty();
    }
    try {
      HostJob job = HostJob.of(scenario, device.node().get());
      StackSettings all = StackSettings.of(job, stack, false);
      StackSettings own = device.present().map(host -> changing(device, host, all)).orElse(all);
      return Optional.of(StackEmitter.emit(own, device.name(), device.present()));
    } catch (IllegalArgumentException e) {
      notes.add("%s: %s".formatted(device.name(), e.getMessage()));
      return Optional.empty();
    }
  }

  /**
   * Without the names that a scenario has for parts of hosts, and without what is as today: that is
   * written where a job's environment shows another value.
   */
  private static StackSettings changing(WantedDevice device, HostFacts host, StackSettings all) {
    Set<String> same = new HashSet<>();
    device.asToday().values().forEach(same::addAll);
    return new StackSettings(
        all.stack(),
        all.variables().stream()
            .filter(told -> !NAMES.contains(told.variable().topic()))
            .filter(told ->
                host.environment(told.variable().name()).isReported()
                    || !isSame(told.variable().topic(), same))
            .toList(),
        all.left().stream().filter(left -> !isSame(left.topic(), same)).toList());
  }

  private static boolean isSame(StackTopic topic, Set<String> same) {
    return topic.knobs().stream().anyMatch(same::contains);
  }

  // --- order ------------------------------------------------------------------------------------

  private static DeviceEmission.Part part(
      String part, EmitLanguage language, Emission emission, SortedMap<String, String> wanted) {
    Set<String> known = new HashSet<>(LanguageKnobs.of(language));
    known.retainAll(wanted.keySet());
    emission.refused().stream().map(DeviceChange::knob).forEach(known::remove);
    return new DeviceEmission.Part(part, language, emission, known);
  }

  private List<PlanStep> steps() {
    List<PlanStep> steps = new ArrayList<>();
    for (PlanPhase phase : PlanPhase.values()) {
      for (DeviceEmission device : devices) {
        for (EmitStep step : EmitStep.values()) {
          for (DeviceEmission.Part part : device.parts()) {
            for (EmittedStep each : part.emission().steps()) {
              if (each.step() == step && PlanPhase.of(step, device.isSwitch()) == phase) {
                steps.add(
                    new PlanStep(
                        steps.size() + 1,
                        phase,
                        device.device(),
                        device.isSwitch(),
                        part.language(),
                        part.part(),
                        each));
              }
            }
          }
        }
      }
    }
    return steps;
  }
}
