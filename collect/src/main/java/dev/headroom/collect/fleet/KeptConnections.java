package dev.headroom.collect.fleet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;

/**
 * SSH connections that stay open, for those who ask the same machines again and again. One that
 * broke is opened anew by the next question. Any number of threads may ask, each another machine.
 */
public final class KeptConnections implements AutoCloseable {
  private final FleetOptions options;
  private final Map<FleetTarget, ClientSession> sessions = new ConcurrentHashMap<>();
  private Optional<SshClient> client = Optional.empty();

  /** Connections with these options; none is open yet. */
  public KeptConnections(FleetOptions options) {
    this.options = options;
  }

  /**
   * Answer of a machine.
   *
   * @param output what the script printed
   * @param errors what it printed on its error output, at most 64 KiB
   */
  public record Answer(byte[] output, String errors) {}

  /**
   * Runs a shell script on a machine; the script is sent on standard input.
   *
   * @throws IOException if the machine cannot be reached, or does not answer in time; the message
   *     says why
   */
  public Answer run(FleetTarget target, String script) throws IOException {
    try {
      return answer(session(target), script);
    } catch (IOException e) {
      ClientSession broken = sessions.remove(target);
      if (broken != null) {
        broken.close(true);
      }
      throw new IOException(TargetSession.reason(e), e);
    }
  }

  private synchronized SshClient client() {
    if (client.isEmpty()) {
      SshClient made = FleetClient.of(options);
      made.start();
      client = Optional.of(made);
    }
    return client.get();
  }

  private ClientSession session(FleetTarget target) throws IOException {
    ClientSession open = sessions.get(target);
    if (open != null && open.isOpen()) {
      return open;
    }
    ClientSession session = TargetSession.connected(client(), target, options);
    try {
      session.auth().verify(options.connecting());
    } catch (IOException e) {
      session.close(true);
      throw e;
    }
    sessions.put(target, session);
    return session;
  }

  private Answer answer(ClientSession session, String script) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    try (OutputStream kept = new TargetSession.Bounded(output, options.mostBytes());
        OutputStream said = new TargetSession.Bounded(errors, TargetSession.MOST_ERRORS);
        ChannelExec channel = session.createExecChannel("sh -s")) {
      channel.setIn(new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)));
      channel.setOut(kept);
      channel.setErr(said);
      channel.open().verify(options.connecting());
      Set<ClientChannelEvent> events =
          channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), options.working());
      if (events.contains(ClientChannelEvent.TIMEOUT)) {
        throw new IOException(
            "did not finish after " + options.working().toSeconds() + " s; connection closed");
      }
      if (channel.getExitStatus() == null) {
        throw new IOException("the connection broke");
      }
    }
    return new Answer(output.toByteArray(), errors.toString(StandardCharsets.UTF_8));
  }

  @Override
  public synchronized void close() {
    client.ifPresent(each -> each.close(true));
  }
}
