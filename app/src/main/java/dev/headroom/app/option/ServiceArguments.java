package dev.headroom.app.option;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.connect.SideChannel;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for finding a server and for its lifetime, of commands that serve when SERVER is missing.
 */
public final class ServiceArguments {
  @Option(
      names = {"-p", "--port"},
      paramLabel = "N",
      description =
          "Port of the server. Default: 18515 for perf and ping --pingpong, 7174 for ping, 18516"
              + " for probe.")
  private @Nullable Integer port;

  @Option(
      names = "--persistent",
      description = "As a server: continue after the first client, until it is stopped.")
  private boolean persistent;

  /** What is done for a client, at the address that it has called. */
  public interface Service {
    public void serve(LocalEndpoint here, SideChannel client)
        throws IOException, InterruptedException;
  }

  public int port(int usual) {
    return port == null ? usual : OptionRangeCheck.within("--port", port, 1, 65_535);
  }

  public boolean persistent() {
    return persistent;
  }

  /** Says, where a server does not answer at once, that it is waited for. */
  public WaitNotice waitFor(PrintWriter err, InetAddress server, int at) {
    return WaitNotice.of(
        err, server.getHostAddress() + " port " + at + "; it may be busy with another client");
  }

  /** Says where a client is waited for. */
  public void announce(PrintWriter err, InetAddress at, int usualPort) {
    err.println(
        "headroom: waiting for a client at " + at.getHostAddress() + " port " + port(usualPort));
    err.flush();
  }

  /**
   * Serves one client over TCP, or one after the other. A client that breaks off ends a service
   * that is not persistent.
   */
  public void serve(BindArguments bind, int usualPort, PrintWriter err, Service service)
      throws IOException, InterruptedException {
    if (bind.isAnyAddress()) {
      serve(
          bind.address(),
          usualPort,
          err,
          client -> {
            try (LocalEndpoint here = bind.open(client.local())) {
              service.serve(here, client);
            }
          });
      return;
    }
    try (LocalEndpoint here = bind.open(bind.address())) {
      serve(here.address(), usualPort, err, client -> service.serve(here, client));
    }
  }

  private interface OneClient {
    void serve(SideChannel client) throws IOException, InterruptedException;
  }

  private void serve(InetAddress at, int usualPort, PrintWriter err, OneClient service)
      throws IOException, InterruptedException {
    try (ServerSocket door = new ServerSocket()) {
      door.setReuseAddress(true);
      try {
        door.bind(new InetSocketAddress(at, port(usualPort)), 1);
      } catch (BindException e) {
        String what =
            at.getHostAddress() + " TCP port " + port(usualPort) + ": " + FailureMessage.of(e);
        BindException taken =
            new BindException(
                what
                    + " (ss -ltnp shows the process that uses it); -p N at both ends selects "
                    + "another port");
        taken.initCause(e);
        throw taken;
      }
      announce(err, at, usualPort);
      do {
        try (SideChannel client = SideChannel.of(door.accept())) {
          service.serve(client);
        } catch (IOException e) {
          if (!persistent) {
            throw e;
          }
          err.println("headroom: " + FailureMessage.withFile(e));
          err.flush();
        }
      } while (persistent);
    }
  }
}
