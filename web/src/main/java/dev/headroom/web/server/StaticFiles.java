package dev.headroom.web.server;

import dev.headroom.web.api.ApiException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Files of the pages, from the program's own resources. A browser asks each time whether one has
 * changed, since the next version of the program may be on the same port.
 */
final class StaticFiles {
  /** A name without a slash cannot lead anywhere else. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+(\\.[A-Za-z0-9-]+)+");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8");

  private final Map<String, byte[]> known = new ConcurrentHashMap<>();

  /**
   * Sends one.
   *
   * @param folder of the package {@code web} that it is in
   */
  void send(ServerRequest request, ServerResponse response, String folder, String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (!NAME.matcher(name).matches() || type == null) {
      throw new ApiException(404, "there is no such file");
    }
    byte[] bytes = known.computeIfAbsent(folder + "/" + name, StaticFiles::load);
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    String tag = '"' + HexFormat.of().toHexDigits((int) sum.getValue()) + '"';
    response.header(HeaderNames.CACHE_CONTROL, "no-cache");
    response.header(HeaderNames.ETAG, tag);
    if (request.headers().first(HeaderNames.IF_NONE_MATCH).filter(tag::equals).isPresent()) {
      response.status(304).send();
      return;
    }
    response.header(HeaderNames.CONTENT_TYPE, type);
    response.send(bytes);
  }

  private static byte[] load(String path) {
    try (InputStream in = StaticFiles.class.getResourceAsStream("/dev/headroom/web/" + path)) {
      if (in == null) {
        throw new ApiException(404, "there is no such file");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
