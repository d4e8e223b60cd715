package dev.headroom.web.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A client that sends what it is told to, rules of HTTP or not. */
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(10_000);
    in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  void send(String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** The status of the answer; -1 if the connection was closed without one. */
  int status() {
    try {
      String line = in.readLine();
      return line == null ? -1 : Integer.parseInt(line.split(" ")[1]);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("neither answered nor closed", e);
    } catch (IOException e) {
      return -1;
    }
  }

  /** What comes up to the line that has some words. */
  String until(String words) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      text.append(line).append('\n');
      if (line.contains(words)) {
        return text.toString();
      }
    }
    throw new IOException("closed before '" + words + "': " + text);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
