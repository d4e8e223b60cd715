package dev.headroom.prove.sample;

import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Machine that exporters tell of: a host with node_exporter and dcgm-exporter, or a switch. All its
 * exporters make one sample. One that does not answer is told once, until it answers again.
 */
public final class ScrapedMachine implements SampleSource {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Most that an exporter may send, in bytes: one of a large host sends about 1 MB. */
  private static final int MOST_BYTES = 64 << 20;

  private static final int FOUND = 200;

  private final HttpClient client;
  private final ScrapeTarget target;
  private final InstantSource clock;
  private final Set<URI> silent = new HashSet<>();

  /** A machine; the caller closes the client. */
  public ScrapedMachine(HttpClient client, ScrapeTarget target, InstantSource clock) {
    this.client = client;
    this.target = target;
    this.clock = clock;
  }

  @Override
  public String host() {
    return target.host();
  }

  @Override
  public RawReading read() throws IOException, InterruptedException {
    Map<String, String> outputs = new LinkedHashMap<>();
    List<RawReading.Refused> told = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (URI address : target.addresses()) {
      try {
        outputs.put(Exposition.SCRAPE + address, text(address));
        silent.remove(address);
      } catch (IOException e) {
        String why = FailureMessage.of(e);
        reasons.add(address + ": " + why);
        if (silent.add(address)) {
          told.add(new RawReading.Refused(address.toString(), why));
        }
      }
    }
    if (outputs.isEmpty()) {
      throw new IOException(String.join("; ", reasons));
    }
    return new RawReading(clock.instant(), new TreeMap<>(), outputs, told);
  }

  private String text(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).header("Accept", "text/plain;version=0.0.4").build();
    CompletableFuture<HttpResponse<byte[]>> asked =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      HttpResponse<byte[]> response = asked.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != FOUND) {
        throw new IOException("answers with status " + response.statusCode());
      }
      return checked(new String(response.body(), StandardCharsets.UTF_8));
    } catch (ExecutionException e) {
      throw new IOException(reason(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("did not answer within " + LIMIT.toSeconds() + " s", e);
    } finally {
      asked.cancel(true);
    }
  }

  private static String checked(String text) throws IOException {
    if (!Exposition.isOne(text)) {
      throw new IOException("serves no metrics in Prometheus' text format");
    }
    int hosts = Exposition.hosts(text);
    if (hosts > 1) {
      throw new IOException(
          "serves series of " + hosts + " hosts; name the exporters of each host instead");
    }
    return text;
  }

  private static String reason(@Nullable Throwable cause) {
    return switch (cause) {
      case ConnectException _ -> "connection refused";
      case IOException io -> FailureMessage.of(io);
      case null, default -> "does not answer";
    };
  }
}
