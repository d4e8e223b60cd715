package dev.headroom.prove.plan;

import dev.headroom.model.text.BadInputException;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.ValueForm;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reader of plans. Every problem is told with file, line and column. */
public final class PlanFile {
  /** Seconds; a crash costs no more than a slice. */
  public static final long LONGEST_SLICE = 300;

  private static final long LONGEST_STEP = 30L * 24 * 3600;
  private static final int MOST_TARGETS = 4096;
  private static final int MOST_GID = 65_535;
  private static final String DURATION = "[0-9]{1,6}(\\.[0-9]{1,3})?(s|min|h)";
  private static final Pattern RANGE = Pattern.compile("(.*?)([0-9]{1,6})\\.\\.([0-9]{1,6})(.*)");
  private static final Rate USUAL_RATE = Rate.ofGbps(400);

  private static final BlockKey<String> HOST =
      BlockKey.needed("host", name(), "name of the host, or a range such as node0..63");
  private static final BlockKey<String> ADDRESS =
      BlockKey.optional("address", name(), "address of the port for its peers");
  private static final BlockKey<String> DEVICE =
      BlockKey.optional("device", name(), "RDMA device, such as mlx5_0").or("");
  private static final BlockKey<String> NETDEV =
      BlockKey.optional("netdev", name(), "network interface, such as eth0").or("");
  private static final BlockKey<String> RATE =
      BlockKey.optional(
          "rate",
          ValueForms.line("a rate", "[0-9]{1,7}(\\.[0-9]{1,6})? ?[MGT]bps", "400Gbps"),
          "rate of the link; 400Gbps by default");
  private static final BlockShape TARGET =
      new BlockShape("a target", List.of(HOST, ADDRESS, DEVICE, NETDEV, RATE));

  private static final BlockKey<String> LASTS =
      BlockKey.needed("duration", duration(), "length of the step");
  private static final BlockKey<Tool> TOOL =
      BlockKey.optional("tool", WordChoice.of(Tool.class), "what makes the traffic").or(Tool.AUTO);
  private static final BlockShape STEP = new BlockShape("a step", List.of(LASTS, TOOL));
  private static final Map<Step, BlockKey<BlockValues>> STEP_KEYS = stepKeys();
  private static final BlockShape STEPS =
      new BlockShape("the steps", List.copyOf(STEP_KEYS.values()));

  private static final BlockKey<Way> WAY =
      BlockKey.needed("way", WordChoice.of(Way.class), "how commands reach the hosts");
  private static final BlockKey<String> USER =
      BlockKey.optional("user", name(), "user of SSH").or("");
  private static final BlockKey<String> NAMESPACE =
      BlockKey.optional("namespace", name(), "namespace of the pods").or("");
  private static final BlockKey<String> POD =
      BlockKey.optional("pod", podName(), "pod on a host, with %h for the host").or("burnin-%h");
  private static final BlockKey<List<String>> COMMAND =
      BlockKey.optional(
              "command",
              ValueForms.list(ValueForms.line()),
              "words that start a shell on a host, with %h for the host")
          .or(List.of());
  private static final BlockKey<Long> GID =
      BlockKey.optional("gidIndex", ValueForms.whole(), "GID index for perftest's -x");
  private static final BlockKey<List<HostTool>> CHECKS =
      BlockKey.optional(
              "checks",
              ValueForms.list(WordChoice.of(HostTool.class)),
              "tools that look at each host before the traffic")
          .or(List.of(HostTool.values()));
  private static final BlockKey<BlockValues> COLLECTIVE =
      BlockKey.optional("collective", CollectivePlan.SHAPE, "an all-reduce over all hosts");
  private static final BlockShape RUNNER =
      new BlockShape(
          "a runner", List.of(WAY, USER, NAMESPACE, POD, COMMAND, GID, CHECKS, COLLECTIVE));

