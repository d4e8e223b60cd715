package dev.headroom.app.perftest;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.perftest.PerfTest;
import dev.headroom.wire.perftest.PerfTest.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command line of one of perftest's programs. */
@Command(name = "perftest")
public final class PerftestArguments {
  private static final String PREFIX = "ib_";
  private static final int LARGEST = 1 << 23;
  private static final int LARGE = 8192;
  private static final int USUAL_MODERATION = 100;
  private static final int FEWEST_MESSAGES = 5;
  private static final int USUAL_RECEIVE_DEPTH = 512;

  /** A traffic class is a DSCP with the two bits of ECN behind it. */
  private static final int ECN_BITS = 4;

  /** With the upper three bits of a DSCP for its class, as {@code --trust dscp} has it. */
  private static final int CODES_OF_A_CLASS = 8;

  @Parameters(arity = "0..1", paramLabel = "SERVER")
  private @Nullable String server;

  @Option(
      names = {"-s", "--size"},
      converter = PerftestSize.class)
  private @Nullable Integer size;

  @Option(names = {"-a", "--all"})
  private boolean all;

  @Option(names = {"-n", "--iters"})
  private @Nullable Integer messages;

  @Option(names = {"-q", "--qp"})
  private int queuePairs = 1;

  @Option(names = {"-t", "--tx-depth"})
  private @Nullable Integer depth;

  @Option(names = {"-Q", "--cq-mod"})
  private @Nullable Integer moderation;

  @Option(names = {"-m", "--mtu"})
  private @Nullable Integer mtu;

  @Option(names = {"-o", "--outs"})
  private int reads = 16;

  @Option(names = {"-I", "--inline_size"})
  private @Nullable Integer inline;

  @Option(names = {"-u", "--qp-timeout"})
  private int timeout = 14;

  @Option(names = {"-b", "--bidirectional"})
  private boolean bothWays;

  @Option(names = {"-d", "--ib-dev"})
  private @Nullable String device;

  @Option(names = {"-x", "--gid-index"})
  private int gidIndex = 3;

  @Option(names = {"-R", "--rdma_cm"})
  private boolean manager;

  @Option(names = {"-N", "--noPeak"})
  private boolean withoutPeak;

  @Option(names = "--report_gbits")
  private boolean gigabits;

  @Mixin private final PerftestMemory memory = new PerftestMemory();

  @Option(names = {"-c", "--connection"})
  private String connection = "RC";

  @Option(names = {"-e", "--events"})
  private boolean events;

  @Option(names = "--disable_pcie_relaxed")
  private boolean ordered;

  @Option(names = {"-l", "--post_list"})
  private int postList = 1;

  @Option(names = {"-r", "--rx-depth"})
  private @Nullable Integer receiveDepth;

  @Option(names = "--tclass")
  private @Nullable Integer trafficClass;

  @Option(names = {"-T", "--tos"})
  private @Nullable Integer tos;

  @Mixin private final PerftestDuration duration = new PerftestDuration();
  @Mixin private final PerftestReporting reporting = new PerftestReporting();
  @Mixin private final PerftestLimits limits = new PerftestLimits();

  /** Options that change nothing of what a model would print. */
  @Option(names = {"-F", "--CPU-freq"})
  private boolean unused;

  @Option(names = {"-i", "--ib-port", "-p", "--port", "-S", "--sl", "-L", "--hop_limit"})
  private @Nullable Integer unusedNumber;

  private final PerfTest test;

  private PerftestArguments(PerfTest test) {
    this.test = test;
  }

  /** The programs that are known. */
  public static List<String> programs() {
    return Arrays.stream(PerfTest.values())
        .filter(test -> test.verb() != Verb.ATOMIC)
        .map(PerftestArguments::program)
        .toList();
  }

  private static String program(PerfTest test) {
    return PREFIX + test.name().toLowerCase(Locale.ROOT);
  }

  /** Whether a call is one of perftest's: {@code ib_write_bw -a}. */
  public static boolean isCall(String call) {
    return programs().contains(words(call).getFirst());
  }

