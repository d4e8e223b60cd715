package dev.headroom.wire;

import dev.headroom.wire.linux.LinuxSockets;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Machines of a network on this one: network namespaces with their own interfaces and routes, which
 * threads of this program can be in. They are joined by a script, in which {@code ${P}} begins each
 * one's name.
 */
public final class Namespaces implements AutoCloseable {
  private static final int CLONE_NEWNET = 0x4000_0000;

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String prefix =
      "hr" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet() + "-";
  private final String names;

  private Namespaces(String names) {
    this.names = names;
  }

  /** Why there can be none; empty if there can. */
  public static Optional<String> obstacle() {
    if (!LinuxSockets.isHere()) {
      return Optional.of("no Linux");
    }
    for (String tool : new String[] {"ip", "nft", "tc"}) {
      if (run("command -v " + tool).isPresent()) {
        return Optional.of("the program " + tool + " is not here (packages iproute2, nftables)");
      }
    }
    String probe = "hr" + ProcessHandle.current().pid() + "probe";
    return run("ip netns add " + probe + " && ip netns del " + probe)
        .map(why -> "network namespaces take CAP_NET_ADMIN: " + why);
  }

  /**
   * Makes machines.
   *
   * @param names of them, with spaces between
   */
  public static Namespaces of(String names, String script) {
    Namespaces made = new Namespaces(names);
    try {
      made.script(
          "for n in "
              + names
              + "; do ip netns add ${P}$n; ip -n ${P}$n link set lo up;"
              + " ip netns exec ${P}$n sysctl -q -w net.ipv4.ip_forward=1 net.ipv4.icmp_ratelimit=0"
              + " net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0"
              + " net.ipv6.conf.all.forwarding=1 net.ipv6.icmp.ratelimit=0; done\n"
              // A link: two machines, and the network's first three numbers, or of IPv6 the first
              // half; .1 and .2, or ::1 and ::2, are theirs.
              + "link() { ip link add name $1-$2 netns ${P}$1 mtu 9000 type veth peer name $2-$1"
              + " netns ${P}$2 mtu 9000; case $3 in *:*) a=$3:: b='/64 nodad';; *) a=$3. b=/24;;"
              + " esac; ip -n ${P}$1 addr add ${a}1$b dev $1-$2; ip -n ${P}$2 addr add"
              + " ${a}2$b dev $2-$1; ip -n ${P}$1 link set $1-$2 up; ip -n ${P}$2 link set $2-$1 up; }\n"
              + "way() { ip -n ${P}$1 route add $2 via $3; }\n"
              + script);
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** Runs a script of the shell; what it says is the error if it fails. */
  public void script(String script) {
    run("set -e; P=" + prefix + "; " + script)
        .ifPresent(why -> {
          throw new IllegalStateException(why);
        });
  }

  /**
   * Has a machine do this, by nftables, to all that comes by one of its hooks.
   *
   * @param name of the rule, which replaces one of that name
   */
  public void rule(String machine, String name, String hook, String rule) {
    String table =
        String.join(
            "\n",
            "table inet " + name,
            "delete table inet " + name,
            "table inet " + name + " {",
            "chain c {",
            "type filter hook " + hook + " priority 0",
            rule,
            "}",
            "}");
    script("ip netns exec ${P}" + machine + " nft -f - <<'END'\n" + table + "\nEND\n");
  }

  /** How many packets the counter of a rule with this comment has seen. */
  public long counted(String machine, String name, String comment) {
    Said said = say("ip netns exec " + prefix + machine + " nft list table inet " + name);
    Matcher matcher =
        Pattern.compile("counter packets (\\d+) bytes \\d+.* comment \"" + comment + "\"")
            .matcher(said.text);
    if (!matcher.find()) {
      throw new IllegalStateException("no counter '" + comment + "' in " + said.text);
    }
    return Long.parseLong(matcher.group(1));
  }

  private record Said(boolean well, String text) {}

  private static Optional<String> run(String script) {
    Said said = say(script);
    return said.well ? Optional.empty() : Optional.of(said.text);
  }

  private static Said say(String script) {
    try {
      return Shell.say(script);
    } catch (IOException e) {
      return new Said(false, String.valueOf(e.getMessage()));
    }
  }

  /**
   * One shell for all scripts. A process that Java starts has all that is open here until it closes
   * that, for milliseconds: with one for each script, a port that a test beside this one has just
   * closed would be in use now and then when that test opens it again.
   */
  private static final class Shell {
    private static final String LOOP =
        "while IFS= read -r -d '' script; do (eval \"$script\") </dev/null 2>&1;"
            + " printf '\\0%d\\0' $?; done";

    private static @Nullable Process process;

    private Shell() {}

    static synchronized Said say(String script) throws IOException {
      Process shell = process;
      if (shell == null) {
        shell = new ProcessBuilder("bash", "-c", LOOP).start();
        process = shell;
      }
      OutputStream in = shell.getOutputStream();
      in.write((script + "\0").getBytes(StandardCharsets.UTF_8));
      in.flush();
      String said = upToNul(shell.getInputStream());
      return new Said(upToNul(shell.getInputStream()).equals("0"), said.strip());
    }

    private static String upToNul(InputStream out) throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (int next = out.read(); next != 0; next = out.read()) {
        if (next < 0) {
          throw new EOFException("the shell has ended: " + text.toString(StandardCharsets.UTF_8));
        }
        text.write(next);
      }
      return text.toString(StandardCharsets.UTF_8);
    }
  }

  /** Starts something on a machine. */
  public <T> FutureTask<T> start(String machine, Callable<T> what) {
    FutureTask<T> task =
        new FutureTask<>(() -> {
          enter(machine);
          return what.call();
        });
    Thread.ofPlatform().daemon().name(machine).start(task);
    return task;
  }

  /** Does something on a machine. */
  public <T> T on(String machine, Callable<T> what) throws Exception {
    try {
      return start(machine, what).get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** This thread, and those that it starts, are on that machine from now on. */
  @SuppressWarnings("restricted")
  private void enter(String machine) {
    try (Arena arena = Arena.ofConfined()) {
      Linker linker = Linker.nativeLinker();
      MethodHandle open =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("open"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
      MethodHandle setns =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("setns"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      MemorySegment path = arena.allocateFrom("/run/netns/" + prefix + machine);
      int fd = (int) open.invokeExact(path, 0);
      int result = (int) setns.invokeExact(fd, CLONE_NEWNET);
      LinuxSockets.close(fd);
      if (fd < 0 || result != 0) {
        throw new IllegalStateException("cannot enter " + machine);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    var _ = run("for n in " + names + "; do ip netns del " + prefix + "$n; done");
  }
}