  private static final BlockKey<String> FAULTY =
      BlockKey.needed("host", name(), "the host that has the fault");
  private static final BlockKey<HostFault.Kind> KIND =
      BlockKey.needed("fault", WordChoice.of(HostFault.Kind.class), "what goes wrong");
  private static final BlockKey<String> AT =
      BlockKey.optional("at", duration(), "when, from the start; 0s by default").or("0s");
  private static final BlockKey<String> VALUE =
      BlockKey.optional("value", ValueForms.line(), "what the kind needs: a version, a count")
          .or("");
  private static final BlockShape FAULT =
      new BlockShape("a fault of a host", List.of(FAULTY, KIND, AT, VALUE));
  private static final BlockKey<String> SCENARIO =
      BlockKey.needed("scenario", ValueForms.line(), "file of the scenario, beside the plan");
  private static final BlockKey<Long> SEED =
      BlockKey.optional("seed", ValueForms.whole(), "seed of every random draw").or(1L);
  private static final BlockKey<String> WINDOW =
      BlockKey.optional(
              "window",
              ValueForms.line("a time", "[0-9]{1,6}(\\.[0-9]{1,3})? ?(us|ms)", "100us"),
              "time simulated packet by packet for a slice")
          .or("100us");
  private static final BlockKey<List<BlockValues>> FAULTS =
      BlockKey.optional("faults", ValueForms.list(FAULT), "faults of hosts").or(List.of());
  private static final BlockShape REHEARSAL =
      new BlockShape("a rehearsal", List.of(SCENARIO, SEED, WINDOW, FAULTS));

  private static final BlockKey<String> NAME =
      BlockKey.needed("name", ValueForms.line(), "name for titles");
  private static final BlockKey<Level> LEVEL =
      BlockKey.optional("level", WordChoice.of(Level.class), "whose pass rules sign off")
          .or(Level.ARTICLE);
  private static final BlockKey<String> SLICE =
      BlockKey.optional("slice", duration(), "longest slice, at most 300s").or("300s");
  private static final BlockKey<List<BlockValues>> TARGETS =
      BlockKey.needed("targets", ValueForms.list(TARGET), "links under test");
  private static final BlockKey<BlockValues> STEPS_KEY =
      BlockKey.needed("steps", STEPS, "the steps, each with its duration");
  private static final BlockKey<BlockValues> RUNNER_KEY =
      BlockKey.optional("runner", RUNNER, "how commands reach the hosts; this machine by default");
  private static final BlockKey<BlockValues> REHEARSAL_KEY =
      BlockKey.optional("rehearsal", REHEARSAL, "the fabric to rehearse on");
  private static final BlockShape PLAN =
      new BlockShape(
          "a plan of a burn-in",
          List.of(NAME, LEVEL, SLICE, TARGETS, STEPS_KEY, RUNNER_KEY, REHEARSAL_KEY));

  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("plan of a burn-in", "write name:, targets: and steps:");

  private final YamlProblems problems = new YamlProblems();
  private final Files files;

  /** Finds the text of a file that a plan names. */
  @FunctionalInterface
  public interface Files {
    /** The text, or empty where there is no such file. */
    Optional<String> text(String name);
  }

  private PlanFile(Files files) {
    this.files = files;
  }

  /**
   * Reads a plan.
   *
   * @param text YAML
   * @param file its name, for messages
   * @param files those that the plan names
   * @throws BadInputException with all that is wrong, a line each
   */
  public static BurnInPlan read(String text, String file, Files files) {
    PlanFile reader = new PlanFile(files);
    Optional<BurnInPlan> plan =
        YamlParser.parse(text, file, SOUGHT, reader.problems)
            .flatMap(yaml -> PLAN.read(yaml, "", reader.problems))
            .map(values -> reader.plan(values, text));
    if (plan.isEmpty() || !reader.problems.none()) {
      throw new BadInputException(
          reader.problems.inOrder().stream()
              .map(Problem::toString)
              .collect(Collectors.joining("\n")));
    }
    return plan.get();
  }

  private static ValueForm<String> name() {
    return ValueForms.line("a name", "[A-Za-z0-9\\[][A-Za-z0-9_.:%\\[\\]-]{0,254}", "node7");
  }

  private static ValueForm<String> podName() {
    return ValueForms.line("a name of a pod", "[A-Za-z0-9%][A-Za-z0-9.%-]{0,252}", "burnin-%h");
  }

  private static ValueForm<String> duration() {
    return ValueForms.line("a duration", DURATION, "90s, 30min or 4h");
  }

