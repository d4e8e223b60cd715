package dev.headroom.web.server;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.document.AuditJson;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.FormatException;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UnusableFileException;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.report.AuditPage;
import dev.headroom.web.security.ContentPolicy;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Routes of audits: a file comes as the body of a request, is read within the limits that bundles
 * have everywhere, and is gone. Only its report stays, of the last few.
 */
final class AuditRoutes {
  private static final long MOST_BYTES = 4L << 30;
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final int AT_ONCE = 2;
  private static final int KEPT = 4;
  private static final int PIECE = 1 << 16;

  /** A name is only shown, and says of what kind a file is. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private record Done(String page, String json) {}

  private final StallWatch watch;
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final AtomicLong lastId = new AtomicLong();
  private final ConcurrentSkipListMap<Long, Done> done = new ConcurrentSkipListMap<>();

  /**
   * @param watch over threads that wait for bytes
   */
  AuditRoutes(StallWatch watch) {
    this.watch = watch;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.put("/api/audit", (request, response) -> Answers.json(response, audit(request)));
    routing.get(
        "/api/audit/{id}/audit.json",
        (request, response) -> {
          response.header(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"audit.json\"");
          Answers.json(response, found(request).json());
        });
    routing.get(
        "/api/audit/{id}/report",
        (request, response) -> {
          String page = found(request).page();
          response.headers().set(SecurityFilter.POLICY, ContentPolicy.ofReport(page));
          response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
          response.send(page.getBytes(StandardCharsets.UTF_8));
        });
  }

  private String audit(ServerRequest request) {
    String name = request.query().first("name").filter(NAME.asMatchPredicate()).orElse("upload");
    if (!free.tryAcquire()) {
      throw new ApiException(429, AT_ONCE + " files are being read; try again when one is done");
    }
    try {
      Path folder = Files.createTempDirectory("headroom-audit"); // its owner's alone
      Path file = folder.resolve(name);
      try {
        save(request, file);
        return report(file);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new ApiException(507, "the file cannot be kept while it is read: " + e.getMessage());
    } finally {
      free.release();
    }
  }

  private void save(ServerRequest request, Path file) throws IOException {
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

  private String report(Path file) throws IOException {
    AuditedHosts hosts = new AuditedHosts(RuleCatalogue.all(), Optional.empty(), true);
    try {
      new AuditInputs().each(List.of(file), hosts::judge, hosts::add, _ -> {});
    } catch (BadInputException | FormatException | UnusableFileException e) {
      throw new ApiException(422, withoutFolder(String.valueOf(e.getMessage()), file));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(503, "the server ends");
    }
    AuditReport report = hosts.report(Waivers.NONE);
    if (report.isEmpty()) {
      throw new ApiException(422, "no rule found anything to check in this file");
    }
    StringWriter json = new StringWriter();
    PrintWriter out = new PrintWriter(json);
    AuditJson.print(report, out);
    out.flush();
    long id = lastId.incrementAndGet();
    done.put(id, new Done(AuditPage.of(report), json.toString()));
    while (done.size() > KEPT) {
      done.pollFirstEntry();
    }
    return JsonWriter.compact()
        .object()
        .put("id", id)
        .put("findings", report.groups().size())
        .endObject()
        .toString();
  }

  /** Where the file lay in the meantime is of no use to anybody. */
  private static String withoutFolder(String message, Path file) {
    return message.replace(file.toString(), String.valueOf(file.getFileName()));
  }

  private Done found(ServerRequest request) {
    String id = request.path().pathParameters().get("id");
    return Optional.of(id)
        .filter(text -> text.matches("[0-9]{1,12}"))
        .flatMap(text -> Optional.ofNullable(done.get(Long.parseLong(text))))
        .orElseThrow(() -> new ApiException(404, "there is no such audit, or it is forgotten"));
  }
}
