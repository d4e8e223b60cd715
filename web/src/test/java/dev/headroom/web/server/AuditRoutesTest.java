package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.price.Pricing;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.run.cache.RunCache;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prices and waivers over HTTP: those of the command line, and a refusal of all that is neither.
 */
final class AuditRoutesTest {
  private static final Path BUNDLE =
      Path.of("..", "examples", "sick-cluster", "gpu19.tar.gz"); // its PCIe link is too narrow

  private static TestServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonNode audited(String query) throws IOException, InterruptedException {
    HttpResponse<String> answer = sent(server, query);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(answer.body());
  }

  private static HttpResponse<String> sent(TestServer to, String query)
      throws IOException, InterruptedException {
    HttpRequest request =
        to.request("/api/audit?name=gpu19.tar.gz" + query)
            .setHeader("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofFile(BUNDLE))
            .build();
    return to.client().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode document(JsonNode audit) throws IOException, InterruptedException {
    return JsonMapper.shared()
        .readTree(server.get("/api/audit/" + audit.path("id").asInt() + "/audit.json").body());
  }

  @Test
  void shouldPriceAsTheCommandLineDoes() throws IOException, InterruptedException {
    JsonNode finding = document(audited("&price=1")).path("findings").path(0);
    AuditedHosts hosts =
        new AuditedHosts(RuleCatalogue.all(), Optional.of(new Pricing(RunCache.none())), true);
    new AuditInputs().each(List.of(BUNDLE), hosts::judge, hosts::add, _ -> {});
    Finding expected = hosts.report(Waivers.NONE).findings().getFirst();
    assertThat(finding.path("rule").asString()).isEqualTo(expected.rule());
    if (!(expected.cost().price() instanceof Price.Modelled price)) {
      throw new AssertionError("no price: " + expected);
    }
    assertThat(finding.path("price").path("digestBefore").asString())
        .isEqualTo(price.digestBefore());
    assertThat(finding.path("price").path("digestAfter").asString()).isEqualTo(price.digestAfter());
    assertThat(finding.path("price").path("before").asDouble())
        .isEqualTo(price.before())
        .isLessThan(price.after());
  }

  /** A tab without a stream counts as closed at once here; a client without a tab waits itself. */
  @Test
  void shouldEndTheAuditOfAPageThatIsClosed() throws IOException, InterruptedException {
    try (TestServer closing = TestServer.startImpatient()) {
      HttpResponse<String> answer = sent(closing, "&tab=closed-tab");
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body()).contains("the page that asked for the audit is closed");
      HttpResponse<String> example =
          closing.post("/api/audit/example", "{\"tab\": \"closed-tab\"}");
      assertThat(example.statusCode()).isEqualTo(409);
      assertThat(sent(closing, "").statusCode()).isEqualTo(200);
      assertThat(closing.failures()).isEmpty();
    }
  }

  /** Only 1 asks for runs. */
  @ParameterizedTest
  @CsvSource({"''", "&price=0", "&price=true", "&price="})
  void shouldRunNothingThatNobodyAsksFor(String query) throws IOException, InterruptedException {
    JsonNode finding = document(audited(query)).path("findings").path(0);
    assertThat(finding.path("rule").asString()).isEqualTo("pcie.link-width");
    assertThat(finding.path("price").isMissingNode() || finding.path("price").isNull())
        .as("%s", finding)
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 400 | text: it must be a text",
        "{\"text\": 5} | 400 | text: it must be a text",
        "{\"text\": \"- rule: pcie.link-width\\n\"} | 422 | waivers",
        "{\"text\": \"rule: pcie.link-width\"} | 422 | waivers",
        "{\"text\": \"- !!java.lang.Runtime {}\"} | 422 | waivers",
        "{\"text\": \"- &a [*a]\"} | 422 | waivers",
        "{\"text\": | 400 | the body is not JSON: line 1"
      })
  void shouldRefuseWhatIsNoWaiver(String body, int status, String words)
      throws IOException, InterruptedException {
    JsonNode audit = audited("");
    HttpResponse<String> answer =
        server.post("/api/audit/" + audit.path("id").asInt() + "/waivers", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(words).doesNotContain("Exception", "StreamRead", "jackson");
    assertThat(document(audit).path("findings").size()).as("nothing is waived").isEqualTo(1);
    assertThat(server.failures()).isEmpty();
  }

  @Test
  void shouldForgetOldAuditsAndSaySo() throws IOException, InterruptedException {
    int first = audited("").path("id").asInt();
    for (int i = 0; i < 4; i++) {
      audited("");
    }
    for (String part : new String[] {"", "/report", "/fix.sh", "/audit.json", "/fleet"}) {
      HttpResponse<String> answer = server.get("/api/audit/" + first + part);
      assertThat(answer.statusCode()).as(part).isEqualTo(404);
      assertThat(answer.body()).contains("forgotten");
    }
    assertThat(server.post("/api/audit/" + first + "/waivers", "{\"text\": \"\"}").statusCode())
        .isEqualTo(404);
  }
}
