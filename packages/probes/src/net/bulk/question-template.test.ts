import { describe, expect, test } from 'vitest';
import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import { createTemplate, MAX_QUERY_BYTES } from './question-template.ts';

const written = (zone: string, prefix: string, hasEdns = false, id = 0xabcd) => {
  const target = Buffer.alloc(MAX_QUERY_BYTES + 3);
  const end = createTemplate(zone, 28, hasEdns).write(target, 3, id, prefix);
  return end === -1 ? null : target.subarray(3, end);
};

describe('a query', () => {
  test.each(['www', 'a.b.c', '_sip._tcp', 'x'.repeat(63)])('for %s is what the codec would write', (prefix) => {
    for (const hasEdns of [true, false]) {
      const query = encodeQuery({
        id: 0xabcd,
        name: `${prefix}.example.com`,
        type: 28,
        isRecursionDesired: true,
        isCheckingDisabled: false,
        edns: hasEdns ? { udpPayloadSizeBytes: 1232, isDnssecOk: false } : null,
      });
      expect(written('example.com', prefix, hasEdns)).toEqual(Buffer.from(query));
    }
  });

  test.each(['', 'a..b', '.a', 'a.', 'x'.repeat(64), 'é', 'a b', `${'x'.repeat(60)}.`.repeat(5)])(
    'for %s is none, since no such name exists',
    (prefix) => expect(written('example.com', prefix)).toBeNull(),
  );

  test('has exactly enough room for the longest name', () => {
    const prefix = [63, 63, 63, 49].map((length) => 'x'.repeat(length)).join('.');
    expect(written('example.com', prefix, true)).toHaveLength(MAX_QUERY_BYTES);
    expect(written('example.com', `${prefix}x`, true)).toBeNull();
  });
});

describe('a question in a reply', () => {
  const template = createTemplate('example.com', 65, true);
  const query = Buffer.alloc(MAX_QUERY_BYTES);
  template.write(query, 0, 1, 'api-2.dev');

  test('is recognized in any case', () => {
    expect(template.isAskedIn(query, 12, 'api-2.dev')).toBe(true);
    const upper = Buffer.from(query.toString('latin1').toUpperCase(), 'latin1');
    expect(template.isAskedIn(upper, 12, 'api-2.dev')).toBe(true);
  });

  test.each(['api-2.de', 'api-2.deva', 'api-2dev', 'api-3.dev', 'api-2.dev.example', ''])('is not %s', (other) =>
    expect(template.isAskedIn(query, 12, other)).toBe(false),
  );

  test('has the same type, zone and class, and is complete', () => {
    expect(createTemplate('example.com', 1, true).isAskedIn(query, 12, 'api-2.dev')).toBe(false);
    expect(createTemplate('example.org', 65, true).isAskedIn(query, 12, 'api-2.dev')).toBe(false);
    for (let end = 12; end < 12 + 23 + 4; end += 1) {
      expect(template.isAskedIn(query.subarray(0, end), 12, 'api-2.dev')).toBe(false);
    }
  });
});