  /**
   * A call with its options.
   *
   * @throws IllegalArgumentException if an option is wrong; the message says what would be right
   */
  public static PerftestArguments parse(String call) {
    List<String> words = words(call);
    PerfTest test =
        Arrays.stream(PerfTest.values())
            .filter(each -> program(each).equals(words.getFirst()))
            .findFirst()
            .orElseThrow();
    PerftestArguments arguments = new PerftestArguments(test);
    ForeignPerftestOptions.ofShow(words)
        .ifPresent(why -> {
          throw new IllegalArgumentException(words.getFirst() + ": " + why);
        });
    try {
      new CommandLine(arguments).parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    } catch (ParameterException e) {
      throw new IllegalArgumentException(
          words.getFirst()
              + ": "
              + FailureMessage.plain(String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
    arguments.check();
    return arguments;
  }

  private static List<String> words(String call) {
    return List.of(call.strip().split("\\s+"));
  }

  private void check() {
    within("--size", size, 1, 1L << 30);
    within("--iters", messages, FEWEST_MESSAGES, 10_000_000);
    within("--qp", queuePairs, 1, 16_384);
    within("--tx-depth", depth, 1, 1_000_000);
    within("--cq-mod", moderation, 1, 1_024);
    within("--outs", reads, 1, 255);
    within("--inline_size", inline, 0, 1_024);
    within("--qp-timeout", timeout, 0, 31);
    if (mtu != null && (Integer.bitCount(mtu) != 1 || mtu < 256 || mtu > 4096)) {
      throw new IllegalArgumentException(
          program() + ": --mtu " + mtu + ": use 256, 512, 1024, 2048 or 4096");
    }
    if (!"RC".equals(connection)) {
      throw new IllegalArgumentException(
          program()
              + ": --connection "
              + connection
              + ": the model's queue pairs are RC; loss handling and peers of other types are "
              + "not modeled");
    }
    within("--post_list", postList, 1, 1_024);
    within("--rx-depth", receiveDepth, 1, 1_000_000);
    within("--tclass", trafficClass, 0, 255);
    within("--tos", tos, 0, 255);
    duration.errorMessage(messages != null).ifPresent(this::refuse);
    reporting.errorMessage(test.latency(), duration.isSet()).ifPresent(this::refuse);
    limits.errorMessage(test.latency()).ifPresent(this::refuse);
    checkLists();
    checkConflicts();
    if (events && test.verb() == Verb.WRITE) {
      throw new IllegalArgumentException(
          program()
              + ": --events: a WRITE causes no completion at its destination; use send or read");
    }
    if (test.latency() && (queuePairs > 1 || bothWays)) {
      throw new IllegalArgumentException(
          program() + ": -q and -b apply to bandwidth tests; a latency test has one queue pair");
    }
    if (messages() < moderation(bytes(LARGEST)) && !test.latency()) {
      throw new IllegalArgumentException(
          "%s: --iters %d is less than --cq-mod %d"
              .formatted(program(), messages(), moderation(bytes(LARGEST))));
    }
  }

  private void refuse(String why) {
    throw new IllegalArgumentException(program() + ": " + why);
  }

  private void checkLists() {
    if (postList == 1) {
      return;
    }
    if (test.latency()) {
      refuse("--post_list applies to bandwidth tests");
    }
    if (!duration.isSet() && messages() % postList != 0) {
      refuse("--iters %d is not a multiple of --post_list %d".formatted(messages(), postList));
    }
    if (moderation != null && postList % moderation != 0) {
      refuse("--post_list %d is not a multiple of --cq-mod %d".formatted(postList, moderation));
    }
  }

  private void checkConflicts() {
    if (receiveDepth != null && test.verb() != Verb.SEND) {
      refuse("--rx-depth applies to SENDs; a WRITE or a READ consumes no receive");
    }
    if (tos != null && !manager) {
      refuse("--tos applies to the connection manager; add -R, or use --tclass");
    }
    memory.errorMessage().ifPresent(this::refuse);
  }

  private void within(String option, @Nullable Number value, long least, long most) {
    if (value != null && (value.longValue() < least || value.longValue() > most)) {
      throw new IllegalArgumentException(
          "%s: %s %s: use %d to %d".formatted(program(), option, value, least, most));
    }
  }

  private long bytes(long otherwise) {
    return size == null ? otherwise : size;
  }

  /** Its name. */
  public String program() {
    return program(test);
  }

  public PerfTest test() {
    return test;
  }

  /** The address or host that it is told to call. */
  public Optional<String> server() {
    return Optional.ofNullable(server);
  }

  /** The RDMA device of the client's server, if it is named. */
  public Optional<String> device() {
    return Optional.ofNullable(device);
  }

  /** Sizes that it goes through. */
  public LongStream sizes() {
    return all
        ? IntStream.rangeClosed(1, Integer.numberOfTrailingZeros(LARGEST)).mapToLong(i -> 1L << i)
        : LongStream.of(bytes(test.defaultBytes()));
  }

  /** Messages of each queue pair. */
  public int messages() {
    return messages == null ? test.defaultIterations() : messages;
  }

  public int queuePairs() {
    return queuePairs;
  }

  public int depth() {
    return depth != null ? depth : test.latency() ? 1 : 128;
  }

  /** Messages that share a completion. */
  public int moderation() {
    return moderation(bytes(test.defaultBytes()));
  }

  /** As perftest has it, whose figures would else be coarse. */
  private int moderation(long bytes) {
    int usual = postList > 1 ? postList : bytes > LARGE && !all ? 1 : USUAL_MODERATION;
    return test.latency() ? 1 : moderation != null ? moderation : Math.min(usual, depth());
  }

  public int reads() {
    return reads;
  }

  /** Messages up to this size travel within their work request. */
  public int inline() {
    boolean small = test.latency() && !memory.isGpus() && test.verb() != Verb.READ;
    int usual = small ? test.verb() == Verb.WRITE ? 220 : 236 : 0;
    return inline == null ? usual : memory.isGpus() ? 0 : inline;
  }

  public boolean bothWays() {
    return bothWays;
  }

  public int gidIndex() {
    return gidIndex;
  }

  /** Whether the connection manager joins queue pairs. */
  public boolean manager() {
    return manager;
  }

  public boolean withoutPeak() {
    return withoutPeak;
  }

  public boolean gigabits() {
    return gigabits;
  }

  /** The number of the GPU whose memory is used, if one is named by its number. */
  public Optional<Integer> gpu() {
    return memory.gpu();
  }

  /** The address on its bus of the GPU whose memory is used, if one is named by that. */
  public Optional<String> gpuBus() {
    return memory.bus();
  }

  /** Whether that is a GPU of AMD's. */
  public boolean rocm() {
    return memory.rocm();
  }

  /** Requests that are posted in one call. */
  public int postList() {
    return postList;
  }

  /** Whether so many share a completion since nothing else was asked for. */
  boolean sharesByList() {
    return moderation == null;
  }

  /** Whether the NIC's writes may overtake each other. */
  public boolean relaxed() {
    return !ordered;
  }

  /** Receive requests of a queue pair. */
  public int receiveDepth() {
    int told = receiveDepth == null ? USUAL_RECEIVE_DEPTH : receiveDepth;
    return told + told % 2; // perftest makes it even
  }

  /** Whether the client receives too, and says how many requests it posts. */
  boolean showsReceiveDepth() {
    return test.verb() == Verb.SEND && (test.latency() || bothWays);
  }

  /** Seconds in which messages are counted; empty where their number is given. */
  public Optional<Integer> counted() {
    return duration.counted();
  }

  PerftestReporting reporting() {
    return reporting;
  }

  /** The limits that results must reach; they take each in turn. */
  PerftestLimits limits() {
    return limits;
  }

  /** The file for a report in JSON, if one is asked for. */
  public Optional<String> jsonFile() {
    return reporting.file();
  }

  /** Whether a traffic class is given, by whichever option. */
  boolean labelled() {
    return trafficClass != null || tos != null;
  }

  /** The type of service that the connection manager sets, if one is given. */
  Optional<Integer> tos() {
    return Optional.ofNullable(tos);
  }

  /** Whether it asks for the GPU's memory to be registered by DMA-BUF. */
  public boolean dmabuf() {
    return memory.dmabuf();
  }

  /** Whether it sleeps until completions come. */
  public boolean events() {
    return events;
  }

  /** What these options make of a scenario, as {@code key=value}. */
  public List<String> sets() {
    List<String> sets = new ArrayList<>();
    sets.add("transport.operation=" + test.verb().name().toLowerCase(Locale.ROOT));
    sets.add("transport.outstanding=" + depth());
    sets.add("transport.outstandingReads=" + reads);
    sets.add("transport.ackTimeout=" + timeout);
    sets.add("hosts.nic.cqModeration=" + moderation());
    sets.add("hosts.nic.inline=" + inline() + "B");
    if (events) {
      sets.add("hosts.completions.wait=events");
    }
    if (ordered) {
      sets.add("hosts.pcie.relaxedOrdering=false");
    }
    if (receiveDepth != null) {
      sets.add("transport.receiveQueue=" + receiveDepth());
    }
    Integer label = trafficClass == null ? tos : trafficClass;
    if (label != null) {
      int dscp = label / ECN_BITS;
      sets.add("transport.dscp=" + dscp);
      sets.add("transport.class=" + dscp / CODES_OF_A_CLASS);
    }
    if (mtu != null) {
      sets.add("transport.mtu=" + mtu);
    }
    return sets;
  }
}
