package dev.prioritize.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class ClientListenerTest {
  @Test
  void shouldListenOnLoopbackUnlessTold() {
    assertThat(ClientListener.loopback(9092))
        .isEqualTo(new ClientListener("127.0.0.1", "127.0.0.1", 9092));
  }

  @Test
  void shouldRefuseWildcardAsAdvertisedHost() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClientListener("0.0.0.0", "0.0.0.0", 0))
        .withMessageContaining("advertised host 0.0.0.0");
  }

  @Test
  void shouldRefuseBlankHost() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ClientListener(" ", "gpu-1", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClientListener("0.0.0.0", "", 0));
  }

  @Test
  void shouldRefusePortOutOfRange() {
    assertThatIllegalArgumentException().isThrownBy(() -> ClientListener.loopback(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> ClientListener.loopback(65_536));
  }

  @Test
  void shouldBracketIpv6Address() {
    assertThat(BrokerProperties.endpoint("::1", 9092)).isEqualTo("[::1]:9092");
    assertThat(BrokerProperties.endpoint("gpu-1", 9092)).isEqualTo("gpu-1:9092");
  }
}
