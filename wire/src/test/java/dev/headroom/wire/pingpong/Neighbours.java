package dev.headroom.wire.pingpong;

import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.soft.link.JavaUdpLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;

/** Two devices on the loopback interface, each with a thread of its own. */
public final class Neighbours implements AutoCloseable {
  public final SoftDevice here;
  public final SoftDevice there;
  private final SoftLoop one;
  private final SoftLoop other;

  public Neighbours(String here, String there) throws IOException {
    this.here = device(here);
    this.there = device(there);
    one = SoftLoop.start(this.here);
    other = SoftLoop.start(this.there);
  }

  private static SoftDevice device(String address) throws IOException {
    return new SoftDevice(JavaUdpLink.open(address(address)), System::nanoTime, new SecureRandom());
  }

  public static Inet4Address address(String text) {
    try {
      return (Inet4Address) InetAddress.getByName(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Something that may throw. */
  public interface Task<T> {
    T run() throws Exception;
  }

  /** Runs it beside the test. */
  public static <T> CompletableFuture<T> beside(Task<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            result.complete(task.run());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /** The device here says nothing any more, as if its machine had lost its power. */
  public void silenceHere() {
    one.close();
  }

  @Override
  public void close() {
    one.close();
    other.close();
  }
}