  private BurnInPlan plan(BlockValues values, String text) {
    long slice = seconds(values, SLICE, "slice", LONGEST_SLICE);
    List<Target> targets = targets(values.get(TARGETS));
    List<StepPlan> steps = steps(values.get(STEPS_KEY));
    Optional<RehearsalPlan> rehearsal = values.find(REHEARSAL_KEY).flatMap(this::rehearsal);
    return new BurnInPlan(
        values.get(NAME),
        values.get(LEVEL),
        slice,
        targets,
        steps,
        values.find(RUNNER_KEY).map(block -> runner(block, steps)).orElse(RunnerPlan.LOCAL),
        rehearsal,
        text);
  }

  private RunnerPlan runner(BlockValues block, List<StepPlan> steps) {
    boolean isCommand = block.get(WAY) == Way.COMMAND;
    if (isCommand == block.get(COMMAND).isEmpty()) {
      problems.add(
          isCommand ? block.spot(WAY) : block.spot(COMMAND),
          "runner.command",
          isCommand ? "this way has no command" : "no other way has a command",
          "way: command, command: [docker, exec, -i, '%h', sh, -s]");
    }
    Optional<CollectivePlan> collective =
        block.find(COLLECTIVE).map(its -> CollectivePlan.of(its, problems));
    if (collective.isPresent() && steps.stream().noneMatch(each -> each.step() == Step.CHECKS)) {
      problems.add(
          block.spot(COLLECTIVE),
          "runner.collective",
          "it is a part of step checks, which the plan leaves out",
          "checks: {duration: 30min} in steps");
    }
    return new RunnerPlan(
        block.get(WAY),
        block.get(USER),
        block.get(NAMESPACE),
        block.get(POD),
        block.get(COMMAND),
        gidIndex(block),
        List.copyOf(new LinkedHashSet<>(block.get(CHECKS))),
        collective);
  }

  private int gidIndex(BlockValues block) {
    long index = block.find(GID).orElse(-1L);
    if (index > MOST_GID) {
      problems.add(
          block.spot(GID), "runner.gidIndex", index + " is out of range", "0 to " + MOST_GID);
      return -1;
    }
    return (int) index;
  }

  private List<Target> targets(List<BlockValues> blocks) {
    List<Target> targets = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (BlockValues block : blocks) {
      List<String> hosts = names(block.get(HOST));
      if (hosts.isEmpty()) {
        problems.add(
            block.spot(HOST),
            "targets.host",
            "'" + block.get(HOST) + "' ends before it begins",
            "node1..5");
        return targets;
      }
      if (hosts.size() > 1 && block.find(ADDRESS).isPresent()) {
        problems.add(
            block.spot(ADDRESS),
            "targets.address",
            "one address for %d hosts".formatted(hosts.size()),
            "list the hosts one by one, or leave it out");
      }
      Rate rate = block.find(RATE).flatMap(written -> rate(block, written)).orElse(USUAL_RATE);
      for (String host : hosts) {
        Target target =
            new Target(
                host, block.find(ADDRESS).orElse(host), block.get(DEVICE), block.get(NETDEV), rate);
        if (!seen.add(target.name())) {
          problems.add(
              block.spot(HOST),
              "targets.host",
              "'" + target.name() + "' is there twice",
              "list each link once");
          return targets;
        }
        targets.add(target);
      }
      if (targets.size() > MOST_TARGETS) {
        problems.add(
            block.spot(HOST),
            "targets",
            "%,d links".formatted(targets.size()),
            "at most %,d in one plan".formatted(MOST_TARGETS));
        return targets;
      }
    }
    if (targets.isEmpty()) {
      problems.add(new FilePosition("targets", 0, 0), "", "no link", "");
    }
    return targets;
  }

  private Optional<Rate> rate(BlockValues block, String written) {
    try {
      Rate rate = Rate.parse(written.replace(" ", ""));
      if (rate.bps() > 0) {
        return Optional.of(rate);
      }
      problems.add(block.spot(RATE), "targets.rate", "a rate of zero", "such as 400Gbps");
    } catch (UnitException e) {
      problems.add(
          block.spot(RATE), "targets.rate", String.valueOf(e.getMessage()), "such as 400Gbps");
    }
    return Optional.empty();
  }

