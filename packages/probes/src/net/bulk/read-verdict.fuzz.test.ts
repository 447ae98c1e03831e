import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTemplate, MAX_QUERY_BYTES } from './question-template.ts';
import { readVerdict } from './read-verdict.ts';

const template = createTemplate('example.com', 1, false);
const query = (() => {
  const bytes = Buffer.alloc(MAX_QUERY_BYTES);
  return bytes.subarray(0, template.write(bytes, 0, 7, 'www'));
})();

test('any bytes get a verdict or none, and never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      const verdict = readVerdict(Buffer.from(bytes), template, 'www');
      expect(verdict === null || typeof verdict.kind === 'string').toBe(true);
    }),
  );
});

test('neither does a reply to our question that is damaged or followed by anything', () => {
  const edits = fc.array(fc.tuple(fc.nat({ max: query.length - 1 }), fc.nat({ max: 255 })), { maxLength: 4 });
  fc.assert(
    fc.property(edits, fc.uint8Array({ maxLength: 200 }), (changes, more) => {
      const reply = Buffer.concat([query, more]);
      reply.writeUInt16BE(0x8180, 2);
      for (const [at, octet] of changes) reply[at] = octet;
      const verdict = readVerdict(reply, template, 'www');
      if (verdict?.kind === 'answer') expect(template.isAskedIn(reply, 12, 'www')).toBe(true);
    }),
  );
});
