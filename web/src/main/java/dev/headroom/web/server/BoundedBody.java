package dev.headroom.web.server;

import dev.headroom.web.api.ApiException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Reader of a request's body, of limited size and in limited time. */
final class BoundedBody {
  /** A scenario with all its flows; larger ones are files for the command line. */
  static final int MOST_BYTES = 4 << 20;

  private static final int PIECE = 8192;

  private final Duration time;
  private final StallWatch watch;

  /**
   * @param time for all of a body
   * @param watch over threads that wait for its bytes
   */
  BoundedBody(Duration time, StallWatch watch) {
    this.time = time;
    this.watch = watch;
  }

  /**
   * @throws ApiException if it is too long or too slow
   */
  byte[] read(ServerRequest request) {
    long endNanos = System.nanoTime() + time.toNanos();
    if (declared(request) > MOST_BYTES) {
      throw tooLong();
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    watch.begin();
    try (InputStream in = request.content().inputStream()) {
      byte[] piece = new byte[PIECE];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        body.write(piece, 0, read);
        if (body.size() > MOST_BYTES) {
          throw tooLong();
        }
        if (System.nanoTime() > endNanos) {
          throw new ApiException(408, "the body came too slowly");
        }
      }
    } catch (ApiException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new ApiException(
          400, "the body did not come whole"); // Helidon has exceptions of its own
    } finally {
      watch.end();
    }
    return body.toByteArray();
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
        413, "the body is too long: at most %d MiB".formatted(MOST_BYTES >> 20));
  }
}
