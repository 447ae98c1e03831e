import { expect, test } from 'vitest';
import { replyTo } from '../scripted-dns-server.ts';
import { createTemplate, MAX_QUERY_BYTES } from './question-template.ts';
import { readVerdict } from './read-verdict.ts';

test('of an answer with thousands of records the first are read, and nothing behind the answers', () => {
  const template = createTemplate('example.com', 1, false);
  const query = Buffer.alloc(MAX_QUERY_BYTES);
  const asked = query.subarray(0, template.write(query, 0, 7, 'www'));
  const addresses = Array.from({ length: 4000 }, (_, index) => Buffer.of(192, 0, index >> 8, index & 255));
  const reply = replyTo(asked, { answers: addresses });
  // An authority section that is announced, and is not there.
  reply.writeUInt16BE(3, 8);
  const verdict = readVerdict(reply, template, 'www');
  const message = verdict?.kind === 'answer' ? verdict.message : null;
  expect(message?.answers).toHaveLength(128);
  expect(message?.answers[127]?.fields).toEqual(['192.0.0.127']);
  expect(message?.authorities).toEqual([]);
});
