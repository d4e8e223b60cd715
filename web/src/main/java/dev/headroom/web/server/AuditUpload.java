package dev.headroom.web.server;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.web.api.ApiException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;

/** Receiver of a file to audit: the body of a request, within limits of size and time. */
final class AuditUpload {
  private static final long MOST_BYTES = 4L << 30;
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final int PIECE = 1 << 16;

  private final StallWatch watch;

  /**
   * @param watch over threads that wait for bytes
   */
  AuditUpload(StallWatch watch) {
    this.watch = watch;
  }

  /**
   * Writes the body to a file.
   *
   * @throws ApiException if it is too long, too slow or not whole
   */
  void save(ServerRequest request, Path file) throws IOException {
    long endNanos = System.nanoTime() + LONGEST.toNanos();
    if (declared(request) > MOST_BYTES) {
      throw tooLong();
    }
    long bytes = 0;
    try (OutputStream out = NamedOutput.open(file, Path.of("the uploaded file"))) {
      InputStream in = request.content().inputStream();
      byte[] piece = new byte[PIECE];
      for (int read = read(in, piece); read >= 0; read = read(in, piece)) {
        bytes += read;
        if (bytes > MOST_BYTES) {
          throw tooLong();
        }
        if (System.nanoTime() > endNanos) {
          throw new ApiException(408, "the file came too slowly");
        }
        out.write(piece, 0, read);
      }
    }
  }

  private int read(InputStream in, byte[] piece) {
    watch.begin();
    try {
      return in.read(piece);
    } catch (IOException | RuntimeException e) {
      throw new ApiException(
          400, "the file did not come whole"); // Helidon has exceptions of its own
    } finally {
      watch.end();
    }
  }

  private static long declared(ServerRequest request) {
    try {
      return request.headers().first(HeaderNames.CONTENT_LENGTH).map(Long::parseLong).orElse(0L);
    } catch (NumberFormatException e) {
      return 0; // then its bytes are counted
    }
  }

  private static ApiException tooLong() {
    return new ApiException(
        413, "the file is too long: at most %d GiB".formatted(MOST_BYTES >> 30));
  }
}
