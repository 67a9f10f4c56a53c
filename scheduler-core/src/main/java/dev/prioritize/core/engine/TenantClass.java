package dev.prioritize.core.engine;

import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.state.Pool;

/** Whether a tenant's job may have a class. Jobs that have it already keep it. */
final class TenantClass {
  private TenantClass() {}

  /** The refusal, or null if the tenant may. */
  static Rejection refusal(Pool pool, String tenant, PriorityClass wanted) {
    PriorityClass largest = pool.tenant(tenant).largestClass();
    if (largest == null || wanted.base() <= largest.base()) {
      return null;
    }
    return new Rejection(
        RejectionCode.CLASS_NOT_ALLOWED,
        "priorityClass",
        wanted.name(),
        "use " + largest + " or less: it is the largest class of tenant " + tenant);
  }
}
