package dev.headroom.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Program {@code headroom} for the PATH of other processes. A script passes its arguments to this
 * process, which is warm: a JVM for each call would take most of the time of a test.
 */
final class ProgramOnPath implements AutoCloseable {
  private final ServerSocket server;

  private ProgramOnPath(ServerSocket server) {
    this.server = server;
  }

  /**
   * Writes the script and answers its calls.
   *
   * @param python the interpreter of the script
   * @param bin a folder to put on PATH
   */
  static ProgramOnPath in(Path bin, String python) throws IOException {
    ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    Path script = Files.createDirectories(bin).resolve("headroom");
    Files.writeString(script, script(python, server.getLocalPort()));
    if (!script.toFile().setExecutable(true)) {
      throw new IOException(script + " cannot be made executable");
    }
    ProgramOnPath program = new ProgramOnPath(server);
    Thread.ofVirtual().start(program::answer);
    return program;
  }

  private static String script(String python, int port) {
    return """
    #!%s -S
    import json, os, socket, sys
    with socket.create_connection(("127.0.0.1", %d)) as connection:
        call = {"folder": os.getcwd(), "words": sys.argv[1:]}
        connection.sendall((json.dumps(call) + "\\n").encode())
        ended = json.loads(connection.makefile(encoding="utf-8").read())
    sys.stdout.buffer.write(ended["out"].encode())
    sys.stderr.buffer.write(ended["err"].encode())
    sys.exit(ended["code"])
    """
        .formatted(python, port);
  }

  private void answer() {
    while (!server.isClosed()) {
      try (Socket caller = server.accept();
          BufferedReader in =
              new BufferedReader(
                  new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
          Writer out = new OutputStreamWriter(caller.getOutputStream(), StandardCharsets.UTF_8)) {
        JsonNode call = JsonMapper.shared().readTree(in.readLine());
        List<String> words = new ArrayList<>();
        call.get("words").forEach(word -> words.add(word.asString()));
        out.write(
            JsonMapper.shared()
                .writeValueAsString(run(Path.of(call.get("folder").asString()), words)));
      } catch (IOException e) {
        // closed at the end of the test, or a caller that is gone
      }
    }
  }

  /**
   * Ends with code, output and messages. Scenarios and folders of results are those of a folder.
   */
  static Map<String, Object> run(Path folder, List<String> words) {
    List<String> line = new ArrayList<>();
    for (String word : words) {
      boolean isPath =
          word.endsWith(".yaml") || (!line.isEmpty() && line.getLast().equals("--out"));
      line.add(isPath ? folder.resolve(word).toString() : word);
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(new PrintWriter(out), new PrintWriter(err), line.toArray(String[]::new));
    return Map.of("code", code, "out", out.toString(), "err", err.toString());
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
