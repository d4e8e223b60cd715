package dev.headroom.app;

import java.io.IOException;
import picocli.CommandLine.Option;

/** What every command asks that talks to another machine. */
final class BindArguments {
  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description =
          "This side's IPv4 address, of which UDP port 4791 is opened. Default: 127.0.0.1, so that"
              + " nobody else is talked to.")
  private String address = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  Endpoint open() throws IOException {
    return Endpoint.open(Endpoint.resolve("--bind ", address));
  }
}
