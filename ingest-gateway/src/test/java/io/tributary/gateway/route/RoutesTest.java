package io.tributary.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.auth.Authenticator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RoutesTest {

  private final Routes routes =
      new Routes(
          List.of(route("GET", "/v1/things"), route("DELETE", "/v1/things/{id}/parts/{part}")));

  @Test
  void shouldFindARouteAndItsVariables() {
    Routes.Match match = find("DELETE", "/v1/things/a%2Fb%23c/parts/1+1/");

    assertThat(match).isInstanceOf(Routes.Match.Found.class);
    assertThat(((Routes.Match.Found) match).variables())
        .containsEntry("id", "a/b#c")
        .containsEntry("part", "1+1");
  }

  @Test
  void shouldSayWhichMethodsAPathHas() {
    assertThat(find("POST", "/v1/things")).isEqualTo(new Routes.Match.OtherMethods("GET"));
  }

  @Test
  void shouldRefuseBrokenEscapes() {
    for (String target : new String[] {"/v1/%", "/v1/%4", "/v1/%zz", "/v1/%C3", "/v1/%FF"}) {
      assertThat(RequestTarget.parse(target)).as(target).isEmpty();
    }
  }

  @Test
  void shouldReadTheFirstValueOfEachParameter() {
    RequestTarget target =
        RequestTarget.parse("/v1/things?a=1&a=2&b=x+y%2B&c&=d&%65+=%7a&f=").orElseThrow();

    assertThat(target.query())
        .containsOnly(
            Map.entry("a", "1"), Map.entry("b", "x y+"), Map.entry("f", ""), Map.entry("e ", "z"));
  }

  @Test
  void shouldNameAParameterWithABrokenEscape() {
    assertThat(broken("a=1&e=%zz&f=%")).contains("e");
    assertThat(broken("a%4=1")).contains("a%4");
    assertThat(broken("%FF")).contains("%FF");
    assertThat(broken("a=%20")).isEmpty();
  }

  @Test
  void shouldRequireASlashOrAnOriginBeforeThePath() {
    for (String target : new String[] {"xv1/things", "v1/things", "*", "", "ftp://h/v1/things"}) {
      assertThat(RequestTarget.parse(target)).as(target).isEmpty();
    }
    assertThat(find("GET", "http://127.0.0.1:8080/v1/things?a=1"))
        .isInstanceOf(Routes.Match.Found.class);
    assertThat(find("GET", "HTTPS://h/v1/things")).isInstanceOf(Routes.Match.Found.class);
  }

  private static Optional<String> broken(String query) {
    return RequestTarget.parse("/v1/things?" + query).orElseThrow().broken();
  }

  private Routes.Match find(String method, String target) {
    return routes.find(method, RequestTarget.parse(target).orElseThrow());
  }

  private static HttpRoute route(String method, String path) {
    return HttpRoute.of(method, path, Authenticator.OPEN, 0, request -> new CompletableFuture<>());
  }
}
