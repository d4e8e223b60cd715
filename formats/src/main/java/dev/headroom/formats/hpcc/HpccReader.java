package dev.headroom.formats.hpcc;

import static dev.headroom.formats.hpcc.HpccKey.ENABLE_TRACE;
import static dev.headroom.formats.hpcc.HpccKey.ERROR_RATE_PER_LINK;
import static dev.headroom.formats.hpcc.HpccKey.FLOW_FILE;
import static dev.headroom.formats.hpcc.HpccKey.LINK_DOWN;
import static dev.headroom.formats.hpcc.HpccKey.PACKET_PAYLOAD_SIZE;
import static dev.headroom.formats.hpcc.HpccKey.RATE_AI;
import static dev.headroom.formats.hpcc.HpccKey.RATE_HAI;
import static dev.headroom.formats.hpcc.HpccKey.RP_TIMER;
import static dev.headroom.formats.hpcc.HpccKey.TOPOLOGY_FILE;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reader of inputs of Alibaba's HPCC simulator (ns-3): a {@code config.txt} with the topology and
 * flow files it names.
 */
public final class HpccReader {
  /** That simulator counts {@code LINK_DOWN} from here. */
  private static final Time TRAFFIC_STARTS = Time.parse("2s");

  /** Beyond this a packet no longer fits its 16-bit IP length. */
  private static final int MOST_PAYLOAD = 65_000;

  /**
   * How to read.
   *
   * @param model whose ways of doing things to follow
   * @param congestionChosen whether the caller sets {@code congestion.algorithm} afterwards, so
   *     that a {@code CC_MODE} that is not supported does no harm
   */
  public record Options(HpccModel model, boolean congestionChosen) {
    public static final Options DEFAULT = new Options(HpccModel.HPCC_NS3, false);
  }

  private final Path file;
  private final Options options;
  private final ProblemCollector problems = new ProblemCollector();

  private HpccReader(Path file, Options options) {
    this.file = file;
    this.options = options;
  }

  /**
   * Reads a config and its files.
   *
   * @throws dev.headroom.formats.FormatException with everything that is wrong
   * @throws IOException if the config itself cannot be read
   */
  public static HpccInput read(Path config, Options options) throws IOException {
    return new HpccReader(config, options).input();
  }

  /**
   * Whether a file looks like a config of that simulator, by the keys that its lines begin with.
   */
  public static boolean accepts(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > 1 << 20) {
      return false;
    }
    WordReader words = WordReader.beginning(file);
    int keys = 0;
    int line = -1;
    while (words.hasNext()) {
      TextWord word = words.next();
      keys += word.line() != line && HpccKey.named(word.text()).isPresent() ? 1 : 0;
      line = word.line();
    }
    return keys >= 3;
  }

  private HpccInput input() throws IOException {
    HpccConfig config = HpccConfig.read(file, problems);
    config.require(TOPOLOGY_FILE, FLOW_FILE, RATE_AI, RATE_HAI, RP_TIMER);
    long payload = config.whole(PACKET_PAYLOAD_SIZE);
    if (payload < 1 || payload > MOST_PAYLOAD) {
      config.error(PACKET_PAYLOAD_SIZE, payload + " B", "write 1 to " + MOST_PAYLOAD);
      problems.throwIfFailed();
    }
    double loss = config.number(ERROR_RATE_PER_LINK);
    if (loss > 1) {
      config.error(ERROR_RATE_PER_LINK, loss + " is not a probability", "write 0 to 1");
    }
    Optional<Path> topologyFile = find(config, TOPOLOGY_FILE);
    Optional<Path> flowFile = find(config, FLOW_FILE);
    Optional<HpccWiring> wiring = Optional.empty();
    if (topologyFile.isPresent()) {
      wiring = HpccTopology.read(topologyFile.get(), problems, loss, options.model());
    }
    Optional<HpccFlows> flows = Optional.empty();
    if (wiring.isPresent() && flowFile.isPresent()) {
      flows = HpccFlows.read(flowFile.get(), wiring.get().fabric(), options.model(), problems);
    }
    // What could not be read is replaced by nothing, so that the rest is checked all the same.
    return input(
        config, wiring.orElse(HpccWiring.NOTHING), flows.orElse(HpccFlows.NONE), (int) payload);
  }

  private HpccInput input(HpccConfig config, HpccWiring wiring, HpccFlows flows, int payload) {
    Fabric fabric = wiring.fabric();
    if (fabric.hosts().isEmpty() && !fabric.nodes().isEmpty()) {
      config.error(TOPOLOGY_FILE, "every node is a switch", "some nodes must be hosts");
    }
    List<LinkEvent> failures = failures(config, fabric);
    HpccPaths paths = new HpccPaths(fabric, payload, failures.stream().findFirst());
    HpccWindows windows = new HpccWindows(config, options.model(), fabric, paths);
    Settings settings =
        HpccKnobs.of(config, options.model(), options.congestionChosen(), wiring, flows, windows);
    if (config.flag(ENABLE_TRACE)) {
      config.warn(
          ENABLE_TRACE,
          "the binary packet trace is not written",
          "write 0, or ignore this " + "warning");
    }
    problems.throwIfFailed();
    String workload =
        "%s of %s, %s in all"
            .formatted(
                CountedNoun.of(flows.entries().size(), "flow"),
                config.text(FLOW_FILE),
                new Size(flows.totalBytes()));
    Scenario scenario =
        new Scenario(
            name(),
            fabric,
            List.copyOf(failures),
            settings,
            options.model() == HpccModel.HPCC_NS3
                ? new HpccBuffers(wiring).switchOverrides(settings)
                : List.of(),
            workload,
            new FlowList(windows.withPairWindows(flows.entries())));
    return new HpccInput(scenario, wiring, paths, problems.warnings());
  }

  private String name() {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    name = dot > 0 ? name.substring(0, dot) : name;
    return name.startsWith("config_") ? name.substring("config_".length()) : name;
  }

  /**
   * A file that the config names, relative to it. That simulator takes paths relative to where it
   * is started, which is usually one folder up.
   */
  private Optional<Path> find(HpccConfig config, HpccKey key) {
    if (!config.has(key)) {
      return Optional.empty();
    }
    Path named;
    try {
      named = Path.of(config.text(key));
    } catch (InvalidPathException e) {
      config.error(key, "not a file name", "write the path of a file");
      return Optional.empty();
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    Optional<Path> found =
        Stream.of(folder, folder == null ? null : folder.getParent())
            .filter(Objects::nonNull)
            .map(base -> base.resolve(named))
            .filter(Files::isRegularFile)
            .findFirst();
    if (found.isEmpty()) {
      config.error(key, "no file " + named, "paths are relative to the config or the folder above");
    }
    return found;
  }

  private List<LinkEvent> failures(HpccConfig config, Fabric fabric) {
    long[] down = config.down();
    if (down.length != 3 || down[0] == 0 || fabric.links().isEmpty()) {
      return List.of();
    }
    int found = -1;
    for (int i = 0; i < fabric.links().size(); i++) {
      Link link = fabric.links().get(i);
      if ((link.a() == down[1] && link.b() == down[2])
          || (link.a() == down[2] && link.b() == down[1])) {
        found = i;
      }
    }
    if (found < 0) {
      config.error(
          LINK_DOWN,
          "no link between nodes " + down[1] + " and " + down[2],
          "name the two ends of a link of the topology file");
      return List.of();
    }
    Time at = new Time(TRAFFIC_STARTS.ps() + Time.ofMicros(down[0]).ps());
    return List.of(new LinkEvent(at, found, false));
  }
}
