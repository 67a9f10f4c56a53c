package dev.prioritize.cli;

import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Gives each thread a catalogue of its own, since a model serves one at a time. */
final class CatalogPerThread implements PolicyCatalog {
  private final Queue<PolicyCatalog> catalogs = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<PolicyCatalog> own;

  CatalogPerThread(Supplier<PolicyCatalog> newCatalog) {
    own =
        ThreadLocal.withInitial(
            () -> {
              PolicyCatalog catalog = newCatalog.get();
              catalogs.add(catalog);
              return catalog;
            });
  }

  @Override
  public Policy find(PoolConfig config) {
    return own.get().find(config);
  }

  @Override
  public void close() {
    catalogs.forEach(PolicyCatalog::close);
  }
}
