package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.LimitTenant;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.TenantLimited;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.state.Pool;

/** Sets or lifts the largest class of a tenant's jobs. */
final class LimitTenantProcessor {
  private final Pool pool;
  private final EventSink sink;

  LimitTenantProcessor(Pool pool, EventSink sink) {
    this.pool = pool;
    this.sink = sink;
  }

  void process(LimitTenant command) {
    String tenant = command.tenant();
    if (command.largest() == pool.tenant(tenant).largestClass()) {
      sink.emit(new CommandIgnored(CommandKind.LIMIT_TENANT, tenant));
    } else if (isOneTooMany(command)) {
      sink.emit(
          new CommandRejected(
              CommandKind.LIMIT_TENANT,
              tenant,
              new Rejection(
                  RejectionCode.TOO_MANY_TENANT_LIMITS,
                  "tenant",
                  tenant,
                  "lift the limit of another tenant: " + Limits.MAX_TENANT_LIMITS + " have one")));
    } else {
      sink.emit(new TenantLimited(tenant, command.largest()));
    }
  }

  private boolean isOneTooMany(LimitTenant command) {
    return pool.tenant(command.tenant()).largestClass() == null
        && pool.tenants().stream().filter(usage -> usage.largestClass() != null).count()
            >= Limits.MAX_TENANT_LIMITS;
  }
}
