package dev.prioritize.stream.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.state.Arrivals;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolCounters;
import dev.prioritize.stream.mapping.RowMapper;
import org.junit.jupiter.api.Test;

/** Goal: a scheduler comes up again on whatever rows it has left. */
class PoolRowsTest {
  @Test
  void shouldRestoreAPoolWhoseFirstConfigurationWasRefused() {
    PoolRows rows = new PoolRows();
    rows.add(RowMapper.toRow("p", new PoolCounters(1_000, 1, 1, 0, Arrivals.NONE)));

    Pool pool = rows.restore();

    assertThat(pool.commandSeq()).isEqualTo(1);
    assertThat(pool.standing()).isEqualTo(new Pool().standing());
  }
}
