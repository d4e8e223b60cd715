package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the path of a queue pair, shared by all commands that create queue pairs. */
public final class PathArguments {
  @Option(
      names = {"-m", "--mtu"},
      paramLabel = "BYTES",
      description =
          "Path MTU: 256, 512, 1024, 2048 or 4096. Default: the maximum of the interface; "
              + "for ping --pingpong 1024, as in ibv_rc_pingpong. perf uses the smaller MTU of "
              + "both sides.")
  private @Nullable Integer mtu;

  @Option(
      names = {"-u", "--qp-timeout"},
      defaultValue = "14",
      paramLabel = "N",
      description =
          "Timeout of 4.096 us x 2^N for an ACK, eight times; increase it for a slow peer. "
              + "Default: 14.")
  private int timeout;

  /** The path MTU, if one was given. */
  public OptionalInt mtu() {
    if (mtu == null) {
      return OptionalInt.empty();
    }
    if (Integer.bitCount(mtu) != 1 || mtu < 256 || mtu > 4096) {
      throw new BadInputException("--mtu " + mtu + ": use 256, 512, 1024, 2048 or 4096");
    }
    return OptionalInt.of(mtu);
  }

  public int timeout() {
    return OptionRangeCheck.within("--qp-timeout", timeout, 1, 31);
  }
}
