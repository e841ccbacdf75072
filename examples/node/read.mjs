// Prints topics as JSON lines, from the beginning, until it is told to stop.
import avro from 'avsc';
import { Kafka, logLevel } from 'kafkajs';
import { readFile } from 'node:fs/promises';

const { KAFKA, GROUP, SCHEMAS, REGISTRY } = process.env;
const types = new Map();

async function typeOf(name, schema) {
  if (!types.has(name)) types.set(name, avro.Type.forSchema(await schema()));
  return types.get(name);
}

// Of the files that `tributary schemas save` wrote.
async function ofFiles(fingerprint) {
  return JSON.parse(await readFile(`${SCHEMAS}/${fingerprint}.avsc`));
}

async function ofRegistry(id) {
  const answer = await fetch(`${REGISTRY}/apis/ccompat/v7/schemas/ids/${id}`);
  if (!answer.ok) throw new Error(`schema ${id}: the registry says ${answer.status}`);
  return JSON.parse((await answer.json()).schema);
}

async function decode(bytes) {
  if (bytes === null) return null;
  if (bytes[0] === 0xc3 && bytes[1] === 0x01) {
    const fingerprint = bytes.toString('hex', 2, 10);
    return (await typeOf(fingerprint, () => ofFiles(fingerprint))).fromBuffer(bytes.subarray(10));
  }
  if (bytes[0] !== 0x00) throw new Error('unknown wire format');
  const id = bytes.readUInt32BE(1);
  return (await typeOf(id, () => ofRegistry(id))).fromBuffer(bytes.subarray(5));
}

const consumer = new Kafka({ brokers: [KAFKA], logLevel: logLevel.ERROR }).consumer({ groupId: GROUP });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => consumer.disconnect());
await consumer.connect();
await consumer.subscribe({ topics: process.argv.slice(2), fromBeginning: true });
await consumer.run({
  // what throws is read again; offsets are committed behind what was printed
  eachMessage: async ({ topic, partition, message }) => {
    const value = await decode(message.value);
    console.log(JSON.stringify({ topic, partition, offset: message.offset, key: message.key?.toString(), value }));
  },
});
