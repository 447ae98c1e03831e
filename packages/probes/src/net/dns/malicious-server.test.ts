import { createSocket } from 'node:dgram';
import { describe, expect, it } from 'vitest';
import { quick, resolverStage } from '../../testing/resolver-stage.ts';
import { reasonOf, replyTo, type Script, withLength } from '../../testing/scripted-dns-server.ts';

const right = Buffer.from([192, 0, 2, 1]);
const wrong = Buffer.from([203, 0, 113, 66]);

const { stage, ask } = resolverStage();

/** A reply modified by `change`. */
function changed(query: Buffer, change: (reply: Buffer) => void): Buffer {
  const reply = replyTo(query, { answers: [wrong] });
  change(reply);
  return reply;
}

describe('ignores messages that do not match the question, and waits for the reply', () => {
  const forgeries: [string, (query: Buffer) => Buffer][] = [
    ['wrong id', (query) => changed(query, (reply) => reply.writeUInt16BE(reply.readUInt16BE(0) ^ 1, 0))],
    ['wrong name', (query) => changed(query, (reply) => reply.write('xxx', 13, 'latin1'))],
    ['wrong type', (query) => changed(query, (reply) => reply.writeUInt16BE(0x21, reply.indexOf(0, 12) + 1))],
    ['wrong class', (query) => changed(query, (reply) => reply.writeUInt16BE(3, reply.indexOf(0, 12) + 3))],
    ['QR = 0', (query) => changed(query, (reply) => reply.writeUInt8(reply.readUInt8(2) & 0x7f, 2))],
    ['another opcode', (query) => changed(query, (reply) => reply.writeUInt8(reply.readUInt8(2) | 0x20, 2))],
    ['no question', (query) => changed(query, (reply) => reply.writeUInt16BE(0, 4))],
    ['two questions', (query) => changed(query, (reply) => reply.writeUInt16BE(2, 4))],
    ['0 octets', () => Buffer.alloc(0)],
    ['1 octet', () => Buffer.alloc(1)],
    ['the id alone', (query) => query.subarray(0, 2)],
    ['a bare header', (query) => changed(query, () => {}).subarray(0, 12)],
    ['garbage', (query) => Buffer.concat([query.subarray(0, 2), Buffer.alloc(300, 0xff)])],
    ['more answers than there are', (query) => changed(query, (reply) => reply.writeUInt16BE(0xffff, 6))],
    ['a record cut short', (query) => changed(query, () => {}).subarray(0, -2)],
    [
      'a name that points to itself',
      (query) => changed(query, (reply) => reply.writeUInt16BE(0xc000 | (reply.length - 16), reply.length - 16)),
    ],
  ];

  it.each(forgeries)('%s', async (_, forge) => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        reply(forge(bytes));
        reply(replyTo(bytes, { answers: [right] }));
      },
    });
    expect((await ask([server])).fields).toEqual(['192.0.2.1']);
    expect(server.queries).toHaveLength(1);
  });

  it('ignores a reply from another port', async () => {
    const attacker = createSocket('udp4');
    stage.own(attacker);
    const server = await stage.serve({
      udp: ({ bytes, clientPort, reply }) => {
        attacker.send(replyTo(bytes, { answers: [wrong] }), clientPort, '127.0.0.1', () => {
          reply(replyTo(bytes, { answers: [right] }));
        });
      },
    });
    expect((await ask([server])).fields).toEqual(['192.0.2.1']);
  });

  it('a server that sends only malformed replies fails as invalid-response, after one attempt', async () => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => reply(replyTo(bytes, { answers: [Buffer.of(1, 2, 3)] })),
    });
    expect(await reasonOf(ask([server]))).toBe('invalid-response');
    expect(server.queries).toHaveLength(1);
  });
});

describe('a truncated reply', () => {
  const truncate: Script['udp'] = ({ bytes, reply }) => reply(replyTo(bytes, { isTruncated: true, answers: [wrong] }));

  it('is repeated by TCP, however its reply is segmented', async () => {
    const server = await stage.serve({
      udp: truncate,
      tcp: async (query, socket) => {
        socket.setNoDelay(true);
        for (const octet of withLength(replyTo(query, { answers: [right] }))) {
          await new Promise<void>((resolve) => socket.write(Buffer.of(octet), () => setImmediate(resolve)));
        }
      },
    });
    const answer = await ask([server], { ...quick, tcpTimeoutMs: 5000 });
    expect(answer).toMatchObject({ fields: ['192.0.2.1'], transport: 'tcp', isPartial: false });
  });

  it('may be larger by TCP than UDP could carry', async () => {
    const answers = Array.from({ length: 4000 }, (_, index) => Buffer.of(192, 0, index >> 8, index & 255));
    const server = await stage.serve({
      udp: truncate,
      tcp: (query, socket) => socket.write(withLength(replyTo(query, { answers }))),
    });
    expect((await ask([server], {})).fields).toHaveLength(4000);
  });

  it('cut inside a record counts as truncated', async () => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => reply(replyTo(bytes, { isTruncated: true, answers: [right] }).subarray(0, -3)),
      tcp: (query, socket) => socket.write(withLength(replyTo(query, { answers: [right] }))),
    });
    expect(await ask([server])).toMatchObject({ fields: ['192.0.2.1'], transport: 'tcp' });
  });

  const failures: [string, Script['tcp']][] = [
    ['is refused', undefined],
    ['is silent', () => {}],
    ['is reset', (_, socket) => socket.resetAndDestroy()],
    ['ends early', (query, socket) => socket.end(withLength(replyTo(query, { answers: [right] })).subarray(0, 20))],
    ['says SERVFAIL', (query, socket) => socket.write(withLength(replyTo(query, { rcode: 2 })))],
    [
      'answers another question',
      (query, socket) => socket.write(withLength(changed(query, (reply) => reply.write('xxx', 13)))),
    ],
    ['answers garbage', (_, socket) => socket.write(withLength(Buffer.alloc(500, 0xff)))],
  ];

  it.each(failures)('stays partial when TCP %s', async (_, tcp) => {
    const server = await stage.serve({ udp: truncate, ...(tcp && { tcp }) });
    expect(await ask([server])).toMatchObject({ fields: ['203.0.113.66'], transport: 'udp', isPartial: true });
  });
});
