package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Translation of the addresses that a NIC uses. */
public enum AddressTranslation implements Keyword {
  /** None. */
  OFF,
  /** The IOMMU at the root complex, for each access. */
  ROOT,
  /** The NIC, which asks the IOMMU for what it does not have. */
  ATS;

  @Override
  public String toString() {
    return word();
  }
}
