package dev.headroom.collect.fleet;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.NamedOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;

/** SSH session with one machine: log in, run the script, receive its output. */
final class TargetSession {
  private static final String COMMAND = "sh -s -- -q -o -";
  static final int MOST_ERRORS = 64 << 10;

  private final SshClient client;
  private final Function<FleetTarget, String> scripts;
  private final FleetOptions options;
  private final Path scratch;

  TargetSession(
      SshClient client, Function<FleetTarget, String> scripts, FleetOptions options, Path scratch) {
    this.client = client;
    this.scripts = scripts;
    this.options = options;
    this.scratch = scratch;
  }

  TargetResult to(FleetTarget target) {
    long from = System.nanoTime();
    try (ClientSession session = connected(client, target, options)) {
      session.auth().verify(options.connecting());
      return run(target, session, Files.createTempFile(scratch, "bundle", ""), from);
    } catch (IOException e) {
      return new TargetResult.Failed(target, reason(e));
    }
  }

  /** A session that has not logged in yet. */
  static ClientSession connected(SshClient client, FleetTarget target, FleetOptions options)
      throws IOException {
    String user = target.user().isEmpty() ? null : target.user();
    return client
        .connect(user, target.host(), target.port())
        .verify(options.connecting())
        .getSession();
  }

  private TargetResult run(FleetTarget target, ClientSession session, Path file, long from)
      throws IOException {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    try (OutputStream to = NamedOutput.open(file, file);
        Bounded bundle = new Bounded(to, options.mostBytes());
        Bounded said = new Bounded(errors, MOST_ERRORS);
        ChannelExec channel = session.createExecChannel(COMMAND)) {
      channel.setIn(
          new ByteArrayInputStream(scripts.apply(target).getBytes(StandardCharsets.UTF_8)));
      channel.setOut(bundle);
      channel.setErr(said);
      channel.open().verify(options.connecting());
      Set<ClientChannelEvent> events =
          channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), options.working());
      if (bundle.full()) {
        return new TargetResult.Failed(
            target, "sent more than " + (options.mostBytes() >> 20) + " MiB; connection closed");
      }
      if (events.contains(ClientChannelEvent.TIMEOUT)) {
        return new TargetResult.Failed(
            target,
            "did not finish after " + options.working().toSeconds() + " s; connection " + "closed");
      }
      Integer status = channel.getExitStatus();
      if (status == null || status != 0) {
        String words =
            errors.toString(StandardCharsets.UTF_8).strip().lines().findFirst().orElse("");
        return new TargetResult.Failed(
            target,
            "the script ended with "
                + (status == null ? "a broken connection" : status)
                + (words.isEmpty() ? "" : ": " + shown(words)));
      }
    }
    long bytes = Files.size(file);
    if (bytes == 0) {
      return new TargetResult.Failed(target, "sent no data");
    }
    return new TargetResult.Bundle(target, file, bytes, Duration.ofNanos(System.nanoTime() - from));
  }

  /** What a failure means, for people. */
  static String reason(IOException e) {
    String message = FailureMessage.withFile(e);
    if (message.contains("Server key did not validate")) {
      return "its host key is missing in the known_hosts file, or differs from the key there; "
          + "connect once with ssh and check the key";
    }
    if (message.contains("No more authentication methods")) {
      return "rejected every key; check with ssh that one of your keys or the agent's keys can "
          + "log in";
    }
    if (e instanceof SshException && message.contains("timeout")) {
      return "did not answer in time";
    }
    return shown(message);
  }

  private static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() > 200 ? line.substring(0, 200) + "..." : line;
  }

  /** Passes bytes on up to a limit, and fails at it, which ends the connection. */
  static final class Bounded extends OutputStream {
    private final OutputStream to;
    private long left;
    private volatile boolean full;

    Bounded(OutputStream to, long most) {
      this.to = to;
      left = most;
    }

    boolean full() {
      return full;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (length > left) {
        full = true;
        throw new IOException("more than the limit");
      }
      left -= length;
      to.write(bytes, from, length);
    }
  }
}
