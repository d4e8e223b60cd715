package dev.headroom.app.command;

import dev.headroom.app.calc.QuantityConverter;
import dev.headroom.app.option.BindArguments;
import dev.headroom.app.option.LocalEndpoint;
import dev.headroom.app.option.OptionRangeCheck;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.RegistrationScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Size;
import dev.headroom.web.registration.RegistrationJson;
import dev.headroom.web.registration.RegistrationResult;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.linux.Sysfs;
import dev.headroom.wire.memory.PageKind;
import dev.headroom.wire.memory.RegistrationTrace;
import dev.headroom.wire.memory.RegistrationTracer;
import dev.headroom.wire.verbs.ConnectionSettings;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom register}: registration of memory on this machine, with the time of each
 * step.
 */
@Command(
    name = "register",
    description =
        "Register memory on this machine step by step, and time each step. Pages are pinned, "
            + "translated and given keys, a device uses them, and each time is compared with that "
            + "in a run. With --table, print the translation table for the NIC.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom register --size 64MiB",
      "  headroom register --size 64MiB --page transparent --table",
      "  headroom register --size 1GiB --page 2MiB --device native --bind 10.77.0.1"
    })
final class RegisterCommand implements Callable<Integer> {
  private static final long MOST_BYTES = 64L << 30;
  private static final double OF_WHAT_IS_FREE = 0.8;
  private static final int MOST_PRINTED = 1 << 20;

  @Option(
      names = "--size",
      defaultValue = "64MiB",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Size of the region, up to 64GiB, in whole pages. Default: 64MiB.")
  private Size size = Size.ZERO;

  @Option(
      names = "--page",
      defaultValue = "4KiB",
      paramLabel = "PAGE",
      description =
          "Page type: 4KiB; transparent: huge pages if the kernel has some; 2MiB or 1GiB: "
              + "reserved huge pages. Default: 4KiB.")
  private String page = "";

  @Option(
      names = "--rounds",
      defaultValue = "5",
      paramLabel = "N",
      description = "Number of rounds, each with new memory; times are medians. Default: 5.")
  private int rounds;

  @Option(names = "--table", description = "Print the translation table, entry by entry.")
  private boolean table;

  @Mixin private BindArguments bind = new BindArguments();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    int times = OptionRangeCheck.within("--rounds", rounds, 1, 1000);
    PageKind pages = pages();
    checkSize(pages);
    InetAddress own =
        bind.isAnyAddress() ? InetAddress.getLoopbackAddress() : bind.addressFor(bind.address());
    try (LocalEndpoint endpoint = bind.open(own);
        StatusLine status =
            new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime)) {
      RegistrationTracer registering =
          new RegistrationTracer(
              endpoint.device(),
              endpoint.isNative(),
              ConnectionSettings.DEFAULT.mtu(endpoint.pathMtu()));
      RegistrationTrace trace =
          registering.trace(
              size.bytes(),
              pages,
              times,
              done -> {
                if (status.isDue()) {
                  status.show(done + " of " + times + " rounds");
                }
              });
      return report(new RegistrationResult(endpoint.name(), pages, times, trace));
    }
  }

  private PageKind pages() {
    if (!LinuxSockets.isHere()) {
      throw new BadInputException("register: this command needs a 64-bit Linux");
    }
    return switch (page) {
      case "4KiB" -> PageKind.BASE;
      case "transparent" -> PageKind.TRANSPARENT;
      case "2MiB" -> PageKind.HUGE_2M;
      case "1GiB" -> PageKind.HUGE_1G;
      default ->
          throw new BadInputException(
              "--page " + page + ": valid are 4KiB, transparent, 2MiB or 1GiB");
    };
  }

  /** Memory that is not there would be taken from other programs. */
  private void checkSize(PageKind pages) {
    if (size.bytes() < 1 || size.bytes() > MOST_BYTES) {
      throw new BadInputException("--size " + size + ": valid are 1B to 64GiB");
    }
    if (table && size.bytes() / pages.size().bytes() > MOST_PRINTED) {
      throw new BadInputException(
          "--table: at most %s pages are printed, and --size %s may have more pages of %s"
              .formatted(NumberText.count(MOST_PRINTED), size, pages.size()));
    }
    long free =
        Sysfs.text(Path.of("/proc/meminfo"))
            .lines()
            .filter(line -> line.startsWith("MemAvailable:"))
            .findFirst()
            .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
            .orElse(Long.MAX_VALUE);
    if (!pages.setAside() && size.bytes() > free * OF_WHAT_IS_FREE) {
      throw new BadInputException(
          "--size %s: this machine has %s available, of which 80 %% may be used"
              .formatted(size, new Size(free)));
    }
  }

  private int report(RegistrationResult registered) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        bind.json()
            ? RegistrationJson.of(registered, table ? RegistrationJson.ALL : 0)
            : RegistrationScreen.of(registered, table, Terminal.ofOutput()));
    out.flush();
    return registered.trace().transfer().hasExpectedOutcome()
        ? ExitCodes.CLEAN
        : ExitCodes.FINDINGS;
  }
}
