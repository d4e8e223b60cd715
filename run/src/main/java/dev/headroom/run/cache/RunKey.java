package dev.headroom.run.cache;

import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.workload.Workloads;
import dev.headroom.run.ScenarioRun;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Key of a run: the digest of all that its result depends on. That is the written-back scenario
 * with its seed, the flows that were drawn for it, the version of the engine and the format of the
 * entry. Threads and partitions change no result, and a scenario's name is no part of one.
 *
 * @param hex digest, as a file's name
 */
record RunKey(String hex) {
  /** Grows with each change of what entries or keys are made of. */
  private static final int FORMAT = 1;

  private static final List<Knob<Plugin>> CLASSES =
      List.of(PluginControlKnobs.NAME, PluginRoutingKnobs.NAME, PluginMarkingKnobs.NAME);

  /**
   * The key of a run. Empty if its result depends on something else, such as a class of the user,
   * or has a part that is in no result, such as a capture.
   */
  static Optional<RunKey> of(ScenarioRun run) {
    return EngineVersion.digest().flatMap(engine -> of(run, engine));
  }

  /**
   * The same under an engine.
   *
   * @param engine its digest
   */
  static Optional<RunKey> of(ScenarioRun run, byte[] engine) {
    Scenario scenario = run.scenario();
    if (!run.options().observers().isEmpty() || hasClasses(scenario) || !isWritten(scenario)) {
      return Optional.empty();
    }
    MessageDigest digest = Sha256.begin();
    digest.update((byte) FORMAT);
    digest.update(engine);
    digest.update((byte) (run.options().keepPauseEvents() ? 1 : 0));
    digest.update(ScenarioWriter.write(unnamed(scenario)).getBytes(StandardCharsets.UTF_8));
    addFlows(digest, scenario.flows());
    return Optional.of(new RunKey(HexFormat.of().formatHex(digest.digest())));
  }

  private static Scenario unnamed(Scenario scenario) {
    return new Scenario(
        "",
        scenario.fabric(),
        scenario.failures(),
        scenario.wear(),
        scenario.settings(),
        scenario.overrides(),
        scenario.workload(),
        scenario.flows(),
        scenario.parts());
  }

  /** Whether it runs classes that somebody brought: a scenario has but their names. */
  private static boolean hasClasses(Scenario scenario) {
    return Stream.concat(
            Stream.of(scenario.settings()),
            Stream.concat(
                scenario.parts().stream(),
                scenario.overrides().stream().map(Scenario.Override::settings)))
        .anyMatch(RunKey::hasClasses);
  }

  private static boolean hasClasses(Settings settings) {
    return CLASSES.stream()
        .flatMap(name -> settings.find(name).stream())
        .anyMatch(plugin -> !(plugin instanceof Plugin.Named));
  }

  /**
   * Whether the written-back file says all: builders that it has no name for are left out of it.
   */
  private static boolean isWritten(Scenario scenario) {
    boolean isFabric =
        scenario.fabric().recipe().isNone()
            || Topologies.named(scenario.fabric().recipe().kind()).isPresent();
    return isFabric && parts(scenario.flows()).allMatch(RunKey::isWritten);
  }

  private static boolean isWritten(FlowProgram flows) {
    return flows.recipe().isNone()
        ? flows.schedules().isEmpty()
        : Workloads.named(flows.recipe().kind()).isPresent();
  }

  private static Stream<FlowProgram> parts(FlowProgram flows) {
    return flows instanceof CombinedFlowProgram several
        ? several.parts().stream()
        : Stream.of(flows);
  }

  /**
   * The flows themselves. They were drawn when the scenario was read, and it may have been given
   * another seed since; and lists of flows are written without their queue pairs.
   */
  private static void addFlows(MessageDigest digest, FlowProgram flows) {
    ByteBuffer one = ByteBuffer.allocate(8 * Long.BYTES);
    digest.update(
        one.putLong(flows.flows()).putLong(flows.queuePairs()).array(), 0, one.position());
    for (int flow = 0; flow < flows.flows(); flow++) {
      one.clear();
      one.putInt(flows.source(flow)).putInt(flows.destination(flow));
      one.putLong(flows.bytes(flow)).putLong(flows.startPs(flow));
      one.putInt(flows.queuePair(flow)).putInt(flows.queuePairIndex(flow));
      one.putInt(flows.needs(flow)).putInt(flows.fixedPorts(flow));
      one.putInt(flows.part(flow));
      digest.update(one.array(), 0, one.position());
      FlowOverrides own = flows.overrides(flow);
      if (!own.equals(FlowOverrides.NONE)) {
        digest.update(own.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
