package dev.headroom.audit.emit;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.nic.HostQosTool;
import dev.headroom.formats.nic.NicLanguage;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.stack.SoftwareStack;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Language in which devices are told settings, by the word that commands name it with. */
public sealed interface EmitLanguage {
  String word();

  /** As its makers call it. */
  String title();

  /** Configuration of a switch. */
  record OfSwitch(SwitchWriter writer) implements EmitLanguage {
    @Override
    public String word() {
      return writer.word();
    }

    @Override
    public String title() {
      return writer.title();
    }
  }

  /** Interface of a NIC's driver or firmware, or of the kernel. */
  record OfNic(NicLanguage language) implements EmitLanguage {
    @Override
    public String word() {
      return language.word();
    }

    @Override
    public String title() {
      return language.title();
    }
  }

  /** Tool that sets the classes of a NIC. */
  record OfQos(HostQosTool tool) implements EmitLanguage {
    @Override
    public String word() {
      return tool.word();
    }

    @Override
    public String title() {
      return tool.word();
    }
  }

  /** Variables of a software stack. */
  record OfStack(SoftwareStack stack) implements EmitLanguage {
    @Override
    public String word() {
      return stack.word();
    }

    @Override
    public String title() {
      return stack.title();
    }
  }

  default boolean isOfSwitches() {
    return this instanceof OfSwitch;
  }

  /** All of them: of switches, of NICs, of their classes, of software stacks. */
  static List<EmitLanguage> all() {
    return Stream.<Stream<? extends EmitLanguage>>of(
            SwitchVendors.writers().stream().map(OfSwitch::new),
            Arrays.stream(NicLanguage.values()).map(OfNic::new),
            Arrays.stream(HostQosTool.values()).map(OfQos::new),
            Arrays.stream(SoftwareStack.values()).map(OfStack::new))
        .<EmitLanguage>flatMap(each -> each)
        .toList();
  }

  static Optional<EmitLanguage> named(String word) {
    return all().stream().filter(each -> each.word().equals(word)).findFirst();
  }

  static List<String> words() {
    return all().stream().map(EmitLanguage::word).toList();
  }
}
