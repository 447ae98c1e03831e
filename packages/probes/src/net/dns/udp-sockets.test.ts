import { expect, it, onTestFinished } from 'vitest';
import { createStage, replyTo } from '../../testing/scripted-dns-server.ts';
import { encodeQuestion } from './query.ts';
import { UdpSockets } from './udp-sockets.ts';

const A = 1;

it('sends every question when it is asked, and not when all that are asked with it have been written', async () => {
  const stage = createStage();
  const udp = new UdpSockets();
  onTestFinished(() => {
    udp.close();
    stage.clear();
  });
  const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
  const sent: string[] = [];
  const ask = (name: string) => {
    const query = encodeQuestion({ name, type: A }, true);
    const onSent = () => sent.push(name);
    const { signal } = new AbortController();
    return udp.exchange({ server, query, accept: () => name, onSent, isOperators: true }, signal);
  };
  const first = ask('a.example');
  expect(sent).toEqual(['a.example']);
  const second = ask('b.example');
  expect(sent).toEqual(['a.example', 'b.example']);
  expect(await Promise.all([first, second])).toEqual(['a.example', 'b.example']);
  // Nothing is sent again when Node says that the socket is connected.
  expect(sent).toHaveLength(2);
});
