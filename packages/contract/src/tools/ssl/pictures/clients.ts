import { type DrawnElement, draw, type MaybeDrawing, share, svg, unseen } from '../../../pictures/drawing.ts';
import { type MarkState, mark } from '../../../pictures/mark.ts';
import { tlsVersions } from '../../../tls/judgement.ts';
import { sslTexts } from '../tables/words.ts';
import { cipherStrength } from './cipher-strength.ts';
import type { SslRead } from './read.ts';

type Client = NonNullable<SslRead['clients']>[number];

const strengths = { strong: 'good', weak: 'warn', insecure: 'bad' } as const;
const connection: Readonly<Record<'true' | 'false' | 'null', { readonly state: MarkState; readonly text: string }>> = {
  true: { state: 'good', text: 'Yes' },
  false: { state: 'bad', text: 'No' },
  null: { state: 'unknown', text: 'Not determinable' },
};

const missing = unseen(sslTexts.missing);

/** Versions that some client agrees on, oldest first, so that older ones are to the left. */
const versionsOf = (clients: readonly Client[]) =>
  tlsVersions.filter((version) => clients.some(({ protocol }) => protocol === version));

/** Those that cannot connect first, then from the oldest to the newest: old ones are what a reader asks about. */
function inOrder(clients: readonly Client[]): readonly Client[] {
  const oldestFirst = clients.toReversed();
  return [
    ...oldestFirst.filter(({ connects }) => connects === false),
    ...oldestFirst.filter(({ connects }) => connects !== false),
  ];
}

/** Clients with the version and the suite that each would use. */
export function clientsPicture(clients: readonly Client[]): DrawnElement | null {
  if (clients.length === 0) return null;
  const versions = versionsOf(clients);
  const titles = ['Client', 'Connects', 'Protocol', 'Cipher Suite'].map((title) => draw('th', { scope: 'col' }, title));
  return draw(
    'div',
    { class: 'pic' },
    draw(
      'table',
      { class: 'matrix clients', 'aria-label': 'Who can connect' },
      draw('thead', {}, draw('tr', {}, titles)),
      draw(
        'tbody',
        {},
        inOrder(clients).map((client) => rowOf(client, versions)),
      ),
    ),
  );
}

function rowOf(client: Client, versions: readonly string[]): DrawnElement {
  const { connects, protocol, cipherSuite, isChecked, why, computed } = client;
  const { state, text } = connection[`${connects}`];
  const known = isChecked === true ? 'measured' : 'computed';
  const notes = [why, computed != null && `Computed: ${computed}`].filter(Boolean).join(' ');
  return draw(
    'tr',
    {},
    draw('th', { scope: 'row' }, client.client ?? '', notes !== '' && draw('small', {}, notes)),
    draw('td', {}, mark(state), draw('span', {}, text), unseen(`, ${known}`)),
    draw('td', {}, protocol === null ? missing : [trackOf(protocol, versions), draw('span', {}, protocol)]),
    draw('td', { class: 'mono' }, suiteOf(cipherSuite)),
  );
}

function suiteOf(suite: string | null): readonly MaybeDrawing[] {
  return suite === null ? [missing] : [mark(strengths[cipherStrength(suite)]), draw('span', {}, suite)];
}

/** Where the version stands among those that clients use here: the further to the right, the newer. */
function trackOf(protocol: string, versions: readonly string[]): DrawnElement {
  const at = (index: number) => share(versions.length < 2 ? 0.5 : index / (versions.length - 1));
  return svg(
    { class: 'track' },
    draw('line', { x1: '0', x2: '100%', y1: '50%', y2: '50%' }),
    versions.map((version, index) =>
      draw('circle', {
        class: version === protocol ? 'here' : 'there',
        cx: at(index),
        cy: '50%',
        r: version === protocol ? 4 : 2,
      }),
    ),
  );
}
