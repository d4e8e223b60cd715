package dev.headroom.web.server;

import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.registration.MachineRegistration;
import dev.headroom.web.registration.ModelRegistrationJson;
import dev.headroom.web.registration.RegistrationJson;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.memory.PageKind;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** Routes of registrations of memory: of this machine, one at a time, and of the model. */
final class RegistrationRoutes {
  /** Entries of the translation table that a page shows. */
  private static final int ENTRIES = 64;

  private static final Map<String, PageKind> PAGES =
      Map.of(
          "4KiB", PageKind.BASE,
          "transparent", PageKind.TRANSPARENT,
          "2MiB", PageKind.HUGE_2M,
          "1GiB", PageKind.HUGE_1G);

  private static final long LEAST_PAGE = 4096;
  private static final long MOST_PAGE = 1L << 30;
  private static final long MOST_MODELLED = 1L << 44;

  private final BoundedBody bodies;
  private final Semaphore free = new Semaphore(1);

  RegistrationRoutes(BoundedBody bodies) {
    this.bodies = bodies;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.post(
        "/api/register",
        (request, response) ->
            Answers.json(response, onMachine(ApiBody.parse(bodies.read(request)))));
    routing.post(
        "/api/register/model",
        (request, response) -> Answers.json(response, model(ApiBody.parse(bodies.read(request)))));
  }

  /** As {@code headroom register --json} has it, with the first entries of the table. */
  private String onMachine(ApiBody body) {
    PageKind pages = PAGES.get(body.text("page"));
    if (pages == null) {
      throw new ApiException(400, "page: it must be 4KiB, transparent, 2MiB or 1GiB");
    }
    if (!LinuxSockets.isHere()) {
      throw new ApiException(422, "memory is registered on a 64-bit Linux alone");
    }
    long bytes = bytes(body, MachineRegistration.MOST_BYTES);
    if (!free.tryAcquire()) {
      throw new ApiException(429, "another page registers memory; try again");
    }
    try {
      return RegistrationJson.of(MachineRegistration.of(bytes, pages), ENTRIES);
    } catch (IOException e) {
      throw new ApiException(422, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(503, "the server ends");
    } finally {
      free.release();
    }
  }

  private static String model(ApiBody body) {
    long page = body.number("pageBytes", LEAST_PAGE);
    if (page < LEAST_PAGE || page > MOST_PAGE || Long.bitCount(page) != 1) {
      throw new ApiException(400, "pageBytes: it must be a power of two from 4096 to 1073741824");
    }
    return ModelRegistrationJson.of(bytes(body, MOST_MODELLED), page);
  }

  private static long bytes(ApiBody body, long most) {
    long bytes = body.number("bytes", 0);
    if (bytes < 1 || bytes > most) {
      throw new ApiException(400, "bytes: it must be 1 to " + most);
    }
    return bytes;
  }
}
