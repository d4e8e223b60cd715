package dev.headroom.web.registration;

import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.memory.MemoryRegistration;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.unit.Size;

/** Writer of a registration as runs have it: the defaults of {@code hosts.memory}, with sources. */
public final class ModelRegistrationJson {
  private static final double NS_PER_SECOND = 1e9;

  private ModelRegistrationJson() {}

  /**
   * @param bytes of the region, over 0
   * @param pageBytes a power of two from 4 KiB to 1 GiB
   */
  public static String of(long bytes, long pageBytes) {
    MemoryRegistration registration = new MemoryRegistration(new Size(bytes), new Size(pageBytes));
    double fixed = MemoryKnobs.REGISTER.fallback().orElseThrow().seconds();
    double perPage = MemoryKnobs.REGISTER_PAGE.fallback().orElseThrow().seconds();
    return JsonWriter.compact()
        .object()
        .put("bytes", bytes)
        .put("pageBytes", pageBytes)
        .put("pages", registration.pages())
        .put("pinnedBytes", registration.pinnedBytes())
        .put("tableBytes", registration.tableBytes())
        .put("fixedNs", fixed * NS_PER_SECOND)
        .put("perPageNs", perPage * NS_PER_SECOND)
        .put("registerNs", registration.seconds(fixed, perPage) * NS_PER_SECOND)
        .put("fixedSource", MemoryKnobs.REGISTER.source())
        .put("perPageSource", MemoryKnobs.REGISTER_PAGE.source())
        .endObject()
        .toString();
  }
}