  /** A name, or those of a range such as {@code node0..63}. */
  private static List<String> names(String written) {
    Matcher range = RANGE.matcher(written);
    if (!range.matches()) {
      return List.of(written);
    }
    int first = Integer.parseInt(range.group(2));
    int last = Integer.parseInt(range.group(3));
    List<String> names = new ArrayList<>();
    for (int i = first; i <= last && names.size() <= MOST_TARGETS; i++) {
      names.add(range.group(1) + i + range.group(4));
    }
    return names;
  }

  /** Of each step its key, in their order. */
  private static Map<Step, BlockKey<BlockValues>> stepKeys() {
    Map<Step, BlockKey<BlockValues>> keys = new EnumMap<>(Step.class);
    for (Step step : Step.values()) {
      keys.put(step, BlockKey.optional(step.word(), STEP, step.what()));
    }
    return keys;
  }

  private List<StepPlan> steps(BlockValues block) {
    List<StepPlan> steps = new ArrayList<>();
    STEP_KEYS.forEach((step, key) ->
        block
            .find(key)
            .ifPresent(values ->
                steps.add(
                    new StepPlan(
                        step,
                        seconds(values, LASTS, "steps." + step.word() + ".duration", LONGEST_STEP),
                        values.get(TOOL)))));
    if (steps.isEmpty()) {
      problems.add(block.spot(), "steps", "no step", "at least loopback: {duration: 4h}");
    }
    return steps;
  }

  private Optional<RehearsalPlan> rehearsal(BlockValues block) {
    String name = block.get(SCENARIO);
    Optional<String> text = files.text(name);
    if (text.isEmpty()) {
      problems.add(
          block.spot(SCENARIO),
          "rehearsal.scenario",
          "there is no file '" + name + "'",
          "a file beside the plan");
      return Optional.empty();
    }
    List<HostFault> faults =
        block.get(FAULTS).stream()
            .map(fault ->
                new HostFault(
                    fault.get(FAULTY), fault.get(KIND), wholeSeconds(fault.get(AT)), value(fault)))
            .toList();
    long window = 0;
    try {
      window = Time.parse(block.get(WINDOW).replace(" ", "")).ps();
    } catch (UnitException e) {
      problems.add(
          block.spot(WINDOW), "rehearsal.window", String.valueOf(e.getMessage()), "such as 100us");
    }
    if (window < Time.parse("10us").ps() || window > Time.parse("100ms").ps()) {
      problems.add(block.spot(WINDOW), "rehearsal.window", "it is out of range", "10us to 100ms");
    }
    return Optional.of(new RehearsalPlan(name, text.get(), block.get(SEED), window, faults));
  }

  /** The value of a fault, where its kind needs one. */
  private String value(BlockValues fault) {
    String value = fault.get(VALUE);
    boolean fits =
        switch (fault.get(KIND)) {
          case REBOOT, RESET, NONFATAL -> true;
          case FIRMWARE, UNREADABLE -> !value.isEmpty();
          case AER -> value.matches("[0-9]{1,9}");
        };
    if (!fits) {
      problems.add(
          fault.spot(VALUE),
          "rehearsal.faults.value",
          "'" + value + "' is nothing that this fault can use",
          "firmware: a version; unreadable: a counter; aer: errors an hour");
    }
    return value;
  }

  private long seconds(BlockValues block, BlockKey<String> key, String path, long most) {
    long seconds = wholeSeconds(block.get(key));
    if (seconds < 1 || seconds > most) {
      problems.add(
          block.spot(key),
          path,
          block.get(key) + " is out of range",
          "1s to " + (most % 3600 == 0 ? most / 3600 + "h" : most + "s"));
    }
    return seconds;
  }

  /** Reads {@code 90s}, {@code 30min} or {@code 4h}. */
  private static long wholeSeconds(String text) {
    String unit = text.replaceFirst("^[0-9.]+", "");
    double number = Double.parseDouble(text.substring(0, text.length() - unit.length()));
    return Math.round(
        number
            * switch (unit) {
              case "h" -> 3600;
              case "min" -> 60;
              default -> 1;
            });
  }
}
