package dev.headroom.formats.switches.eos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interfaces transceiver hardware} of Arista EOS: each module's type, its
 * maximum power, and the power limit of its slot.
 */
public final class ModuleHardwareReader extends ContiguousReader {
  private static final Pattern NAME = Pattern.compile("Name: ((?:Et|Ethernet)\\d[\\d/]{0,20})\\s*");
  private static final Pattern LABEL =
      Pattern.compile(
          "(?:Media type|Module presence|Maximum (?:module|slot) power \\(W\\)|Detected media type|Wavelength \\(nm\\)"
              + "|[A-Z][A-Za-z ]{2,30}(?: \\([A-Za-z/]{1,8}\\))?): .*");

  public ModuleHardwareReader() {
    super(
        FormatKind.of(
            "transceiver-hardware",
            "types of a switch's transceivers, and their power",
            "show interfaces transceiver hardware of EOS"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Name: ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return NAME.matcher(document.text(at)).matches()
        && LABEL.matcher(document.text(at + 1)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return LABEL.matcher(line.text()).matches() || NAME.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Optional<Subject> port = Optional.empty();
    for (TextLine line : block) {
      Matcher name = NAME.matcher(line.text());
      if (name.matches()) {
        port = Optional.of(SwitchPortSubject.of(name.group(1)));
        sink.add(line, port.get(), "name", name.group(1));
      } else if (port.isPresent()) {
        Subject of = port.get();
        LabelledField.of(line.text())
            .ifPresent(field -> sink.add(line, of, key(field.label()), field.value()));
      }
    }
  }

  private static String key(String label) {
    return switch (label) {
      case "Media type" -> "module";
      case "Maximum module power (W)" -> "module.power.most.w";
      case "Maximum slot power (W)" -> "slot.power.most.w";
      default -> "module." + KeySlug.of(label);
    };
  }
}
