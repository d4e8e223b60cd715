package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.SourceReading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigSpaceTest {
  private static final String PATH = "sys/bus/pci/devices/0000:11:00.0/config";

  /** A downstream port of a switch at 16 GT/s x8 of 32 GT/s x16, with two bits of ACS on. */
  private static byte[] port() {
    ByteBuffer space = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    space.putShort(0x00, (short) 0x1000).putShort(0x02, (short) 0xc030);
    space.putInt(0x08, 0x060400b0).put(0x0e, (byte) 0x01);
    space.put(0x18, (byte) 0x11).put(0x19, (byte) 0x12).put(0x1a, (byte) 0x13);
    space.put(0x34, (byte) 0x40).put(0x40, (byte) 0x01).put(0x41, (byte) 0x60);
    space.put(0x60, (byte) 0x10).putShort(0x62, (short) 0x0062);
    space.putInt(0x64, 2).putShort(0x68, (short) (1 << 5 | 1 << 4 | 5 << 12));
    space.putInt(0x6c, 5 | 16 << 4).putShort(0x72, (short) (4 | 8 << 4));
    space.putInt(0x100, 0x0001 | 1 << 16 | 0x148 << 20);
    space.putInt(0x148, 0x000d | 1 << 16).putShort(0x14e, (short) 0b0000101);
    return space.array();
  }

  @Test
  void shouldReadRegisters() throws IOException {
    PciDevice device = host(port()).pci().device("11:00.0").orElseThrow();

    assertThat(device.expressType().get()).isEqualTo("Downstream Port");
    assertThat(device.linkGts().get()).isEqualTo(16.0);
    assertThat(device.linkWidth().get()).isEqualTo(8);
    assertThat(device.linkMaxGts().get()).isEqualTo(32.0);
    assertThat(device.linkMaxWidth().get()).isEqualTo(16);
    assertThat(device.payloadBytes().get()).isEqualTo(256);
    assertThat(device.payloadMaxBytes().get()).isEqualTo(512);
    assertThat(device.readRequestBytes().get()).isEqualTo(4096);
    assertThat(device.relaxedOrdering().get()).isTrue();
    assertThat(device.acsOn()).containsExactly("SrcValid", "ReqRedir");
    assertThat(device.isBridge()).isTrue();
    assertThat(device.acs("ReqRedir").findEvidence().orElseThrow().text())
        .isEqualTo("config[0x14e] = 0x0005");
  }

  @Test
  void shouldReadWhatEverybodyMay() throws IOException {
    byte[] head = Arrays.copyOf(port(), 64);
    PciDevice device = host(head).pci().device("11:00.0").orElseThrow();

    assertThat(device.isBridge()).isTrue();
    assertThat(device.linkGts().isReported()).isFalse();
    assertThat(device.acs("ReqRedir").isReported()).isFalse();
  }

  @Test
  void shouldEndWhereCapabilitiesPointAtEachOther() throws IOException {
    byte[] looped = port();
    looped[0x61] = 0x40;

    assertThat(host(looped).pci().device("11:00.0").orElseThrow().linkWidth().get()).isEqualTo(8);
    assertThat(read(new byte[3]).notes()).containsExactly("is too short for its format");
  }

  private static HostFacts host(byte[] bytes) throws IOException {
    return HostFacts.of("host", List.of(read(bytes)));
  }

  private static SourceReading read(byte[] bytes) throws IOException {
    return FormatCatalogue.reader().read(FactSource.of(PATH), new ByteArrayInputStream(bytes));
  }
}
