package dev.headroom.app.option;

import dev.headroom.model.reason.Reason;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A path as it is given: an empty one, as an unset variable leaves it, is none. */
public final class PathConverter implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("the name is empty; is a variable unset?");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          "this is no name of a file: " + Reason.plain(e.getMessage()));
    }
  }
}
