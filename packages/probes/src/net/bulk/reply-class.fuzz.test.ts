import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTemplate, MAX_QUERY_BYTES } from './question-template.ts';
import { classifyReply } from './reply-class.ts';

const template = createTemplate('example.com', 1, false);
const query = (() => {
  const bytes = Buffer.alloc(MAX_QUERY_BYTES);
  return bytes.subarray(0, template.write(bytes, 0, 7, 'www'));
})();

test('any bytes yield a reply class or null, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      const replyClass = classifyReply(Buffer.from(bytes), template, 'www');
      expect(replyClass === null || typeof replyClass.kind === 'string').toBe(true);
    }),
  );
});

test('so does a reply to our question that is damaged or has trailing bytes', () => {
  const edits = fc.array(fc.tuple(fc.nat({ max: query.length - 1 }), fc.nat({ max: 255 })), { maxLength: 4 });
  fc.assert(
    fc.property(edits, fc.uint8Array({ maxLength: 200 }), (changes, more) => {
      const reply = Buffer.concat([query, more]);
      reply.writeUInt16BE(0x8180, 2);
      for (const [at, octet] of changes) reply[at] = octet;
      const replyClass = classifyReply(reply, template, 'www');
      if (replyClass?.kind === 'answer') expect(template.isAskedIn(reply, 12, 'www')).toBe(true);
    }),
  );
});
