"""Prints topics as JSON lines, from the beginning, until it is told to stop."""

import functools
import io
import json
import os
import signal
import sys
import urllib.request

from avro.io import BinaryDecoder, DatumReader
from avro.schema import parse
from confluent_kafka import Consumer

SCHEMAS, REGISTRY = os.environ.get("SCHEMAS"), os.environ.get("REGISTRY")


@functools.cache
def of_file(fingerprint):
    """A schema that `tributary schemas save` wrote."""
    with open(f"{SCHEMAS}/{fingerprint}.avsc") as file:
        return DatumReader(parse(file.read()))


@functools.cache
def of_registry(schema_id):
    with urllib.request.urlopen(f"{REGISTRY}/apis/ccompat/v7/schemas/ids/{schema_id}") as answer:
        return DatumReader(parse(json.load(answer)["schema"]))


def decode(value):
    if value is None:
        return None
    if value[:2] == b"\xc3\x01":
        reader, start = of_file(value[2:10].hex()), 10
    elif value[:1] == b"\x00":
        reader, start = of_registry(int.from_bytes(value[1:5], "big")), 5
    else:
        raise ValueError("unknown wire format")
    return reader.read(BinaryDecoder(io.BytesIO(value[start:])))


def main():
    consumer = Consumer({
        "bootstrap.servers": os.environ["KAFKA"],
        "group.id": os.environ["GROUP"],
        "auto.offset.reset": "earliest",
        "enable.auto.offset.store": False,
    })
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit())
    consumer.subscribe(sys.argv[1:])
    try:
        while True:
            record = consumer.poll(1.0)
            if record is None:
                continue
            if record.error():
                raise RuntimeError(record.error())
            key = record.key()
            print(json.dumps({
                "topic": record.topic(),
                "partition": record.partition(),
                "offset": record.offset(),
                "key": key and key.decode(),
                "value": decode(record.value()),
            }), flush=True)
            consumer.store_offsets(record)
    finally:
        consumer.close()


main()
