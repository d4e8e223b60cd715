package dev.headroom.app.command;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UserFile;
import dev.headroom.run.example.BundledExamples;
import dev.headroom.web.api.ExampleSource;
import dev.headroom.web.job.RunLimits;
import dev.headroom.web.security.AccessToken;
import dev.headroom.web.server.ServerSettings;
import dev.headroom.web.server.WorkbenchServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom serve}: the workbench in a browser. */
@Command(
    name = "serve",
    description =
        "Open the workbench in a browser: edit and run scenarios, move settings and see the fabric "
            + "react. The server listens on this machine only and prints the address to open.",
    footerHeading = "%nExamples:%n",
    footer = {"  headroom serve", "  headroom serve --port 8077 --dir scenarios --open"})
final class ServeCommand implements Callable<Integer> {
  private static final int MOST_PORT = 65_535;
  private static final int MOST_TOKEN = 1_000;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port to listen on. Default: a free one.")
  private int port;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Folder whose scenarios pages may open, with the files that these name. Nothing outside "
              + "it is read, and nothing is written. Default: the current folder.")
  private Path folder = Path.of(".");

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the access token: 32 to 128 digits 0-9 and a-f. Created, readable by its "
              + "owner only, if it does not exist. The address is then printed without the token.")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(names = "--open", description = "Open the address in this machine's browser.")
  private boolean open;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "Listen on this address of the machine instead of 127.0.0.1. Traffic is not encrypted.")
  private Optional<String> listen = Optional.empty();

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "Name under which browsers may reach the server, besides its addresses. Repeatable.")
  private List<String> names = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ServerSettings settings = settings(err);
    try (InterruptHandler interrupt = InterruptHandler.interruptingCaller();
        WorkbenchServer server = WorkbenchServer.start(settings)) {
      if (!settings.address().isLoopbackAddress()) {
        err.println(
            "headroom: --listen: traffic is not encrypted, and whoever reads it has the token; "
                + "put a proxy with TLS in front");
      }
      out.println(tokenFile.isEmpty() ? server.addressWithToken() : server.address());
      out.flush();
      if (open) {
        open(server.addressWithToken(), err);
      }
      while (!interrupt.requested()) {
        new CountDownLatch(1).await();
      }
    } catch (InterruptedException e) {
      // Ctrl-C is how a server ends.
    }
    return ExitCodes.INTERRUPTED;
  }

  private ServerSettings settings(PrintWriter err) throws IOException {
    if (port < 0 || port > MOST_PORT) {
      throw new BadInputException("--port: " + port + " is not a port; choose 0 to " + MOST_PORT);
    }
    if (!Files.isDirectory(folder)) {
      throw new BadInputException("--dir: " + folder + " is not a folder");
    }
    return new ServerSettings(
        address(),
        port,
        names,
        token(),
        folder,
        ServeCommand::examples,
        RunLimits.ofMachine(),
        ServerSettings.Timeouts.DEFAULT,
        (id, failure) -> {
          err.println("headroom: error " + id + " of a page:");
          failure.printStackTrace(err);
          err.flush();
        });
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(listen.orElse("127.0.0.1"));
    } catch (UnknownHostException e) {
      throw new BadInputException(
          "--listen: '%s' is no address of this machine; write one such as 192.0.2.7"
              .formatted(listen.orElse("")),
          e);
    }
  }

  private AccessToken token() throws IOException {
    if (tokenFile.isEmpty()) {
      return AccessToken.random();
    }
    Path file = tokenFile.get();
    if (!Files.exists(file)) {
      AccessToken made = AccessToken.random();
      write(file, made.text());
      return made;
    }
    return AccessToken.parse(UserFile.text(file, MOST_TOKEN))
        .orElseThrow(() ->
            new BadInputException(
                "--token-file: %s holds no token; it must be 32 to 128 digits 0-9 and a-f"
                    .formatted(file)));
  }

  /** Readable by its owner alone from the first moment. */
  private static void write(Path file, String token) throws IOException {
    boolean hasModes = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] modes =
        hasModes
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try (var channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), modes)) {
      channel.write(StandardCharsets.US_ASCII.encode(token + "\n"));
    }
  }

  private static void open(String address, PrintWriter err) {
    boolean isMac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
    try {
      new ProcessBuilder(isMac ? "open" : "xdg-open", address)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      err.println("headroom: --open: found no program that opens a browser; open the address");
    }
  }

  private static List<ExampleSource.Example> examples() {
    return BundledExamples.all().stream()
        .filter(each -> each.path().endsWith(".yaml"))
        .map(each ->
            new ExampleSource.Example(
                each.path(), each.sentence(), new String(each.bytes(), StandardCharsets.UTF_8)))
        .toList();
  }
}
