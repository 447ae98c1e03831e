/**
 * An agent that answers every job with the true answer of its hub, in which all texts that the contract leaves free are hostile.
 * Started with the address of the hub and a code to join.
 */
import { type AnyTool, tools } from '@sonde/contract';
import { digestsOf } from '@sonde/service/places/digests';
import { createIdentity, signChallenge } from '@sonde/service/places/identity';
import { AGENT_PROTOCOL } from '@sonde/service/places/protocol';
import { WebSocket } from 'ws';

/** Markup, a formula, what a terminal obeys, and a character that reverses the text after it. */
const HOSTILE = `=1+1<img data-hostile src="/x" onerror="window.hostile=1"></script><script>window.hostile=1</script>\u001b]0;x\u0007\u001b[2J\u009b2J\u202e\r\n`;

const [url = '', code = ''] = process.argv.slice(2);
const known: readonly AnyTool[] = Object.values(tools);

interface Frame {
  readonly t: string;
  readonly nonce: string;
  readonly hub: string;
  readonly job: string;
  readonly tool: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Types of records and the like: without them, nothing of an answer would be shown. */
const WORD = /^[A-Z]{1,10}$/;

type Container = Record<string | number, unknown>;

/** Replaces every text that may be anything, one after the other. */
function spoil(tool: AnyTool, data: unknown): void {
  const walk = (container: Container): void => {
    for (const [key, value] of Object.entries(container)) {
      if (typeof value === 'object' && value !== null) walk(value as Container);
      if (typeof value !== 'string' || WORD.test(value)) continue;
      container[key] = HOSTILE;
      if (!tool.answer.safeParse(data).success) container[key] = value;
    }
  };
  walk(data as Container);
}

async function answerTo({ job, tool: id, query }: Frame): Promise<object> {
  const tool = known.find((one) => one.id === id);
  if (tool === undefined) throw new Error(id);
  const response = await fetch(`${url}${tool.path}?${new URLSearchParams(query)}`);
  const { _data: data } = (await response.json()) as { readonly _data: unknown };
  if (data === null) return { t: 'failure', job, code: 'not-found', reason: null, measuredMs: 1 };
  spoil(tool, data);
  return { t: 'answer', job, data, measuredMs: 1 };
}

const { agent, publicKey, privateKey } = createIdentity();
const joined = await fetch(`${url}/api/agents/join`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, publicKey }),
});
if (!joined.ok) throw new Error(await joined.text());

const socket = new WebSocket(`${url.replace('http', 'ws')}/api/agents/connect`, [AGENT_PROTOCOL]);
const send = (frame: object) => socket.send(JSON.stringify(frame));
socket.on('message', (text) => {
  const frame = JSON.parse(String(text)) as Frame;
  if (frame.t === 'challenge') {
    const signature = signChallenge({ hub: frame.hub, nonce: frame.nonce, agent }, privateKey);
    send({
      t: 'hello',
      agent,
      signature,
      version: '<b>\u001b[2J',
      tools: digestsOf(known),
      families: ['ipv4', 'ipv6'],
    });
  } else if (frame.t === 'welcome') process.stdout.write('ready\n');
  else if (frame.t === 'job') void answerTo(frame).then(send);
});
socket.once('close', () => process.exit());
