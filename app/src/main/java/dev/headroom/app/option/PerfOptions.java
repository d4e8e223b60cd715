package dev.headroom.app.option;

import dev.headroom.app.perftest.PerftestSize;
import dev.headroom.model.text.BadInputException;
import dev.headroom.wire.perftest.PerfSettings;
import dev.headroom.wire.perftest.PerfTest;
import dev.headroom.wire.verbs.QueuePairType;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code headroom perf}, named as in perftest. */
public final class PerfOptions {
  private static final int LARGEST = 1 << 23;
  private static final int LARGE = 8192;
  private static final int USUAL_MODERATION = 100;

  @Mixin private PathArguments path = new PathArguments();

  @Option(
      names = {"-n", "--iters"},
      paramLabel = "N",
      description = "Number of messages per queue pair. Default: 1000, for write_bw 5000.")
  private @Nullable Integer iterations;

  @Option(
      names = {"-s", "--size"},
      paramLabel = "BYTES",
      converter = PerftestSize.class,
      description =
          "Message size; 64K and 1M are powers of two. Default: 65536, for latency tests 2; "
              + "atomics have 8.")
  private @Nullable Integer size;

  @Option(
      names = {"-a", "--all"},
      description = "Test all sizes from 2 bytes to 8 MiB, doubling each time, in one session.")
  private boolean all;

  @Option(
      names = {"-b", "--bidirectional"},
      description = "Both sides send at once; bandwidth tests only. Prints the sum of both.")
  private boolean bothWays;

  @Option(
      names = {"-D", "--duration"},
      paramLabel = "SECONDS",
      description =
          "Duration of the measurement, instead of -n messages. A quarter of it, in whole "
              + "seconds, is ignored at each end. Latency tests then print only the mean.")
  private @Nullable Integer seconds;

  @Option(
      names = {"-q", "--qp"},
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of queue pairs; bandwidth tests only. Default: 1.")
  private int queuePairs;

  @Option(
      names = {"-c", "--connection"},
      defaultValue = "RC",
      paramLabel = "TYPE",
      description = "Connection type: RC, UC (write, send) or UD (send). Default: RC.")
  private QueuePairType type = QueuePairType.RC;

  @Option(
      names = {"-t", "--tx-depth"},
      defaultValue = "128",
      paramLabel = "N",
      description = "Maximum outstanding messages per queue pair. Default: 128.")
  private int sendDepth;

  @Option(
      names = {"-r", "--rx-depth"},
      defaultValue = "512",
      paramLabel = "N",
      description = "Number of receives posted per queue pair; send only. Default: 512.")
  private int receiveDepth;

  @Option(
      names = {"-Q", "--cq-mod"},
      paramLabel = "N",
      description =
          "Number of messages per completion. Default: 100, for messages over 8192 bytes 1.")
  private @Nullable Integer moderation;

  @Option(
      names = {"-o", "--outs"},
      defaultValue = "16",
      paramLabel = "N",
      description = "Maximum outstanding READs and atomics, 1 to 16. Default: 16.")
  private int reads;

  @Option(
      names = {"-A", "--atomic_type"},
      defaultValue = "FETCH_AND_ADD",
      paramLabel = "TYPE",
      description = "Atomic operation: FETCH_AND_ADD or CMP_AND_SWAP. Default: FETCH_AND_ADD.")
  private String atomic = "";

  @Option(
      names = {"-F", "--CPU-freq"},
      description = "Accepted for compatibility with perftest; no effect.")
  private boolean unusedFrequency;

  @Option(
      names = {"-d", "--ib-dev"},
      paramLabel = "X",
      description =
          "Accepted for compatibility with perftest, like -i and -x; --bind selects the address.")
  private @Nullable String unusedDevice;

  @Option(
      names = {"-i", "--ib-port"},
      paramLabel = "X",
      description = "Accepted for compatibility with perftest; no effect.")
  private @Nullable String unusedPort;

  @Option(
      names = {"-x", "--gid-index"},
      paramLabel = "X",
      description = "Accepted for compatibility with perftest; no effect.")
  private @Nullable String unusedGid;

  public QueuePairType type() {
    return type;
  }

  /** The test as it was asked for, where so much fits through this side's interface. */
  public PerfSettings settings(PerfTest test, int usualMtu) {
    int mtu = path.mtu().orElse(usualMtu);
    boolean swap =
        switch (atomic) {
          case "FETCH_AND_ADD" -> false;
          case "CMP_AND_SWAP" -> true;
          default ->
              throw new BadInputException(
                  "--atomic_type " + atomic + ": use FETCH_AND_ADD or CMP_AND_SWAP");
        };
    int bytes = bytes(test, mtu);
    if (test.verb() == PerfTest.Verb.ATOMIC && bytes != Long.BYTES && !all) {
      throw new BadInputException("--size " + bytes + ": atomics have 8 bytes");
    }
    try {
      return new PerfSettings(
          test,
          type,
          new PerfSettings.Messages(
              bytes, iterations == null ? test.defaultIterations() : iterations, swap),
          new PerfSettings.Queues(
              queuePairs, test.latency() ? 1 : sendDepth, receiveDepth, moderation(bytes)),
          new PerfSettings.Connection(mtu, path.timeout(), reads),
          new PerfSettings.Course(all, bothWays, duration()));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private int bytes(PerfTest test, int mtu) {
    if (size != null && !all) {
      return size;
    }
    int usual = all ? LARGEST : test.defaultBytes();
    boolean datagram = type == QueuePairType.UD && size == null;
    return datagram ? Math.min(usual, mtu) : usual;
  }

  /** As perftest has it, whose figures would else be coarse. */
  private int moderation(int bytes) {
    boolean large = bytes > LARGE && type != QueuePairType.UD && !all;
    return moderation != null ? moderation : large ? 1 : USUAL_MODERATION;
  }

  private int duration() {
    return seconds == null ? 0 : OptionRangeCheck.within("--duration", seconds, 1, 86_400);
  }
}
