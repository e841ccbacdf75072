# One image for the gateway, the processors, the sink and the operators' commands: the command chooses.
# The embedded Kafka is not in it; `up` and `demo` need a checkout. See docs/operate/containers.md.

FROM maven:3.9.16-eclipse-temurin-17@sha256:1a352420f7aba21f5ad08df31bab55f74c013fb491f1ae8ab1dd7ff9ed698584 AS build
WORKDIR /source
COPY . .
# The gates belong to the build of the project; here it only has to compile. Downloads stay on the builder.
# Libraries and our own jars become two layers of the image: the first changes only with a dependency.
RUN --mount=type=cache,target=/var/cache/maven \
    mvn -B -q -ntp -Dmaven.repo.local=/var/cache/maven -DskipTests package -pl operator-cli -am && \
    mkdir own && \
    for jar in */target/*.jar; do \
      if [ -e "operator-cli/target/lib/${jar##*/}" ]; then mv "operator-cli/target/lib/${jar##*/}" own/; fi; \
    done

# glibc, not musl: RocksDB is tested on it.
FROM eclipse-temurin:17.0.20.1_1-jre-jammy@sha256:97137382c6f0c30427d9b7c44ad8b2d55ac823b0768c171d81a643ed219023c5
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tributary" \
      org.opencontainers.image.description="An event-driven ingestion pipeline: HTTP in, Kafka in the middle, DynamoDB items out." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# A number, so that an orchestrator can see that it is not root. A volume mounted on the folder takes its owner.
RUN mkdir -p /var/lib/tributary/state && chown -R 10001:10001 /var/lib/tributary
COPY LICENSE THIRD-PARTY.md /opt/tributary/
COPY config/licences /opt/tributary/config/licences
COPY config/containers/tributary config/containers/healthy /opt/tributary/bin/
COPY --from=build /source/operator-cli/target/lib /opt/tributary/lib
COPY --from=build /source/own /opt/tributary/own
# With the list of what is in it. A build without a network makes none.
COPY --from=build /source/operator-cli/target/operator-cli.jar /source/operator-cli/target/*-sbom.json /opt/tributary/

# Inside a container every interface is the container's own; who may reach it, the port mapping says.
ENV PATH=/opt/tributary/bin:$PATH \
    TRIBUTARY_HTTP_LISTEN=0.0.0.0:8080 \
    TRIBUTARY_PROCESSORS_LISTEN=0.0.0.0:8081 \
    TRIBUTARY_SINK_LISTEN=0.0.0.0:8082 \
    TRIBUTARY_OPS_LISTEN=0.0.0.0:8083 \
    TRIBUTARY_STATE_DIR=/var/lib/tributary/state
EXPOSE 8080 8081 8082 8083
VOLUME /var/lib/tributary/state
WORKDIR /tmp
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["/opt/tributary/bin/healthy"]
ENTRYPOINT ["/opt/tributary/bin/tributary"]
CMD ["--help"]
