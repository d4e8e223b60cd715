package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The lab of {@code wire/src/test/lab/lab.sh}: guests whose kernel runs soft-RoCE, at 10.77.0.2 and
 * 10.77.0.3. Tests that need it are skipped, and say so, where it is not up.
 */
final class Lab {
  static final String HERE = "10.77.0.1";
  static final String GUEST = "10.77.0.2";
  static final String OTHER_GUEST = "10.77.0.3";

  /** On a busy machine Java takes minutes to start in an emulated guest. */
  private static final int MOST_SECONDS = 400;

  private static final Path SCRIPT =
      Path.of("..", "wire", "src", "test", "lab", "lab.sh").toAbsolutePath().normalize();

  /** What a process said, all of it, and how it ended. */
  record Said(int code, String text) {}

  /** A process that runs, in the guest or here. */
  static final class Running {
    private final String name;
    private final Process process;
    private final StringBuilder text = new StringBuilder();
    private final Thread reader;

    private Running(String name, List<String> command) throws IOException {
      this.name = name;
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      reader = Thread.ofVirtual().start(this::read);
    }

    private void read() {
      try (var in = process.inputReader(StandardCharsets.UTF_8)) {
        for (int c = in.read(); c >= 0; c = in.read()) {
          synchronized (text) {
            text.append((char) c);
            text.notifyAll();
          }
        }
      } catch (IOException e) {
        synchronized (text) {
          text.append(e);
        }
      }
    }

    /** Waits until it has said something. */
    void awaitText(String wanted) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
      synchronized (text) {
        while (text.indexOf(wanted) < 0 && process.isAlive() && System.nanoTime() < end) {
          text.wait(200);
        }
        assertThat(text.toString()).as(name).contains(wanted);
      }
    }

    Said end(int seconds) throws InterruptedException {
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor(5, TimeUnit.SECONDS);
      }
      reader.join(2000);
      String said;
      synchronized (text) {
        said = text.toString();
      }
      assertThat(ended).as(name + " did not end in " + seconds + " s; it said:\n" + said).isTrue();
      return new Said(process.exitValue(), said);
    }

    /** Asks it to end, and waits for what it says to that. */
    String interrupt() throws InterruptedException {
      // A process that is ended through Process loses its streams at once.
      process.toHandle().destroy();
      process.waitFor(10, TimeUnit.SECONDS);
      reader.join(2000);
      synchronized (text) {
        return text.toString();
      }
    }

    /** Ends it if it has not ended. */
    void stop() {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private Lab() {}

  /** Skips the test if there is no lab. */
  static void need() {
    boolean up;
    try {
      up = new Running("status", List.of(SCRIPT.toString(), "status")).end(60).code() == 0;
    } catch (IOException | InterruptedException | AssertionError e) {
      up = false;
    }
    Assumptions.assumeTrue(
        up,
        "the lab is not up: 'wire/src/test/lab/lab.sh install' and '... up' make guests with the"
            + " kernel's soft-RoCE (Debian 12, root)");
  }

  /** The script of the lab. */
  static Path script() {
    return SCRIPT;
  }

  /** Does something to the lab itself: {@code cut}, {@code mend}. */
  static void change(String... command) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(SCRIPT.toString()));
    all.addAll(List.of(command));
    Said said = new Running(command[0], all).end(120);
    assertThat(said.code()).as(said.text()).isZero();
  }

  /** Runs a command of the first guest. */
  static Running guest(String command) throws IOException {
    return guest(1, command);
  }

  /** Runs a command of a guest, counted from 1. */
  static Running guest(int number, String command) throws IOException {
    return new Running(
        "guest " + number + ": " + command,
        List.of("env", "LAB_TIMEOUT=600", SCRIPT.toString(), "guest", "" + number, command));
  }

  /** Waits until something in a guest listens at each of these TCP ports. */
  static void awaitListeners(int number, int... ports) throws Exception {
    StringBuilder command = new StringBuilder();
    for (int port : ports) {
      command.append(
          "until cat /proc/net/tcp /proc/net/tcp6 | grep -q ':%04X 0*:0000 0A'; do sleep 0.2; done; "
              .formatted(port));
    }
    Said said = guest(number, command + "echo all listen").end(MOST_SECONDS);
    assertThat(said.text()).contains("all listen");
  }

  /** Waits until something in a guest listens by the connection manager, at a port of its TCP. */
  static void awaitManagedListener(int number, int port) throws Exception {
    String command =
        "until rdma resource show cm_id | grep LISTEN | grep -Eq ':%d( |$)'; do sleep 0.2; done; "
            .formatted(port);
    Said said = guest(number, command + "echo it listens").end(MOST_SECONDS);
    assertThat(said.text()).contains("it listens");
  }

  /** Runs Headroom beside the guests. */
  static Running headroom(String... arguments) throws IOException {
    return java("dev.headroom.app.Headroom", List.of(arguments));
  }

  /** Runs a class of the tests or of the product beside the guests. */
  static Running java(String main, List<String> arguments, Path... more) throws IOException {
    StringBuilder classes = new StringBuilder(System.getProperty("java.class.path"));
    for (Path each : more) {
      classes.append(':').append(each.toAbsolutePath());
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                SCRIPT.toString(),
                "run",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx1g",
                "-cp",
                classes.toString(),
                main));
    command.addAll(arguments);
    return new Running(main + " " + String.join(" ", arguments), command);
  }
}
