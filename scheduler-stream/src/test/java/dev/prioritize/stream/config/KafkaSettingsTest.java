package dev.prioritize.stream.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {

  @Test
  void shouldHideEveryPasswordThatKafkaKnowsForAnyClient() {
    List<String> passwords =
        Stream.of(
                StreamsConfig.configDef(),
                ConsumerConfig.configDef(),
                ProducerConfig.configDef(),
                AdminClientConfig.configDef())
            .flatMap(definition -> definition.configKeys().values().stream())
            .filter(key -> key.type == ConfigDef.Type.PASSWORD)
            .map(key -> key.name)
            .distinct()
            .toList();

    assertThat(passwords).contains("sasl.jaas.config", "ssl.keystore.key", "ssl.key.password");
    for (String password : passwords) {
      assertThat(
              Stream.of("kafka.", "kafka.consumer.", "kafka.main.consumer.", "kafka.admin.")
                  .map(prefix -> prefix + password))
          .allMatch(key -> KafkaSettings.mayHoldSecret(key, "x"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.SSL.Keystore.Password",
        "kafka.sasl.oauthbearer.client.credentials.client.secret",
        "kafka.sasl.oauthbearer.token.endpoint.url",
        "kafka.config.providers.vault.param.login",
        "kafka.my.interceptor.setting",
        "kafka.topic.some.token"
      })
  void shouldHideWhatSoundsLikeASecretOrIsUnknownToKafka(String key) {
    assertThat(KafkaSettings.mayHoldSecret(key, "x")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.security.protocol",
        "kafka.sasl.mechanism",
        "kafka.ssl.keystore.location",
        "kafka.producer.linger.ms",
        "kafka.restore.consumer.max.poll.records",
        "kafka.topic.segment.bytes",
        "bootstrap.servers"
      })
  void shouldShowWhatIsNoSecret(String key) {
    assertThat(KafkaSettings.mayHoldSecret(key, "x")).isFalse();
  }

  @Test
  void shouldHideAnAddressWithAPassword() {
    assertThat(KafkaSettings.mayHoldSecret("kafka.client.id", "http://me:word@proxy/")).isTrue();
    assertThat(KafkaSettings.mayHoldSecret("kafka.client.id", "http://proxy/me@work")).isFalse();
  }
}
