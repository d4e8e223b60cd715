package dev.headroom.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Runs one command of Headroom after another in one Java, since that starts slowly in an emulated
 * guest. Each argument is a command with its options; after it comes a line that says how it ended.
 */
final class GuestCommands {
  private GuestCommands() {}

  public static void main(String[] commands) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    for (String command : commands) {
      int code = Headroom.run(out, out, command.split(" "));
      out.println("ended with " + code + ": " + command);
    }
  }
}
