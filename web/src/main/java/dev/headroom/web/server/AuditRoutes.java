package dev.headroom.web.server;

import dev.headroom.audit.WaiverException;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.price.Pricing;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.FormatException;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UnusableFileException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.audit.FleetExample;
import dev.headroom.web.audit.PageAudit;
import dev.headroom.web.job.Tab;
import dev.headroom.web.job.Tabs;
import dev.headroom.web.security.ContentPolicy;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Routes of audits: a file comes as the body of a request, is read within the limits that bundles
 * have everywhere, and is gone. Only what was found stays, of the last few.
 */
final class AuditRoutes {
  private static final int AT_ONCE = 2;
  private static final int KEPT = 4;

  /** A name is only shown, and says of what kind a file is. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** Reader and judge of what lies in a folder; it answers with the status of the audit. */
  @FunctionalInterface
  private interface Judge {
    String judged(Path folder) throws IOException;
  }

  private final BoundedBody bodies;
  private final AuditUpload uploads;
  private final Tabs tabs;
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final AtomicLong lastId = new AtomicLong();
  private final ConcurrentSkipListMap<Long, PageAudit> done = new ConcurrentSkipListMap<>();

  /**
   * @param watch over threads that wait for bytes
   * @param tabs that are told of progress
   */
  AuditRoutes(BoundedBody bodies, StallWatch watch, Tabs tabs) {
    this.bodies = bodies;
    this.uploads = new AuditUpload(watch);
    this.tabs = tabs;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.put(
        "/api/audit",
        (request, response) -> Answers.json(response, audit(folder -> sent(request, folder))));
    routing.post(
        "/api/audit/example",
        (request, response) -> {
          Optional<Tab> tab = tabs.named(ApiBody.parse(bodies.read(request)).text("tab", ""));
          Answers.json(response, audit(folder -> example(folder, new AuditWait(tabs, tab))));
        });
    routing.post(
        "/api/audit/{id}/waivers", (request, response) -> Answers.json(response, waive(request)));
    routing.get(
        "/api/audit/{id}", (request, response) -> Answers.json(response, found(request).status()));
    routing.get(
        "/api/audit/{id}/fleet",
        (request, response) -> Answers.json(response, found(request).fleet()));
    routing.get(
        "/api/audit/{id}/audit.json",
        (request, response) ->
            attach(response, "audit.json", "application/json", found(request).json()));
    routing.get(
        "/api/audit/{id}/fix.sh",
        (request, response) ->
            attach(response, "fix.sh", "text/plain; charset=utf-8", found(request).fixScript()));
    routing.get(
        "/api/audit/{id}/report",
        (request, response) -> {
          String page = found(request).page();
          response.headers().set(SecurityFilter.POLICY, ContentPolicy.ofReport(page));
          response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
          response.send(page.getBytes(StandardCharsets.UTF_8));
        });
  }

  private static void attach(ServerResponse response, String name, String type, String text) {
    response.header(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"%s\"".formatted(name));
    response.header(HeaderNames.CONTENT_TYPE, type);
    response.send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Has something judged in a folder that is its owner's alone, and gone afterwards. */
  private String audit(Judge judge) {
    if (!free.tryAcquire()) {
      throw new ApiException(429, AT_ONCE + " audits are under way; try again when one is done");
    }
    try {
      Path folder = Files.createTempDirectory("headroom-audit");
      try {
        return judge.judged(folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new ApiException(507, "the file cannot be kept while it is read: " + e.getMessage());
    } finally {
      free.release();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }

  private String keep(AuditedHosts hosts, Path folder) {
    long id = lastId.incrementAndGet();
    PageAudit audit = new PageAudit(id, hosts, folder);
    if (audit.isEmpty()) {
      throw new ApiException(422, "no rule found anything to check in this file");
    }
    done.put(id, audit);
    while (done.size() > KEPT) {
      done.pollFirstEntry();
    }
    return audit.status();
  }

  private String sent(ServerRequest request, Path folder) throws IOException {
    String name = request.query().first("name").filter(NAME.asMatchPredicate()).orElse("upload");
    boolean priced = request.query().first("price").filter("1"::equals).isPresent();
    AuditWait wait = new AuditWait(tabs, tabs.named(request.query().first("tab").orElse("")));
    Path file = folder.resolve(name);
    uploads.save(request, file);
    wait.begin();
    AuditedHosts hosts =
        new AuditedHosts(
            RuleCatalogue.all(),
            priced ? Optional.of(new Pricing(RunCache.none(), wait::isWanted)) : Optional.empty(),
            true);
    try {
      new AuditInputs(wait::check).each(List.of(file), hosts::judge, hosts::add, wait::tell);
      return keep(hosts, folder); // rules that compare hosts judge here, and have prices as well
    } catch (BadInputException | FormatException | UnusableFileException e) {
      throw new ApiException(422, withoutFolder(String.valueOf(e.getMessage()), file));
    } catch (CancellationException e) {
      throw wait.why();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(503, "the server ends");
    }
  }

  private String example(Path folder, AuditWait wait) throws IOException {
    wait.begin();
    AuditedHosts hosts = new AuditedHosts(RuleCatalogue.all(), Optional.empty(), true);
    try {
      FleetExample.judge(hosts, folder, wait::tell);
    } catch (CancellationException e) {
      throw wait.why();
    }
    return keep(hosts, folder);
  }

  private String waive(ServerRequest request) {
    ApiBody body = ApiBody.parse(bodies.read(request));
    PageAudit audit = found(request);
    try {
      audit.waive(body.text("text"), "waivers");
    } catch (WaiverException | IllegalArgumentException e) {
      throw new ApiException(422, String.valueOf(e.getMessage()));
    }
    return audit.status();
  }

  /** Where the file lay in the meantime is of no use to anybody. */
  private static String withoutFolder(String message, Path file) {
    return message.replace(file.toString(), String.valueOf(file.getFileName()));
  }

  private PageAudit found(ServerRequest request) {
    String id = request.path().pathParameters().get("id");
    return Optional.of(id)
        .filter(text -> text.matches("[0-9]{1,12}"))
        .flatMap(text -> Optional.ofNullable(done.get(Long.parseLong(text))))
        .orElseThrow(() -> new ApiException(404, "there is no such audit, or it is forgotten"));
  }
}
