import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesOf, withLength } from './tcp-messages.ts';

async function readIn(pieces: readonly Uint8Array[]): Promise<string[]> {
  const left = [...pieces];
  const messages: string[] = [];
  for await (const message of messagesOf(async () => left.shift() ?? null))
    messages.push(Buffer.from(message).toString());
  return messages;
}

const stream = (texts: readonly string[]) => Buffer.concat(texts.map((text) => withLength(Buffer.from(text))));

test('reads messages correctly, however the stream is split', async () => {
  const texts = fc.array(fc.string({ maxLength: 400 }), { maxLength: 6 });
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, sizes, async (sent, lengths) => {
      const bytes = stream(sent);
      const pieces: Uint8Array[] = [];
      for (let at = 0, index = 0; at < bytes.length; index += 1) {
        const length = lengths[index % lengths.length] ?? 1;
        pieces.push(bytes.subarray(at, at + length));
        at += length;
      }
      expect(await readIn(pieces)).toEqual(sent);
    }),
  );
});

test('leaves out an incomplete message at the end', async () => {
  const bytes = stream(['whole', 'cut']);
  expect(await readIn([bytes.subarray(0, bytes.length - 1)])).toEqual(['whole']);
  expect(await readIn([bytes.subarray(0, 1)])).toEqual([]);
});
