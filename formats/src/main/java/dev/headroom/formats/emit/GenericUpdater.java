package dev.headroom.formats.emit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Operations that SONiC's {@code config apply-patch} accepts on tables of RDMA. It checks them
 * against a list (sonic-utilities, {@code gcu_field_operation_validators.conf.json} and {@code
 * field_operation_validators.py}): of WRED_PROFILE only three fields of AZURE_LOSSLESS, of
 * BUFFER_POOL two sizes, of BUFFER_PROFILE two fields, each to be replaced and not added. {@code
 * config load} has no such list.
 */
final class GenericUpdater {
  private static final String MARKS = "green_(?:min_threshold|max_threshold|drop_probability)";

  /** Path below the table, in small letters and without parts that have digits, by table. */
  private static final Map<String, String> REPLACEABLE =
      Map.of(
          "WRED_PROFILE", "azure_lossless/" + MARKS,
          "BUFFER_POOL", "ingress_lossless_pool/(?:xoff|size)|egress_lossy_pool/size",
          "BUFFER_PROFILE", "(?:.*/)?(?:dynamic_th|xoff)");

  private GenericUpdater() {}

  /** A sentence for each table with an operation that the list does not have. */
  static List<String> refusals(List<JsonPatch.Operation> operations) {
    Set<String> paths = new LinkedHashSet<>();
    for (JsonPatch.Operation each : operations) {
      String allowed = REPLACEABLE.get(each.table());
      if (allowed != null && !isListed(each, allowed)) {
        paths.add(each.path());
      }
    }
    List<String> notes = new ArrayList<>();
    if (!paths.isEmpty()) {
      notes.add(
          ("config apply-patch refuses these paths on releases that check RDMA's tables against a "
                  + "list (gcu_field_operation_validators.conf.json): %s. There, write the same "
                  + "fields with config load")
              .formatted(String.join(", ", paths)));
    }
    return notes;
  }

  private static boolean isListed(JsonPatch.Operation operation, String allowed) {
    return operation instanceof JsonPatch.Field field
        && field.op().equals("replace")
        && cleaned(field).matches(allowed);
  }

  private static String cleaned(JsonPatch.Field field) {
    String key = field.key().toLowerCase(Locale.ROOT);
    String name = field.field().toLowerCase(Locale.ROOT);
    return key.matches(".*\\d.*") ? name : key + "/" + name;
  }
}
