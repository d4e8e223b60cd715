package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The example of {@code docs/verbs.md} is this one, and works. */
final class VerbsPageTest {
  @Test
  void shouldWriteAsThePageSays() throws Exception {
    byte[] text = "over the wire".getBytes(StandardCharsets.US_ASCII);
    byte[] room = new byte[64];
    try {
      example(text, room);
    } catch (BindException e) {
      Assumptions.abort("UDP port 4791 is taken: " + e.getMessage());
    }
    assertThat(new String(room, 0, text.length, StandardCharsets.US_ASCII))
        .isEqualTo("over the wire");
  }

  @Test
  void shouldShowWhatWorks() throws Exception {
    Path root = Path.of("..").toAbsolutePath().normalize();
    String page = Files.readString(root.resolve("docs/verbs.md"));
    String shown = page.substring(page.indexOf("```java") + 7, page.indexOf("```\n\nTwo"));
    String source =
        Files.readString(
            root.resolve("wire/src/test/java/dev/headroom/wire/soft/VerbsPageTest.java"));
    String worked =
        source.substring(source.indexOf("// example\n") + 11, source.lastIndexOf("// end of it"));
    assertThat(squeezed(worked)).isEqualTo(squeezed(shown));
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }

  @SuppressWarnings("try") // that the loops run is their use
  private static void example(byte[] text, byte[] room) throws Exception {
    // example
    try (SoftDevice here = SoftDevice.open(InetAddress.ofLiteral("127.0.0.1"));
        SoftDevice there = SoftDevice.open(InetAddress.ofLiteral("127.0.0.2"));
        SoftLoop one = SoftLoop.start(here);
        SoftLoop other = SoftLoop.start(there)) {
      CompletionQueue done = here.createCompletionQueue(16);
      CompletionQueue unused = there.createCompletionQueue(16);
      ProtectionDomain domain = here.allocateProtectionDomain();
      ProtectionDomain remote = there.allocateProtectionDomain();
      QueuePair pair = domain.createQueuePair(new QueuePairLimits(16, 0), done, done);
      QueuePair peer = remote.createQueuePair(new QueuePairLimits(16, 0), unused, unused);
      pair.connect(peer.self(), ConnectionSettings.DEFAULT);
      peer.connect(pair.self(), ConnectionSettings.DEFAULT);
      MemoryRegion source =
          domain.register(MemorySegment.ofArray(text), Set.of(Access.LOCAL_WRITE));
      MemoryRegion target =
          remote.register(
              MemorySegment.ofArray(room), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
      pair.post(
          WorkRequest.write(1, target.address(), target.rkey(), source.slice(0, text.length)));
      WorkCompletion completion = done.await(1_000_000_000L).orElseThrow();
      assertThat(completion.status()).isEqualTo(WorkCompletion.Status.SUCCESS);
    }
    // end of it
  }
}
