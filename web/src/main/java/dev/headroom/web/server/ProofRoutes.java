package dev.headroom.web.server;

import dev.headroom.prove.evidence.EvidenceException;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.api.ProofFolders;
import dev.headroom.web.api.ServedFolder;
import dev.headroom.web.report.BurnInPage;
import dev.headroom.web.security.ContentPolicy;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.nio.charset.StandardCharsets;

/** Routes of burn-ins and watches in the served folder. They read, and start nothing. */
final class ProofRoutes {
  private final ProofFolders folders;

  ProofRoutes(ServedFolder folder) {
    folders = new ProofFolders(folder);
  }

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/proof", (request, response) -> Answers.json(response, folders.list()));
    routing.get(
        "/api/proof/burnin",
        (request, response) -> Answers.json(response, folders.burnIn(name(request))));
    routing.get(
        "/api/proof/watch",
        (request, response) -> Answers.json(response, folders.watch(name(request))));
    routing.get(
        "/api/proof/report",
        (request, response) -> {
          String page = page(name(request));
          response.headers().set(SecurityFilter.POLICY, ContentPolicy.ofReport(page));
          response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
          response.send(page.getBytes(StandardCharsets.UTF_8));
        });
  }

  private String page(String name) {
    try {
      return BurnInPage.of(folders.report(name));
    } catch (EvidenceException e) {
      throw new ApiException(409, name + ": " + e.getMessage());
    }
  }

  private static String name(ServerRequest request) {
    return ProofFolders.name(request.query().first("name").asOptional());
  }
}
