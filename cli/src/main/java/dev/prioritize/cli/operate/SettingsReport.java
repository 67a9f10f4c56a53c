package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.state.TenantUsage;
import dev.prioritize.stream.config.PoolSettings;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a pool works by, and what the scheduler was started with where that differs. */
record SettingsReport(PoolView view) {

  /** For people. */
  List<String> lines() {
    SortedMap<String, String> deployed = deployed();
    TextTable table = new TextTable();
    table.add("SETTING", "VALUE", "STARTED WITH");
    PoolSettings.texts(view.pool().config())
        .forEach(
            (key, value) -> {
              String before = deployed.getOrDefault(key, "");
              table.add(key, value, before.equals(value) ? "" : before);
            });
    List<String> lines = new ArrayList<>(table.lines());
    for (TenantUsage tenant : limited()) {
      lines.add("tenant " + tenant.tenant() + ": at most " + tenant.largestClass());
    }
    return lines;
  }

  /** For programs. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("pool", view.name());
    PoolSettings.texts(view.pool().config()).forEach(json.putObject("settings")::put);
    deployed().forEach(json.putObject("startedWith")::put);
    ObjectNode limits = json.putObject("largestClassByTenant");
    limited().forEach(tenant -> limits.put(tenant.tenant(), tenant.largestClass().name()));
    return json;
  }

  private SortedMap<String, String> deployed() {
    PoolConfig deployed = view.pool().deployedConfig();
    return deployed == null ? new TreeMap<>() : PoolSettings.texts(deployed);
  }

  private List<TenantUsage> limited() {
    return view.pool().tenants().stream().filter(t -> t.largestClass() != null).toList();
  }
}
