package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChannelSharesTest {
  private static final long LL128_GRAIN = 19_200;
  private static final long LL128_CHUNK = 576_000;

  @Test
  void shouldLeaveTheLastChannelsNothingOfLittleData() {
    ChannelShares shares = ChannelShares.inGrains(24, 8, LL128_CHUNK, LL128_GRAIN, 4 << 20);
    assertThat(shares.of(0)).isEqualTo(8 * 38_400);
    assertThat(shares.of(12)).isEqualTo(8 * 38_400);
    assertThat(shares.of(13)).isEqualTo(8 * 25_088);
    assertThat(shares.of(14)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 7",
    "24, 0",
    "24, 100",
    "24, 4194304",
    "24, 110592000",
    "24, 1073741824",
    "5, 999"
  })
  void shouldDealOutAllOfIt(int channels, long size) {
    ChannelShares grains = ChannelShares.inGrains(channels, 8, LL128_CHUNK, LL128_GRAIN, size);
    assertThat(IntStream.range(0, channels).mapToLong(grains::of).sum()).isEqualTo(size);
    ChannelShares even = ChannelShares.even(channels, size);
    assertThat(IntStream.range(0, channels).mapToLong(even::of).sum()).isEqualTo(size);
  }
}
