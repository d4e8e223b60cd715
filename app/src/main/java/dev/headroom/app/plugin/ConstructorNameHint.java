package dev.headroom.app.plugin;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;

/**
 * Hint for a constructor with another name than its class. javac takes it for a method without a
 * return type.
 */
final class ConstructorNameHint {
  private static final String NO_RETURN_TYPE = "compiler.err.invalid.meth.decl.ret.type.req";

  /** Names of types begin with a capital letter, names of methods do not. */
  private static final Pattern TYPE_NAME = Pattern.compile("[A-Z]\\w*");

  private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum)\\s+(\\w+)");

  private ConstructorNameHint() {}

  /**
   * {@code "; the constructor is named X, but the class is Y"}, or nothing.
   *
   * @param text of the file
   */
  static String of(Diagnostic<?> error, String text) {
    int at = (int) error.getPosition();
    if (!NO_RETURN_TYPE.equals(error.getCode()) || at < 0 || at >= text.length()) {
      return "";
    }
    Matcher name = TYPE_NAME.matcher(text).region(at, text.length());
    String type = enclosingType(text, at);
    return !name.lookingAt() || type.isEmpty()
        ? ""
        : "; the constructor is named %s, but the class is %s".formatted(name.group(), type);
  }

  /** The type whose braces hold a position, by the last type name before the opening brace. */
  private static String enclosingType(String text, int position) {
    int open = position;
    for (int depth = 1; depth > 0 && open > 0; ) {
      open--;
      char c = text.charAt(open);
      depth += c == '}' ? 1 : c == '{' ? -1 : 0;
    }
    String type = "";
    Matcher types = TYPE.matcher(text).region(0, open);
    while (types.find()) {
      type = types.group(1);
    }
    return type;
  }
}
