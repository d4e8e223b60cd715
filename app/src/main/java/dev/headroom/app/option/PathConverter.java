package dev.headroom.app.option;

import dev.headroom.model.text.FailureMessage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of file path options. An empty path, as from an unset variable, is rejected. */
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
          "this is not a file name: " + FailureMessage.plain(e.getMessage()));
    }
  }
}
