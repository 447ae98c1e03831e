import { expect, test } from 'vitest';
import { replyTo } from '../../testing/scripted-dns-server.ts';
import { createTemplate, MAX_QUERY_BYTES } from './question-template.ts';
import { classifyReply } from './reply-class.ts';

test('reads only the first of thousands of records, and nothing after the answer section', () => {
  const template = createTemplate('example.com', 1, false);
  const query = Buffer.alloc(MAX_QUERY_BYTES);
  const asked = query.subarray(0, template.write(query, 0, 7, 'www'));
  const addresses = Array.from({ length: 4000 }, (_, index) => Buffer.of(192, 0, index >> 8, index & 255));
  const reply = replyTo(asked, { answers: addresses });
  // Announces an authority section that is missing.
  reply.writeUInt16BE(3, 8);
  const replyClass = classifyReply(reply, template, 'www');
  const message = replyClass?.kind === 'answer' ? replyClass.message : null;
  expect(message?.answers).toHaveLength(128);
  expect(message?.answers[127]?.fields).toEqual(['192.0.0.127']);
  expect(message?.authorities).toEqual([]);
});

test.each([
  [1, { kind: 'no-edns', reason: 'error-code' }],
  [2, { kind: 'failure', reason: 'servfail' }],
  [4, { kind: 'no-edns', reason: 'not-implemented' }],
  [5, { kind: 'failure', reason: 'refused' }],
  [9, { kind: 'failure', reason: 'error-code' }],
])('RCODE %i is told by its name: %j', (rcode, replyClass) => {
  const template = createTemplate('example.com', 1, false);
  const query = Buffer.alloc(MAX_QUERY_BYTES);
  const asked = query.subarray(0, template.write(query, 0, 7, 'www'));
  expect(classifyReply(replyTo(asked, { rcode }), template, 'www')).toEqual(replyClass);
});
