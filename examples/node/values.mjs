// Values of both framings: C3 01 and a schema's fingerprint, or 00 and a schema's id in a registry.
import avro from 'avsc';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Exact, as text: a JavaScript number would round it.
class BigDecimal extends avro.types.LogicalType {
  _fromValue(bytes) {
    const length = Inner.decode(bytes, 0);
    const scale = Scale.decode(bytes, length.offset).value;
    return decimal(length.value, scale);
  }
}
const Inner = avro.Type.forSchema('bytes');
const Scale = avro.Type.forSchema('int');

function decimal(unscaled, scale) {
  let number = BigInt.asIntN(unscaled.length * 8, BigInt('0x' + (unscaled.toString('hex') || '0')));
  if (scale <= 0) return String(number * 10n ** BigInt(-scale));
  const sign = number < 0n ? '-' : '';
  const digits = (number < 0n ? -number : number).toString().padStart(scale + 1, '0');
  return sign + digits.slice(0, -scale) + '.' + digits.slice(-scale);
}

// Longs stay exact too: as a number where that can hold them, else as a BigInt.
const long = avro.types.LongType.__with({
  fromBuffer: (bytes) => narrow(bytes.readBigInt64LE()),
  toBuffer: (value) => { const bytes = Buffer.alloc(8); bytes.writeBigInt64LE(BigInt(value)); return bytes; },
  fromJSON: narrow,
  toJSON: Number,
  isValid: (value) => typeof value === 'bigint' || Number.isInteger(value),
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
});
function narrow(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function type(schema) {
  return avro.Type.forSchema(schema, { registry: { long }, logicalTypes: { 'big-decimal': BigDecimal } });
}

/** Reads values; `schemas` is the folder that `tributary schemas save` wrote, `registry` a URL or nothing. */
export function values({ schemas, registry }) {
  const types = new Map();
  async function known(name, load) {
    if (!types.has(name)) types.set(name, type(await load()));
    return types.get(name);
  }
  return async function decode(bytes) {
    if (bytes === null) return null;
    if (bytes[0] === 0xc3 && bytes[1] === 0x01) {
      const name = bytes.subarray(2, 10).toString('hex');
      const found = await known(name, () => JSON.parse(readFileSync(join(schemas, name + '.avsc'))));
      return found.fromBuffer(bytes.subarray(10));
    }
    if (bytes[0] === 0x00 && registry) {
      const id = bytes.readUInt32BE(1);
      const found = await known(id, async () => {
        const answer = await fetch(`${registry}/apis/ccompat/v7/schemas/ids/${id}`);
        if (!answer.ok) throw new Error(`schema ${id}: the registry says ${answer.status}`);
        return JSON.parse((await answer.json()).schema);
      });
      return found.fromBuffer(bytes.subarray(5));
    }
    throw new Error('neither framing');
  };
}
