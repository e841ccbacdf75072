// Prints topics as JSON lines, from the beginning, until it is told to stop.
import { Kafka, logLevel } from 'kafkajs';
import { values } from './values.mjs';

const { KAFKA, GROUP, SCHEMAS, REGISTRY } = process.env;
const decode = values({ schemas: SCHEMAS, registry: REGISTRY });
const consumer = new Kafka({ brokers: [KAFKA], logLevel: logLevel.ERROR }).consumer({ groupId: GROUP });

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => consumer.disconnect());
await consumer.connect();
await consumer.subscribe({ topics: process.argv.slice(2), fromBeginning: true });
await consumer.run({
  // what throws is read again; offsets are committed behind what was printed
  eachMessage: async ({ topic, partition, message }) => {
    const line = { topic, partition, offset: message.offset, key: message.key?.toString(), value: await decode(message.value) };
    console.log(JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? value.toString() : value)));
  },
});
